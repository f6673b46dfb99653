"""Objectives: each gives the value of a position before a turn, and of every outcome of a turn, to every seat."""

import os
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.sheet import results, winners
from charidice.rules.state import START_OF_TURN, GameState, Setup, is_rulebook_game
from charidice.strategy.tables.lead import PLAYERS, LeadSolution, Pair, Pairs, lead_solution
from charidice.strategy.tables.names import SOLUTION
from charidice.strategy.tables.positions import TIE_BREAK, Positions
from charidice.strategy.tables.shares import Shares, shares
from charidice.strategy.tables.victory import VictorySolution, victory_solution
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.means import Means
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn
from charidice.strategy.turn.solver import NUMPY_SWEEPS, Sweeps

Truth = Literal["exact", "bounded", "measured", "estimated"]


class CannotValue(Refused):
    """A position that this objective cannot evaluate."""


class Objective(Protocol):
    """Something to maximise. Positions are those before a turn; seats are in the order of play."""

    @property
    def name(self) -> str: ...

    @property
    def truth(self) -> Truth:
        """The accuracy of its values: exact, within a stated bound, with a measured error, or estimated."""
        ...

    @property
    def sum(self) -> float | None:
        """The sum of the values of two seats in a constant-sum game; None otherwise."""
        ...

    def __hash__(self) -> int: ...

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        """The value of a position to every seat; also at the end of the game."""
        ...

    def leaves(self, state: GameState) -> Leaves:
        """The value of each outcome of the coming turn to every seat."""
        ...


def start_of_turn(state: GameState) -> GameState:
    """The position before the current turn."""
    if not state.turn.asked:
        return state._replace(turn=START_OF_TURN)
    sheets = list(state.sheets)
    sheets[state.recipient] = sheets[state.recipient]._replace(has_gift=True)
    return state._replace(turn=START_OF_TURN, sheets=tuple(sheets))


# Up to 4 MB each; needed from the first roll of a turn to its last.
@lru_cache(maxsize=16)
def solved_turn(objective: Objective, start: GameState) -> SolvedTurn:
    """The coming turn, solved for the active player."""
    ruleset = start.setup.ruleset
    found = outcomes(start.setup.dice_set, ruleset.free_giving)
    constant_sum = objective.sum is not None
    return SolvedTurn(found, objective.leaves(start), start.active, ruleset.late_asking, constant_sum)


def both(state: GameState, values: Floats, total: float) -> Floats:
    """From the active player's values in a constant-sum game, those of both seats."""
    columns = [values, total - values]
    return np.stack(columns if state.active == 0 else columns[::-1], axis=-1)


