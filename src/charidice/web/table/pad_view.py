"""The public view of a score pad as plain data."""

from dataclasses import asdict
from typing import cast

from charidice.pad.entries import PadEntry, boxes_of
from charidice.pad.pad import Pad, PadTurn
from charidice.rules.moves import Noted
from charidice.web.events import Entered
from charidice.web.table.sheet_view import sheet_view
from charidice.web.table.table import Table
from charidice.web.wire import Boxes, ComplaintView, PadSummary, PadTurnView, TracedEntry


def pad_summary(pad: Pad) -> PadSummary:
    coming, sheets, results = pad.next_turn, pad.sheets, pad.results
    most = max(sheet.total_given for sheet in sheets)
    return {
        "round": coming.round if coming else pad.rounds,
        "rounds": pad.rounds,
        "active": coming.seat if coming else None,
        "recipient": coming.recipient if coming else None,
        "sheets": [sheet_view(sheet, results[seat] if results else None) for seat, sheet in enumerate(sheets)],
        "givers": [seat for seat, sheet in enumerate(sheets) if most and sheet.total_given == most],
        "missing": pad.missing_to_great_charity,
        "winners": pad.winners,
    }


def pad_turn_view(table: Table, turn: PadTurn) -> PadTurnView:
    def traced(entry: PadEntry) -> TracedEntry:
        found = table.entered[entry.id]
        assert isinstance(found.event, Entered)
        boxes = _boxes(boxes_of(entry.value, table.settings.free_giving))
        return {
            "entry": entry.id,
            "holder": found.event.holder,
            "at": found.at,
            "value": found.event.value,
            "boxes": boxes,
        }

    return {
        "round": turn.round,
        "seat": turn.seat,
        "recipient": turn.recipient,
        "standing": [entry.id for entry in turn.standing],
        "boxes": _boxes(turn.boxes),
        "value": traced(turn.standing[0])["value"] if turn.value else None,
        "complaints": [cast(ComplaintView, {"code": each.code, **each.values}) for each in turn.complaints],
        "rivals": [traced(entry) for entry in turn.rivals],
        "trace": [traced(entry) for entry in turn.replaced],
    }


def _boxes(noted: Noted | None) -> Boxes | None:
    return cast(Boxes, asdict(noted)) if noted else None
