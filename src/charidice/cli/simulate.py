"""`charidice simulate`: many games between bots, with statistics."""

import csv
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial

from charidice.arena import Estimate, SimulationInterrupted, SimulationResult, games_per_deal, play_deals
from charidice.cli.arguments import rule_words, ruleset_of
from charidice.cli.cluster import cluster
from charidice.cli.exit_codes import INTERRUPTED, OK
from charidice.cli.parquet import parquet_file
from charidice.cli.progress import progress
from charidice.columns import aligned
from charidice.messages import Catalog
from charidice.rules.errors import Refused
from charidice.rules.state import Setup
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.team import Team
from charidice.terminal.console import command_line

FORMAT = "charidice-simulation"
VERSION = 1
COLUMNS = ("victories", "total", "lead")


def simulate(options: Namespace, texts: Catalog) -> int:
    names = [*options.contestants, *options.bots]
    setup = Setup(len(names), ruleset_of(options), options.dice)
    team = Team.of(names, options.think_time)
    team.check(setup)
    try:
        result, code = _play(team, setup, options, texts)
    except BotFailed as failed:
        command = _command(names, options, failed.values["deal"])
        raise BotFailed(failed.code, **failed.values, seed=options.seed, command=command) from failed
    if code == INTERRUPTED:
        print(texts.say("simulate.interrupted"), file=sys.stderr)
    if result is None:
        return code
    if options.json:
        print(json.dumps(_fields(names, result, options.seed)))
    elif options.csv:
        _write_csv(names, result)
    else:
        _write_table(names, result, texts)
    return code


def _play(team: Team, setup: Setup, options: Namespace, texts: Catalog) -> tuple[SimulationResult | None, int]:
    """Play here or on a cluster; after Ctrl-C, the result of the games played until then."""
    games = options.games if options.deal is None else games_per_deal(team, setup)
    played = partial(play_deals, team, games, setup, options.seed, first_deal=options.deal or 0)
    with ExitStack() as stack:
        if options.parquet:
            played = partial(played, collect=stack.enter_context(parquet_file(options.parquet, team.names)))
        processes, executor = options.processes or os.cpu_count() or 1, None
        if options.cluster is not None:
            if options.solution:
                raise Refused("solution-not-on-cluster")
            executor = stack.enter_context(cluster(options.cluster))
        report = stack.enter_context(progress(texts))
        try:
            return played(processes=processes, executor=executor, report=report), OK
        except SimulationInterrupted as stopped:
            return stopped.result, INTERRUPTED


def _command(names: Sequence[str], options: Namespace, deal: object) -> str:
    """The command that repeats the deal in which a bot failed."""
    words = ["--seed", options.seed, "--deal", deal, "--think-time", f"{options.think_time:g}", *rule_words(options)]
    return command_line("simulate", *names, *words)


def _fields(names: Sequence[str], result: SimulationResult, seed: int) -> dict[str, object]:
    head = {"format": FORMAT, "version": VERSION, "seed": seed}
    return head | {"deals": result.deals, "games": result.games, "bots": _rows(names, result)}


def _rows(names: Sequence[str], result: SimulationResult) -> list[dict[str, object]]:
    rows = []
    for name, bot in zip(names, result.bots, strict=True):
        row: dict[str, object] = {"bot": name}
        for column in COLUMNS:
            estimate = getattr(bot, column)
            row |= {column: estimate.mean, f"{column}_low": estimate.low, f"{column}_high": estimate.high}
        rows.append(row)
    return rows


def _write_csv(names: Sequence[str], result: SimulationResult) -> None:
    rows = _rows(names, result)
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _write_table(names: Sequence[str], result: SimulationResult, texts: Catalog) -> None:
    print(texts.say("simulate.games", count=result.games))
    rows = [[texts.say(key) for key in ("simulate.bot", "simulate.victories", "box.total", "simulate.lead")]]
    for name, bot in zip(names, result.bots, strict=True):
        points = (cell(estimate, partial(texts.number, digits=2)) for estimate in (bot.total, bot.lead))
        rows.append([name, cell(bot.victories, partial(texts.percent, digits=2)), *points])
    print("\n".join(aligned(rows, "<>>>")))


def cell(estimate: Estimate, written: Callable[[float], str]) -> str:
    """A mean with its confidence interval."""
    if estimate.low is None or estimate.high is None:
        return written(estimate.mean)
    return f"{written(estimate.mean)} [{written(estimate.low)} … {written(estimate.high)}]"
