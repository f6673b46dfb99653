"""Writes the files of tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.strategy.tables.storage import U


def write(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)
    temporary.replace(path)


def by_byte(numbers: NDArray[np.uint16] | NDArray[np.uint32]) -> NDArray[np.uint8]:
    """All high bytes before all lower ones, which compresses better."""
    shifts = range(8 * (numbers.itemsize - 1), -1, -8)
    return np.stack([(numbers >> numbers.dtype.type(shift)).astype(np.uint8) for shift in shifts])


def changes(numbers: NDArray[U], axes: Sequence[int]) -> NDArray[U]:
    """The changes along these axes, one after the other, with the sign as the last bit: most are near 0."""
    for axis in axes:
        numbers = np.diff(numbers, axis=axis, prepend=numbers.dtype.type(0))
    bits = numbers.dtype.type(8 * numbers.itemsize - 1)
    found: NDArray[U] = numbers << numbers.dtype.type(1) ^ -(numbers >> bits)
    return found
