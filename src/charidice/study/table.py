"""A table of figures: as lines of text in a language, and as data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from charidice.columns import aligned
from charidice.messages import Catalog

Value = float | int | str | None


class Cell(NamedTuple):
    value: Value
    shown: str


class Table(NamedTuple):
    title: str
    heads: Mapping[str, str]
    """By the name of a column in data: its head in the language."""
    rows: Sequence[Sequence[Cell]]
    alignment: str = "<"
    """Of the first columns, `<` or `>`; all others are numbers, at the right."""

    def lines(self) -> list[str]:
        rows = [list(self.heads.values()), *([cell.shown for cell in row] for row in self.rows)]
        return [self.title, *aligned(rows, self.alignment.ljust(len(self.heads), ">"))]

    def records(self) -> list[dict[str, Value]]:
        return [dict(zip(self.heads, (cell.value for cell in row), strict=True)) for row in self.rows]


class Cells(NamedTuple):
    """Makes cells in one language."""

    texts: Catalog

    def whole(self, value: int, signed: bool = False) -> Cell:
        return Cell(value, self.texts.number(value, signed=signed))

    def number(self, value: float, digits: int) -> Cell:
        return Cell(value, self.texts.number(value, digits))

    def percent(self, share: float, digits: int = 2) -> Cell:
        return Cell(share, self.texts.percent(share, digits))

    def points(self, share: float, digits: int = 2) -> Cell:
        """A difference of chances, in percentage points."""
        return self.number(100 * share, digits)

    def word(self, name: str, key: str, **values: object) -> Cell:
        """A name in data, said in the language by the text of this key."""
        return Cell(name, self.texts.say(key, **values))

    def row(self, first: Cell, values: Iterable[float], digits: int) -> list[Cell]:
        return [first, *(self.number(value, digits) for value in values)]
