"""Checks of typed boxes. A complaint is a code with values; it warns, and forbids nothing."""

from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from charidice.pad.possible import possible_scores
from charidice.rules.moves import Noted

Code = Literal[
    "no-such-bonus",
    "no-such-points",
    "no-such-gift",
    "odd-gift",
    "not-together",
    "received-differs",
    "second-gift",
    "other-dice",
]


@dataclass(frozen=True, slots=True)
class Complaint:
    code: Code
    values: dict[str, int | str] = field(default_factory=dict)


class _Possible(NamedTuple):
    points: frozenset[tuple[int, int]]
    """With their bonus."""
    bonuses: frozenset[int]
    gifts: frozenset[int]


# Every turn of a pad is checked again with each entry.
@cache
def _possible_boxes(free_giving: bool) -> _Possible:
    points, bonuses, gifts = zip(*possible_scores(free_giving), strict=True)
    return _Possible(frozenset(zip(points, bonuses, strict=True)), frozenset(bonuses), frozenset(gifts))


def complaints_about(boxes: Noted, free_giving: bool) -> list[Complaint]:
    """Complaints about impossible boxes, and about a box 3 that differs from the giver's box 4."""
    found = []
    if impossible := _impossible(boxes, free_giving):
        found.append(impossible)
    if boxes.received != boxes.gift:
        found.append(Complaint("received-differs", {"gift": boxes.gift, "received": boxes.received}))
    return found


def _impossible(boxes: Noted, free_giving: bool) -> Complaint | None:
    """The first impossible box or combination of boxes."""
    points, bonus, written = boxes.points, boxes.bonus, boxes.gift
    possible = _possible_boxes(free_giving)
    if bonus not in possible.bonuses:
        return Complaint("no-such-bonus", {"bonus": bonus})
    if (points, bonus) not in possible.points:
        return Complaint("no-such-points", {"points": points, "bonus": bonus})
    gift, odd = divmod(written, 2) if boxes.asked else (written, 0)
    if odd:
        return Complaint("odd-gift", {"gift": written})
    if gift not in possible.gifts:
        return Complaint("no-such-gift", {"gift": written})
    if (points, bonus, gift) not in possible_scores(free_giving):
        return Complaint("not-together", {"points": points, "bonus": bonus, "gift": written})
    return None
