"""Training a network of `shares`: AdamW on the cross-entropy."""

from collections.abc import Iterable
from math import cos, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from charidice.solving.writing import by_byte
from charidice.strategy.tables.features import is_steep
from charidice.strategy.tables.shares import Network, Residuals
from charidice.strategy.turn.arrays import Floats

MINIBATCH, DECAY = 256, 3e-2
# The weights of the newest gradient and of its square, in single precision like the weights of the network.
_FIRST, _SECOND = np.float32(0.1), np.float32(0.001)


class Effort(NamedTuple):
    """How a network is trained."""

    families: int
    size: int
    """How many positions a family has: many where shares are steep and one tells little about its neighbours."""
    epochs: int


def new_network(turns_left: int, seats: int, rng: np.random.Generator) -> Network:
    return drawn(Network.shapes(turns_left, seats), rng, is_steep(turns_left, seats))


def drawn(shapes: Iterable[tuple[int, int]], rng: np.random.Generator, steep: bool = False) -> Network:
    """A network with random initial weights."""
    *hidden, last = (rng.normal(0, 1 / sqrt(shape[0]), shape).astype(np.float32) for shape in shapes)
    return Network(tuple(hidden), last, steep)


def fit(network: Network, inputs: Floats, targets: Floats, made: Effort, rng: np.random.Generator) -> Network:
    """Fit a network to shares, with a learning rate that falls to 0 like a cosine."""
    *hidden, last = (layer.copy() for layer in network.weights)
    fitted = network._replace(hidden=tuple(hidden), last=last)
    means, squares = ([np.zeros_like(layer) for layer in fitted.weights] for _ in range(2))
    steps = made.epochs * (len(inputs) // MINIBATCH)
    highest = 4e-3 if network.gated else 6e-3
    step = 0
    for _ in range(made.epochs):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
            rows = order[start : start + MINIBATCH]
            rate = np.float32(highest * (1 + cos(pi * step / steps)) / 2)
            step += 1
            for layer, gradient, mean, square in zip(
                fitted.weights, _gradient(fitted, inputs[rows], targets[rows]), means, squares, strict=True
            ):
                mean += _FIRST * (gradient - mean)
                square += _SECOND * (gradient * gradient - square)
                unbiased = np.sqrt(square / np.float32(1 - 0.999**step)) + np.float32(1e-8)
                layer -= rate * (mean / np.float32(1 - 0.9**step) / unbiased + np.float32(DECAY) * layer)
    return fitted


def _gradient(network: Network, inputs: Floats, targets: Floats) -> list[Floats]:
    """The gradient of the cross-entropy between shares and targets, layer by layer."""
    hidden, shares = network.layers(inputs)
    if network.steep:
        rest = (1 - targets[:, :1]) / np.maximum(1 - shares[:, :1], np.float32(1e-9))
        shares = np.concatenate([shares[:, :1], rest * shares[:, 1:]], axis=1)
    above = (shares - targets) / np.float32(len(inputs))
    *_, top = below = [inputs, *(layer.values for layer in hidden)]
    found = [np.concatenate([top.T @ above, inputs.T @ above, above.sum(axis=0, keepdims=True)])]
    weights = [*(layer[:-1] for layer in network.hidden), network.last[: top.shape[1]]]
    for number, layer in reversed(list(enumerate(hidden))):
        above = above @ weights[number + 1].T * layer.slope
        found.append(np.concatenate([below[number].T @ above, above.sum(axis=0, keepdims=True)]))
    return found[::-1]


def packed(network: Network) -> NDArray[np.float16]:
    """The weights in the file format."""
    weights = np.concatenate([layer.ravel() for layer in network.weights]).astype(np.float16)
    # Rounded to half of their digits, they compress far better and are as good.
    rounded: NDArray[np.float16] = ((weights.view(np.uint16) + np.uint16(16)) & np.uint16(0xFFE0)).view(np.float16)
    return rounded


def stored(residuals: Residuals, network: Network) -> NDArray[np.uint8]:
    """The arrays of a file for one number of turns left."""
    return by_byte(np.append(np.array(residuals, np.float16), packed(network)).view(np.uint16))
