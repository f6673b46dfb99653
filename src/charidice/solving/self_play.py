"""Self-play of the fitted shares from a position, to measure their error there.

Every player plays each turn optimally for the shares after it. The value of a position in self-play is that of its
turn, solved from those shares, plus the mean sum of residuals up to the end: for every further turn its value when
solved, less the expected share. This sum does not contain the luck of the dice, so a few games are as informative as
the results of thousands.
"""

from math import sqrt
from typing import NamedTuple

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as np

from charidice.rules.engine import evolve
from charidice.rules.moves import GiftAsked, Scored
from charidice.rules.state import GameState
from charidice.strategy.objectives.contest import ShareOfVictory, solved_turn, turns_left_in
from charidice.strategy.tables.positions import Positions
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.forecast import forecast


class SelfPlayGame(NamedTuple):
    """A game of self-play from a position to the end; by seat."""

    residuals: Floats
    """The sum of the residuals after the first turn."""
    result: Floats


class Checked(NamedTuple):
    """The active player's share in a position, compared with games of self-play from there."""

    share: float
    error: float
    """The share less the value in self-play, by the residuals."""
    deviation: float
    """The standard error of `error`."""
    result: float
    """The mean result of the same games."""
    plain_games: float
    """The number of game results with the same standard error."""


class SelfPlay:
    """Games with the fitted shares; solved turns are cached."""

    def __init__(self, objective: ShareOfVictory) -> None:
        self.objective = objective
        self._known: dict[GameState, tuple[Floats, Floats]] = {}

    def turn(self, state: GameState) -> tuple[Floats, Floats]:
        """The residual by seat, and the probability of each outcome, first with plain gifts, then with doubled ones."""
        if state not in self._known:
            found = forecast(solved_turn(self.objective, state), state)
            share = self.objective.shares.of(Positions.of(state), turns_left_in(state))[0]
            residuals = np.array(self.objective.before_turn(state)) - np.roll(share, state.active)
            self._known[state] = residuals, found.chances
        return self._known[state]

    def next(self, state: GameState, rng: np.random.Generator) -> GameState:
        """A random position after the turn."""
        brings = solved_turn(self.objective, state).outcomes
        _, chances = self.turn(state)
        asked, which = divmod(int(rng.choice(len(chances), p=chances)), len(brings.total))
        if asked:
            state = evolve(state, GiftAsked())
        gift = (1 + asked) * int(brings.gift[which])
        return evolve(state, Scored((), int(brings.total[which]), 0, gift))

    def game(self, state: GameState, rng: np.random.Generator) -> SelfPlayGame:
        residuals = np.zeros(len(state.sheets))
        state = self.next(state, rng)
        while not state.is_over:
            residuals += self.turn(state)[0]
            state = self.next(state, rng)
        return SelfPlayGame(residuals, np.array(self.objective.before_turn(state)))

    def check(self, state: GameState, rng: np.random.Generator, games: int, like: float = 0, most: int = 0) -> Checked:
        """Compare the share before a turn with games, until they are worth `like` plain ones or are `most`."""
        played: list[SelfPlayGame] = []
        while True:
            played += [self.game(state, rng) for _ in range(games)]
            found = self._compared(state, played)
            if found.plain_games >= like or len(played) >= most:
                return found

    def _compared(self, state: GameState, played: list[SelfPlayGame]) -> Checked:
        share = self.objective.before_turn(state)[state.active]
        residuals, results = (np.array(column)[:, state.active] for column in zip(*played, strict=True))
        deviation = float(residuals.std(ddof=1)) / sqrt(len(played))
        value = min(max(share + residuals.mean(), 0.0), 1.0)
        # A turn is solved in single precision.
        plain_games = value * (1 - value) / max(deviation, 1e-6) ** 2
        return Checked(share, -float(residuals.mean()), deviation, float(results.mean()), plain_games)
