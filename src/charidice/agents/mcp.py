"""An MCP server: one game against bots, played by tools."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from charidice.agents.game import TextGame
from charidice.agents.views import LegalMove, Narrator, Situation, rules_in_words
from charidice.coach import Coach
from charidice.installed import MCP, needing
from charidice.messages import Catalog
from charidice.rules.errors import IllegalAction, Refused
from charidice.show.hints.stages import stages

with needing(MCP):
    from mcp.server.mcpserver import Context, MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
    from pydantic import Field, ValidationError

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
# A move adds to the game and takes nothing away; hints are counted.
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
LAST_STAGE = 4


# Answers have no slots: their descriptors would be taken for default values of the schema.
@dataclass(frozen=True)
class Rules:
    rules: str


@dataclass(frozen=True)
class LegalMoves:
    moves: tuple[LegalMove, ...]


@dataclass(frozen=True)
class HintAnswer:
    stages: tuple[str, ...]
    """Where to look, which dice, the move, the reason: up to the requested stage."""


class _Server(MCPServer):
    """Refuses unknown tools and wrong arguments with a sentence, not with the report of Pydantic."""

    def __init__(self, texts: Catalog, version: str) -> None:
        about = texts.say("agents.instructions")
        super().__init__("charidice", instructions=about, version=version, log_level="WARNING")
        self._texts = texts

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        tools = {tool.name: tool for tool in await self.list_tools()}
        if name not in tools:
            return _error([self._texts.say("agents.tool.unknown", tool=name, tools=self._texts.join(tools))])
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            argument = str(error.__cause__.errors()[0]["loc"][0])
            about = self._texts.say(f"agents.tool.{name}.{argument}")
            return _error([self._texts.say("agents.tool.argument", argument=argument, about=about)])


class GameServer:
    """The tools of one game. They are coroutines that never wait, so that two calls cannot interleave."""

    def __init__(
        self,
        game: TextGame,
        seat: int,
        texts: Catalog,
        version: str,
        hints: bool = False,
        changed: Callable[[int], None] = lambda hints: None,
    ) -> None:
        self._game = game
        self._seat = seat
        self._texts = texts
        self._changed = changed
        """Called after every change, with the number of hints so far."""
        self._hints = 0
        self._narrator = Narrator(game, seat, texts)
        self.mcp = _Server(texts, version)
        self._add_tools(hints)

    def run(self) -> None:
        """Serve standard input and output until the client closes them."""
        self._changed(self._hints)
        self.mcp.run("stdio")

    def _add_tools(self, hints: bool) -> None:
        said, game = self._texts.say, self._game

        async def rules() -> Annotated[CallToolResult, Rules]:
            text = "\n".join(rules_in_words(self._texts, game.match.record.ruleset))
            return _answer([text], Rules(text))

        async def state() -> Annotated[CallToolResult, Situation]:
            return self._told([*self._narrator.sheets(), *self._narrator.situation(), *self._narrator.decision()])

        async def legal_moves() -> Annotated[CallToolResult, LegalMoves]:
            if self._game.player is None:
                return self._refused(IllegalAction("game-over"))
            return _answer(self._narrator.decision(), LegalMoves(self._narrator.legal_moves()))

        async def move(
            move: Annotated[str, Field(description=said("agents.tool.move.move"))],
        ) -> Annotated[CallToolResult, Situation]:
            return self._play(move)

        async def hint(
            stage: Annotated[int, Field(ge=1, le=LAST_STAGE, description=said("agents.tool.hint.stage"))] = LAST_STAGE,
        ) -> Annotated[CallToolResult, HintAnswer]:
            return self._advise(stage)

        tools: list[Callable[..., Any]] = [rules, state, legal_moves, move, *([hint] if hints else [])]
        for tool in tools:
            about, kind = said(f"agents.tool.{tool.__name__}"), ADDS if tool in (move, hint) else READS
            self.mcp.add_tool(tool, description=about, annotations=kind, structured_output=True)

    def _play(self, text: str) -> CallToolResult:
        try:
            self._game.play(text)
        except Refused as refused:
            return self._refused(refused)
        finally:
            self._changed(self._hints)
        narrator = self._narrator
        # During the game, another tool returns the sheets.
        sheets = narrator.sheets() if self._game.player is None else ()
        return self._told([*sheets, *narrator.situation(), *narrator.decision()])

    def _advise(self, stage: int) -> CallToolResult:
        if self._game.player is None:
            return self._refused(IllegalAction("game-over"))
        state = self._game.node.state
        hint = Coach.of(state.setup, self._game.solution).hint(state, self._seat)
        told = stages(hint, state, self._texts, self._game.match.players)[:stage]
        self._hints += 1
        self._changed(self._hints)
        return _answer(told, HintAnswer(told))

    def _told(self, lines: Iterable[str]) -> CallToolResult:
        """The events since the last answer, then these lines."""
        happened = self._narrator.happened()
        return _answer([*happened, *([""] if happened else []), *lines], self._narrator.view(happened))

    def _refused(self, refused: Refused) -> CallToolResult:
        return _error(self._narrator.refusal(refused))


def _error(lines: Iterable[str]) -> CallToolResult:
    return CallToolResult(content=[_text(lines)], is_error=True)


def _answer(lines: Iterable[str], data: Any) -> CallToolResult:
    return CallToolResult(content=[_text(lines)], structured_content=asdict(data))


def _text(lines: Iterable[str]) -> TextContent:
    return TextContent(type="text", text="\n".join(lines))
