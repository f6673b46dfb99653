"""Dice, sheets and games as SVG and HTML, for notebooks, which call `_repr_svg_` and `_repr_html_`.

They show only numbers, letters and the names of the boxes; texts for players are in the catalogs.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from charidice.match import Match
from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, DICE, DiceSet, Face
from charidice.rules.scoring import ScoringOption
from charidice.rules.sheet import Sheet, results
from charidice.rules.state import GameState
from charidice.show.palette import PAINT
from charidice.show.sheets import BOXES, shown_sheet

_SIDE, _GAP = 40, 6


def dice_svg(faces: Sequence[Face]) -> str:
    """Dice in a row, each with its number and the letter of its colour; six blank ones before the first roll."""
    lefts = [place * (_SIDE + _GAP) for place in range(len(faces) or DICE)]
    dice = "".join(map(_die, faces, lefts) if faces else map(_blank, lefts))
    return _svg(lefts[-1] + _SIDE, " ".join(map(str, faces)) or "not rolled yet", dice)


def _text_svg(text: str) -> str:
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
    paper, ink = PAINT[face.colour]
    middle = left + _SIDE // 2
    return (
        f'<rect x="{left}" width="{_SIDE}" height="{_SIDE}" rx="7" fill="{paper}"/>'
        f'<text x="{middle}" y="27" font-size="22" font-weight="bold" fill="{ink}">{face.number}</text>'
        f'<text x="{left + _SIDE - 7}" y="{_SIDE - 5}" font-size="9" fill="{ink}">{face.colour.letter}</text>'
    )


def dice_set_html(dice_set: DiceSet) -> str:
    rows = (dice_svg([dice_set.face(die, number) for number in ALL_NUMBERS]) for die in ALL_DICE)
    return "".join(f"<div>{row}</div>" for row in rows)


def option_html(option: ScoringOption) -> str:
    return f"<div>{dice_svg(option.faces)} {option.points} + {option.bonus}, gift {option.gift}</div>"


def sheet_html(sheet: Sheet) -> str:
    """A sheet with a row for every round that has begun, and the sums."""
    shown = shown_sheet("", sheet, max(map(len, sheet[:4])))
    rows = [[round_, *("" if box is None else box for box in row)] for round_, row in enumerate(shown.rows, 1)]
    gift = "free" if shown.has_gift else "crossed off"
    return _table(["round", *BOXES], [*rows, ["sum", *shown.sums]], f"2x {gift}")


def state_svg(state: GameState) -> str:
    """The dice; at the end, the totals."""
    return _text_svg(str(state)) if state.is_over else dice_svg(state.faces)


def state_html(state: GameState, names: Sequence[str] = ()) -> str:
    """The dice and the sums of all sheets, as if the game ended now; a mark for the player whose turn it is."""
    active = None if state.is_over else state.active
    rows = []
    for seat, (sheet, result) in enumerate(zip(state.sheets, results(state.sheets), strict=True)):
        name = names[seat] if names else f"seat {seat}"
        rows.append([f"▸ {name}" if seat == active else name, *result, result.total, "2x" if sheet.has_gift else "–"])
    return f"<div>{state_svg(state)}</div>{_table(['', *BOXES, 'charity', 'total', 'gift'], rows)}"


def _table(head: Iterable[object], rows: Iterable[Iterable[object]], caption: str = "") -> str:
    told = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    shown = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{shown}<tr>{told}</tr>{body}</table>"


# The methods that a notebook looks for, by class: the game itself knows nothing of screens.
METHODS: dict[type, dict[str, Callable[[Any], str]]] = {
    Face: {"_repr_svg_": lambda face: dice_svg([face])},
    DiceSet: {"_repr_html_": dice_set_html},
    ScoringOption: {"_repr_svg_": lambda option: dice_svg(option.faces), "_repr_html_": option_html},
    Sheet: {"_repr_html_": sheet_html},
    GameState: {"_repr_svg_": state_svg, "_repr_html_": state_html},
    Match: {
        "_repr_svg_": lambda match: state_svg(match.state),
        "_repr_html_": lambda match: state_html(match.state, match.players),
    },
}
