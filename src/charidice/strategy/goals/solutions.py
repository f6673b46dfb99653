"""Objectives by the tables that `charidice solve` wrote to a folder, for house rules and other dice."""

from functools import cache
from pathlib import Path

from charidice.rules.state import Setup
from charidice.strategy.goals.objectives import Lead, Objective, ShareOfVictory, Victory
from charidice.strategy.tables.fitting import Fitting
from charidice.strategy.tables.lead import PLAYERS, LeadSolution
from charidice.strategy.tables.solving import Request, ValueTable, load
from charidice.strategy.tables.victory import VictorySolution


# Cached, because solved turns are cached by the identity of their objective.
@cache
def from_folder(folder: Path, name: str, setup: Setup) -> Objective:
    """The objective of this name, `victory` or `lead`, for a game; refused without a whole table of it."""
    of_shares = name == "victory" and setup.players > PLAYERS
    table = f"shares{setup.players}" if of_shares else name
    return objective_of(load(Request(table, folder, setup.ruleset, setup.dice_set)))


def objective_of(table: ValueTable) -> Objective:
    """The objective of a whole table."""
    if isinstance(table, LeadSolution):
        return Lead(table)
    if isinstance(table, VictorySolution):
        return Victory(table)
    assert isinstance(table, Fitting)
    return ShareOfVictory(table.shares)
