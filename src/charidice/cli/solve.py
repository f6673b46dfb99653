"""`charidice solve`: compute the bundled tables again, or those of another game."""

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np

from charidice.cli.arguments import add_house_rules, add_output, add_rounds, not_a_choice, ruleset_of, whole_number
from charidice.cli.cluster import cluster
from charidice.cli.exit_codes import OK
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.processes import workers
from charidice.record.files import make_folder
from charidice.rules.engine import new_game
from charidice.rules.errors import Refused
from charidice.rules.ruleset import Ruleset
from charidice.rules.state import is_rulebook_game
from charidice.show.columns import aligned
from charidice.solving.exact import ExactVictory
from charidice.solving.lead import CHECKED
from charidice.solving.solve import solve
from charidice.strategy.objectives.contest import objective_of
from charidice.strategy.table_names import SEVERAL, TABLES
from charidice.strategy.tables.files import TableFile
from charidice.strategy.tables.victory import victory_solution


def add_arguments(solve: ArgumentParser, texts: Catalog) -> None:
    short = (f"{name} (= {' '.join(tables)})" for name, tables in SEVERAL.items())
    tables = texts.say("cli.solve.tables", tables=", ".join([*TABLES, *short]))
    solve.add_argument("tables", nargs="*", type=_value_table(texts), metavar="VALUE-TABLE", help=tables)
    add_output(solve, texts.say("cli.solve.output"), metavar="FOLDER", default=Path())
    solve.add_argument("--processes", type=whole_number(texts, least=1), metavar="N", help=texts.say("cli.processes"))
    solve.add_argument("--exact", type=Path, metavar="FOLDER", help=texts.say("cli.exact"))
    solve.add_argument("--cluster", metavar="ADDRESS", help=texts.say("cli.solve.cluster"))
    add_rounds(solve, texts)
    add_house_rules(solve, texts)


def _value_table(texts: Catalog) -> Callable[[str], str]:
    """Instead of `choices`, with which argparse would refuse an empty list."""

    allowed = (*TABLES, *SEVERAL)

    def read(text: str) -> str:
        if text not in allowed:
            raise ArgumentTypeError(not_a_choice(texts, text, allowed))
        return text

    return read


def solve_tables(options: Namespace, texts: Catalog) -> int:
    """Compute each table into a folder, and check it."""
    ruleset = ruleset_of(options)
    if options.exact:
        return _solve_exact(options, ruleset, texts)
    if options.cluster is not None:
        raise Refused("cluster-needs-exact")
    # Fail before the computation, which may take hours.
    make_folder(Path(options.output))
    chosen = [table for name in options.tables for table in SEVERAL.get(name, (name,))]
    for name in chosen or TABLES:
        file = TableFile(name, Path(options.output), ruleset, options.dice)
        with progress(texts) as report:
            solver = solve(file, options.processes, report)
        start = objective_of(solver.table).before_turn(new_game(file.seats, ruleset, options.dice))[0]
        error = solver.check(np.random.default_rng(1))
        if name == "lead":
            figures = {"value": texts.number(start, 4), "error": texts.number(error, 6)}
        else:
            figures = {"value": texts.percent(start, 2), "error": texts.number(100 * error, 4)}
        print(texts.say(f"solve.{name.rstrip('234')}", name=name, checked=CHECKED, **figures))
        print(texts.say("solve.file", path=file.path))
    return OK


def _solve_exact(options: Namespace, ruleset: Ruleset, texts: Catalog) -> int:
    """Solve every state of two players, and say how far the bundled table is off."""
    if options.tables != ["victory"]:
        raise Refused("exact-is-for-victory")
    make_folder(options.exact)
    exact = ExactVictory(TableFile("victory", Path(options.output), ruleset, options.dice).lead(), options.exact)
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
