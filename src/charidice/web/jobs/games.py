"""Games to review or draw, for the process that does it."""

from dataclasses import dataclass
from hashlib import sha256

from charidice.record import GameRecord, load
from charidice.web.refusals import WebRefused
from charidice.web.table.seating import names
from charidice.web.table.table import Table


@dataclass(frozen=True, slots=True)
class GameToRead:
    key: tuple[object, ...]
    """The cache key."""
    content: GameRecord | str
    """A record from outside is text, which the process reads and checks."""

    @property
    def record(self) -> GameRecord:
        return load(self.content) if isinstance(self.content, str) else self.content


def game_of_table(table: Table, language: str) -> GameToRead:
    """With the names of bots in the reader's language."""
    record = table.record
    if record is None:
        raise WebRefused("not-started")
    if not table.may_be_reviewed:
        raise WebRefused("hints-off")
    key = (table.id, table.seq, language)
    return GameToRead(key, record.public().named(names(table.seats, language)))


def game_of_text(text: str) -> GameToRead:
    return GameToRead((sha256(text.encode("utf-8", "surrogatepass")).digest(),), text)
