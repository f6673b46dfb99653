"""Who watches a table: everybody gets the same news, and nobody slow holds up the others."""

from asyncio import Queue, QueueFull
from dataclasses import dataclass, field

# Whoever is this many messages behind is let go, and comes back for what is missing.
MOST_WAITING = 64


@dataclass(eq=False, slots=True)
class Listener:
    """An open connection; None in its queue means that it is let go."""

    holder: int | None
    """The number of the browser at this table, None for somebody who just watches."""
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
    """The listeners of one table."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Listener) -> None:
        self._listeners.add(listener)

    def remove(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def holders(self) -> set[int | None]:
        return {listener.holder for listener in self._listeners} - {None}

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
