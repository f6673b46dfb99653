"""A score sheet as it is shown: at a terminal, on paper and in a notebook."""

from collections.abc import Sequence
from dataclasses import dataclass

from charidice.rules.sheet import Result, Row, Sheet, results, winners
from charidice.rules.state import GameState

BOXES = Row._fields


@dataclass(frozen=True, slots=True)
class ShownSheet:
    name: str
    rows: tuple[Row, ...]
    """By round; None is an empty box."""
    sums: tuple[int, ...]
    """By box."""
    has_gift: bool
    charity: int | None
    """None before the end."""
    total: int
    won: bool


def shown_sheet(name: str, sheet: Sheet, rounds: int, result: Result | None = None, won: bool = False) -> ShownSheet:
    rows = tuple(sheet.row(round_) for round_ in range(1, rounds + 1))
    charity, total = (result.charity, result.total) if result else (None, sheet.subtotal)
    return ShownSheet(name, rows, tuple(map(sum, sheet[:4])), sheet.has_gift, charity, total, won)


def shown_sheets(state: GameState, names: Sequence[str]) -> list[ShownSheet]:
    """All sheets as filled in so far, with their results if the game is over."""
    rounds = state.setup.ruleset.rounds
    if not state.is_over:
        return [shown_sheet(name, sheet, rounds) for name, sheet in zip(names, state.sheets, strict=True)]
    final = results(state.sheets)
    best = winners(final)
    return [
        shown_sheet(name, sheet, rounds, result, seat in best)
        for seat, (name, sheet, result) in enumerate(zip(names, state.sheets, final, strict=True))
    ]
