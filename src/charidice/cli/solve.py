"""`charidice solve`: compute the bundled tables again, or those of another game."""

from argparse import Namespace
from pathlib import Path

import numpy as np

from charidice.cli.arguments import ruleset_of
from charidice.cli.exit_codes import OK
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.rules.engine import new_game
from charidice.rules.state import is_rulebook_game
from charidice.strategy.goals.objectives import Lead, Objective, ShareOfVictory, Victory
from charidice.strategy.tables.fitting import Fitting
from charidice.strategy.tables.lead import CHECKED, LeadSolution
from charidice.strategy.tables.names import OF_ANY_GAME, TABLES
from charidice.strategy.tables.solving import Request, ValueTable, solve
from charidice.strategy.tables.victory import VictorySolution


def solve_tables(options: Namespace, texts: Catalog) -> int:
    """Compute each table into a folder, and check it."""
    ruleset = ruleset_of(options)
    for name in options.tables or (TABLES if is_rulebook_game(ruleset, options.dice) else OF_ANY_GAME):
        request = Request(name, Path(options.out), ruleset, options.dice)
        with progress(texts) as report:
            table = solve(request, options.processes, report)
        start = objective_of(table).before_turn(new_game(seats_of(table), ruleset, options.dice))[0]
        error = table.check(np.random.default_rng(1))
        if isinstance(table, LeadSolution):
            figures = {"value": texts.number(start, 4), "error": texts.number(error, 6)}
        else:
            figures = {"value": texts.percent(start, 2), "error": texts.number(100 * error, 4)}
        print(texts.say(f"solve.{name.rstrip('234')}", name=name, checked=CHECKED, **figures))
        print(texts.say("solve.file", path=request.path))
    return OK


def seats_of(table: ValueTable) -> int:
    return table.shares.seats if isinstance(table, Fitting) else 2


def objective_of(table: ValueTable) -> Objective:
    """The objective of a table."""
    if isinstance(table, LeadSolution):
        return Lead(table)
    if isinstance(table, VictorySolution):
        return Victory(table)
    assert isinstance(table, Fitting)
    return ShareOfVictory(table.shares)
