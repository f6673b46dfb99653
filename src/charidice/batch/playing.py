"""Whole games between policies in lockstep: all games are in the same turn, before the same decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from charidice.batch.dice import Deals
from charidice.batch.scoring import ALL, DICE_OF, NUMBERS_OF, Masks, Rolls, Scoring, rerolled, scoring
from charidice.batch.sheets import Sheets, Sums
from charidice.rules.moves import Event, GiftAsked, GiftDeclined, Rolled, Scored, Stopped
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import Setup
from charidice.strategy.tables.positions import shares_of
from charidice.strategy.turn.arrays import Bools, Ints

NOT_ASKED, STOPPED = 0, ROLLS
"""When the recipient asked: not at all, after roll 1 or 2, or after a stop (8.2)."""


@dataclass
class Turns:
    """The same turn of all games, in progress."""

    setup: Setup
    scoring: Scoring
    sheets: Sheets
    number: int
    """Counts the turns of the game from 0."""
    first: int
    """The number of the first game."""
    roll: Rolls
    """By game."""
    asked: Bools
    """By game: whether the recipient has asked for the greatest of gifts."""
    rolls: int = 1
    """Rolls so far, in games that are still rolling."""
    stopped: bool = False
    """The recipient decides after a stop (8.2)."""

    @property
    def turns(self) -> int:
        """The number of turns in a game."""
        return self.setup.players * self.setup.ruleset.rounds

    @property
    def left(self) -> int:
        """The turns left, including this one."""
        return self.turns - self.number

    @property
    def round(self) -> int:
        return self.number // self.setup.players + 1

    @property
    def active(self) -> int:
        return self.number % self.setup.players

    @property
    def recipient(self) -> int:
        return (self.active + 1) % self.setup.players

    def may_ask(self, games: Ints) -> Ints:
        """Filters games: those in which the recipient may ask."""
        may: Ints = games[(self.sheets.has_gift[self.recipient] & ~self.asked).take(games)]
        return may


class Policy(Protocol):
    """Decides for one seat; `games` are the indices of the games that are before this decision."""

    def asks(self, turns: Turns, games: Ints) -> Bools:
        """Whether to ask for the greatest of gifts, as the recipient."""
        ...

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        """After roll 1 or 2: the dice to keep, or ALL to score."""
        ...

    def scores(self, turns: Turns, games: Ints) -> Masks:
        """The dice to score."""
        ...


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """Finished games with all decisions. Arrays are by turn of the game, then by game."""

    deals: Deals
    sheets: Sheets
    keeps: Masks
    """By turn, after roll 1 and 2, and game: the kept dice; ALL if no more dice were rolled."""
    asked_after: NDArray[np.uint8]
    """The roll after which the recipient asked; NOT_ASKED, or STOPPED after a stop."""
    scored: Masks

    @cached_property
    def totals(self) -> Sums:
        """The final totals by seat and game."""
        return self.sheets.totals

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """By seat and game: the share of victory; ties are shared."""
        return shares_of(self.totals, axis=0)

    def events(self, game: int) -> list[Event]:
        """A game as events of the engine."""
        setup, found = self.deals.setup, scoring(self.deals.setup.dice_set, self.deals.setup.ruleset.free_giving)
        has_gift = [True] * setup.players
        events: list[Event] = []
        for turn, rolls in enumerate(self.deals.rolls[:, :, game]):
            keeps, asked_after = self.keeps[turn, :, game].tolist(), int(self.asked_after[turn, game])
            recipient = (turn + 1) % setup.players
            roll = rolls[:1]
            events.append(Rolled((), NUMBERS_OF[roll[0]]))
            for number in range(1, ROLLS):
                if asked_after == number:
                    events.append(GiftAsked())
                keep = keeps[number - 1]
                if keep == ALL:
                    if setup.ruleset.late_asking and has_gift[recipient] and asked_after in (NOT_ASKED, STOPPED):
                        events += [Stopped(), GiftAsked() if asked_after else GiftDeclined()]
                    break
                roll = rerolled(roll, rolls[number : number + 1], np.array([keep], np.uint8))
                events.append(Rolled(DICE_OF[keep], NUMBERS_OF[roll[0]]))
            mask = self.scored[turn, game]
            option = found.options(roll, mask)[0]
            gift = int(found.gift[option]) * (2 if asked_after else 1)
            has_gift[recipient] &= not asked_after
            events.append(Scored(DICE_OF[mask], int(found.points[option]), int(found.bonus[option]), gift))
        return events


def play(policies: Sequence[Policy], deals: Deals) -> PlayedGames:
    """Play all games to their end; one policy for each seat."""
    setup, rolls = deals.setup, deals.rolls
    if len(policies) != setup.players:
        raise ValueError(f"{len(policies)} policies for {setup.players} seats")
    sheets, found = Sheets.empty(setup, deals.games), scoring(setup.dice_set, setup.ruleset.free_giving)
    shape = len(rolls), deals.games
    keeps = np.full((shape[0], ROLLS - 1, shape[1]), ALL, np.uint8)
    asked_after, scored = (np.zeros(shape, np.uint8) for _ in range(2))
    for number, fresh in enumerate(rolls):
        turns = Turns(setup, found, sheets, number, deals.first, fresh[0].copy(), np.zeros(deals.games, np.bool_))
        scored[number] = _play_turn(turns, policies, fresh, keeps[number], asked_after[number])
    return PlayedGames(deals, sheets, keeps, asked_after, scored)


def _play_turn(
    turns: Turns, policies: Sequence[Policy], fresh: Rolls, keeps: Masks, asked_after: NDArray[np.uint8]
) -> Masks:
    """Play one turn of all games; returns the scored dice, and writes the other decisions to its arguments."""
    active, recipient = policies[turns.active], policies[turns.recipient]

    def answer(games: Ints, when: int) -> None:
        asking = turns.may_ask(games)
        if len(asking):
            asking = asking[recipient.asks(turns, asking)]
            turns.asked[asking] = True
            asked_after[asking] = when

    everybody = rolling = np.arange(len(turns.roll))
    for turns.rolls in range(1, ROLLS):
        answer(rolling, turns.rolls)
        keep = active.keeps(turns, rolling)
        again = keep != ALL
        if turns.setup.ruleset.late_asking:
            turns.stopped = True
            answer(rolling[~again], STOPPED)
            turns.stopped = False
        rolling, keep = rolling[again], keep[again]
        keeps[turns.rolls - 1, rolling] = keep
        turns.roll[rolling] = rerolled(turns.roll.take(rolling), fresh[turns.rolls].take(rolling), keep)
    turns.rolls = ROLLS
    scored = active.scores(turns, everybody)
    options = turns.scoring.options(turns.roll, scored)
    turns.sheets.write(turns.active, turns.recipient, turns.scoring, options, turns.asked)
    return scored
