"""A table: the state that follows from its log, and the legal moves. Pure: no lock, clock or listeners."""

import hmac
from dataclasses import replace
from typing import NamedTuple, assert_never

from charidice.chance import Pledge, commitment_to
from charidice.match import Match
from charidice.pad.pad import Pad
from charidice.record import GameRecord, read_position
from charidice.rules.dice import STANDARD_DICE, Dice, DiceSet
from charidice.rules.engine import ACTION_NAMES, legal_actions
from charidice.rules.moves import Event, Scored
from charidice.rules.ruleset import Ruleset
from charidice.rules.sheet import results, winners
from charidice.rules.state import GameState
from charidice.rules.strict import Node
from charidice.web.events import (
    REPEATABLE,
    BotPlays,
    Created,
    Entered,
    Entry,
    Left,
    Passed,
    PersonPlays,
    Played,
    RematchOpened,
    Renamed,
    Revealed,
    Seat,
    Seated,
    SeatsMoved,
    SettingsChanged,
    Started,
    Starting,
    TableEvent,
    Undone,
    browsers_in,
    public,
)
from charidice.web.models import Fields, Move, MoveName, TableSettings
from charidice.web.table.pad_entries import pad_entry
from charidice.web.table.seating import names
from charidice.web.wire import Stage


class Standing(NamedTuple):
    """How far a game is; the totals are final when there are winners."""

    round: int | None = None
    active: int | None = None
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] | None = None


