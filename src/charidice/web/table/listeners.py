"""Who watches a table: everybody gets the same news, and nobody slow holds up the others."""

from asyncio import Queue, QueueFull
from dataclasses import dataclass, field
from time import monotonic

# Whoever is this many messages behind is let go, and comes back for what is missing.
MOST_WAITING = 64
# What a page says of itself: nobody can see it, it can be seen, somebody has touched it since it last said something.
HIDDEN, SHOWN, TOUCHED = "hidden", "shown", "touched"


@dataclass(eq=False, slots=True)
class Listener:
    """An open connection; None in its queue means that it is let go."""

    holder: int | None
    """The number of the browser at this table, None for somebody who just watches."""
    shown: bool = False
    """Whether somebody can see the page, by its own word."""
    queue: Queue[str | None] = field(default_factory=lambda: Queue(MOST_WAITING))

    def send(self, message: str) -> bool:
        try:
            self.queue.put_nowait(message)
        except QueueFull:
            return False
        return True

    def let_go(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Listeners:
    """The listeners of one table, and since when somebody is not with any of their pages."""

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
        self._show(listener, False)

    def hear(self, listener: Listener, word: str) -> None:
        """Take a page at its word; any other word only says that the connection works."""
        if word == TOUCHED and listener.holder is not None:
            self._touched[listener.holder] = monotonic()
        if word in (HIDDEN, SHOWN, TOUCHED):
            self._show(listener, word != HIDDEN)

    def _show(self, listener: Listener, shown: bool) -> None:
        if listener.shown and not shown and listener.holder is not None:
            self._left[listener.holder] = monotonic()
        listener.shown = shown

    def holders(self) -> set[int | None]:
        return {listener.holder for listener in self._listeners} - {None}

    def gone_since(self, holder: int) -> float | None:
        """Since when a browser shows the table to nobody; None while it does."""
        if any(listener.shown for listener in self._listeners if listener.holder == holder):
            return None
        return self._left.get(holder, self._began)

    def touched_at(self, holder: int) -> float:
        return self._touched.get(holder, self._began)

    def tell(self, message: str) -> None:
        for listener in [listener for listener in self._listeners if not listener.send(message)]:
            self._drop(listener)

    def drop(self, holder: int) -> None:
        """Let go of all connections of a browser, because its seats are somebody else's now."""
        for listener in [listener for listener in self._listeners if listener.holder == holder]:
            self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        self.remove(listener)
        listener.let_go()
