"""`charidice simulate`: many games between bots, and what came of them."""

import csv
import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial

from charidice.arena import MatchResult, play_match
from charidice.cli.cluster import cluster
from charidice.cli.parquet import parquet_file
from charidice.cli.parser import ruleset_of
from charidice.cli.progress import Bar
from charidice.messages import Catalog
from charidice.rules.state import Setup
from charidice.strategy.bots import Team

COLUMNS = ("victories", "total", "lead")


def simulate(options: Namespace, texts: Catalog) -> int:
    names = [*options.names, *options.bots]
    setup = Setup(len(names), ruleset_of(options), options.dice)
    team = Team.of(names)
    team.check(setup)
    result = _play(team, setup, options)
    if options.json:
        print(json.dumps({"deals": result.deals, "games": result.games, "bots": _rows(names, result)}))
    elif options.csv:
        _write_csv(names, result)
    else:
        _write_table(names, result, texts)
    return 0


def _play(team: Team, setup: Setup, options: Namespace) -> MatchResult:
    """Play here or on a cluster, and keep every game if that was asked for."""
    played = partial(play_match, team, options.games, setup, options.seed, report=Bar().show)
    with ExitStack() as stack:
        if options.parquet:
            played = partial(played, collect=stack.enter_context(parquet_file(options.parquet, team.names)))
        if options.cluster is not None:
            executor, processes = stack.enter_context(cluster(options.cluster))
            return played(processes=processes, executor=executor)
        return played(processes=options.processes or os.cpu_count() or 1)


def _rows(names: Sequence[str], result: MatchResult) -> list[dict[str, object]]:
    rows = []
    for name, bot in zip(names, result.bots, strict=True):
        row: dict[str, object] = {"bot": name}
        for column in COLUMNS:
            estimate = getattr(bot, column)
            row |= {column: estimate.mean, f"{column}_low": estimate.low, f"{column}_high": estimate.high}
        rows.append(row)
    return rows


def _write_csv(names: Sequence[str], result: MatchResult) -> None:
    rows = _rows(names, result)
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _write_table(names: Sequence[str], result: MatchResult, texts: Catalog) -> None:
    print(texts.say("simulate.games", count=result.games))
    heads = [texts.say("simulate.victories"), texts.say("box.total"), texts.say("simulate.lead")]
    wide = max(len(name) for name in (*names, texts.say("simulate.bot")))
    print(f"{texts.say('simulate.bot'):<{wide}}" + "".join(f"  {head:>18}" for head in heads))
    for name, bot in zip(names, result.bots, strict=True):
        won = f"{100 * bot.victories.mean:.2f} ± {100 * bot.victories.margin:.2f} %"
        others = [f"{estimate.mean:.2f} ± {estimate.margin:.2f}" for estimate in (bot.total, bot.lead)]
        print(f"{name:<{wide}}" + "".join(f"  {cell:>18}" for cell in (won, *others)))
