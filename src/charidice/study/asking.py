"""When to ask for the greatest of gifts: the gift on the table from which it is right, and rules of thumb.

The gift on the table is that of the dice that would score most now. All rules ask after the second roll.
"""

from enum import StrEnum
from functools import lru_cache

import numpy as np

from charidice.messages import Catalog
from charidice.rules.moves import Action, AskGift, DeclineGift
from charidice.rules.ruleset import STANDARD
from charidice.rules.state import GameState
from charidice.rules.strict import Node
from charidice.show.figures import Cell, Cells, FigureTable
from charidice.show.words import player_name
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.points import Magpie
from charidice.strategy.objectives.contest import solved_turn
from charidice.strategy.tables.lead import PLAYERS, Pair
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.sweeps import SCORES, expectation
from charidice.study.games import Sample, losses, mean_and_margin, perfect
from charidice.study.losses import NO_LOSSES, as_recipient, total
from charidice.study.positions import (
    AHEAD,
    LATER_ROUNDS,
    SETUP,
    all_numbers,
    before_reply,
    before_round,
    evened,
    position,
    victory,
)
from charidice.study.solution import by_lead

# Asking has to gain this much more chance of victory than never asking.
WORTH_IT = 0.0001
# The rule of thumb: donations so far apart settle the charity bonus, and a gift is worth asking for from here on.
APART = 15
ASKS_FROM = 10


@lru_cache
def shown_gifts() -> Ints:
    """By orbit of rolls: the gift on the table."""
    return np.array([next(iter(SETUP.scoring.options(numbers).values())).gift for numbers in all_numbers()])


@lru_cache
def never() -> int:
    """A threshold that no gift reaches."""
    return int(shown_gifts().max()) + 1


def losses_by_threshold(start: GameState) -> Floats:
    """By threshold from 0 on: the recipient's loss by asking after the second roll from such a gift on."""
    turn = solved_turn(victory(), start)
    plain, asked = turn.values.plain, turn.values.asked
    assert asked is not None
    asks = shown_gifts()[:, None] >= np.arange(never() + 1)
    gain = plain.second - asked.second
    rows = plain.policy(1)
    later = expectation(turn.orbits, np.maximum(np.where(asks, -gain, gain), 0).astype(np.float64))[rows]
    found: Floats = turn.orbits.shares @ np.where((rows == SCORES)[:, None], 0, later)
    return found


@lru_cache
def threshold(round_: int, seat: int, ahead: int) -> int | None:
    """From which gift on the table a seat should ask in an even game if the giver is `ahead` in donations."""
    pair: Pair = before_reply(round_, ahead) if seat == 0 else before_round(round_, ahead)
    lost = losses_by_threshold(position(evened(pair)))
    best = int(lost.argmin())
    return best if lost[never()] - lost[best] > WORTH_IT else None


def asking(texts: Catalog) -> FigureTable:
    cells = Cells(texts)
    heads = {"round": texts.say("study.round"), "player": texts.say("study.asks")} | by_lead(texts, AHEAD)
    rows = []
    for round_ in LATER_ROUNDS:
        for seat in range(PLAYERS):
            player = Cell(seat + 1, player_name(texts, seat))
            found = (threshold(round_, seat, ahead) for ahead in AHEAD)
            gifts = (Cell(None, "\N{EN DASH}") if gift is None else cells.whole(gift) for gift in found)
            rows.append([cells.whole(round_), player, *gifts])
    return FigureTable(texts.say("study.asking"), heads, rows, alignment="<<")


class Rule(StrEnum):
    """A rule when to ask."""

    NEVER = "never"
    LAST_ROUND = "last-round"
    """In the last round, always."""
    MAGPIE = "magpie"
    """From a gift of twelve on; in the last round, always."""
    SETTLED = "settled"
    """From a gift of ten on, in the last round from any, if doubling hardly changes who gets the charity bonus."""
    TABLE = "table"
    """By the table of thresholds, in its nearest column."""

    def threshold(self, start: GameState) -> int | None:
        """The smallest gift on the table for which the recipient asks in this turn."""
        giver, recipient = start.sheets[start.active], start.sheets[start.recipient]
        ahead = giver.total_given - recipient.total_given
        # The second player gives last, so that being ahead is enough; the first one can still be overtaken.
        settled = ahead > 0 if start.recipient == 0 else abs(ahead) >= APART
        if start.round == STANDARD.rounds and self is not Rule.TABLE:
            asks = self in (Rule.LAST_ROUND, Rule.MAGPIE) or (self is Rule.SETTLED and settled)
            return 0 if asks else None
        if self is Rule.MAGPIE:
            return Magpie.asks_from(last_round=False)
        if self is Rule.SETTLED:
            return ASKS_FROM if settled else None
        if self is Rule.TABLE and start.round in LATER_ROUNDS:
            return threshold(start.round, start.recipient, min(AHEAD, key=lambda column: abs(column - ahead)))
        return None


class AskingBy:
    """A player who is perfect but for asking by a rule."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def bot(self) -> Chooser:
        return _AsksBy(self.rule)

    def in_turn(self, start: GameState, seat: int) -> Floats:
        if seat == start.active:
            return NO_LOSSES
        least = self.rule.threshold(start)
        second = shown_gifts() >= (never() if least is None else least)
        return as_recipient(solved_turn(victory(), start), np.zeros_like(second), second)


class _AsksBy:
    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._perfect = perfect()

    def choose(self, node: Node) -> Action:
        if not node.asking:
            return self._perfect.choose(node)
        state, least = node.state, self.rule.threshold(node.state)
        asks = state.turn.rolls > 1 and least is not None and state.options[0].gift >= least
        return AskGift() if asks else DeclineGift()


def thumb(texts: Catalog, sample: Sample) -> FigureTable:
    """The loss of each rule, by seat."""
    cells = Cells(texts)
    heads = {"rule": texts.say("study.thumb.rule")}
    for seat in range(1, PLAYERS + 1):
        heads |= {
            f"player_{seat}": texts.say("player.number", number=seat),
            f"player_{seat}_margin": "\N{PLUS-MINUS SIGN}",
        }
    rows = []
    for number, rule in enumerate(Rule):
        found = losses(AskingBy(rule), sample.part(number, len(Rule)))
        costs = [mean_and_margin(total(found[:, seat])) for seat in range(PLAYERS)]
        rows.append(
            [cells.word(rule, f"study.rule.{rule}"), *(cells.points(value) for cost in costs for value in cost)]
        )
    return FigureTable(texts.say("study.thumb", games=PLAYERS * sample.deals), heads, rows)
