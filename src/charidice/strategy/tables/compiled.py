"""Reading the table of chances of victory, compiled by Numba: for many positions. Numba loads slowly."""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit

from charidice.strategy.turn.arrays import Floats, Ints

_F = TypeVar("_F", bound=Callable[..., None])
# Not all versions of Numba are typed.
_compiled = cast("Callable[[_F], _F]", njit(cache=True))


@_compiled
def read_nodes(
    starts: Ints,
    order: Ints,
    difference: Ints,
    lead: Floats,
    nodes: Ints,
    weights: Floats,
    node_lead: Floats,
    base: Ints,
    step: int,
    chances: Floats,
    found: Floats,
) -> None:
    """By outcome and position: `Level.read` of all nodes, added up by their weights to `found`, at first 0.

    The outcomes of gift g are `order[starts[g]:starts[g + 1]]`; lead, nodes and weights are by gift and position. It is
    the same as with NumPy to the last bit, but for that sum.
    """
    positions = found.shape[1]
    last = chances.shape[1] - 1
    one_step = 1 / step
    for gift in range(len(starts) - 1):
        for position in range(positions):
            row = gift * positions + position
            for tap in range(nodes.shape[1]):
                weight = weights[row, tap]
                if weight == 0:
                    continue
                node = nodes[row, tap]
                shift = np.float64(lead[row] - node_lead[node]) - base[node]
                for outcome in order[starts[gift] : starts[gift + 1]]:
                    place = (difference[outcome, position] + shift) * one_step
                    place = min(max(place, 0.0), np.float64(last))
                    start = min(max(int(place) - 1, 0), last - 3)
                    x = np.float32(place - start)
                    zero, one = chances[node, start], chances[node, start + 1]
                    two, three = chances[node, start + 2], chances[node, start + 3]
                    # As in `_cubic_at`, all in single precision.
                    three, two, one = three - two, two - one, one - zero
                    three, two = three - two, two - one
                    three = three - two
                    two = (two + three * ((x - np.float32(2)) / np.float32(3))) * ((x - np.float32(1)) / np.float32(2))
                    found[outcome, position] += weight * (zero + (one + two) * x)
