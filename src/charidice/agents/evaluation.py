"""Many games of an MCP client against bots, with statistics."""

import json
import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from statistics import fmean
from subprocess import TimeoutExpired

from charidice.agents.results import AgentGame
from charidice.arena import Estimate
from charidice.processes import UNSTARTABLE, on_a_leash
from charidice.rules.errors import Refused

CONFIG = "CHARIDICE_MCP_CONFIG"
"""The environment variable with the path of the client's configuration; `{config}` in its command is the same."""
# Clients pass few environment variables on to the servers they start.
PASSED_ON = ("PYTHONPATH",)


class ClientFailed(Refused):
    """A client that has played no game."""


@dataclass(frozen=True, slots=True)
class Place:
    """The deal and seat of a game; each deal is played with the agent in every seat."""

    number: int
    """From 1."""
    deal: int
    seat: int


# Makes the server's command line for a game, given the file for its result.
ServerCommand = Callable[[Place, Path], Sequence[str]]


def play_games(
    client: Sequence[str], server: ServerCommand, games: int, players: int, folder: Path, seconds: float | None = None
) -> Iterator[tuple[Place, AgentGame]]:
    """Start the client once for each game, end it after so many seconds, and read what its server has written."""
    for number in range(games):
        deal, seat = divmod(number, players)
        place = Place(number + 1, deal, seat)
        result = folder / f"game-{place.number:04}.json"
        config = folder / f"mcp-{place.number:04}.json"
        config.write_text(json.dumps(_configuration(server(place, result))), "utf-8")
        code = _run(client, config, seconds)
        if not result.exists():
            if code is None:
                raise ClientFailed("client-too-slow", text=shlex.join(client), seconds=f"{seconds:g}")
            raise ClientFailed("client-without-game", text=shlex.join(client), exit=code)
        yield place, AgentGame.read(result)


def _configuration(command: Sequence[str]) -> dict[str, object]:
    """An MCP configuration, in the form that most clients read."""
    env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {"mcpServers": {"charidice": {"command": command[0], "args": list(command[1:]), "env": env}}}


def _run(client: Sequence[str], config: Path, seconds: float | None) -> int | None:
    """Run the client and return its exit code, None after a timeout. Its server ends when the pipe is closed."""
    command = [word.replace("{config}", str(config)) for word in client]
    with on_a_leash(command, {**os.environ, CONFIG: str(config)}) as process:
        assert process.stdin
        assert process.stdout
        try:
            code = process.wait(seconds)
        except TimeoutExpired:
            return None
        finally:
            # Also after Ctrl-C; does nothing if the client has ended.
            process.stdin.close()
        if process.stdout.read() == UNSTARTABLE:
            raise ClientFailed("client-unstartable", text=shlex.join(client))
        return code


@dataclass(frozen=True, slots=True)
class AgentResult:
    """The statistics of all games; a game that the client has left counts as lost."""

    deals: int
    games: int
    unfinished: int
    victories: Estimate
    total: Estimate | None
    """The mean of finished games, as is the lead; None without any."""
    lead: Estimate | None
    regret: Estimate | None
    """Per decision, in shares of victory; None without decisions."""
    truth: str
    decisions: int
    illegal: int
    replaced: int
    substituted: int
    hints: int

    @classmethod
    def of(cls, played: Sequence[tuple[Place, AgentGame]]) -> "AgentResult":
        by_deal: dict[int, list[AgentGame]] = {}
        for place, game in played:
            by_deal.setdefault(place.deal, []).append(game)
        deals = list(by_deal.values())
        finished = [over for deal in deals if (over := [game for game in deal if game.over])]
        games = [game for _, game in played]
        decisions = [decision for game in games for decision in game.decisions]
        return cls(
            len(deals),
            len(games),
            sum(not game.over for game in games),
            Estimate.of_shares([fmean(game.victory for game in deal) for deal in deals]),
            Estimate.of([fmean(game.total for game in deal) for deal in finished]) if finished else None,
            Estimate.of([fmean(game.lead for game in deal) for deal in finished]) if finished else None,
            _regret(deals) if decisions else None,
            games[0].truth,
            len(decisions),
            sum(game.illegal for game in games),
            sum(decision.replaced for decision in decisions),
            sum(game.substituted for game in games),
            sum(game.hints for game in games),
        )


def _regret(deals: Sequence[Sequence[AgentGame]]) -> Estimate:
    """A ratio of two sums over deals; its interval is that of the deviations from it (the delta method)."""
    regrets = [fsum(decision.regret for game in deal for decision in game.decisions) for deal in deals]
    counts = [sum(len(game.decisions) for game in deal) for deal in deals]
    ratio = fsum(regrets) / sum(counts)
    deviations = zip(regrets, counts, strict=True)
    return Estimate.of([ratio + (regret - ratio * count) / fmean(counts) for regret, count in deviations])
