"""Facts read from the solution: the greatest of gifts, giving, a turn, a lead."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from charidice.messages import Catalog
from charidice.rules.engine import new_game
from charidice.show.figures import Cell, Cells, FigureTable
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.solo import OwnPoints
from charidice.strategy.tables.lead import PLAYERS
from charidice.strategy.tables.victory import victory_solution
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import KINDS
from charidice.study.positions import AHEAD, LATER_ROUNDS, ROUNDS, before_round, lead, position, victory

MORE = 10
LEADS = (-60, -40, -20, 0, 20, 40, 60)
BIN = 5
"""Points and gifts of a turn are counted in ranges of so many."""


class GiftWorth(NamedTuple):
    """The worth of the greatest of gifts before a round, by seat."""

    points: tuple[float, ...]
    chance: tuple[float, ...]


def gift_worth(round_: int) -> GiftWorth:
    pair = before_round(round_)
    without = pair._replace(has_gift=False), pair._replace(other_has_gift=False)
    found = []
    for objective in (lead(), victory()):
        with_it = objective.before_turn(position(pair))
        found.append(
            tuple(with_it[seat] - objective.before_turn(position(without[seat]))[seat] for seat in range(PLAYERS))
        )
    return GiftWorth(*found)


def gift(texts: Catalog) -> FigureTable:
    """The value of still having the greatest of gifts, to the first and the second player, by round."""
    cells = Cells(texts)
    units = {"points": texts.say("box.points"), "percent": "%"}
    heads = {"round": texts.say("study.round")} | {
        f"player_{seat}_{unit}": f"{texts.say('player.number', number=seat)} {sign}"
        for unit, sign in units.items()
        for seat in range(1, PLAYERS + 1)
    }
    rows = []
    for round_ in ROUNDS:
        worth = gift_worth(round_)
        rows.append(cells.row(cells.whole(round_), (*worth.points, *(100 * chance for chance in worth.chance)), 2))
    return FigureTable(texts.say("study.gift"), heads, rows)


def giving_worth(round_: int, ahead: int) -> float:
    """The value, in points of lead, of having given ten points more before a round.

    The ten points themselves are not counted: they cost ten points of lead. Above ten, giving has paid.
    """
    before, after = (lead().before_turn(position(before_round(round_, ahead + more)))[0] for more in (0, MORE))
    return after - before


def giving(texts: Catalog) -> FigureTable:
    """The value of having given ten points more, before each round and by the lead in giving."""
    cells = Cells(texts)
    heads = {"round": texts.say("study.round")} | by_lead(texts, AHEAD)
    rows = [
        cells.row(cells.whole(round_), (giving_worth(round_, ahead) for ahead in AHEAD), 2) for round_ in LATER_ROUNDS
    ]
    return FigureTable(texts.say("study.giving"), heads, rows)


def by_lead(texts: Catalog, leads: Sequence[int]) -> dict[str, str]:
    """The heads of columns by lead."""
    return {f"{ahead:+d}" if ahead else "0": texts.number(ahead, signed=True) for ahead in leads}


def combinations(texts: Catalog) -> FigureTable:
    """The probability of each combination in a turn that maximises points, and victory."""
    cells = Cells(texts)
    forecasts = [Analysis(new_game(PLAYERS), objective).forecast() for objective in (OwnPoints(), victory())]
    heads = {
        "combination": texts.say("study.combination"),
        "for_points": texts.say("study.for-points"),
        "for_victory": texts.say("study.for-victory"),
    }
    rows = [
        [cells.word(kind, f"coach.kind.{kind}"), *(cells.percent(found.kinds[kind]) for found in forecasts)]
        for kind in KINDS
    ]
    rows.append(cells.row(cells.word("points", "box.points"), (found.points for found in forecasts), 3))
    rows.append(cells.row(cells.word("gift", "options.head.gift"), (found.gift for found in forecasts), 3))
    return FigureTable(texts.say("study.combinations"), heads, rows)


class Distribution(NamedTuple):
    """By range of five: the probability that a turn for own points scores so much, and that it gives so much."""

    points: Floats
    gift: Floats


def distribution() -> Distribution:
    forecast = Analysis(new_game(PLAYERS), OwnPoints()).forecast()
    chance, count = forecast.plain + forecast.asked, int(forecast.outcomes.total.max()) // BIN + 1

    def by_range(amounts: Ints) -> Floats:
        return np.asarray(np.bincount(amounts // BIN, chance, count), np.float64)

    return Distribution(by_range(forecast.outcomes.total), by_range(forecast.outcomes.gift))


def turn(texts: Catalog) -> FigureTable:
    """The distribution of the points and of the gift of a turn."""
    cells = Cells(texts)
    heads = {
        "from": texts.say("study.range"),
        "points": texts.say("study.points-and-bonus"),
        "gift": texts.say("options.head.gift"),
    }
    rows = [
        [Cell(BIN * number, _range(number)), *map(cells.percent, chances)]
        for number, chances in enumerate(zip(*(part.tolist() for part in distribution()), strict=True))
    ]
    return FigureTable(texts.say("study.turn"), heads, rows)


def _range(number: int) -> str:
    return f"{BIN * number}\N{EN DASH}{BIN * number + BIN - 1}"


def chances_by_lead(round_: int, leads: Ints) -> Floats:
    """The first player's chance of victory before a round, both having given as usual, by their lead in points."""
    turns_left, own, other, has_gift, other_has_gift, _ = before_round(round_)
    totals = np.array([own]), np.array([other])
    found: Floats = victory_solution().chance(turns_left, *totals, has_gift, other_has_gift, leads[None])[0]
    return found


def chances(texts: Catalog) -> FigureTable:
    """The chance of victory by lead and turns left."""
    cells = Cells(texts)
    heads = {"turns_left": texts.say("study.turns-left")} | by_lead(texts, LEADS)
    return FigureTable(texts.say("study.chances"), heads, list(_chance_rows(cells)))


def _chance_rows(cells: Cells) -> Iterator[list[Cell]]:
    for round_ in ROUNDS[1:]:
        found = chances_by_lead(round_, np.array(LEADS)).tolist()
        yield [cells.whole(before_round(round_).turns_left), *(cells.percent(chance, 1) for chance in found)]
