"""The cost of the fox's mistakes against perfect play."""

from functools import lru_cache

import numpy as np

from charidice.messages import Catalog
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import GameState, Turn
from charidice.show.figures import Cell, Cells, FigureTable
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.points import Fox
from charidice.strategy.objectives.contest import solved_turn
from charidice.strategy.tables.lead import PLAYERS
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.asking import asks_selfish_giver
from charidice.study.games import Sample, losses, mean_and_margin
from charidice.study.losses import COUNTED, SMALL, Mistake, Truths, as_giver, as_recipient, total
from charidice.study.positions import all_numbers, before_round, points_turn, position, victory

COMMONEST = 5


class FoxMistakes:
    """The mistakes of the fox, which plays every turn for its own points and asks as if everybody did."""

    def bot(self) -> Chooser:
        return Fox()

    def in_turn(self, start: GameState, seat: int) -> Floats:
        """The expected losses of this seat, by column, in a turn of either player."""
        turn = solved_turn(victory(), start)
        return as_giver(turn, points_turn()) if seat == start.active else as_recipient(turn, *fox_asks(start.round))


@lru_cache
def fox_asks(round_: int) -> tuple[Truths, Truths]:
    """By orbit, after the first and the second roll: whether the fox asks; it looks at nothing else."""
    start = position(before_round(round_))
    rolled = ([start._replace(turn=Turn(rolls, numbers)) for numbers in all_numbers()] for rolls in range(1, ROLLS))
    first, second = (np.array(list(map(asks_selfish_giver, states))) for states in rolled)
    return first, second


def mistakes(texts: Catalog, sample: Sample) -> FigureTable:
    """The commonest mistakes, all others, trifling losses, and the sum, over both seats."""
    cells = Cells(texts)
    by_deal = losses(FoxMistakes(), sample).mean(axis=1)
    commonest = sorted(Mistake, key=lambda kind: -by_deal[:, kind + len(Mistake)].mean())
    groups = {kind.key: [kind] for kind in commonest[:COMMONEST]} | {"other": commonest[COMMONEST:]}
    rows = []
    for name, kinds in groups.items():
        count = float(by_deal[:, [kind + len(Mistake) for kind in kinds]].sum(axis=1).mean())
        cost = mean_and_margin(by_deal[:, kinds].sum(axis=1))
        made = [cells.number(count, 2), cells.points(cost[0] / count if count else 0)]
        rows.append([cells.word(name, f"study.mistake.{name}"), *made, *map(cells.points, cost)])
    small = cells.word("small", "study.mistake.small", least=texts.number(100 * COUNTED, 1))
    for word, costs in ((small, by_deal[:, SMALL]), (cells.word("all", "study.mistake.all"), total(by_deal))):
        rows.append([word, Cell(None, ""), Cell(None, ""), *map(cells.points, mean_and_margin(costs))])
    names = ("mistake", "per-game", "each", "cost")
    heads = {name.replace("-", "_"): texts.say(f"study.mistakes.{name}") for name in names}
    heads["margin"] = "\N{PLUS-MINUS SIGN}"
    return FigureTable(texts.say("study.mistakes", count=PLAYERS * sample.deals), heads, rows)
