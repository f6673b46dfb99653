"""The record of whatever a program has: a record, or a match."""

from charidice.chance import Recorded
from charidice.record.game import GameRecord, RecordError
from charidice.rules.whole import quoted


def record_of(game: GameRecord | Recorded) -> GameRecord:
    """A record, or that of a match; RecordError for anything else."""
    record = getattr(game, "record", game)
    if not isinstance(record, GameRecord):
        raise RecordError("no-game", text=quoted(game))
    return record
