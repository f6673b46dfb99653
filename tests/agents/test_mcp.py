"""The MCP server by its own client, in this process."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult, TextContent

from charidice import Ruleset
from charidice.agents.game import TextGame, start_game
from charidice.agents.mcp import GameServer
from charidice.messages import LANGUAGES, catalog
from charidice.rules.state import Setup
from charidice.strategy import analyse


def text(answer: CallToolResult) -> str:
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text


def data(answer: CallToolResult) -> dict[str, Any]:
    assert not answer.is_error, text(answer)
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content


def visit(
    talk: Callable[[Client, TextGame], Awaitable[None]],
    *seats: str | None,
    seed: int = 3,
    rounds: int = 2,
    hints: bool = False,
    language: str = "en",
) -> list[int]:
    """Talk to the server of a game; returns what it has reported after every change."""
    texts, reported = catalog(language), list[int]()
    game = start_game(seats, Setup(len(seats), Ruleset(rounds)), texts, seed)
    server = GameServer(game, seats.index(None), texts, "1", hints, reported.append)

    async def run() -> None:
        async with Client(server.mcp) as client:
            await talk(client, game)

    asyncio.run(run())
    return reported


@pytest.mark.parametrize("hints", [False, True])
def test_hint_is_a_tool_only_if_it_is_switched_on(hints: bool) -> None:
    async def talk(client: Client, game: TextGame) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"rules", "state", "legal_moves", "move"} | ({"hint"} if hints else set())
        assert all(tool.output_schema and tool.description for tool in tools.values())
        assert (await client.call_tool("hint")).is_error != hints

    assert visit(talk, None, "fox", hints=hints) == ([1] if hints else [])


def test_no_tool_destroys_anything_and_only_some_change_anything() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        kinds = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
        for name, kind in kinds.items():
            assert kind
            assert kind.read_only_hint == (name not in ("move", "hint"))
            assert kind.open_world_hint is False
            assert kind.read_only_hint or (kind.destructive_hint, kind.idempotent_hint) == (False, False)

    visit(talk, None, "fox", hints=True)


def test_wrong_arguments_are_refused_with_one_sentence(language: str) -> None:
    say, join = catalog(language).say, catalog(language).join

    async def talk(client: Client, game: TextGame) -> None:
        calls: list[tuple[str, dict[str, Any], str]] = [
            ("move", {}, "move"),
            ("move", {"move": 7}, "move"),
            ("move", {"action": "roll"}, "move"),
            ("hint", {"stage": 5}, "stage"),
            ("hint", {"stage": "all"}, "stage"),
        ]
        for tool, arguments, wrong in calls:
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            about = say(f"agents.tool.{tool}.{wrong}")
            assert text(answer) == say("agents.tool.argument", argument=wrong, about=about)
        answer = await client.call_tool("resign", {})
        assert answer.is_error
        tools = join(["rules", "state", "legal_moves", "move", "hint"])
        assert text(answer) == say("agents.tool.unknown", tool="resign", tools=tools)
        # None of this was an attempt to move.
        assert game.illegal == 0

    assert visit(talk, None, "fox", hints=True, language=language) == []


def test_whoever_may_ask_is_told_the_ways_to_score() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        answer = await client.call_tool("move", {"move": "score K6 B2 Y4 O3"})
        seen = data(answer)
        assert seen["decision"] == "ask"
        ways = [(tuple(way["dice"]), way["points"], way["bonus"], way["gift"]) for way in seen["options"]]
        state = game.node.state
        faces = [str(face) for face in state.faces]
        assert ways == [
            (tuple(faces[die] for die in option.dice), option.points, option.bonus, option.gift)
            for option in state.options
        ]
        lines = text(answer).splitlines()
        first = lines.index(catalog("en").say("play.options"))
        assert all(face in lines[first + 1] for face in ways[0][0])

    visit(talk, None, "fox")


def test_the_state_is_told_in_words_and_as_data() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        state = await client.call_tool("state")
        seen = data(state)
        assert seen["dice"] == ["K6", "K5", "B2", "Y4", "K2", "O3"]
        assert (seen["seat"], seen["active"], seen["decision"], seen["rolls_left"]) == (0, 0, "move", 2)
        assert [sheet["bot"] for sheet in seen["sheets"]] == [None, "fox"]
        assert seen["happened"] == ["You roll 6 dice: K6 K5 B2 Y4 K2 O3"]
        assert all(line in text(state) for line in ("You are Agent.", "Dice: 1:K6  2:K5  3:B2  4:Y4  5:K2  6:O3"))
        assert data(await client.call_tool("state"))["happened"] == []
        assert "6.3 The player with the most points wins." in text(await client.call_tool("rules"))
        moves = data(await client.call_tool("legal_moves"))["moves"]
        assert len(moves) == len(game.node.actions)
        assert {"move": "keep K6 K5", "points": None, "bonus": None, "gift": None} in moves
        assert {"move": "score K6 B2 Y4 O3", "points": 15, "bonus": 0, "gift": 12} in moves

    visit(talk, None, "fox")


def test_a_move_tells_what_the_bots_did_and_offers_the_gift() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        answer = await client.call_tool("move", {"move": "score K6 B2 Y4 O3"})
        seen = data(answer)
        assert [line.split()[0] for line in seen["happened"]] == ["You", "You", "You", "Fox"]
        assert (seen["decision"], seen["active"], seen["recipient"]) == ("ask", 1, 0)
        assert "Do you want to ask for the greatest of gifts?" in text(answer)
        moves = [move["move"] for move in data(await client.call_tool("legal_moves"))["moves"]]
        assert moves == ["ask", "pass"]
        asked = data(await client.call_tool("move", {"move": "ask"}))
        assert asked["happened"][0] == "You ask for the greatest of gifts: this gift counts double."
        assert any(line.startswith("The greatest of gifts! Fox donates") for line in asked["happened"])
        assert asked["sheets"][0]["has_gift"] is False

    visit(talk, None, "fox")


def test_illegal_moves_are_errors_of_the_tool_that_say_what_is_allowed() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        for attempt in range(2):
            answer = await client.call_tool("move", {"move": "ask"})
            assert answer.is_error
            assert "What you can do now: roll or score." in text(answer)
            assert f"You have {2 - attempt} more attempt" in text(answer)
        answer = await client.call_tool("move", {"move": "ask"})
        assert not answer.is_error
        assert text(answer).startswith("None of your 3 moves was legal")
        assert game.decisions[0].replaced

    # The result is kept after every attempt.
    assert len(visit(talk, None, "fox")) == 3


def test_a_hint_names_the_best_move_in_stages() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        best = analyse(game.node).best(0)
        first = data(await client.call_tool("hint", {"stage": 1}))["stages"]
        every = data(await client.call_tool("hint"))["stages"]
        assert (len(first), len(every), every[:1]) == (1, 4, first)
        assert every[2] == "Keep K6 K5 K2. Roll the others."
        assert str(best) == "Roll(keep=(0, 1, 4))"
        assert (await client.call_tool("hint", {"stage": 5})).is_error

    assert visit(talk, None, "fox", hints=True) == [1, 2]


def test_a_game_of_three_ends_with_the_result_and_nothing_more_to_move() -> None:
    async def talk(client: Client, game: TextGame) -> None:
        seen, answer = data(await client.call_tool("state")), None
        while seen["decision"] != "over":
            moves = data(await client.call_tool("legal_moves"))["moves"]
            answer = await client.call_tool("move", {"move": moves[-1]["move"]})
            seen = data(answer)
        assert answer
        totals = [sheet["total"] for sheet in seen["sheets"]]
        assert seen["winners"] == [seat for seat, total in enumerate(totals) if total == max(totals)]
        assert tuple(totals) == game.node.totals
        assert "percentage points of the chance of victory on average" in text(answer)
        for tool, arguments in (("move", {"move": "roll"}), ("legal_moves", {}), ("hint", {})):
            assert text(await client.call_tool(tool, arguments)) == "The game is over."

    visit(talk, "sparrow", None, "magpie", rounds=1, hints=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tools_speak_every_language(language: str) -> None:
    texts = catalog(language)

    async def talk(client: Client, game: TextGame) -> None:
        tools = {tool.name: tool.description for tool in (await client.list_tools()).tools}
        assert tools["move"] == texts.say("agents.tool.move")
        assert texts.say("agents.how") in text(await client.call_tool("rules"))
        assert texts.say("agents.move.keep") in text(await client.call_tool("state"))

    visit(talk, None, "fox", language=language)
