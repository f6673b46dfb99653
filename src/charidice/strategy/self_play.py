"""Self-play of the fitted shares from a position, to measure how far they are off there.

Everybody plays each turn optimally for the shares after it. The value of a position in self-play is that of its turn,
solved from those shares, plus, on average, the residuals on the way to the end: for every further turn its value when
it is solved, less the share that was expected. The luck of the dice is not in that sum, so that a few games tell as
much as the results of thousands.
"""

from math import sqrt
from typing import NamedTuple

from charidice.installed import STRATEGY, needing

with needing(STRATEGY):
    import numpy as np

from charidice.rules.engine import evolve
from charidice.rules.moves import GiftAsked, Scored
from charidice.rules.state import GameState
from charidice.strategy.goals.objectives import ShareOfVictory, solved_turn, turns_left_in
from charidice.strategy.tables.positions import Positions
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.forecast import forecast


class Game(NamedTuple):
    """A game of self-play from a position to the end; by seat."""

    residuals: Floats
    """Their sum, after the first turn."""
    result: Floats


class Checked(NamedTuple):
    """The active player's share in a position, compared with games of self-play from there."""

    share: float
    error: float
    """The share less the value in self-play, by the residuals."""
    deviation: float
    """The standard error of that."""
    result: float
    """The mean result of the same games."""
    plain_games: float
    """So many results would have the same standard error."""


class SelfPlay:
    """Games with the fitted shares; turns that come up again are not solved again."""

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
        """A position after the turn, by the dice and everybody's decisions."""
        brings = solved_turn(self.objective, state).outcomes
        _, chances = self.turn(state)
        asked, which = divmod(int(rng.choice(len(chances), p=chances)), len(brings.total))
        if asked:
            state = evolve(state, GiftAsked())
        gift = (1 + asked) * int(brings.gift[which])
        return evolve(state, Scored((), int(brings.total[which]), 0, gift))

    def game(self, state: GameState, rng: np.random.Generator) -> Game:
        residuals = np.zeros(len(state.sheets))
        state = self.next(state, rng)
        while not state.is_over:
            residuals += self.turn(state)[0]
            state = self.next(state, rng)
        return Game(residuals, np.array(self.objective.before_turn(state)))

    def check(self, state: GameState, rng: np.random.Generator, games: int, like: float = 0, most: int = 0) -> Checked:
        """Compare the share before a turn with so many games, or as many more as are like enough plain ones."""
        played: list[Game] = []
        while True:
            played += [self.game(state, rng) for _ in range(games)]
            found = self._compared(state, played)
            if found.plain_games >= like or len(played) >= most:
                return found

    def _compared(self, state: GameState, played: list[Game]) -> Checked:
        share = self.objective.before_turn(state)[state.active]
        residuals, results = (np.array(column)[:, state.active] for column in zip(*played, strict=True))
        deviation = float(residuals.std(ddof=1)) / sqrt(len(played))
        value = min(max(share + residuals.mean(), 0.0), 1.0)
        # A turn is solved in single precision.
        plain_games = value * (1 - value) / max(deviation, 1e-6) ** 2
        return Checked(share, -float(residuals.mean()), deviation, float(results.mean()), plain_games)
