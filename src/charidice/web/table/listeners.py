"""Broadcasts messages to the listeners of a table; a slow one does not hold up the others."""

from asyncio import Event
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from charidice.web.clock import Clock
from charidice.web.store.peers import HoldersThere

# A listener whose queue overflows is disconnected; it reconnects and resumes from its seq.
QUEUE_LIMIT = 64
# Reports of a page: hidden, visible, or used since its last message.
HIDDEN, SHOWN, TOUCHED = "hidden", "shown", "touched"
# Seconds without a report of another process, which sends one with each heartbeat, until it counts as gone.
PEER_TIMEOUT = 10.0


@dataclass(eq=False, slots=True)
class Listener:
    """An open connection and the messages waiting for it."""

    holder: int | None
    """The browser's holder number at this table, None for a spectator."""
    push: Callable[[str], bool] = lambda message: False
    """Sends a message at once, if the connection allows, and says whether it did; others wait for `next`."""
    page: str = ""
    """A random id, chosen by its page."""
    visible: bool = False
    """As last reported by the page."""
    _queue: deque[str | None] = field(default_factory=deque)
    _presence: str = ""
    """The newest presence message; an older one that still waits is outdated."""
    _waiting: Event = field(default_factory=Event)
    _sending: bool = False
    """Whether the message that came with `next` may still be under way."""

    def send(self, message: str) -> bool:
        if not (self._queue or self._sending) and self.push(message):
            return True
        if len(self._queue) >= QUEUE_LIMIT:
            return False
        self._put(message)
        return True

    def send_presence(self, message: str) -> bool:
        if self._presence in self._queue:
            self._queue.remove(self._presence)
        self._presence = message
        return self.send(message)

    def close(self) -> None:
        self._queue.clear()
        self._put(None)

    async def next(self) -> str | None:
        """The next message to send, after the last one has been sent; None closes the connection."""
        self._sending = False
        await self._waiting.wait()
        self._sending = True
        message = self._queue.popleft()
        if not self._queue:
            self._waiting.clear()
        return message

    def _put(self, message: str | None) -> None:
        self._queue.append(message)
        self._waiting.set()


class RemoteHolders(NamedTuple):
    """The holders at another process, as last reported."""

    at: float
    present: set[int]
    visible: set[int]


class Listeners:
    """The listeners of one table, and when each holder last saw or used it, here or at another process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._listeners: set[Listener] = set()
        self._visible: Counter[int] = Counter()
        """How many visible pages each holder has."""
        self._remote: dict[str, RemoteHolders] = {}
        self._began = self._clock()
        self._left: dict[int, float] = {}
        self._touched: dict[int, float] = {}
        self._answered: list[str] = []
        """The pages whose requests are being answered."""

    def __len__(self) -> int:
        return len(self._listeners)

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._listeners)

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        self._set_visible(listener, False)

    def receive(self, listener: Listener, word: str) -> bool:
        """Handle a message of the page, and say whether presence may have changed.

        Any unknown word only shows that the connection works.
        """
        was_visible = listener.visible
        if word == TOUCHED and listener.holder is not None:
            self._touched[listener.holder] = self._clock()
        if word in (HIDDEN, SHOWN, TOUCHED):
            self._set_visible(listener, word != HIDDEN)
        return listener.holder is not None and (word == TOUCHED or listener.visible != was_visible)

    def acted(self, holder: int) -> None:
        """Note that a holder has just done something, whatever the pages say."""
        self._left[holder] = self._touched[holder] = self._clock()

    def _set_visible(self, listener: Listener, visible: bool) -> None:
        # The time to be away counts from now, for those who leave and those who come back.
        if visible != listener.visible and listener.holder is not None:
            self.acted(listener.holder)
            self._visible[listener.holder] += 1 if visible else -1
        listener.visible = visible

    def holders(self) -> set[int]:
        here = {listener.holder for listener in self._listeners if listener.holder is not None}
        return here.union(*(each.present for each in self._live_peers())) if self._remote else here

    def gone_since(self, holder: int) -> float | None:
        """Since when no page of a holder is visible; None while one is."""
        if self._visible.get(holder):
            return None
        if self._remote and any(holder in each.visible for each in self._live_peers()):
            return None
        return self._left.get(holder, self._began)

    def report(self) -> HoldersThere:
        """The holders at this process, for the others."""
        present = {listener.holder for listener in self if listener.holder is not None}
        now = self._clock()
        ago = {holder: now - at for holder, at in self._touched.items() if holder in present}
        return {"type": "holders", "present": sorted(present), "visible": sorted(+self._visible), "touched": ago}

    def update_remote(self, process: str, there: HoldersThere) -> None:
        """Take over the report of another process."""
        now = self._clock()
        before = self._remote.get(process)
        self._remote[process] = RemoteHolders(now, {*there["present"]}, {*there["visible"]})
        if before:
            self._left |= dict.fromkeys(before.visible.difference(there["visible"]), now)
        for holder, ago in there["touched"].items():
            self._touched[holder] = max(now - ago, self._touched.get(holder, self._began))

    def _live_peers(self) -> list[RemoteHolders]:
        """The last reports of other processes; drops those of processes that are gone."""
        oldest = self._clock() - PEER_TIMEOUT
        for process, report in [*self._remote.items()]:
            if report.at < oldest:
                del self._remote[process]
                self._left |= dict.fromkeys(report.visible, report.at)
        return [*self._remote.values()]

    def touched_at(self, holder: int) -> float:
        return self._touched.get(holder, self._began)

    def broadcast(self, message: str) -> None:
        self._send(self, message)

    def update(self, message: str) -> None:
        """Broadcast an update to all pages but those whose answer will have it."""
        self._send((listener for listener in self if listener.page not in self._answered), message)

    @contextmanager
    def answering(self, page: str | None, missed: Callable[[], str | None]) -> Iterator[None]:
        """Leave a page out of updates until its request is answered; if it is refused, send what the page missed."""
        if page is None:
            yield
            return
        self._answered.append(page)
        try:
            yield
        except BaseException:
            if message := missed():
                self._send((listener for listener in self if listener.page == page), message)
            raise
        finally:
            self._answered.remove(page)

    def _send(self, listeners: Iterable[Listener], message: str) -> None:
        self._drop_all([listener for listener in listeners if not listener.send(message)])

    def broadcast_presence(self, message: str) -> None:
        self._drop_all([listener for listener in self if not listener.send_presence(message)])

    def drop(self, holder: int) -> None:
        """Disconnect a holder's browser after its seats have moved to another one."""
        self._drop_all([listener for listener in self if listener.holder == holder])

    def _drop_all(self, listeners: list[Listener]) -> None:
        for listener in listeners:
            self.remove(listener)
            listener.close()
