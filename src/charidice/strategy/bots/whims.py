"""Bots that decide partly at random."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from charidice.rules.dice import ALL_DICE, DICE, Dice, DiceSet, Numbers
from charidice.rules.moves import Action, AskGift, DeclineGift, Roll
from charidice.rules.strict import Node
from charidice.strategy.turn.play import score_or_stop

# The number of rolls of one dice set.
ROLLS_CACHED = 6**6


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


class Mood:
    """The random choices of a bot, independent of the dice."""

    def __init__(self, whims: Whims, rng: Random) -> None:
        self.whims = whims
        self._rng = rng

    def asks(self) -> bool:
        return self._happens(self.whims.asks)

    def scores_early(self, has_bonus: bool) -> bool:
        """Whether to score although there are rolls left."""
        return self._happens(self.whims.takes_bonus if has_bonus else self.whims.gives_up)

    def option(self, count: int) -> int:
        """The index of one of so many options, the best one first."""
        return 0 if self._happens(self.whims.scores_best) else self._rng.choice(range(count))

    def keep(self, group: Dice) -> Dice:
        """The dice to keep: the largest group, or any."""
        if self._happens(self.whims.keeps_group):
            keep = group
        else:
            keep = tuple(die for die in ALL_DICE if self._happens(1 / 2))
        if len(keep) == DICE:
            dropped = self._rng.choice(keep)
            return tuple(die for die in keep if die != dropped)
        return keep

    def _happens(self, probability: float) -> bool:
        return self._rng.random() < probability


class Whimsical:
    """Plays at random, more or less often choosing the obvious move."""

    def __init__(self, whims: Whims, rng: Random) -> None:
        self.mood = Mood(whims, rng)

    def choose(self, node: Node) -> Action:
        state, mood = node.state, self.mood
        if node.asking:
            return AskGift() if mood.asks() else DeclineGift()
        if state.turn.rolls == 0:
            return Roll()
        options = state.options
        if state.rolls_left and not mood.scores_early(options[0].bonus > 0):
            return Roll(mood.keep(largest_group(state.setup.dice_set, state.turn.numbers)))
        return score_or_stop(state, options[mood.option(len(options))].dice)


@lru_cache(maxsize=ROLLS_CACHED)
def largest_group(dice_set: DiceSet, numbers: Numbers) -> Dice:
    """The dice of the most frequent colour or number; the first one wins ties."""
    groups: dict[tuple[str, int], list[int]] = {}
    for die, face in enumerate(dice_set.faces(numbers)):
        groups.setdefault(("colour", face.colour), []).append(die)
        groups.setdefault(("number", face.number), []).append(die)
    largest: list[int] = max(groups.values(), key=len)
    return tuple(largest)
