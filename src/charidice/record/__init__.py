"""Games as data: a JSON form, a human-readable notation, a one-line position string, and moves as text."""

from charidice.record.game import Correction, GameRecord, RecordError, check_size
from charidice.record.jsonform import dump_json, load_json
from charidice.record.moves import read_move, write_move
from charidice.record.notation import dump_notation, load_notation
from charidice.record.position import read_node, read_position, write_node, write_position

__all__ = [
    "Correction",
    "GameRecord",
    "RecordError",
    "dump_json",
    "dump_notation",
    "load",
    "load_json",
    "load_notation",
    "read_move",
    "read_node",
    "read_position",
    "write_move",
    "write_node",
    "write_position",
]


def load(text: str) -> GameRecord:
    """Read a record in either form: JSON starts with a brace."""
    check_size(text)
    text = text.removeprefix("\ufeff")  # the byte order mark that some editors write
    return load_json(text) if text.lstrip().startswith("{") else load_notation(text)
