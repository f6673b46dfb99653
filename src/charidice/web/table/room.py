"""The room around a table: lock, clock, listeners and the state of its bots."""

import asyncio
import json
from datetime import datetime

from charidice.rules.moves import Rolled, Scored
from charidice.web.clock import Calendar, Clock, real, utc
from charidice.web.events import (
    BotPlays,
    Entered,
    Entry,
    Passed,
    PersonPlays,
    Played,
    Seated,
    SeatsMoved,
    TableEvent,
    Undone,
)
from charidice.web.motion import MOTION
from charidice.web.table.listeners import Listeners
from charidice.web.table.table import Table
from charidice.web.wire import Presence, SeatPresence, WaitMessage

# Factors of a bot's pause: by speed, and after a score, which may be undone.
SPEEDS = {"slow": 2.0, "normal": 1.0, "fast": 0.25}
AFTER_A_SCORE = 1.5
# How long an open confirmation or hint delays the others, once per roll.
CONSIDERING_SECONDS = 60
# By then a page has reported that it was used; it does so with every heartbeat.
REPORT_SECONDS = 5
# Besides those with a seat, who always have a place.
MOST_WATCHERS = 200


class Room:
    """A table in memory; everything here but the table is lost when the server stops."""

    def __init__(self, table: Table, motion: bool = True, clock: Clock = real, now: Calendar = utc) -> None:
        self.table = table
        self._clock = clock
        self.lock = asyncio.Lock()
        self.answering = asyncio.Lock()
        """Held while a bot decides whether to ask, so that it decides once; never taken under `lock`."""
        self.changed = asyncio.Event()
        """Set when the pause of bots may have changed."""
        self.listeners = Listeners(clock)
        self._motion = motion
        self._still_at = self._still_since(table, now())
        """When the browsers have finished animating the last event."""
        self._changed_at = self._clock()
        self._considering = False
        """The recipient has the confirmation for asking open, or a hint about it."""
        self._considering_since: float | None = None
        self.awaits_words = False
        """Waits for browsers to reveal their words."""
        self.bots_at_work = False
        self.skipping = False
        """Bots do not pause until a person has to act."""
        self.failures: dict[int, int] = {}
        """By seat: how many moves in a row an invited bot has failed to make."""
        self.cached_json: dict[str, tuple[object, str]] = {}
        """Parts of the last update as JSON, with their cache keys."""
        self.events_json: list[str] = []
        """The public form of each event, empty for a private one."""
        self.last_presence = ""
        """The last presence message."""
        self.presence_is_due = False
        """A broadcast of presence is scheduled."""

    def apply(self, entry: Entry) -> None:
        """Apply a committed event to the table and restart the clock."""
        self.table.apply(entry)
        self._changed_at = self._clock()
        if isinstance(entry.event, Played):
            self._still_at = self._changed_at + self._motion_of(entry.event)
            self._considering, self._considering_since = False, None
        elif isinstance(entry.event, SeatsMoved):
            self.listeners.drop(entry.event.holder)
            self.listeners.acted(entry.event.to)
        elif isinstance(entry.event, BotPlays):
            self.failures.pop(entry.event.seat, None)
        elif isinstance(entry.event, Entered):
            self.listeners.acted(entry.event.holder)
        self._note_actor(entry.event)
        self.changed.set()

    def _still_since(self, table: Table, now: datetime) -> float:
        """For a table read from its log: by the time of its last event, so that no wait begins again."""
        last = next((entry for entry in reversed(table.log) if isinstance(entry.event, Played)), None)
        if last is None:
            return self._clock()
        # Never in the future, if the clock has been set back.
        passed = max(0.0, (now - datetime.fromisoformat(last.at)).total_seconds())
        return self._clock() - passed + self._motion_of(last.event)

    def _motion_of(self, event: TableEvent) -> float:
        if not self._motion or not isinstance(event, Played):
            return 0.0
        match event.event:
            case Rolled():
                return MOTION["rolled"]
            case Scored(gift=gift):
                is_marked = self.table.seats[event.seat].bot is not None and self.table.settings.speed != "fast"
                return is_marked * MOTION["marked"] + bool(gift) * MOTION["packed"] + MOTION["scored"]
            case _:
                return 0.0

    def _note_actor(self, event: TableEvent) -> None:
        """A player who sits down or moves is present, even before their page is connected."""
        if isinstance(event, Seated | PersonPlays | Played | Passed | Undone):
            seat = self.table.seats[event.seat]
            if seat.holder is not None and seat.bot is None:
                self.listeners.acted(seat.holder)

    @property
    def priority_seconds(self) -> float:
        """Remaining seconds in which only the recipient may act."""
        table = self.table
        if table.match is None or not table.recipient_has_priority:
            return 0.0
        until = [0.0]
        if table.match.state.recipient_decides and table.settings.wait:
            until.append(self._still_at + table.settings.wait)
        if self._considering and self._considering_since is not None:
            until.append(self._considering_since + CONSIDERING_SECONDS)
        return max(0.0, max(until) - self._clock())

    def consider(self, seat: int, considering: bool) -> None:
        """Note whether the recipient is about to ask, which delays the others for CONSIDERING_SECONDS at most."""
        table = self.table
        is_recipient = table.match is not None and seat == table.match.state.recipient
        self._considering = considering and is_recipient and table.recipient_has_priority
        if self._considering and self._considering_since is None:
            self._considering_since = self._clock()
        self.changed.set()
        message: WaitMessage = {"type": "wait", "wait": round(self.priority_seconds * 1000)}
        self.listeners.broadcast(json.dumps(message))

    def pause(self, pace: float) -> float:
        """Remaining seconds of a bot's pause, with `pace` seconds per step at normal speed."""
        if self.skipping:
            return 0.0
        longer = AFTER_A_SCORE if isinstance(self.table.just_played, Scored) else 1
        return max(0.0, self._still_at + pace * SPEEDS[self.table.settings.speed] * longer - self._clock())

    def skip(self) -> None:
        """Skip the bots' pauses until a person has to act."""
        self.skipping = self.bots_at_work
        self.changed.set()

    def has_place_for(self, holder: int | None) -> bool:
        """Whether one more page may listen."""
        return self._has_seat(holder) or sum(not self._has_seat(one.holder) for one in self.listeners) < MOST_WATCHERS

    def _has_seat(self, holder: int | None) -> bool:
        return holder == self.table.host or self.table.has_seat(holder)

    def presence(self) -> Presence:
        present = self.listeners.holders()
        online = [seat.bot is not None or seat.holder in present for seat in self.table.seats]
        seats: list[SeatPresence] = [{"online": here, "away": self.is_away(seat)} for seat, here in enumerate(online)]
        return {"seats": seats, "hosts": self.hosts()}

    def is_away(self, seat: int) -> bool:
        place = self.table.seats[seat]
        if place.holder is None or place.bot is not None:
            return False
        gone = self.listeners.gone_since(place.holder)
        if gone is None and seat == self.table.awaited:
            # The page is visible, but nobody uses it.
            gone = max(self._changed_at, self.listeners.touched_at(place.holder)) + REPORT_SECONDS
        return self._is_long_ago(gone)

    def hosts(self) -> list[int]:
        table = self.table
        if not self._is_long_ago(self.listeners.gone_since(table.host)):
            return [table.host]
        return sorted({table.host, *(seat.holder for seat in table.seats if seat.holder is not None)})

    def _is_long_ago(self, since: float | None) -> bool:
        return since is not None and self._clock() - since >= self.table.settings.away
