"""The two-player game of one round, solved."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from charidice.rules import Ruleset
from charidice.strategy.tables.exact import ExactVictory
from charidice.strategy.tables.lead import LeadSolution, empty_solution


@pytest.fixture(scope="session")
def one_round_lead() -> LeadSolution:
    solution = empty_solution(Ruleset(rounds=1))
    for turns_left in range(1, solution.turns + 1):
        for part in solution.parts(turns_left):
            solution.store(part, solution.solve(part))
        solution.complete(turns_left)
    return solution


@pytest.fixture(scope="session")
def one_round(one_round_lead: LeadSolution, tmp_path_factory: pytest.TempPathFactory) -> ExactVictory:
    """The chance of victory in every state."""
    found = ExactVictory(one_round_lead, tmp_path_factory.mktemp("exact"))
    with ThreadPoolExecutor(1) as executor:
        found.solve(executor, 1)
    return found
