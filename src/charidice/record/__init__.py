"""Games as data: one JSON form, a notation people can write, and a position in one line."""

from charidice.record.game import GameRecord, RecordError
from charidice.record.jsonform import dump_json, load_json
from charidice.record.notation import dump_notation, load_notation
from charidice.record.position import read_position, write_position

__all__ = [
    "GameRecord",
    "RecordError",
    "dump_json",
    "dump_notation",
    "load",
    "load_json",
    "load_notation",
    "read_position",
    "write_position",
]


def load(text: str) -> GameRecord:
    """Read a record in either form: JSON starts with a brace, the notation with its name."""
    text = text.removeprefix("\ufeff")  # some editors mark a text file with it
    return load_json(text) if text.lstrip().startswith("{") else load_notation(text)
