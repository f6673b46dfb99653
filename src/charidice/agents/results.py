"""The result of an agent's game, finished or not, in a file."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from charidice.agents.game import GradedDecision, TextGame
from charidice.record import dump_json
from charidice.record.files import FileError, read_text, replace_file
from charidice.rules.errors import Refused
from charidice.strategy.analysis import analyse

FORMAT = "charidice-agent-game"
VERSION = 1


class NotAResult(Refused):
    """A file that has no result of an agent's game."""


@dataclass(frozen=True, slots=True)
class AgentGame:
    """One game of an agent; seats count from 0."""

    seat: int
    over: bool
    victory: float
    """The agent's share of victory; 0 before the end."""
    total: int
    lead: int
    """Its total minus that of the best other player."""
    illegal: int
    """The number of illegal texts, also for an open decision."""
    hints: int
    truth: str
    """The accuracy of the regrets: `Analysis.truth`."""
    decisions: tuple[GradedDecision, ...]
    record: dict[str, Any]
    """The record of the game in its JSON form, without the seed until the game is over."""
    substituted: int = 0
    """Moves that the fox played in place of a bot that failed."""

    @classmethod
    def of(cls, game: TextGame, seat: int, hints: int) -> "AgentGame":
        totals, decisions = game.node.totals, tuple(game.decisions_of(seat))
        return cls(
            seat,
            game.node.state.is_over,
            game.node.returns()[seat],
            totals[seat],
            totals[seat] - max(total for other, total in enumerate(totals) if other != seat),
            sum(decision.illegal for decision in decisions) + game.illegal,
            hints,
            analyse(game.match.record.start, solution=game.solution).truth,
            decisions,
            json.loads(dump_json(game.match.record.public())),
            game.substituted,
        )

    def write(self, path: Path) -> None:
        replace_file(path, json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}))

    @classmethod
    def read(cls, path: Path) -> "AgentGame":
        try:
            fields = json.loads(read_text(path))
            if (fields.pop("format"), fields.pop("version")) != (FORMAT, VERSION):
                raise ValueError(FORMAT)
            decisions = tuple(GradedDecision(**decision) for decision in fields.pop("decisions"))
            return cls(**fields, decisions=decisions)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, Refused):
                raise
            raise NotAResult("not-an-agent-game", path=path) from error


def check_unplayed(path: Path) -> None:
    """Refuse to play a game again once a decision was made: no agent gets a second chance."""
    if path.exists() and AgentGame.read(path).decisions:
        raise FileError("output-exists", path=path)
