"""The types of arrays."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
AnyInts = NDArray[np.integer]
"""Integers of any size."""
Floats = NDArray[np.floating]
