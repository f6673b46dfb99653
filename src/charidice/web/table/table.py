"""One table: what its log says, and what may happen next. It changes by events only."""

import hmac
from asyncio import Event as Stir
from asyncio import Lock
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from charidice.chance import Pledge
from charidice.match import Match
from charidice.record.jsonform import Reader, event_fields, read_event
from charidice.rules.engine import ACTION_NAMES, legal_actions
from charidice.rules.moves import Event, Scored
from charidice.rules.ruleset import Ruleset
from charidice.web.models import LONGEST_WAIT, Fields, TableSettings
from charidice.web.motion import MOTION
from charidice.web.table.listeners import Listeners
from charidice.web.table.opening import Seat, names

GAME_EVENTS = frozenset({"rolled", "scored", "gift-asked", "stopped", "gift-declined"})
# What the log knows and nobody but the server needs to.
PRIVATE = {
    "created": frozenset({"settings", "seats", "language"}),
    "seated": frozenset({"birthday", "words"}),
    "started": frozenset({"entropy"}),
}
# How much longer than the pace a bot pauses: at each speed, and after a score, which may be taken back.
SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.25}
AFTER_A_SCORE = 1.5


class Table:
    """A table as its log tells it. All that follows from the log alone is rebuilt by `apply`."""

    def __init__(self, table: str, seed: bytes, motion: bool = True) -> None:
        self.id = table
        self._motion = MOTION if motion else {}
        self.seed = seed
        self.commitment = Pledge.of(seed).commitment
        # Whoever has it may take an open seat. It follows from the seed, which is secret for as long as seats are open.
        self.join_code = hmac.digest(seed, b"join", "sha256").hex()[:32]
        self.holders: dict[int, str] = {}
        """The digests of the browsers that hold seats, by their numbers."""
        self.log: list[Fields] = []
        """Every event with its seq and time, private parts included."""
        self.moves: dict[str, int] = {}
        """The seq that each move brought about, by the name its sender gave it."""
        self.seats: list[Seat] = []
        self.settings = TableSettings()
        self.host = 0
        self.language = ""
        self.match: Match | None = None
        self.rematch: str | None = None
        self.passed = False
        self.still_at = monotonic()
        """When what happened last has come to rest in the browsers."""
        self.considering = False
        """The recipient has the question before them if they really want to ask."""
        self._considering_since: float | None = None
        self.skipping = False
        """Bots do not pause until it is for a person to do something."""
        self.changed_at = monotonic()
        """When something happened here last, since the server knows the table."""
        self.lock = Lock()
        self.stirred = Stir()
        self.listeners = Listeners()
        self.bots_at_work = False
        self.told: tuple[object, str] = (None, "")
        """The view that was told last, as JSON, and of when it is."""
        self.let_go_by = -1
        """The event after which a bot has decided not to ask."""

    @property
    def seq(self) -> int:
        return len(self.log) - 1

    @property
    def stage(self) -> str:
        if self.match is None:
            return "lobby"
        return "over" if self.match.state.is_over else "playing"

    @property
    def is_last_turn(self) -> bool:
        assert self.match
        state = self.match.state
        return state.round == state.setup.ruleset.rounds and state.active == len(self.seats) - 1

    def apply(self, seq: int, at: str, body: Fields, move_id: str | None = None, live: bool = False) -> None:
        """Let one event of the log happen; `live` when it happens now, not long ago."""
        assert seq == len(self.log), f"table {self.id}: event {seq} after {self.seq}"
        name = str(body["event"])
        if name in GAME_EVENTS:
            self._game_event(body, live)
        else:
            _CHANGES[name](self, body)
        self.log.append({"seq": seq, "at": at, **body})
        self.changed_at = monotonic()
        if move_id:
            self.moves[move_id] = seq

    def _game_event(self, body: Fields, live: bool) -> None:
        assert self.match
        event = read_event(Reader(body, ""), self.match.state.setup.dice_set)
        if live:
            self.still_at = monotonic() + self._motion.get(str(body["event"]), 0.0)
        if isinstance(event, Scored):
            self.passed = False
        self.considering, self._considering_since = False, None
        self.match.append(event)

    def fields(self, event: Event) -> Fields:
        """A decided event as it goes into the log."""
        assert self.match
        return event_fields(self.match.state, (event,))[0]

    def holder_of(self, digest: str | None) -> int | None:
        """The number of a browser at this table; of several, one that has a seat."""
        numbers = [number for number, held in self.holders.items() if held == digest]
        seated = [number for number in numbers if self.has_seat(number)]
        return next(iter(seated or numbers), None)

    def has_seat(self, holder: int | None) -> bool:
        return holder is not None and any(seat.holder == holder for seat in self.seats)

    @property
    def waits(self) -> bool:
        """Whether the active player lets the recipient come first: a person, asked across the net or by a bot."""
        if self.match is None or self.passed or not self.match.state.may_be_asked:
            return False
        active, recipient = self.seats[self.match.state.active], self.seats[self.match.state.recipient]
        return recipient.bot is None and (active.bot is not None or active.holder != recipient.holder)

    @property
    def wait(self) -> float:
        """For how many seconds more."""
        if self.match is None or not self.waits:
            return 0.0
        until = [0.0]
        if self.match.state.recipient_decides and self.settings.wait:
            until.append(self.still_at + self.settings.wait)
        if self.considering and self._considering_since is not None:
            until.append(self._considering_since + LONGEST_WAIT)
        return max(0.0, max(until) - monotonic())

    def consider(self, seat: int, considering: bool) -> None:
        """Note whether the recipient is about to ask; after each roll they can hold up the others once, for a while."""
        self.considering = considering and self.waits and self.match is not None and seat == self.match.state.recipient
        if self.considering and self._considering_since is None:
            self._considering_since = monotonic()

    def pause(self, pace: float) -> float:
        """For how many seconds more a bot lets people look, at so many a step."""
        if self.skipping:
            return 0.0
        look = pace * SPEEDS[self.settings.speed] * (AFTER_A_SCORE if self.log[-1]["event"] == "scored" else 1)
        return max(0.0, self.still_at + look - monotonic())

    def may(self, seat: int) -> list[str]:
        """What a person there can do now, by name."""
        if self.match is None or self.seats[seat].bot is not None:
            return []
        state = self.match.state
        actions = list(dict.fromkeys(ACTION_NAMES[type(action)] for action in legal_actions(state, seat)))
        if seat == state.recipient and state.recipient_decides and self.waits and self.settings.wait:
            actions.append("pass")
        if self.match.why_not_undo(seat) is None:
            actions.append("undo")
        return actions

    def bot_to_move(self) -> int | None:
        """The seat whose bot has to do something as the active player."""
        if self.match is None:
            return None
        state = self.match.state
        ready = self.seats[state.active].bot is not None and legal_actions(state, state.active)
        return state.active if ready and not state.is_over else None

    def bot_to_answer(self) -> int | None:
        """The seat whose bot has just got the chance to ask for the greatest of gifts."""
        if self.match is None or not self.match.state.recipient_decides:
            return None
        recipient = self.match.state.recipient
        new = self.match.state.turn.stopped or (self.log[-1]["event"] == "rolled" and self.let_go_by != self.seq)
        return recipient if new and self.seats[recipient].bot is not None else None

    def online(self) -> list[bool]:
        """By seat: whether whoever plays there can see the table now."""
        present = self.listeners.holders()
        return [seat.bot is not None or seat.holder in present for seat in self.seats]

    def away(self) -> list[bool]:
        """By seat: whether its person has been absent for so long that a bot may play on."""
        return [self._is_long_ago(self._absent_since(seat)) for seat in range(len(self.seats))]

    def _absent_since(self, seat: int) -> float | None:
        place = self.seats[seat]
        if place.holder is None or place.bot is not None:
            return None
        gone = self.listeners.gone_since(place.holder)
        if gone is None and seat == self.awaited:
            # The page is open, but nobody does anything with it.
            return max(self.changed_at, self.listeners.touched_at(place.holder))
        return gone

    def _is_long_ago(self, since: float | None) -> bool:
        return since is not None and monotonic() - since >= self.settings.away

    @property
    def awaited(self) -> int | None:
        """The seat without which the game does not go on."""
        if self.match is None or self.match.state.is_over:
            return None
        state = self.match.state
        return state.active if legal_actions(state, state.active) else state.recipient

    def hosts(self) -> list[int]:
        """The browsers that may do what is the host's to do: while the host is away, all that have a seat."""
        if not self._is_long_ago(self.listeners.gone_since(self.host)):
            return [self.host]
        return sorted({self.host, *(seat.holder for seat in self.seats if seat.holder is not None)})

    def events_since(self, seq: int) -> list[Fields]:
        """What happened after an event, as everybody may see it."""
        return [public(event) for event in self.log[max(seq, -1) + 1 :]]