class Lead:
    """The expected final lead of two players in equilibrium; exact."""

    name: str = "lead"
    truth: Truth = "exact"
    sum: float | None = 0.0

    def __init__(self, solution: LeadSolution) -> None:
        self.solution = solution

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        check_solved(state.setup, self.solution)
        if state.is_over:
            own, other = (result.total for result in results(state.sheets))
            return (float(own - other), float(other - own))
        turns_left, own, other, has_gift, other_has_gift, difference = Pair.of(state)
        lead = self.solution.value(turns_left, own, other, has_gift, other_has_gift) + difference
        return tuple(both(state, np.array(lead), 0).tolist())

    def leaves(self, state: GameState) -> Leaves:
        check_solved(state.setup, self.solution)
        return two_player_leaves(state, self.leaf, total=0)

    def leaf(self, pairs: Pairs, factor: int = 1, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """By outcome and position: the value to the active player, with the gift times `factor`."""
        turns_left, own, other, has_gift, other_has_gift, difference = pairs
        gain = self.solution.utility(turns_left, own, other, has_gift, other_has_gift, factor)
        worth: Floats = gain + difference.astype(gain.dtype)
        return worth


class Victory:
    """The chance of victory of two players in equilibrium; a tie counts half."""

    name: str = "victory"
    sum: float | None = 1.0

    def __init__(self, solution: VictorySolution) -> None:
        self.solution = solution
        # The bound has been verified for the rulebook's game only.
        verified = is_rulebook_game(solution.lead.ruleset, solution.lead.dice_set)
        self.truth: Truth = "bounded" if verified else "estimated"
        self._lead = Lead(solution.lead)

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        check_solved(state.setup, self.solution.lead)
        if state.is_over:
            return final_victory(state)
        return tuple(both(state, np.array(self.solution.chance_of(Pair.of(state))), 1).tolist())

    def leaves(self, state: GameState) -> Leaves:
        check_solved(state.setup, self.solution.lead)
        return two_player_leaves(state, self.leaf, total=1)

    def leaf(self, pairs: Pairs, factor: int = 1, sweeps: Sweeps = NUMPY_SWEEPS) -> Floats:
        """By outcome and position: the value to the active player, with the gift times `factor`."""
        chance = self.solution.leaf(pairs, factor, sweeps) + TIE_BREAK * self._lead.leaf(pairs, factor)
        return chance.astype(np.float32)


class ShareOfVictory:
    """The share of victory by the fitted networks: for any number of players, any dice and any house rules."""

    name: str = "victory"

    def __init__(self, shares: Shares, measured: bool = True) -> None:
        """The error of the networks is measured for the game that they were fitted to."""
        self.shares = shares
        self.sum: float | None = 1.0 if shares.seats == PLAYERS else None
        self.truth: Truth = "measured" if measured else "estimated"

    def error(self, state: GameState) -> float:
        """How far a share is off, as a rule; before the last turn, and within it, shares are exact."""
        return self.shares.error(turns_left_in(state), in_turn=state.turn.rolls > 0 or state.turn.asked)

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        """By a look one turn further: where the networks are off, that averages out."""
        if state.is_over:
            return final_victory(state)
        # Without what breaks ties.
        found = np.maximum(Means(solved_turn(self, state)).start, 0)
        return tuple((found / found.sum()).tolist())

    def leaves(self, state: GameState) -> Leaves:
        setup = state.setup
        brings = outcomes(setup.dice_set, setup.ruleset.free_giving)
        can_ask = state.sheets[state.recipient].has_gift
        return Leaves(
            self._leaf(state, brings, asked=False), self._leaf(state, brings, asked=True) if can_ask else None
        )

    def _leaf(self, state: GameState, brings: Outcomes, asked: bool) -> Floats:
        found = self.shares.after(Positions.of(state), turns_left_in(state), brings, asked)[..., 0].T
        return found.take(np.arange(-state.active, self.shares.seats - state.active), axis=1, mode="wrap")


def measured_error(objective: Objective, state: GameState) -> float | None:
    """How far the shares of a position are off, as a rule, if that has been measured."""
    if isinstance(objective, ShareOfVictory) and objective.truth == "measured":
        return objective.error(state)
    return None


def objective_for(name: str, setup: Setup) -> Objective:
    """The most accurate objective of this name, `victory` or `lead`, for a game."""
    if folder := os.environ.get(SOLUTION):
        # Few need it, and it brings what computes tables.
        from charidice.strategy.goals.solutions import from_folder

        return from_folder(Path(folder), name, setup)
    if name == "lead":
        return _lead()
    return _victory() if is_solved(setup) else share_of_victory(setup)


def is_solved(setup: Setup) -> bool:
    """Whether a game for two has its tables: the rulebook's, or a shorter one, which is its ending, or by a folder."""
    return setup.players == PLAYERS and (SOLUTION in os.environ or _ends(setup, STANDARD, STANDARD_DICE))


def _ends(setup: Setup, ruleset: Ruleset, dice_set: DiceSet) -> bool:
    """Whether a game is played like the last rounds of another, whose table then holds it too."""
    return setup.ruleset.ends(ruleset) and setup.dice_set == dice_set


def share_of_victory(setup: Setup) -> Objective:
    """That of the networks, even where there is an exact solution."""
    # Not for shorter games: their last rounds are played with less given than in those that it was measured in.
    return _shares(setup.players, is_rulebook_game(setup.ruleset, setup.dice_set))


# Cached, because solved turns are cached by the identity of their objective.
@cache
def _lead() -> Lead:
    return Lead(lead_solution())


@cache
def _victory() -> Victory:
    return Victory(victory_solution())


@cache
def _shares(players: int, measured: bool) -> ShareOfVictory:
    return ShareOfVictory(shares(players), measured)


def check_solved(setup: Setup, solution: LeadSolution) -> None:
    if setup.players != PLAYERS:
        raise CannotValue("two-players-only")
    if not _ends(setup, solution.ruleset, solution.dice_set):
        raise CannotValue("not-solved")


def two_player_leaves(state: GameState, leaf: Callable[..., Floats], total: float) -> Leaves:
    """From the value of each outcome to the active player, the leaves of a constant-sum game."""
    pairs = Pair.of(state).alone
    asked = both(state, leaf(pairs.asked, factor=2)[:, 0], total) if pairs.other_has_gift else None
    return Leaves(both(state, leaf(pairs)[:, 0], total), asked)


def final_victory(state: GameState) -> tuple[float, ...]:
    """The share of the victory by seat when the game is over."""
    won = winners(results(state.sheets))
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(state.sheets)))


def turns_left_in(state: GameState) -> int:
    """How many turns all players have left together, the current one included."""
    return len(state.sheets) * state.setup.ruleset.rounds - sum(len(sheet.points) for sheet in state.sheets)
