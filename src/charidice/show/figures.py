"""A table of figures: as lines of text in a language, and as data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from charidice.messages import Catalog
from charidice.show.columns import aligned

Value = float | int | str | None


class Cell(NamedTuple):
    value: Value
    shown: str


class FigureTable(NamedTuple):
    title: str
    heads: Mapping[str, str]
    """The header texts, by the column's name in the data."""
    rows: Sequence[Sequence[Cell]]
    alignment: str = "<"
    """`<` or `>` for each of the first columns; all others are right-aligned numbers."""

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
        """A name in the data, shown as the text of this key."""
        return Cell(name, self.texts.say(key, **values))

    def row(self, first: Cell, values: Iterable[float], digits: int) -> list[Cell]:
        return [first, *(self.number(value, digits) for value in values)]
