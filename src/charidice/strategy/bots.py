"""Bots: players made of a rule of their own. They hold no memory of a game, only what they were built with."""

import runpy
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, Protocol

import numpy as np

from charidice.rules.dice import ALL_DICE, DICE, Dice, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.state import GameState
from charidice.strategy.asking import asks_selfish_giver
from charidice.strategy.lead import PLAYERS, LeadSolution, lead_solution
from charidice.strategy.outcomes import outcomes
from charidice.strategy.turn_play import SolvedTurn, score_or_stop


class Bot(Protocol):
    """Somebody who plays: asked as the active player while there is something to do, and as the recipient after each
    roll in which the greatest of gifts may be asked for."""

    def choose(self, state: GameState, player: int) -> Action | None:
        """A legal action; None only from the recipient, who lets this chance to ask go by."""
        ...


class CannotPlay(Refused):
    """A bot that does not exist or cannot be loaded."""


def answer(state: GameState, asks: bool) -> Action | None:
    """The recipient's choice as an action; a stop (8.2) wants an answer in any case."""
    if asks:
        return AskGift()
    return DeclineGift() if state.turn.stopped else None


class Beginner:
    """Plays by whim, with an eye for what is plainly good.

    Scores a bonus that lies there three times in four, and gives up otherwise one time in eight. Keeps the largest
    group of one colour or one number half of the time, else any dice. Scores the best sum three times in four, else
    anything allowed. Asks for the greatest of gifts at one chance in eight.
    """

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, state: GameState, player: int) -> Action | None:
        if player != state.active:
            return answer(state, self._happens(1 / 8))
        if state.turn.rolls == 0:
            return Roll()
        options = state.options
        if state.rolls_left and not self._happens(3 / 4 if options[0].bonus else 1 / 8):
            return Roll(self._keep(state))
        option = options[0] if self._happens(3 / 4) else self._chance.choice(options)
        return score_or_stop(state, option.dice)

    def _happens(self, probability: float) -> bool:
        return self._chance.random() < probability

    def _keep(self, state: GameState) -> Dice:
        keep = _largest_group(state) if self._happens(1 / 2) else [die for die in ALL_DICE if self._happens(1 / 2)]
        if len(keep) == DICE:
            keep.remove(self._chance.choice(keep))
        return tuple(keep)


class Greedy:
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


class Selfish(Thrifty):
    """Plays every turn perfectly for its own points and bonus: the benchmark. Asks as if the giver did the same."""

    def __init__(self) -> None:
        super().__init__(weight=0.0)


@lru_cache(maxsize=8)
def turn_for_points(dice_set: DiceSet, free_giving: bool, weight: float) -> SolvedTurn:
    """The turn solved for own points less `weight` times the gift: the same for every turn of every game."""
    found = outcomes(dice_set, free_giving)
    utility = found.total.astype(np.float64) - weight * found.gift
    return SolvedTurn.solve(found, utility[:, None])


class TurnStart(NamedTuple):
    """All that matters before a turn of two players who want the greatest lead: the active player's side first."""

    turns_left: int
    own: int
    other: int
    has_gift: bool
    other_has_gift: bool

    @classmethod
    def of(cls, state: GameState) -> "TurnStart":
        """The start of the turn that the state is in."""
        active, recipient = state.sheets[state.active], state.sheets[state.recipient]
        played = len(active.points) + len(recipient.points)
        return cls(
            PLAYERS * state.setup.ruleset.rounds - played,
            active.total_given,
            recipient.total_given,
            active.has_gift,
            recipient.has_gift or state.turn.asked,
        )


class LeadPlayer:
    """Plays for the greatest expected lead, against one who does the same; two players, the rules of the solution."""

    def __init__(self, solution: LeadSolution) -> None:
        self.solution = solution
        # A solved turn takes about 3 MB; a player needs it from its first roll to its last.
        self._solved = lru_cache(maxsize=8)(self._solve)

    def choose(self, state: GameState, player: int) -> Action | None:
        turn = self.turn(state)
        if player != state.active:
            return answer(state, turn.asking(state).is_better)
        return turn.best_action(state)

    def turn(self, state: GameState) -> SolvedTurn:
        """The turn that the state is in; values are the lead that the active player wins from its start on."""
        setup = state.setup
        if (setup.players, setup.ruleset, setup.dice_set) != (PLAYERS, self.solution.ruleset, self.solution.dice_set):
            raise ValueError("the solution is of another game: it is for two players, its own rules and its own dice")
        return self._solved(TurnStart.of(state))

    def _solve(self, start: TurnStart) -> SolvedTurn:
        turns_left, own, other, has_gift, other_has_gift = start
        totals = np.array([own]), np.array([other])
        plain = self.solution.utility(turns_left, *totals, has_gift, other_has_gift)
        asked = self.solution.utility(turns_left, *totals, has_gift, False, factor=2) if other_has_gift else None
        return SolvedTurn.solve(self.solution.outcomes, plain, asked, self.solution.ruleset.late_asking)


# By the names a user may give them; those without a chance of their own play the same way every time. "lead" plays only
# the rulebook's game for two.
BOTS: dict[str, Callable[[Random], Bot]] = {
    "beginner": Beginner,
    "greedy": lambda _: Greedy(),
    "selfish": lambda _: Selfish(),
    "thrifty": lambda _: Thrifty(),
    "lead": lambda _: LeadPlayer(lead_solution()),
}


def bots_named(names: Sequence[str], chance: Random) -> list[Bot]:
    """Bots by their names, each with a chance of its own, so that none shifts the whims of another."""
    return [bot_named(name, Random(chance.getrandbits(64))) for name in names]  # noqa: S311  (meant to be repeated)


def bot_named(name: str, chance: Random) -> Bot:
    """A bot of ours by its name, or somebody's own as FILE.py:Class, built with the chance it may use."""
    if name in BOTS:
        return BOTS[name](chance)
    path, _, kind = name.rpartition(":")
    if not path or not kind:
        raise CannotPlay("unknown-bot", text=name, allowed=tuple(BOTS))
    try:
        bot: Bot = runpy.run_path(path)[kind](chance)
    except Exception as error:
        # Whatever somebody's own file does wrong, they should be told in one line.
        raise CannotPlay("bot-unloadable", text=name, detail=f"{type(error).__name__}: {error}") from error
    return bot


def _largest_group(state: GameState) -> list[int]:
    """The dice of the colour or number that lies there most often; of equals, the one seen first."""
    groups: dict[tuple[str, int], list[int]] = {}
    for die, face in enumerate(state.faces):
        groups.setdefault(("colour", face.colour), []).append(die)
        groups.setdefault(("number", face.number), []).append(die)
    return max(groups.values(), key=len)
