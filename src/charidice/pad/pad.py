"""A pad: its sheets, complaints, conflicts, results and record, computed from its entries.

Entries commute: each stands unless another one replaces it, so phones may hand theirs in in any order. If two different
entries stand for one turn, the turn waits until another entry replaces both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from charidice.pad.complaints import Code, Complaint, complaints_about
from charidice.pad.entries import ByDice, ByPoints, InvalidEntry, Nothing, PadEntry, Value, boxes_of
from charidice.record import Correction, GameRecord
from charidice.rules.dice import STANDARD_DICE, DiceSet, Face
from charidice.rules.engine import evolve, impossible
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import Event, GiftAsked, Laid, Noted, Rolled, Score, Scored
from charidice.rules.ruleset import GREAT_CHARITY_ABOVE, STANDARD, Ruleset
from charidice.rules.sheet import Result, charity_bonuses, winners
from charidice.rules.state import GameState

# The limits for one turn and for the whole pad, because every phone is sent all entries.
MOST_ENTRIES = 100
MOST_ON_PAD = 1000
# The most unknown ids that an entry replaces. Phones hand in their entries in order, so there is hardly one.
MOST_UNKNOWN = 4
# Cached properties that every entry invalidates.
DERIVED = "turns", "sheets", "_played", "record"
Column = tuple[int | None, ...]


class PadTurn(NamedTuple):
    """All entries for one turn."""

    round: int
    seat: int
    recipient: int
    standing: tuple[PadEntry, ...]
    """The entries that no other one replaces; several are equal or rivals."""
    replaced: tuple[PadEntry, ...]
    """The replaced entries, in order of arrival."""
    boxes: Noted | None
    """None without an entry, and while rivals wait for a choice."""
    complaints: tuple[Complaint, ...]
    confirmed: frozenset[Code]
    """The complaints about this turn that were overruled, on any phone."""

    @property
    def value(self) -> Value | None:
        return None if not self.standing or self.rivals else self.standing[0].value

    @property
    def rivals(self) -> tuple[PadEntry, ...]:
        """One entry for each standing value, if there are different ones."""
        by_value = {entry.value: entry for entry in reversed(self.standing)}
        return tuple(reversed(by_value.values())) if len(by_value) > 1 else ()

    @property
    def is_empty(self) -> bool:
        return self.boxes is None and not self.rivals


class PadSheet(NamedTuple):
    """One player's sheet, with a place for every round; turns may be entered in any order."""

    points: Column
    bonus: Column
    received: Column
    given: Column
    has_gift: bool

    @property
    def subtotal(self) -> int:
        return _sum(self.points) + _sum(self.bonus) + _sum(self.received)

    @property
    def total_given(self) -> int:
        return _sum(self.given)


