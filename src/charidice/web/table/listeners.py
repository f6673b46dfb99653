"""Broadcasts messages to the listeners of a table; a slow one does not hold up the others."""

from asyncio import Queue, QueueFull
from dataclasses import dataclass, field
from time import monotonic

# A listener whose queue overflows is disconnected; it reconnects and resumes from its seq.
QUEUE_LIMIT = 64
# What a page reports: it is not visible, it is visible, somebody has used it since its last message.
HIDDEN, SHOWN, TOUCHED = "hidden", "shown", "touched"


@dataclass(eq=False, slots=True)
class Listener:
    """An open connection; None in its queue closes it."""

    holder: int | None
    """The browser's holder number at this table, None for a spectator."""
    visible: bool = False
    """As last reported by the page."""
    queue: Queue[str | None] = field(default_factory=lambda: Queue(QUEUE_LIMIT))

    def send(self, message: str) -> bool:
        try:
            self.queue.put_nowait(message)
        except QueueFull:
            return False
        return True

    def close(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Listeners:
    """The listeners of one table, and when each holder last saw or used it."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._began = monotonic()
        self._left: dict[int, float] = {}
        self._touched: dict[int, float] = {}

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        self._set_visible(listener, False)

    def receive(self, listener: Listener, word: str) -> None:
        """Handle a message of the page; any unknown word only shows that the connection works."""
        if word == TOUCHED and listener.holder is not None:
            self._touched[listener.holder] = monotonic()
        if word in (HIDDEN, SHOWN, TOUCHED):
            self._set_visible(listener, word != HIDDEN)

    def _set_visible(self, listener: Listener, visible: bool) -> None:
        if listener.visible and not visible and listener.holder is not None:
            self._left[listener.holder] = monotonic()
        listener.visible = visible

    def holders(self) -> set[int | None]:
        return {listener.holder for listener in self._listeners} - {None}

    def gone_since(self, holder: int) -> float | None:
        """Since when no page of a holder is visible; None while one is."""
        if any(listener.visible for listener in self._listeners if listener.holder == holder):
            return None
        return self._left.get(holder, self._began)

    def touched_at(self, holder: int) -> float:
        return self._touched.get(holder, self._began)

    def broadcast(self, message: str) -> None:
        for listener in [listener for listener in self._listeners if not listener.send(message)]:
            self._drop(listener)

    def drop(self, holder: int) -> None:
        """Disconnect a holder's browser after its seats have moved to another one."""
        for listener in [listener for listener in self._listeners if listener.holder == holder]:
            self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        self.remove(listener)
        listener.close()
