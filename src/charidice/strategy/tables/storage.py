"""Reads the files of tables; `charidice.solving.writing` writes them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TypeVar
from zipfile import BadZipFile

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from charidice.rules.errors import Refused

U = TypeVar("U", np.uint16, np.uint32)


class CannotLoad(Refused):
    """A file without a complete table."""


@contextmanager
def bundled(name: str) -> Iterator[NpzFile]:
    with resources.files(__package__).joinpath(f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        yield arrays


@contextmanager
def read(path: Path) -> Iterator[NpzFile]:
    """Raises CannotLoad for anything wrong with the file."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            yield arrays
    except (OSError, EOFError, ValueError, TypeError, KeyError, BadZipFile) as error:
        raise CannotLoad("not-a-solution", path=path) from error


def joined(stored: NDArray[np.uint8], kind: type[U]) -> NDArray[U]:
    """Numbers stored as all their high bytes before all lower ones."""
    numbers = np.zeros(stored.shape[1:], kind)
    for plane in stored:
        numbers = numbers << kind(8) | plane
    return numbers


def summed(changes: NDArray[U], axes: Sequence[int]) -> NDArray[U]:
    """Numbers stored as changes along these axes, with the sign as the last bit."""
    one = changes.dtype.type(1)
    numbers: NDArray[U] = changes >> one ^ -(changes & one)
    for axis in axes:
        numbers = np.cumsum(numbers, axis=axis, dtype=changes.dtype)
    return numbers
