"""Memory for the arrays of a turn."""

from threading import local

import numpy as np

from charidice.strategy.turn.arrays import Floats


class Workspace:
    """A new array for every request: for turns that are kept."""

    def array(self, name: str, rows: int, like: Floats) -> Floats:
        """An array with anything in it, of so many rows of as many states."""
        return np.empty((rows, like.shape[1]), like.dtype)


class ReusedWorkspace(Workspace, local):
    """The same array again for the same name, in the same thread: new memory costs more than a sweep of a batch."""

    def __init__(self) -> None:
        self._buffers: dict[str, Floats] = {}

    def array(self, name: str, rows: int, like: Floats) -> Floats:
        size = rows * like.shape[1]
        buffer = self._buffers.get(name)
        if buffer is None or buffer.size < size or buffer.dtype != like.dtype:
            buffer = self._buffers[name] = np.empty(size, like.dtype)
        return buffer[:size].reshape(rows, -1)
