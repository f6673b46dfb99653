"""The error of a turn that is solved from the networks of `shares`: the mean of their errors after it."""

from math import fsum, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from charidice.rules.engine import new_game
from charidice.strategy.tables.positions import Positions
from charidice.strategy.turn.arrays import Bools, Floats
from charidice.strategy.turn.forecast import forecast
from charidice.strategy.turn.play import Leaves, SolvedTurn
from charidice.strategy.turn.solver import has_numba

if TYPE_CHECKING:
    from charidice.solving.fitting import Fitting

OPEN = 0.02
"""A position is open if the active player's share is at least this far from 0 and from 1."""
POSITIONS, OUTCOMES = 150, 32
"""The sample: positions, and outcomes of the turn of each."""


class PlayedTurn(NamedTuple):
    """A solved turn."""

    share: float
    """The active player's share."""
    after: Positions
    """Positions after it, drawn by their probability."""


def is_open(shares: Floats | float) -> Bools:
    found: Bools = np.abs(shares - 0.5) < 0.5 - OPEN
    return found


def solved_residual(fitting: "Fitting", turns_left: int, rng: np.random.Generator) -> float:
    """The root mean square, in open positions, of the error of the active player's share."""
    if turns_left == 1:
        return 0.0
    compiled = has_numba()
    squares: list[float] = []
    while len(squares) < POSITIONS:
        share, after = _played(fitting, fitting.likely(turns_left, 1, rng), turns_left, rng)
        if is_open(share):
            found = fitting.table.of(after, turns_left - 1) - fitting.solve_positions(after, turns_left - 1, compiled)
            # The active player comes last after the turn.
            errors = found[:, -1]
            # Without the variance of the sampled outcomes.
            squares.append(float(errors.mean() ** 2 - errors.var(ddof=1) / OUTCOMES))
    return sqrt(max(fsum(squares) / POSITIONS, 0))


def _played(fitting: "Fitting", position: Positions, turns_left: int, rng: np.random.Generator) -> PlayedTurn:
    brings, ruleset = fitting.outcomes, fitting.ruleset

    def leaves(asked: bool) -> Floats:
        return fitting.table.after(position, turns_left, brings, asked)[..., 0].T

    can_ask = bool(position.gifts[0, 1])
    by_seat = Leaves(leaves(asked=False), leaves(asked=True) if can_ask else None)
    turn = SolvedTurn(brings, by_seat, 0, ruleset.late_asking, constant_sum=False)
    found = forecast(turn, new_game(fitting.table.seats, ruleset))
    chances = found.chances
    asked, which = np.divmod(rng.choice(len(chances), OUTCOMES, p=chances), len(brings.total))
    parts = []
    for factor in (1, 2):
        here = which[asked == factor - 1]
        parts.append(position.after(brings.total[here], factor * brings.gift[here], asked=factor == 2))
    after = Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    return PlayedTurn(found.seats(turn)[0], after)
