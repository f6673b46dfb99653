"""Entries on a pad, from the form they are sent and logged in to what they mean, and the decision to take one."""

from charidice.pad.entries import ByDice, ByPoints, EnteredRoll, Nothing, PadEntry, Value
from charidice.rules.dice import Face
from charidice.web.events import Entered
from charidice.web.models import PadDice, PadPoints, PadValue


def pad_entry(event: Entered) -> PadEntry:
    return PadEntry(event.entry, event.round, event.seat, _value(event.value), frozenset(event.replaces))


def _value(sent: PadValue) -> Value:
    match sent:
        case PadDice():
            rolls = tuple(EnteredRoll(_faces(roll.faces), _faces(roll.keep)) for roll in sent.rolls)
            scored, confirmed = _faces(sent.scored), frozenset(sent.confirmed)
            return ByDice(rolls, scored, sent.asked, sent.every, sent.asked_after, confirmed)
        case PadPoints():
            return ByPoints(sent.points, sent.bonus, sent.gift, sent.received, sent.asked, frozenset(sent.confirmed))
        case _:
            return Nothing()


def _faces(names: list[str]) -> tuple[Face, ...]:
    return tuple(map(Face.read, names))