def public(event: Mapping[str, Any]) -> Fields:
    hidden = PRIVATE.get(event["event"], frozenset())
    return {name: value for name, value in event.items() if name not in hidden}


def _created(table: Table, body: Fields) -> None:
    table.settings = TableSettings.model_validate(body["settings"])
    table.seats = [Seat(**seat) for seat in body["seats"]]  # type: ignore[attr-defined]
    table.host = body["host"]  # type: ignore[assignment]
    table.language = str(body["language"])


def _seated(table: Table, body: Mapping[str, Any]) -> None:
    seat = table.seats[body["seat"]]
    seat.name, seat.holder = body["name"], body["holder"]
    seat.birthday, seat.words = body["birthday"], body["words"]


def _renamed(table: Table, body: Mapping[str, Any]) -> None:
    table.seats[body["seat"]].name = body["name"]


def _left(table: Table, body: Mapping[str, Any]) -> None:
    table.seats[body["seat"]] = Seat(person=True)


def _bot_plays(table: Table, body: Mapping[str, Any]) -> None:
    seat = table.seats[body["seat"]]
    seat.bot = body["bot"]
    if seat.is_open:
        seat.person = False


def _person_plays(table: Table, body: Mapping[str, Any]) -> None:
    table.seats[body["seat"]].bot = None


