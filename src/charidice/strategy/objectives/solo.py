"""Solo objectives: points, a target score, the charity bonus; for any number of players, dice and house rules."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from charidice.rules.dice import DiceSet
from charidice.rules.sheet import Sheet, charity_bonuses
from charidice.rules.state import GameState, Setup
from charidice.rules.whole import quoted, whole
from charidice.strategy.objectives.charity import charity_chances
from charidice.strategy.objectives.contest import CannotValue, Objective, Truth, objective_for, solved_turn
from charidice.strategy.objectives.targets import target_chances
from charidice.strategy.turn.arrays import Floats, Ints
from charidice.strategy.turn.outcomes import Outcomes, outcomes
from charidice.strategy.turn.play import Leaves
from charidice.strategy.turn.solver import turn_value

# Per point: breaks ties between equal chances, far below the displayed digits.
TIE_BREAK = 1e-9
# Above any sum of tie-breaks in a turn: a smaller chance is 0.
NO_CHANCE = 100 * TIE_BREAK
OUT_OF_REACH = 10**6


@dataclass(frozen=True)
class OwnPoints:
    """The expected points and bonus of a player's own turns, if everybody maximises theirs."""

    name: ClassVar[str] = "points"
    truth: ClassVar[Truth] = "exact"
    sum: ClassVar[float | None] = None

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        turn = _points_of_turn(state.setup.dice_set, state.setup.ruleset.free_giving)
        return tuple(_own_points(sheet) + turn * _turns_left(state, sheet) for sheet in state.sheets)

    def leaves(self, state: GameState) -> Leaves:
        turn = _points_of_turn(state.setup.dice_set, state.setup.ruleset.free_giving)
        before = self.before_turn(state)
        return _own_leaves(state, before, before[state.active] - turn + _outcomes(state.setup).total)


@dataclass(frozen=True)
class Target:
    """The maximal probability of reaching a score with points and bonus of a player's own turns."""

    score: int
    """The points and bonus to reach in all turns together."""
    name: ClassVar[str] = "target"
    truth: ClassVar[Truth] = "exact"
    sum: ClassVar[float | None] = None

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "score", whole(self.score))
        except TypeError:
            raise CannotValue("target-not-whole", text=quoted(self.score)) from None

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        none = np.zeros(1, np.int64)
        return tuple(float(self._chance(state, sheet, 0, none)[0]) for sheet in state.sheets)

    def leaves(self, state: GameState) -> Leaves:
        total = _outcomes(state.setup).total
        chance = self._chance(state, state.sheets[state.active], 1, total)
        return _own_leaves(state, self.before_turn(state), chance + TIE_BREAK * total)

    def _chance(self, state: GameState, sheet: Sheet, turns: int, totals: Ints) -> Floats:
        """A player's probability after `turns` more turns, by their total."""
        chances = target_chances(state.setup.dice_set, state.setup.ruleset.free_giving)
        # Clamped to fit a NumPy integer; no game comes near this bound.
        needed = max(-OUT_OF_REACH, min(self.score, OUT_OF_REACH)) - _own_points(sheet)
        return chances.of(_turns_left(state, sheet) - turns, needed - totals)


@dataclass(frozen=True)
class CharityBonus:
    """The probability of getting the charity bonus (6.1) against others who play for points.

    The coming turn is solved exactly. For later turns it assumes that the player maximises every gift and nobody asks
    for the greatest of gifts: an estimate, exact only in the last turn.
    """

    name: ClassVar[str] = "charity"
    truth: ClassVar[Truth] = "estimated"
    sum: ClassVar[float | None] = None

    def before_turn(self, state: GameState) -> tuple[float, ...]:
        if state.is_over:
            return tuple(float(bonus > 0) for bonus in charity_bonuses([sheet.total_given for sheet in state.sheets]))
        turn = solved_turn(self, state)
        return turn.seats(state)

    def leaves(self, state: GameState) -> Leaves:
        can_ask = state.sheets[state.recipient].has_gift
        return Leaves(self._leaf(state, 1), self._leaf(state, 2) if can_ask else None)

    def _leaf(self, state: GameState, factor: int) -> Floats:
        """By outcome and seat, with the gift times `factor`."""
        found = _outcomes(state.setup)
        gifts, which = np.unique(factor * found.gift, return_inverse=True)
        leaf: Floats = charity_chances(state, gifts)[which]
        leaf[:, state.active] += TIE_BREAK * found.total
        return leaf


_SOLO: dict[str, Objective] = {each.name: each for each in (OwnPoints(), CharityBonus())}


def objective_named(name: str, setup: Setup, target: int | None = None, solution: Path | None = None) -> Objective:
    """An objective by its name; `target` is the score to reach, `solution` as in `objective_for`."""
    if (name == Target.name) != (target is not None):
        raise CannotValue("target-and-score")
    if target is not None:
        return Target(target)
    return _SOLO[name] if name in _SOLO else objective_for(name, setup, solution)


@lru_cache(maxsize=4)
def _points_of_turn(dice_set: DiceSet, free_giving: bool) -> float:
    """The expected total of a turn that maximises points."""
    found = outcomes(dice_set, free_giving)
    return float(turn_value(found, found.total[:, None].astype(np.float64))[0])


def _outcomes(setup: Setup) -> Outcomes:
    return outcomes(setup.dice_set, setup.ruleset.free_giving)


def _own_points(sheet: Sheet) -> int:
    return sum(sheet.points) + sum(sheet.bonus)


def _turns_left(state: GameState, sheet: Sheet) -> int:
    return state.setup.ruleset.rounds - len(sheet.points)


def _own_leaves(state: GameState, before: tuple[float, ...], active: Floats) -> Leaves:
    """Leaves in which only the active player's value depends on the outcome."""
    leaf = np.tile(before, (len(active), 1))
    leaf[:, state.active] = active
    return Leaves(leaf, None)
