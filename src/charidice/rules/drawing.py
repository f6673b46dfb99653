"""Dice and sheets as SVG and HTML, for notebooks, which call `_repr_svg_` and `_repr_html_`.

Only numbers, letters and the names of the boxes: what players read is in the catalogs.
"""

from collections.abc import Iterable, Sequence
from html import escape

from charidice.rules.dice import DICE, Face
from charidice.rules.sheet import Sheet, results

# By colour: the face, and the ink on it.
_PAINT = (
    ("#E5D547", "#2b2700"),
    ("#C46D00", "#ffffff"),
    ("#55B395", "#14211B"),
    ("#3464C0", "#ffffff"),
    ("#872967", "#ffffff"),
    ("#181928", "#ffffff"),
)
_SIDE, _GAP = 40, 6
_BOXES = ("points", "bonus", "received", "given")


def dice_svg(faces: Sequence[Face]) -> str:
    """Dice in a row, each with its number and the letter of its colour; six blank ones before the first roll."""
    lefts = [place * (_SIDE + _GAP) for place in range(len(faces) or DICE)]
    dice = "".join(map(_die, faces, lefts) if faces else map(_blank, lefts))
    return _svg(lefts[-1] + _SIDE, " ".join(map(str, faces)) or "not rolled yet", dice)


def text_svg(text: str) -> str:
    """One line of text."""
    width = 9 * len(text)
    return _svg(width, text, f'<text x="{width // 2}" y="26" font-size="16" fill="#777">{escape(text)}</text>')


def _svg(width: int, label: str, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_SIDE}" viewBox="0 0 {width} {_SIDE}" '
        f'role="img" aria-label="{escape(label)}" font-family="sans-serif" text-anchor="middle">{content}</svg>'
    )


def _blank(left: int) -> str:
    side = _SIDE - 2
    return f'<rect x="{left + 1}" y="1" width="{side}" height="{side}" rx="7" fill="none" stroke="#777"/>'


def _die(face: Face, left: int) -> str:
    paper, ink = _PAINT[face.colour]
    middle = left + _SIDE // 2
    return (
        f'<rect x="{left}" width="{_SIDE}" height="{_SIDE}" rx="7" fill="{paper}"/>'
        f'<text x="{middle}" y="27" font-size="22" font-weight="bold" fill="{ink}">{face.number}</text>'
        f'<text x="{left + _SIDE - 7}" y="{_SIDE - 5}" font-size="9" fill="{ink}">{face.colour.letter}</text>'
    )


def sheet_html(sheet: Sheet) -> str:
    """A sheet with a row for every round that has begun, and the sums."""
    rounds = range(1, max(map(len, sheet[:4])) + 1)
    rows = [[round_, *("" if box is None else box for box in sheet.row(round_))] for round_ in rounds]
    sums = ["sum", *map(sum, sheet[:4])]
    gift = "free" if sheet.has_gift else "crossed off"
    return table_html(["round", *_BOXES], [*rows, sums], f"2x {gift}")


def sheets_html(sheets: Sequence[Sheet], names: Sequence[str], active: int | None) -> str:
    """The sums of all sheets, as if the game ended now; a mark for whoever's turn it is."""
    rows = []
    for seat, (name, sheet, result) in enumerate(zip(names, sheets, results(sheets), strict=True)):
        rows.append([f"▸ {name}" if seat == active else name, *result, result.total, "2x" if sheet.has_gift else "–"])
    return table_html(["", *_BOXES, "charity", "total", "gift"], rows)


def table_html(head: Iterable[object], rows: Iterable[Iterable[object]], caption: str = "") -> str:
    told = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    shown = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{shown}<tr>{told}</tr>{body}</table>"
