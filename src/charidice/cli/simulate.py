"""`charidice simulate`: many games between bots, with statistics."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

from charidice.arena import (
    Estimate,
    Performance,
    SimulationInterrupted,
    SimulationResult,
    games_per_deal,
    play_deals,
)
from charidice.cli.arguments import (
    BOT_NAMES,
    add_bot,
    add_house_rules,
    add_output,
    add_rounds,
    add_seed,
    add_solution,
    add_switches,
    add_think_time,
    bot_reader,
    rule_switches,
    ruleset_of,
    whole_number,
)
from charidice.cli.cluster import cluster
from charidice.cli.exit_codes import INTERRUPTED, OK
from charidice.cli.parquet import parquet_file
from charidice.cli.progress import progress
from charidice.messages import Catalog
from charidice.round_robin import RoundRobinInterrupted, RoundRobinResult, play_round_robin
from charidice.rules.errors import InvalidSetup, Refused
from charidice.rules.state import Setup
from charidice.show.columns import aligned, write_csv
from charidice.strategy.bots.external import BotFailed
from charidice.strategy.bots.team import Team
from charidice.terminal.console import command_line

FORMAT = "charidice-simulation"
ROUND_ROBIN = "charidice-round-robin"
VERSION = 1
# The most bots of a round robin: 190 pairs.
MOST_BOTS = 20
COLUMNS = ("victories", "total", "lead")
R = TypeVar("R", SimulationResult, RoundRobinResult)
Row = dict[str, object]


def add_arguments(simulate: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    simulate.add_argument(
        "contestants", nargs="*", type=bot_reader(texts), metavar="BOT", help=say("cli.bots", bots=", ".join(BOT_NAMES))
    )
    add_bot(simulate, texts, say("cli.bot-too"))
    simulate.add_argument("--games", type=number, default=1000, metavar="N", help=say("cli.games"))
    add_switches(simulate, texts, "round-robin")
    add_seed(simulate, texts)
    simulate.add_argument("--deal", type=whole_number(texts), metavar="N", help=say("cli.deal"))
    add_think_time(simulate, texts)
    simulate.add_argument("--processes", type=number, metavar="N", help=say("cli.processes"))
    forms = simulate.add_mutually_exclusive_group()
    add_switches(forms, texts, "json", "csv")
    add_output(simulate, say("cli.simulate.output"))
    simulate.add_argument("--cluster", metavar="ADDRESS", help=say("cli.cluster"))
    add_solution(simulate, texts)
    add_rounds(simulate, texts)
    add_house_rules(simulate, texts)


def simulate(options: Namespace, texts: Catalog) -> int:
    names = [*options.contestants, *options.bots]
    if options.round_robin:
        return _simulate_pairs(names, options, texts)
    setup = Setup(len(names), ruleset_of(options), options.dice)
    team = Team.of(names, options.think_time, options.solution)
    team.check(setup)
    games = options.games if options.deal is None else games_per_deal(team, setup)
    played = partial(play_deals, team, games, setup, options.seed, first_deal=options.deal or 0)
    result, code = _play(played, names, options, texts)
    if result is None:
        return code
    if options.json:
        print(json.dumps(_fields(names, result, options.seed)))
    elif options.csv:
        write_csv(_rows(names, result), sys.stdout)
    else:
        _write_table(names, result, texts)
    return code


def _simulate_pairs(names: Sequence[str], options: Namespace, texts: Catalog) -> int:
    """Every two of the bots against each other."""
    if not 1 < len(names) <= MOST_BOTS:
        raise InvalidSetup("round-robin-size", number=len(names), most=MOST_BOTS)
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise InvalidSetup("round-robin-twice", text=twice[0])
    if options.output:
        raise Refused("round-robin-without-output")
    setup, team = Setup(2, ruleset_of(options), options.dice), Team.of(names, options.think_time, options.solution)
    team.check(setup)
    games = options.games if options.deal is None else setup.players
    played = partial(play_round_robin, team, games, setup, options.seed, first_deal=options.deal or 0)
    result, code = _play(played, names, options, texts)
    if result is None:
        return code
    alone, together = _rows_of_pairs(names, result), _rows(names, result)
    if options.json:
        head = {"format": ROUND_ROBIN, "version": VERSION, "seed": options.seed, "deals": result.deals}
        print(json.dumps(head | {"games": result.games, "bots": together, "pairs": alone}))
    elif options.csv:
        write_csv([*alone, *({"bot": row["bot"], "opponent": "", **row} for row in together)], sys.stdout)
    else:
        _write_pairs(names, result, texts)
    return code


def _play(played: Callable[..., R], names: Sequence[str], options: Namespace, texts: Catalog) -> tuple[R | None, int]:
    """Play here or on a cluster; after Ctrl-C, the result of the games played until then."""
    with ExitStack() as stack:
        if options.output:
            played = partial(played, collect=stack.enter_context(parquet_file(options.output, names)))
        processes, executor = options.processes or os.cpu_count() or 1, None
        if options.cluster is not None:
            if options.solution:
                raise Refused("solution-not-on-cluster")
            executor = stack.enter_context(cluster(options.cluster))
        report = stack.enter_context(progress(texts))
        try:
            return played(processes=processes, executor=executor, report=report), OK
        except (SimulationInterrupted, RoundRobinInterrupted) as stopped:
            stack.close()
            print(texts.say("simulate.interrupted"), file=sys.stderr)
            result: R | None = stopped.result  # type: ignore[assignment]
            return result, INTERRUPTED
        except BotFailed as failed:
            pair = failed.values.get("pair")
            command = _command(pair if isinstance(pair, tuple) else names, options, failed.values["deal"])
            raise BotFailed(failed.code, **failed.values, seed=options.seed, command=command) from failed


def _command(names: Sequence[str], options: Namespace, deal: object) -> str:
    """The command that repeats the deal in which a bot failed."""
    more = ["--seed", options.seed, "--deal", deal, "--think-time", f"{options.think_time:g}", *rule_switches(options)]
    return command_line("simulate", *names, *more)


def _fields(names: Sequence[str], result: SimulationResult, seed: int) -> dict[str, object]:
    head = {"format": FORMAT, "version": VERSION, "seed": seed}
    return head | {"deals": result.deals, "games": result.games, "bots": _rows(names, result)}


def _rows(names: Sequence[str], result: SimulationResult | RoundRobinResult) -> list[Row]:
    return [{"bot": name, **_estimates(bot)} for name, bot in zip(names, result.bots, strict=True)]


def _rows_of_pairs(names: Sequence[str], result: RoundRobinResult) -> list[Row]:
    """A row for each bot of each pair."""
    rows: list[Row] = []
    for pair in result.pairs:
        first, second = names[pair.first], names[pair.second]
        for bot, opponent, found in zip((first, second), (second, first), pair.result.bots, strict=True):
            rows.append({"bot": bot, "opponent": opponent, **_estimates(found)})
    return rows


def _estimates(bot: Performance) -> Row:
    row: Row = {}
    for column in COLUMNS:
        estimate = getattr(bot, column)
        row |= {column: estimate.mean, f"{column}_low": estimate.low, f"{column}_high": estimate.high}
    return row


def _write_table(names: Sequence[str], result: SimulationResult, texts: Catalog) -> None:
    print(texts.say("simulate.games", count=result.games))
    rows = [[texts.say(key) for key in ("simulate.bot", "simulate.victories", "box.total", "simulate.lead")]]
    rows += [[name, *_cells(bot, texts)] for name, bot in zip(names, result.bots, strict=True)]
    print("\n".join(aligned(rows, "<>>>")))


def _write_pairs(names: Sequence[str], result: RoundRobinResult, texts: Catalog) -> None:
    """A row for each pair, as the bot named first sees it, then one for each bot, the best first."""
    print(texts.say("simulate.games", count=result.games))
    heads = ("simulate.bot", "simulate.opponent", "simulate.victories", "box.total", "simulate.lead")
    rows = [[texts.say(key) for key in heads]]
    for pair in result.pairs:
        rows.append([names[pair.first], names[pair.second], *_cells(pair.result.bots[0], texts)])
    ranked = sorted(zip(names, result.bots, strict=True), key=lambda each: -each[1].victories.mean)
    rows += [[name, texts.say("simulate.all"), *_cells(bot, texts)] for name, bot in ranked]
    print("\n".join(aligned(rows, "<<>>>")))


def _cells(bot: Performance, texts: Catalog) -> list[str]:
    points = (cell(estimate, partial(texts.number, digits=2)) for estimate in (bot.total, bot.lead))
    return [cell(bot.victories, partial(texts.percent, digits=2)), *points]


def cell(estimate: Estimate, written: Callable[[float], str]) -> str:
    """A mean with its confidence interval."""
    if estimate.low is None or estimate.high is None:
        return written(estimate.mean)
    return f"{written(estimate.mean)} [{written(estimate.low)} … {written(estimate.high)}]"