class Pad:
    """The players by seat, the rules, and all entries; `add` is the only way it changes."""

    def __init__(self, players: Sequence[str], ruleset: Ruleset = STANDARD, dice_set: DiceSet = STANDARD_DICE) -> None:
        self.opening = GameRecord(tuple(players), ruleset, dice_set)
        self.entries: dict[str, PadEntry] = {}
        self._alone = {
            (turn, seat): self._turn(turn, seat, ()) for turn in range(1, ruleset.rounds + 1) for seat in self.seats
        }
        """Each turn as if there were no others, by round and seat."""

    @property
    def seats(self) -> range:
        return range(len(self.opening.players))

    @property
    def rounds(self) -> int:
        return self.opening.ruleset.rounds

    def check(self, entry: PadEntry) -> None:
        """Raises Refused for an entry that fits no turn of this game; boxes that break the rules are accepted."""
        self.require_turn(entry.round, entry.seat)
        turn = self.turn(entry.round, entry.seat)
        # Each turn has its own limit, so that one turn cannot use up the entries of the others.
        most = min(MOST_ENTRIES, MOST_ON_PAD // len(self.turns))
        if len(turn.standing) + len(turn.replaced) >= most:
            raise InvalidEntry("too-many-entries", most=most)
        boxes_of(entry.value, self._free_giving)

    def without_idle_ids(self, entry: PadEntry) -> PadEntry:
        """The entry without the replaced ids that have no effect.

        It keeps the ids of entries that stand in its turn, and a few unknown ones, which may still arrive. Ids of other
        turns, and of entries already replaced, have no effect.
        """
        self.require_turn(entry.round, entry.seat)
        standing = {each.id for each in self.turn(entry.round, entry.seat).standing}
        unknown = sorted(entry.replaces - self.entries.keys() - {entry.id})
        return replace(entry, replaces=(entry.replaces & standing) | {*unknown[:MOST_UNKNOWN]})

    def require_turn(self, round_: int, seat: int) -> None:
        if round_ not in range(1, self.rounds + 1) or seat not in self.seats:
            raise InvalidEntry("no-such-turn", round=round_, rounds=self.rounds)

    def add(self, entry: PadEntry) -> None:
        """Add a checked entry; one with a known id is the same."""
        if entry.id not in self.entries:
            self.entries[entry.id] = entry
            self._alone[entry.round, entry.seat] = self._with(entry)
            for name in DERIVED:
                self.__dict__.pop(name, None)

    def is_ended_by(self, entry: PadEntry) -> bool:
        """Whether this entry would end the game."""
        return all(turn.boxes for turn in {**self._alone, (entry.round, entry.seat): self._with(entry)}.values())

    @cached_property
    def turns(self) -> tuple[PadTurn, ...]:
        """All turns in their order."""
        # Different dice affect every turn, so one confirmation covers all.
        has_others = any("other-dice" in turn.confirmed for turn in self._alone.values())
        asked: dict[int, int] = {}
        turns = []
        for turn in self._alone.values():
            complaints = turn.complaints
            if turn.boxes and turn.boxes.asked:
                first = asked.setdefault(turn.recipient, turn.round)
                if first < turn.round:
                    complaints += (Complaint("second-gift", {"round": first}),)
            if complaints:
                answered = turn.confirmed | ({"other-dice"} if has_others else frozenset())
                turn = turn._replace(complaints=tuple(each for each in complaints if each.code not in answered))
            turns.append(turn)
        return tuple(turns)

    def _with(self, entry: PadEntry) -> PadTurn:
        """The turn of this entry, the entry included."""
        own = [each for each in self.entries.values() if (each.round, each.seat) == (entry.round, entry.seat)]
        return self._turn(entry.round, entry.seat, own if entry.id in self.entries else [*own, entry])

    def _turn(self, round_: int, seat: int, entries: Sequence[PadEntry]) -> PadTurn:
        gone = {replaced for entry in entries for replaced in entry.replaces - {entry.id}}
        standing = tuple(entry for entry in entries if entry.id not in gone)
        replaced = tuple(entry for entry in entries if entry.id in gone)
        recipient = (seat + 1) % len(self.seats)
        values = [entry.value for entry in standing]
        confirmed = frozenset().union(*(value.confirmed for value in values if not isinstance(value, Nothing)))
        turn = PadTurn(round_, seat, recipient, standing, replaced, None, (), confirmed)
        if turn.value is None:
            return turn
        turn = turn._replace(boxes=boxes_of(turn.value, self._free_giving))
        return turn._replace(complaints=tuple(self._complaints(turn)))

    def _complaints(self, turn: PadTurn) -> Iterator[Complaint]:
        """Complaints that do not depend on other turns."""
        value, boxes = turn.value, turn.boxes
        if isinstance(value, ByPoints) and boxes:
            yield from complaints_about(boxes, self._free_giving)
        if isinstance(value, ByDice) and (problem := self.of_other_dice(value.faces)):
            yield problem

    def of_other_dice(self, faces: Sequence[Face]) -> Complaint | None:
        """Why the dice of this pad cannot show these faces together."""
        try:
            self.opening.dice_set.by_die(faces)
        except InvalidDice as refusal:
            return Complaint("other-dice", {name: str(value) for name, value in refusal.values.items()})
        return None

    def turn(self, round_: int, seat: int) -> PadTurn:
        return self.turns[(round_ - 1) * len(self.seats) + seat]

    @property
    def next_turn(self) -> PadTurn | None:
        """The first empty turn, None if there is none."""
        return next((turn for turn in self.turns if turn.is_empty), None)

    @property
    def is_over(self) -> bool:
        return all(turn.boxes for turn in self.turns)

    @cached_property
    def sheets(self) -> tuple[PadSheet, ...]:
        return tuple(map(self._sheet, self.seats))

    def _sheet(self, seat: int) -> PadSheet:
        own = [turn.boxes for turn in self.turns if turn.seat == seat]
        other = [turn.boxes for turn in self.turns if turn.recipient == seat]
        return PadSheet(
            tuple(boxes.points if boxes else None for boxes in own),
            tuple(boxes.bonus if boxes else None for boxes in own),
            tuple(boxes.received if boxes else None for boxes in other),
            tuple(boxes.gift if boxes else None for boxes in own),
            not any(boxes and boxes.asked for boxes in other),
        )

    @property
    def results(self) -> tuple[Result, ...] | None:
        """By seat; None until the game is over."""
        if not self.is_over:
            return None
        sheets = self.sheets
        charity = charity_bonuses([sheet.total_given for sheet in sheets])
        return tuple(
            Result(_sum(sheet.points), _sum(sheet.bonus), _sum(sheet.received), sheet.total_given, bonus)
            for sheet, bonus in zip(sheets, charity, strict=True)
        )

    @property
    def winners(self) -> tuple[int, ...] | None:
        return winners(self.results) if self.results else None

    @property
    def missing_to_great_charity(self) -> int:
        """The points still to be given for the greater charity bonus (6.1)."""
        return max(0, GREAT_CHARITY_ABOVE + 1 - max(sheet.total_given for sheet in self.sheets))

    @cached_property
    def record(self) -> GameRecord:
        """The record of the game up to the first missing turn, with its corrections."""
        events = tuple(event for played in self._played for event in played.events)
        corrections = tuple(correction for played in self._played for correction in self._corrections(played.turn))
        start = self.opening
        return GameRecord(start.players, start.ruleset, start.dice_set, events=events, corrections=corrections)

    def state_before(self, turn: PadTurn) -> GameState | None:
        """The state of the game when a turn begins, None while an earlier turn is missing."""
        states = [self.opening.state, *(played.after for played in self._played)]
        place = (turn.round - 1) * len(self.seats) + turn.seat
        return states[place] if place < len(states) else None

    @cached_property
    def _played(self) -> list["_PlayedTurn"]:
        """The turns before the first gap."""
        played: list[_PlayedTurn] = []
        state = self.opening.state
        for turn in self.turns:
            if turn.boxes is None or turn.value is None:
                break
            events, state = _events(state, turn.value, turn.boxes)
            played.append(_PlayedTurn(turn, events, state))
        return played

    def _corrections(self, turn: PadTurn) -> Iterator[Correction]:
        """The different boxes of replaced entries, once each."""
        before = dict.fromkeys(boxes_of(entry.value, self._free_giving) for entry in turn.replaced)
        return (Correction(turn.round, turn.seat, was) for was in before if was != turn.boxes)

    @property
    def _free_giving(self) -> bool:
        return self.opening.ruleset.free_giving


class _PlayedTurn(NamedTuple):
    turn: PadTurn
    events: tuple[Event, ...]
    after: GameState


def _events(state: GameState, value: Value, boxes: Noted) -> tuple[tuple[Event, ...], GameState]:
    """A turn as events: by its known dice if the rules allow them, else by its boxes alone."""
    if isinstance(value, ByDice):
        for tell in (_all_rolls, _last_roll) if value.every else (_last_roll,):
            try:
                events = tell(state, value, boxes)
                return events, _replayed(state, events)
            except Refused:
                continue
    noted = (boxes,)
    return noted, _replayed(state, noted)


def _replayed(state: GameState, events: Sequence[Event]) -> GameState:
    for event in events:
        if problem := impossible(state, event):
            raise problem
        state = evolve(state, event)
    return state


def _all_rolls(state: GameState, value: ByDice, boxes: Noted) -> tuple[Event, ...]:
    dice_set = state.setup.dice_set
    events: list[Event] = [
        Rolled(tuple(sorted(dice_set.by_die(roll.keep))), dice_set.numbers(roll.faces)) for roll in value.rolls
    ]
    if value.asked:
        events.insert(value.asked_after, GiftAsked())
    return (*events, _scored(dice_set, value, boxes))


def _last_roll(state: GameState, value: ByDice, boxes: Noted) -> tuple[Event, ...]:
    dice_set = state.setup.dice_set
    return Laid(dice_set.numbers(value.faces), value.asked), _scored(dice_set, value, boxes)


def _scored(dice_set: DiceSet, value: ByDice, boxes: Noted) -> Scored:
    dice = Score(tuple(dice_set.by_die(value.scored))).dice
    return Scored(dice, boxes.points, boxes.bonus, boxes.gift)


def _sum(column: Column) -> int:
    return sum(number or 0 for number in column)
