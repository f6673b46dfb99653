"""`charidice mcp`: the real server over standard input and output, driven by the official client."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent

from charidice import load
from charidice.agents.results import AgentGame
from charidice.cli.mcp import seated
from charidice.installed import MCP, missing
from charidice.messages import catalog
from charidice.record import read_node
from charidice.record.moves import read_move
from charidice.strategy import analyse

from .running import Run


def server(*words: str | Path) -> StdioServerParameters:
    """The code under test, also where another version is installed."""
    env = {name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ}
    return StdioServerParameters(command=sys.executable, args=["-m", "charidice", "mcp", *map(str, words)], env=env)


async def play(parameters: StdioServerParameters) -> list[dict[str, Any]]:
    """A whole game in which every decision is the last legal move, after one that is illegal; returns every view."""
    views: list[dict[str, Any]] = []

    async def called(tool: str, **arguments: object) -> dict[str, Any]:
        answer = await client.call_tool(tool, arguments)
        assert not answer.is_error
        assert isinstance(answer.structured_content, dict)
        return answer.structured_content

    async with Client(parameters) as client:
        refused = await client.call_tool("move", {"move": "keep 7"})
        (content,) = refused.content
        assert isinstance(content, TextContent)
        assert refused.is_error
        assert content.text.startswith(catalog("de").say("refused.unknown-die"))
        assert len((await called("hint", stage=3))["stages"]) == 3
        views.append(await called("state"))
        while views[-1]["decision"] != "over":
            moves = [move["move"] for move in (await called("legal_moves"))["moves"]]
            views.append(await called("move", move="ask" if "ask" in moves else moves[-1]))
    return views


def test_a_whole_game_of_three_with_a_hint_an_illegal_move_and_the_greatest_of_gifts(tmp_path: Path) -> None:
    kept = tmp_path / "result.json"
    words = ("--bot", "magpie", "--bot", "sparrow", "--seat", "2", "--seed", "4", "--rounds", "2", "--hints")
    views = asyncio.run(play(server(*words, "--lang", "de", "-o", kept)))
    assert [sheet["bot"] for sheet in views[0]["sheets"]] == ["sparrow", None, "magpie"]
    assert views[0]["happened"][0].startswith("Spatz würfelt")
    assert any("Du bittest um das große Geschenk" in line for view in views for line in view["happened"])

    result = AgentGame.read(kept)
    assert (result.seat, result.over, result.illegal, result.hints) == (1, True, 1, 1)
    record = load(json.dumps(result.record))
    assert record.pledge
    assert record.pledge.seed
    totals = [sheet["total"] for sheet in views[-1]["sheets"]]
    assert (result.total, result.lead) == (totals[1], totals[1] - max(totals[0], totals[2]))
    assert result.victory == (1 in views[-1]["winners"]) / len(views[-1]["winners"])
    assert len(result.decisions) == len(views) - 1
    for decision in result.decisions:
        node = read_node(decision.position)
        # The fitted shares of three players are rounded differently by another number of threads.
        again = analyse(node).regret(1, read_move(decision.move, node))
        assert decision.regret == pytest.approx(again, abs=1e-6)


def test_a_game_that_has_begun_is_not_played_again(tmp_path: Path, run: Run) -> None:
    kept = tmp_path / "result.json"

    async def probe(*moves: str) -> None:
        async with Client(server("--seed", "3", "-o", kept)) as client:
            assert "hint" not in {tool.name for tool in (await client.list_tools()).tools}
            for move in moves:
                assert not (await client.call_tool("move", {"move": move})).is_error

    # Clients may look at the tools first.
    asyncio.run(probe())
    asyncio.run(probe("keep K6 K5 K2"))
    game = AgentGame.read(kept)
    assert (game.over, game.victory, len(game.decisions)) == (False, 0, 1)
    # While it goes on, the dice to come are nobody's business.
    pledge = load(json.dumps(game.record)).pledge
    assert pledge
    assert pledge.seed is None
    answer = run("mcp", "--seed", "3", "-o", kept)
    assert (answer.code, answer.out) == (2, "")
    assert f"{kept} already exists" in answer.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bot", "wolf"), "“wolf” isn’t a bot."),
        (("--seat", "3"), "There is no player 3. The players are numbered 1 to 2."),
        (("--bot", "fox") * 4, "Charidice is for 2 to 4 players, not 5."),
        (("-o", __file__), "doesn’t contain the result of an agent’s game."),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(words: tuple[str, ...], sentence: str, run: Run) -> None:
    answer = run("mcp", *words)
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err


@pytest.mark.parametrize("words", [("mcp",), ("agents", "true")])
def test_without_the_package_the_command_that_installs_it_is_named(
    language: str, words: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name == "charidice.agents.mcp" or name.split(".")[0] == "mcp"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    answer = run(*words, "--lang", language)
    sentence = catalog(language).refusal(missing("mcp", MCP))
    assert (answer.code, answer.err) == (2, f"charidice: {sentence}\n")


def test_the_bots_sit_to_the_left_of_the_agent_in_their_order() -> None:
    assert seated(["fox", "owl"], 0) == [None, "fox", "owl"]
    assert seated(["fox", "owl"], 1) == ["owl", None, "fox"]
    assert seated(["fox", "owl"], 2) == ["fox", "owl", None]
