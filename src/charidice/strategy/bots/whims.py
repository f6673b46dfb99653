"""Bots that decide partly at random."""

from random import Random
from typing import NamedTuple

from charidice.rules.dice import ALL_DICE, DICE, Dice
from charidice.rules.moves import Action, Roll
from charidice.rules.state import GameState
from charidice.strategy.bots.levels import recipient_action
from charidice.strategy.turn.play import score_or_stop


class Whims(NamedTuple):
    """The probability of each habit, every time it applies."""

    takes_bonus: float
    """Scores a bonus on the table although there are rolls left."""
    gives_up: float
    """Scores without a bonus although there are rolls left."""
    keeps_group: float
    """Keeps the largest group of one colour or one number; otherwise any dice."""
    scores_best: float
    """Scores the best sum; otherwise anything allowed."""
    asks: float
    """Asks for the greatest of gifts."""


SPARROW = Whims(takes_bonus=3 / 4, gives_up=1 / 8, keeps_group=1 / 2, scores_best=3 / 4, asks=1 / 8)
SQUIRREL = Whims(takes_bonus=7 / 8, gives_up=1 / 16, keeps_group=7 / 8, scores_best=7 / 8, asks=1 / 8)


class Whimsical:
    """Plays at random, more or less often choosing the obvious move."""

    def __init__(self, whims: Whims, rng: Random) -> None:
        self.whims = whims
        self._rng = rng

    def choose(self, state: GameState, player: int) -> Action | None:
        if player != state.active:
            return recipient_action(state, self._happens(self.whims.asks))
        if state.turn.rolls == 0:
            return Roll()
        options = state.options
        scores = self.whims.takes_bonus if options[0].bonus else self.whims.gives_up
        if state.rolls_left and not self._happens(scores):
            return Roll(self._keep(state))
        option = options[0] if self._happens(self.whims.scores_best) else self._rng.choice(options)
        return score_or_stop(state, option.dice)

    def _happens(self, probability: float) -> bool:
        return self._rng.random() < probability

    def _keep(self, state: GameState) -> Dice:
        if self._happens(self.whims.keeps_group):
            keep = _largest_group(state)
        else:
            keep = [die for die in ALL_DICE if self._happens(1 / 2)]
        if len(keep) == DICE:
            keep.remove(self._rng.choice(keep))
        return tuple(keep)


def _largest_group(state: GameState) -> list[int]:
    """The dice of the most frequent colour or number; the first one wins ties."""
    groups: dict[tuple[str, int], list[int]] = {}
    for die, face in enumerate(state.faces):
        groups.setdefault(("colour", face.colour), []).append(die)
        groups.setdefault(("number", face.number), []).append(die)
    return max(groups.values(), key=len)
