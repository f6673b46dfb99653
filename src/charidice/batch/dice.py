"""The dice of many games, all drawn in advance: every die is a function of its place in the game."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from charidice.batch.scoring import Rolls
from charidice.chance import FairDice
from charidice.rules.ruleset import ROLLS
from charidice.rules.state import Setup
from charidice.strategy.turn.orbits import ROLL_STEPS, ROLLS_OF_SIX


class Deals(NamedTuple):
    """The dice of many games: in every roll all six, though kept dice do not use theirs."""

    setup: Setup
    rolls: Rolls
    """By turn of the game, roll of the turn and game."""
    first: int = 0
    """The index of the first game within a larger set of games: random policies depend on it."""

    def part(self, games: Sequence[int]) -> "Deals":
        """Only these games."""
        return self._replace(rolls=self.rolls[:, :, games])

    @property
    def games(self) -> int:
        return len(self.rolls[0, 0])


def random_deals(setup: Setup, games: int, rng: np.random.Generator) -> Deals:
    """Dice from an RNG: fast, but not verifiable."""
    shape = setup.players * setup.ruleset.rounds, ROLLS, games
    return Deals(setup, rng.integers(ROLLS_OF_SIX, size=shape, dtype=np.uint16))


def fair_deals(setup: Setup, dice: Sequence[FairDice]) -> Deals:
    """The dice that each source of fair dice would roll in its game."""
    places = [
        (round_, seat, roll)
        for round_ in range(1, setup.ruleset.rounds + 1)
        for seat in range(setup.players)
        for roll in range(1, ROLLS + 1)
    ]
    shown = b"".join(source.shown(*place) for source in dice for place in places)
    numbers = np.frombuffer(shown, np.uint8).reshape(len(dice), len(places) // ROLLS, ROLLS, len(ROLL_STEPS))
    rolls = (numbers.astype(np.uint16) - 1) @ ROLL_STEPS.astype(np.uint16)
    return Deals(setup, np.ascontiguousarray(np.moveaxis(rolls, 0, -1)))
