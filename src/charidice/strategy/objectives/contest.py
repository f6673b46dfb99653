"""Objectives: each gives the value of positions before a turn, and of every outcome of a turn, by seat."""

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.sheet import results, victory_shares
from charidice.rules.state import START_OF_TURN, GameState, Setup, is_rulebook_game
from charidice.strategy.tables.files import Solution, TableFile
from charidice.strategy.tables.lead import PLAYERS, LeadSolution, Pair, Pairs, lead_solution
from charidice.strategy.tables.positions import TIE_BREAK, Positions
from charidice.strategy.tables.shares import Shares, shares
from charidice.strategy.tables.victory import VictorySolution, victory_solution
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn

Truth = Literal["exact", "bounded", "measured", "estimated"]


class CannotValue(Refused):
    """A position that this objective cannot evaluate."""


class Objective(Protocol):
    """Something to maximise. Positions are before a turn; seats are in the order of play."""

    @property
    def name(self) -> str: ...

    @property
    def truth(self) -> Truth:
        """The accuracy of its values: exact, within a stated bound, with a measured error, or estimated."""
        ...

    @property
    def sum(self) -> float | None:
        """The sum of both values in a constant-sum game of two; else None."""
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


# Up to 4 MB each; used from the first roll of a turn to the last.
@lru_cache(maxsize=16)
def solved_turn(objective: Objective, start: GameState) -> SolvedTurn:
    """The coming turn, solved for the active player."""
    ruleset = start.setup.ruleset
    found = outcomes(start.setup.dice_set, ruleset.free_giving)
    constant_sum = objective.sum is not None
    return SolvedTurn(found, objective.leaves(start), start.active, ruleset.late_asking, constant_sum)


def both(state: GameState, values: Floats, total: float) -> Floats:
    """The values of both seats in a constant-sum game, from the active player's."""
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

    def leaf(self, pairs: Pairs, factor: int = 1, compiled: bool = False) -> Floats:
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
            return victory_shares(results(state.sheets))
        return tuple(both(state, np.array(self.solution.chance_of(Pair.of(state))), 1).tolist())

    def leaves(self, state: GameState) -> Leaves:
        check_solved(state.setup, self.solution.lead)
        return two_player_leaves(state, self.leaf, total=1)

    def leaf(self, pairs: Pairs, factor: int = 1, compiled: bool = False) -> Floats:
        """By outcome and position: the value to the active player, with the gift times `factor`."""
        chance = self.solution.leaf(pairs, factor, compiled) + TIE_BREAK * self._lead.leaf(pairs, factor)
        return chance.astype(np.float32)


class ShareOfVictory:
    """The share of victory by fitted networks, for any number of players, dice and house rules."""

    name: str = "victory"

    def __init__(self, shares: Shares, measured: bool = True) -> None:
        """`measured`: this is the game that the networks were fitted to, for which their error is known."""
        self.shares = shares
        self.sum: float | None = 1.0 if shares.seats == PLAYERS else None
        self.truth: Truth = "measured" if measured else "estimated"

    def error(self, state: GameState) -> float:
        """The standard error of a share; from the start of the last turn on, shares are exact."""
        return self.shares.error(turns_left_in(state), in_turn=state.turn.rolls > 0 or state.turn.asked)

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        """By one-turn lookahead, which averages the errors of the networks."""
        if state.is_over:
            return victory_shares(results(state.sheets))
        # Tie-breaks can make a share negative.
        found = np.maximum(solved_turn(self, state).start, 0)
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
    """The standard error of a position's shares, if it has been measured."""
    if isinstance(objective, ShareOfVictory) and objective.truth == "measured":
        return objective.error(state)
    return None


def objective_for(name: str, setup: Setup, solution: Path | None = None) -> Objective:
    """The most accurate objective of this name, `victory` or `lead`, for a game.

    By the tables of the folder `solution`, which `charidice solve` wrote, or else by the bundled ones.
    """
    if solution:
        return _from_folder(solution, name, setup)
    if name == "lead":
        return _lead()
    return _victory() if is_solved(setup) else share_of_victory(setup)


def objectives_of(setup: Setup, solution: Path | None = None) -> list[Objective]:
    """The chance of victory and, where the game is solved, the expected lead."""
    names = ("victory", "lead") if is_solved(setup, solution) else ("victory",)
    return [objective_for(name, setup, solution) for name in names]


def is_solved(setup: Setup, solution: Path | None = None) -> bool:
    """Whether there are tables for a game of two: the rulebook's game, its last rounds, or any game by a folder."""
    return setup.players == PLAYERS and (solution is not None or _ends(setup, STANDARD, STANDARD_DICE))


def _ends(setup: Setup, ruleset: Ruleset, dice_set: DiceSet) -> bool:
    """Whether a game is the last rounds of another, whose table then serves it, too."""
    return setup.ruleset.ends(ruleset) and setup.dice_set == dice_set


def share_of_victory(setup: Setup) -> Objective:
    """By the networks, even where there is an exact solution."""
    # The error was not measured for shorter games, in which less has been given by the last rounds.
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


@cache
def _from_folder(folder: Path, name: str, setup: Setup) -> Objective:
    of_shares = name == "victory" and setup.players > PLAYERS
    table = f"shares{setup.players}" if of_shares else name
    return objective_of(TableFile(table, folder, setup.ruleset, setup.dice_set).load())


def objective_of(table: Solution) -> Objective:
    if isinstance(table, LeadSolution):
        return Lead(table)
    return Victory(table) if isinstance(table, VictorySolution) else ShareOfVictory(table)


def check_solved(setup: Setup, solution: LeadSolution) -> None:
    if setup.players != PLAYERS:
        raise CannotValue("two-players-only")
    if not _ends(setup, solution.ruleset, solution.dice_set):
        raise CannotValue("not-solved")


def two_player_leaves(state: GameState, leaf: Callable[..., Floats], total: float) -> Leaves:
    """The leaves of a constant-sum game, from the value of each outcome to the active player."""
    pairs = Pair.of(state).alone
    asked = both(state, leaf(pairs.asked, factor=2)[:, 0], total) if pairs.other_has_gift else None
    return Leaves(both(state, leaf(pairs)[:, 0], total), asked)


def turns_left_in(state: GameState) -> int:
    """The turns that all players have left together, including the current one."""
    return len(state.sheets) * state.setup.ruleset.rounds - sum(len(sheet.points) for sheet in state.sheets)