def _started(table: Table, body: Mapping[str, Any]) -> None:
    table.seats = [table.seats[seat] for seat in body["order"]]
    settings = table.settings
    table.match = Match.new(
        names(table.seats, table.language),
        Ruleset(settings.rounds, settings.free_giving, settings.late_asking),
        seed=table.seed,
        bots=[None if seat.person else seat.bot for seat in table.seats],
    )
    for seat, words in enumerate(body["entropy"]):
        table.match.add_entropy(seat, words)


def _speed(table: Table, body: Fields) -> None:
    table.settings = table.settings.model_copy(update={"speed": body["speed"]})


def _passed(table: Table, body: Fields) -> None:
    table.passed = True


def _undone(table: Table, body: Mapping[str, Any]) -> None:
    assert table.match
    table.match.undo(body["seat"])


def _rematch(table: Table, body: Fields) -> None:
    table.rematch = str(body["table"])


def _moved(table: Table, body: Mapping[str, Any]) -> None:
    """A browser that sat here already has taken over the seats of another."""
    for seat in table.seats:
        if seat.holder == body["holder"]:
            seat.holder = body["to"]
    if table.host == body["holder"]:
        table.host = body["to"]


_CHANGES: dict[str, Callable[[Table, Any], None]] = {
    "created": _created,
    "seated": _seated,
    "renamed": _renamed,
    "left": _left,
    "bot-plays": _bot_plays,
    "person-plays": _person_plays,
    "started": _started,
    "speed": _speed,
    "passed": _passed,
    "undone": _undone,
    "rematch": _rematch,
    "moved": _moved,
}
