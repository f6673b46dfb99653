"""Bots: players made of a rule of their own. They hold no memory of a game, only what they were built with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Self

import numpy as np

from charidice.rules.dice import DICE, DiceSet
from charidice.rules.moves import Action, Roll
from charidice.rules.state import GameState, Setup
from charidice.strategy.bots.levels import Bot, answer
from charidice.strategy.bots.own import THINK_TIME, BotFile, CannotPlay, is_own_bot
from charidice.strategy.bots.planner import Planner
from charidice.strategy.bots.whims import SPARROW, SQUIRREL, Whimsical
from charidice.strategy.goals.objectives import check_solved, objective_for, share_of_victory
from charidice.strategy.tables.lead import lead_solution
from charidice.strategy.turn.asking import asks_selfish_giver
from charidice.strategy.turn.outcomes import outcomes
from charidice.strategy.turn.play import SolvedTurn, score_or_stop


class Magpie:
    """Takes the best sum that lies there: keeps its dice, rolls the others while there are any, and so never loses it.

    Asks after roll 2, if what that sum leaves over is a gift of at least 12; in the last round, any gift.
    """

    ASKS_FROM = 12

    def choose(self, state: GameState, player: int) -> Action | None:
        if player != state.active:
            last = state.round == state.setup.ruleset.rounds
            settled = state.turn.rolls > 1 or state.turn.stopped
            return answer(state, settled and state.options[0].gift >= (1 if last else self.ASKS_FROM))
        if state.turn.rolls == 0:
            return Roll()
        best = state.options[0]
        if state.rolls_left and len(best.dice) < DICE:
            return Roll(best.dice)
        return score_or_stop(state, best.dice)


class Thrifty:
    """Plays every turn perfectly for its own points less `weight` times the gift, and takes no heed of the rest.

    It does not foresee being asked, but once it is, the gift weighs double. It asks as if the giver were selfish.
    """

    def __init__(self, weight: float = 0.5) -> None:
        self.weight = weight

    def choose(self, state: GameState, player: int) -> Action | None:
        if player != state.active:
            return answer(state, asks_selfish_giver(state))
        weight = self.weight * 2 if state.turn.asked else self.weight
        return turn_for_points(state.setup.dice_set, state.setup.ruleset.free_giving, weight).best_action(state)


class Fox(Thrifty):
    """Plays every turn perfectly for its own points and bonus: the benchmark. Asks as if the giver did the same."""

    def __init__(self) -> None:
        super().__init__(weight=0.0)


@lru_cache(maxsize=8)
def turn_for_points(dice_set: DiceSet, free_giving: bool, weight: float) -> SolvedTurn:
    """The turn solved for own points less `weight` times the gift: the same for every turn of every game."""
    found = outcomes(dice_set, free_giving)
    utility = found.total.astype(np.float64) - weight * found.gift
    return SolvedTurn.for_active(found, utility)


# By the names a user may give them, the levels first; those without a chance of their own play the same way every time.
BOTS: dict[str, Callable[[Random], Bot]] = {
    "sparrow": lambda chance: Whimsical(SPARROW, chance),
    "squirrel": lambda chance: Whimsical(SQUIRREL, chance),
    "magpie": lambda _: Magpie(),
    "fox": lambda _: Fox(),
    "owl": lambda _: Planner(partial(objective_for, "victory")),
    "thrifty": lambda _: Thrifty(),
    "lead": lambda _: Planner(partial(objective_for, "lead")),
    "shares": lambda _: Planner(share_of_victory),
}
# These play only what is solved: the rulebook's game for two, or a shorter one.
FOR_TWO = frozenset({"lead"})


@dataclass(frozen=True, slots=True)
class Team:
    """Bots by their names, with all it takes to make them anywhere."""

    names: tuple[str, ...]
    files: tuple[BotFile, ...]
    """Of the names that are not ours."""

    @classmethod
    def of(cls, names: Sequence[str], think_time: float = THINK_TIME) -> Self:
        for name in names:
            if name not in BOTS and not is_own_bot(name):
                raise CannotPlay("unknown-bot", text=name, allowed=tuple(BOTS))
        own = (name for name in dict.fromkeys(names) if name not in BOTS)
        return cls(tuple(names), tuple(BotFile.read(name, think_time) for name in own))

    def __call__(self, chance: Random) -> list[Bot]:
        """The bots, each with a chance of its own, so that none shifts the whims of another."""
        makers = BOTS | {file.name: file.bot for file in self.files}
        return [makers[name](Random(chance.getrandbits(64))) for name in self.names]  # noqa: S311  (meant to be repeated)

    def check(self, setup: Setup) -> None:
        """Refuse what would fail in the middle of a game."""
        self(Random(0))  # noqa: S311
        if FOR_TWO.intersection(self.names):
            check_solved(setup, lead_solution())


def bots_named(names: Sequence[str], chance: Random) -> list[Bot]:
    """Bots of ours by their names, or somebody's own as FILE.py:Class, each with a chance of its own."""
    return Team.of(names)(chance)


def bot_named(name: str, chance: Random) -> Bot:
    """A bot by its name, built with the chance it may use."""
    return BOTS[name](chance) if name in BOTS else Team.of([name]).files[0].bot(chance)
