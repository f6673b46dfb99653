"""Score sheets and results as plain data, of games and of score pads."""

from charidice.pad.pad import PadSheet
from charidice.rules.sheet import Result, Sheet
from charidice.web.wire import ResultView, SheetView


def sheet_view(sheet: Sheet | PadSheet, result: Result | None = None) -> SheetView:
    return {
        "points": sheet.points,
        "bonus": sheet.bonus,
        "received": sheet.received,
        "given": sheet.given,
        "has_gift": sheet.has_gift,
        "subtotal": sheet.subtotal,
        "total_given": sheet.total_given,
        "result": _result_view(result) if result else None,
    }


def _result_view(result: Result) -> ResultView:
    return {
        "points": result.points,
        "bonus": result.bonus,
        "received": result.received,
        "given": result.given,
        "charity": result.charity,
        "total": result.total,
    }