class Table:
    """The fold of a log: `apply` is the only way it changes, for new and replayed events alike."""

    def __init__(self, table: str, seed: bytes) -> None:
        self.id = table
        self.seed = seed
        self.commitment = commitment_to(seed)
        # Lets its bearer take an open seat. Derived from the seed, which is secret while seats are open.
        self.join_code = hmac.digest(seed, b"join", "sha256").hex()[:32]
        self.log: list[Entry] = []
        self.moves: set[str] = set()
        """The move_ids seen so far, for deduplication."""
        self.browsers: dict[int, str] = {}
        """Digests of the session tokens of browsers, by holder number."""
        self.seats: list[Seat] = []
        self.settings = TableSettings()
        self.dice_set = STANDARD_DICE
        self.host = 0
        self.language = ""
        self.game_id = table
        """Of its game in histories: a score pad that was put online keeps the id it had on its device."""
        self.commitments: dict[int, str | None] = {}
        """Commitments to words that are still secret, by holder number: for this game, later for the rematch."""
        self.starting: Starting | None = None
        self.words: dict[str, str] = {}
        """The words revealed, by their commitment."""
        self.position: GameState | None = None
        """Where the game begins; None for empty sheets."""
        self.match: Match | None = None
        """The game in play; at a score pad there is a pad instead."""
        self.pad: Pad | None = None
        self.entered: dict[str, Entry] = {}
        """The entries of the log that are entries on the pad, by the id of the latter."""
        self.rematch: str | None = None
        self.passed = False
        self.around_seq = 0
        """The seq of the last event that is not one of the game."""
        self.changes = 0
        """How many repeatable events there are."""
        self.has_bots = False

    def chance_of(self, seat: int) -> bytes:
        """Random bits for the bot of a seat in this position: however many processes ask it, it decides once."""
        assert self.match
        state = self.match.state
        return hmac.digest(self.seed, f"bot {seat} {state.round} {state.active} {state.turn}".encode(), "sha256")

    def apply(self, entry: Entry) -> None:
        assert entry.seq == len(self.log), f"table {self.id}: event {entry.seq} after {self.seq}"
        self._change(entry.event)
        if isinstance(entry.event, Entered):
            self.entered[entry.event.entry] = entry
        if not isinstance(entry.event, Played):
            self.around_seq = entry.seq
            self.has_bots = any(seat.bot is not None for seat in self.seats)
            self.browsers |= browsers_in(entry.event)
        self.changes += isinstance(entry.event, REPEATABLE)
        self.log.append(entry)
        if entry.move_id:
            self.moves.add(entry.move_id)

    def _change(self, event: TableEvent) -> None:
        match event:
            case Played():
                self._play(event.event)
            case Created():
                self.settings, self.seats = event.settings, [*event.seats]
                self.dice_set = DiceSet.read(event.settings.dice) if event.settings.dice else STANDARD_DICE
                self.host, self.language = event.host, event.language
                self.commitments = dict(enumerate(event.commitments))
                self.game_id = event.origin or self.id
                self.position = read_position(event.position) if event.position else None
            case Seated() | Renamed() | Left() | BotPlays() | PersonPlays():
                self.seats[event.seat] = _seat_after(self.seats[event.seat], event)
                if isinstance(event, Seated):
                    self.commitments[event.holder] = event.commitment
            case Starting():
                self.starting = event
            case Revealed():
                self.words[commitment_to(event.words.encode())] = event.words
                self.commitments[event.holder] = event.commitment
            case Started():
                self._start(event)
            case SettingsChanged():
                values = {"speed": event.speed, "wait": event.wait, "hints": event.hints}
                changed = {name: value for name, value in values.items() if value is not None}
                self.settings = self.settings.model_copy(update=changed)
            case Passed():
                self.passed = True
            case Undone():
                assert self.match
                self.match.undo(event.seat)
            case RematchOpened():
                self.rematch = event.table
            case SeatsMoved():
                self._move_seats(event.holder, event.to)
                self.commitments[event.to] = event.commitment
            case Entered():
                assert self.pad
                self.pad.add(pad_entry(event))
            case _:
                assert_never(event)

    def _play(self, event: Event) -> None:
        assert self.match
        if isinstance(event, Scored):
            self.passed = False
        self.match.append(event)

    def _start(self, event: Started) -> None:
        self.seats = [self.seats[seat] for seat in event.order]
        settings, commitments = self.settings, self.starting.commitments if self.starting else ()
        self.starting = None
        players = names(self.seats, self.language)
        ruleset = Ruleset(settings.rounds, settings.free_giving, settings.late_asking)
        if settings.pad:
            self.pad = Pad(players, ruleset, self.dice_set)
            return
        self.match = Match(
            GameRecord(
                tuple(players),
                ruleset,
                self.dice_set,
                pledge=Pledge(self.commitment, event.entropy, self.seed, commitments),
                bots=tuple(None if seat.person else seat.bot for seat in self.seats),
                begins_at=self.position,
            )
        )

    def _move_seats(self, holder: int, to: int) -> None:
        self.seats = [replace(seat, holder=to) if seat.holder == holder else seat for seat in self.seats]
        if self.host == holder:
            self.host = to

    @property
    def seq(self) -> int:
        return len(self.log) - 1

    def is_next(self, move: Move) -> bool:
        """Whether a move was sent by somebody who knew everything until now."""
        return move.seq == self.seq and move.move_id not in self.moves

    @property
    def unrevealed(self) -> list[int]:
        """The seats whose browsers have yet to reveal their words."""
        if self.starting is None:
            return []
        both = zip(self.starting.order, self.starting.commitments, strict=True)
        return [seat for seat, commitment in both if commitment and commitment not in self.words]

    @property
    def has_started(self) -> bool:
        return self.match is not None or self.pad is not None

    @property
    def record(self) -> GameRecord | None:
        """The game so far, None before the start."""
        if self.pad:
            return self.pad.record
        return self.match.record if self.match else None

    @property
    def stage(self) -> Stage:
        if not self.has_started:
            return "lobby"
        is_over = self.pad.is_over if self.pad else self.match and self.match.state.is_over
        return "over" if is_over else "playing"

    @property
    def standing(self) -> Standing:
        if self.pad:
            coming, final = self.pad.next_turn, self.pad.results
            round_, active = (coming.round, coming.seat) if coming else (self.pad.rounds, None)
            totals = tuple(sheet.subtotal for sheet in self.pad.sheets)
        elif self.match:
            state = self.match.state
            final = results(state.sheets) if state.is_over else None
            round_, active = min(state.round, self.settings.rounds), None if final else state.active
            totals = tuple(sheet.subtotal for sheet in state.sheets)
        else:
            return Standing()
        if final:
            return Standing(round_, None, tuple(result.total for result in final), winners(final))
        return Standing(round_, active, totals)

    @property
    def may_be_reviewed(self) -> bool:
        return self.settings.hints != "off" or self.stage == "over"

    def is_ended_by(self, event: TableEvent) -> bool:
        if self.pad and isinstance(event, Entered):
            return self.pad.is_ended_by(pad_entry(event))
        if self.match is None or not isinstance(event, Played) or not isinstance(event.event, Scored):
            return False
        state = self.match.state
        return state.round == state.setup.ruleset.rounds and state.active == len(self.seats) - 1

    @property
    def just_played(self) -> Event | None:
        """The last event, if it is one of the game."""
        last = self.log[-1].event
        return last.event if isinstance(last, Played) else None

    @property
    def kept(self) -> Dice:
        """The dice kept in the last roll of this turn."""
        return self.match.kept if self.match else ()

    def events_since(self, seq: int) -> list[Fields]:
        """The public form of the events after `seq`."""
        return [fields for entry in self.log[max(seq, -1) + 1 :] if (fields := self.public(entry))]

    def public(self, entry: Entry) -> Fields | None:
        return public(entry, self.dice_set)

    def holder_of(self, browser: str | None) -> int | None:
        """The holder number of a browser, given its digest; among several, one with a seat."""
        numbers = [number for number, digest in self.browsers.items() if digest == browser]
        if len(numbers) == 1:
            return numbers[0]
        seated = [number for number in numbers if self.has_seat(number)]
        return next(iter(seated or numbers), None)

    def has_seat(self, holder: int | None) -> bool:
        return holder is not None and any(seat.holder == holder for seat in self.seats)

    @property
    def recipient_has_priority(self) -> bool:
        """Whether the active player must let the recipient ask first: a person at another browser, or beside a bot."""
        if self.match is None or self.passed or not self.match.state.may_be_asked:
            return False
        active, recipient = self.seats[self.match.state.active], self.seats[self.match.state.recipient]
        return recipient.bot is None and (active.bot is not None or active.holder != recipient.holder)

    def may(self, seat: int) -> list[MoveName]:
        """The moves that a person in this seat can make now."""
        if self.match is None or self.seats[seat].bot is not None:
            return []
        state, last_actor = self.match.state, self.match.last_actor
        if seat not in (state.active, state.recipient, last_actor):
            return []
        legal = legal_actions(state, seat)
        # They are of at most two kinds, one after the other.
        kinds = dict.fromkeys((type(legal[0]), type(legal[-1]))) if legal else ()
        actions: list[MoveName] = [ACTION_NAMES[kind] for kind in kinds]
        if seat == state.recipient and state.recipient_decides and self.recipient_has_priority and self.settings.wait:
            actions.append("decline")
        if seat == last_actor and self.match.why_not_undo(seat) is None:
            actions.append("undo")
        return actions

    @property
    def awaited(self) -> int | None:
        """The seat that the game waits for; a recipient only after a stop (8.2), since people may ask at any time."""
        if self.match is None:
            return None
        node = self.match.node
        return node.player if node.state.turn.stopped else Node(node.state, asking=False).player

    @property
    def bot_decision(self) -> Node | None:
        """The decision that a bot has to make now."""
        if self.match is None or not self.has_bots:
            return None
        node = self.match.node
        if node.asking and self.seats[node.state.recipient].bot is None and not node.state.turn.stopped:
            node = Node(node.state, asking=False)
        return node if node.player is not None and self.seats[node.player].bot is not None else None


def _seat_after(seat: Seat, event: Seated | Renamed | Left | BotPlays | PersonPlays) -> Seat:
    match event:
        case Seated():
            return replace(seat, name=event.name, holder=event.holder, birthday=event.birthday, words=event.words)
        case Renamed():
            return replace(seat, name=event.name)
        case Left():
            return Seat(person=True)
        case BotPlays():
            return replace(seat, bot=event.bot, person=seat.person and not seat.is_open)
        case PersonPlays():
            return replace(seat, bot=None)
