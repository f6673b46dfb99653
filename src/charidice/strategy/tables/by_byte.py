"""Numbers of two bytes as a file holds them: all high bytes before all low ones, which compresses better."""

import numpy as np
from numpy.typing import NDArray


def by_byte(numbers: NDArray[np.uint16]) -> NDArray[np.uint8]:
    return np.stack([numbers >> 8, numbers & 255]).astype(np.uint8)


def joined(stored: NDArray[np.uint8]) -> NDArray[np.uint16]:
    high, low = stored
    numbers: NDArray[np.uint16] = high.astype(np.uint16) << 8 | low
    return numbers
