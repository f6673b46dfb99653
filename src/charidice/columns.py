"""Text in aligned columns, by the cells it takes in a terminal: an emoji takes two, a colour code none."""

from collections.abc import Iterable, Sequence

from wcwidth import ljust, rjust, width


def aligned(rows: Iterable[Sequence[object]], alignment: str) -> list[str]:
    """Each row as a line, its columns two spaces apart; `alignment` has a `<` or `>` for each column."""
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*texts, strict=True)]
    pads = [ljust if side == "<" else rjust for side in alignment]

    def line(row: Sequence[str]) -> str:
        return "  ".join(pad(cell, size) for pad, cell, size in zip(pads, row, widths, strict=True)).rstrip()

    return list(map(line, texts))
