"""`charidice agents`: many games of an MCP client against bots, with win share and regret."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from charidice.agents.evaluation import AgentResult, Place, play_games
from charidice.agents.results import AgentGame
from charidice.arena import Estimate
from charidice.cli.arguments import (
    add_output,
    add_seed,
    add_switches,
    number_of_seconds,
    rule_switches,
    ruleset_of,
    whole_number,
)
from charidice.cli.exit_codes import INTERRUPTED, OK
from charidice.cli.mcp import OPPONENT, add_opponents
from charidice.cli.progress import progress
from charidice.cli.simulate import cell
from charidice.installed import MCP, require
from charidice.messages import Catalog
from charidice.record.files import check_new, make_folder
from charidice.rules.errors import InvalidSetup
from charidice.rules.ruleset import PLAYERS
from charidice.rules.state import Setup
from charidice.show.columns import aligned
from charidice.strategy.bots.team import Team

FORMAT = "charidice-agents"
VERSION = 1
GAMES = 20


def add_arguments(agents: ArgumentParser, texts: Catalog) -> None:
    say, number = texts.say, whole_number(texts, least=1)
    agents.add_argument("client", nargs="+", metavar="COMMAND", help=say("cli.agents.client"))
    agents.add_argument("--games", type=number, default=GAMES, metavar="N", help=say("cli.agents.games"))
    add_opponents(agents, texts)
    players = say("cli.agents.players")
    agents.add_argument("--players", type=number, choices=PLAYERS, metavar="N", help=players)
    add_seed(agents, texts)
    limit = say("cli.agents.time-limit")
    agents.add_argument("--time-limit", type=number_of_seconds(texts), metavar="N", help=limit)
    add_output(agents, say("cli.agents.output"), metavar="FOLDER")
    add_switches(agents, texts, "json")


def agents(options: Namespace, texts: Catalog) -> int:
    require("mcp", MCP)
    bots = _bots(options)
    setup = Setup(len(bots) + 1, ruleset_of(options), options.dice)
    # Refused now rather than by every server.
    Team.of(bots, options.think_time, options.solution).check(setup)
    played: list[tuple[Place, AgentGame]] = []
    code = OK
    with ExitStack() as stack:
        folder = _folder(options, stack)
        report = stack.enter_context(progress(texts))
        server = partial(_server, bots, options, texts.language)
        try:
            report(0, options.games)
            limit = options.time_limit
            for game in play_games(options.client, server, options.games, setup.players, folder, limit):
                played.append(game)
                report(len(played), options.games)
        except KeyboardInterrupt:
            code = INTERRUPTED
    if code == INTERRUPTED:
        print(texts.say("simulate.interrupted"), file=sys.stderr)
    if played:
        result = AgentResult.of(played)
        if options.json:
            print(json.dumps(_fields(bots, result, options)))
        else:
            print("\n".join(_lines(bots, result, texts)))
    return code


def _bots(options: Namespace) -> list[str]:
    """The bots of the empty seats; the last one named plays on all remaining seats."""
    bots = options.bots or [OPPONENT]
    wanted = options.players - 1 if options.players else len(bots)
    if len(bots) > wanted:
        raise InvalidSetup("more-bots-than-seats", bots=len(bots), players=options.players)
    return [*bots, *[bots[-1]] * (wanted - len(bots))]


def _folder(options: Namespace, stack: ExitStack) -> Path:
    if options.output is None:
        # A server that outlives its client for a moment may still write there.
        made = TemporaryDirectory(prefix="charidice-agents-", ignore_cleanup_errors=True)
        return Path(stack.enter_context(made))
    folder: Path = options.output.absolute()
    check_new(folder)
    make_folder(folder)
    return folder


def _server(bots: list[str], options: Namespace, language: str, place: Place, result: Path) -> list[str]:
    """The command of the server for one game."""
    command = [sys.executable, "-m", "charidice", "mcp", "--lang", language]
    for bot in bots:
        command += ["--bot", bot]
    command += ["--seat", str(place.seat + 1), "--seed", str(options.seed), "--deal", str(place.deal)]
    command += ["--think-time", f"{options.think_time:g}", "--output", str(result), *rule_switches(options)]
    command += ["--solution", str(options.solution)] if options.solution else []
    return [*command, "--hints"] if options.hints else command


def _fields(bots: list[str], result: AgentResult, options: Namespace) -> dict[str, object]:
    fields: dict[str, object] = {"format": FORMAT, "version": VERSION, "seed": options.seed, "bots": bots}
    for name, value in asdict(result).items():
        if isinstance(getattr(result, name), Estimate):
            fields |= {name: value["mean"], f"{name}_low": value["low"], f"{name}_high": value["high"]}
        elif value is None:
            fields |= {name: None, f"{name}_low": None, f"{name}_high": None}
        else:
            fields[name] = value
    return fields


def _lines(bots: list[str], result: AgentResult, texts: Catalog) -> Iterator[str]:
    say, number = texts.say, partial(texts.number, digits=2)
    yield say("simulate.games", count=result.games)
    rows = [[say("agents.result.against"), ", ".join(bots)]]
    rows.append([say("simulate.victories"), cell(result.victories, partial(texts.percent, digits=2))])
    rows += [
        [say(key), cell(estimate, number)]
        for key, estimate in (("box.total", result.total), ("simulate.lead", result.lead))
        if estimate
    ]
    if result.regret:
        rows.append([say("agents.result.regret"), cell(result.regret, lambda share: number(100 * share))])
    counts = {name: getattr(result, name) for name in ("decisions", "illegal", "replaced", "unfinished", "hints")}
    # Few have bots that fail.
    counts |= {"substituted": result.substituted} if result.substituted else {}
    rows += [[say(f"agents.result.{name}"), str(count)] for name, count in counts.items()]
    yield from aligned(rows, "<<")
