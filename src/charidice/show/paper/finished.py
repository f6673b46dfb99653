"""The check that a game is finished before it is printed."""

from charidice.record import GameRecord
from charidice.rules.errors import Refused


class Unfinished(Refused):
    """A game that still goes on."""


def require_finished(record: GameRecord) -> None:
    if not record.state.is_over:
        raise Unfinished("not-over")
