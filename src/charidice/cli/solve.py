"""`charidice solve`: compute the bundled tables again, or those of another game."""

import os
from argparse import Namespace
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np

from charidice.cli.arguments import ruleset_of
from charidice.cli.cluster import cluster
from charidice.cli.exit_codes import OK
from charidice.cli.progress import progress
from charidice.columns import aligned
from charidice.messages import Catalog
from charidice.processes import workers
from charidice.record.files import make_folder
from charidice.rules.engine import new_game
from charidice.rules.errors import Refused
from charidice.rules.ruleset import Ruleset
from charidice.rules.state import is_rulebook_game
from charidice.strategy.goals.solutions import objective_of
from charidice.strategy.tables.exact import ExactVictory
from charidice.strategy.tables.fitting import Fitting
from charidice.strategy.tables.lead import CHECKED, LeadSolution
from charidice.strategy.tables.names import SEVERAL, TABLES
from charidice.strategy.tables.solving import Request, ValueTable, solve
from charidice.strategy.tables.victory import victory_solution


def solve_tables(options: Namespace, texts: Catalog) -> int:
    """Compute each table into a folder, and check it."""
    ruleset = ruleset_of(options)
    if options.exact:
        return _solve_exact(options, ruleset, texts)
    if options.cluster is not None:
        raise Refused("cluster-needs-exact")
    # Fail before the computation, which may take hours.
    make_folder(Path(options.out))
    chosen = [table for name in options.tables for table in SEVERAL.get(name, (name,))]
    for name in chosen or TABLES:
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


def _solve_exact(options: Namespace, ruleset: Ruleset, texts: Catalog) -> int:
    """Solve every state of two players, and say how far the bundled table is off."""
    if options.tables != ["victory"]:
        raise Refused("exact-is-for-victory")
    make_folder(options.exact)
    exact = ExactVictory(Request("victory", Path(options.out), ruleset, options.dice).lead(), options.exact)
    processes = options.processes or os.cpu_count() or 1
    pool: AbstractContextManager[Executor] = workers(processes) if options.cluster is None else cluster(options.cluster)
    with pool as executor, progress(texts) as report:
        exact.solve(executor, processes, report)
    print(texts.say("solve.exact", value=texts.percent(exact.start, 4)))
    if is_rulebook_game(ruleset, options.dice):
        heads = [texts.say(f"solve.exact.{name}") for name in ("turns", "states", "largest", "mean")]
        errors = [exact.error_of(victory_solution(), turns_left) for turns_left in range(1, exact.turns + 1)]
        rows = [
            (each.turns_left, each.states, *(texts.number(100 * error, 4) for error in (each.largest, each.mean)))
            for each in errors
        ]
        print("\n".join(aligned([heads, *rows], ">>>>")))
        print(texts.say("solve.exact.note"))
    print(texts.say("solve.file", path=options.exact))
    return OK


def seats_of(table: ValueTable) -> int:
    return table.shares.seats if isinstance(table, Fitting) else 2
