"""The two-player game of one round, solved."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from charidice.rules import Ruleset
from charidice.solving.exact import ExactVictory
from charidice.solving.lead import LeadSolver
from charidice.strategy.tables.lead import LeadSolution, empty_solution

from .short_games import with_all_levels


@pytest.fixture(scope="session")
def one_round_lead() -> LeadSolution:
    return with_all_levels(LeadSolver(empty_solution(Ruleset(rounds=1)))).table


@pytest.fixture(scope="session")
def one_round(one_round_lead: LeadSolution, tmp_path_factory: pytest.TempPathFactory) -> ExactVictory:
    """The chance of victory in every state."""
    found = ExactVictory(one_round_lead, tmp_path_factory.mktemp("exact"))
    with ThreadPoolExecutor(1) as executor:
        found.solve(executor, 1)
    return found
