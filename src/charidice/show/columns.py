"""Rows as CSV, and as text in columns, aligned by the cells of a terminal: an emoji takes two, a colour code none."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from wcwidth import ljust, rjust, width

# Spreadsheets run cells that begin like this as formulas, and strangers choose some of the names.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def aligned(rows: Iterable[Sequence[object]], alignment: str) -> list[str]:
    """Format rows as lines with columns two spaces apart; `alignment` has a `<` or `>` for each column."""
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*texts, strict=True)]
    justify = [ljust if side == "<" else rjust for side in alignment]

    def line(row: Sequence[str]) -> str:
        return "  ".join(fill(cell, size) for fill, cell, size in zip(justify, row, widths, strict=True)).rstrip()

    return list(map(line, texts))


def write_csv(rows: Iterable[Mapping[str, object]], file: TextIO) -> None:
    """Write rows with the same keys below a header row; nothing without rows."""
    writer: csv.DictWriter[str] | None = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow({name: _safe(value) for name, value in row.items()})


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
