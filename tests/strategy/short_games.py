"""Tables of short games, solved in this process."""

from typing import TypeVar

from charidice.solving.lead import LeadSolver
from charidice.solving.victory import VictorySolver

S = TypeVar("S", LeadSolver, VictorySolver)


def with_all_levels(solver: S) -> S:
    """Solve every level."""
    for turns_left in range(1, solver.table.turns + 1):
        for part in solver.parts(turns_left):
            solver.store(part, solver.solve(part))
        solver.complete(turns_left)
    return solver
