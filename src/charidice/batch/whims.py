"""The sparrow and the squirrel: each game has the RNG that its bot would have, so they choose the same."""

from collections.abc import Sequence
from random import Random

import numpy as np

from charidice.batch.playing import Turns
from charidice.batch.scoring import ALL, NUMBERS_OF, Masks, mask_of
from charidice.strategy.bots.whims import Mood, Whims, largest_group
from charidice.strategy.turn.arrays import Bools, Ints


class WhimsicalPolicy:
    """Decides game by game in Python, the only policy that does."""

    def __init__(self, whims: Whims, seeds: Sequence[int]) -> None:
        self._moods = [Mood(whims, Random(seed)) for seed in seeds]  # noqa: S311  (meant to be repeated)
        self._chosen: dict[int, int] = {}
        """By game: the option chosen together with the decision to score."""

    def asks(self, turns: Turns, games: Ints) -> Bools:
        return np.array([self._moods[game].asks() for game in games.tolist()], np.bool_)

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        scoring, dice_set = turns.scoring, turns.setup.dice_set
        # Who has to stop first chooses again after the answer (8.2).
        stops = set(turns.may_ask(games).tolist()) if turns.setup.ruleset.late_asking else set()
        rolls = turns.roll.take(games)
        starts = scoring.starts.take(rolls)
        counts = scoring.starts.take(rolls + np.int32(1)) - starts
        found = []
        rows = zip(games.tolist(), rolls.tolist(), scoring.bonus.take(starts).tolist(), counts.tolist(), strict=True)
        for game, roll, bonus, count in rows:
            mood = self._moods[game]
            if not mood.scores_early(bonus > 0):
                found.append(mask_of(mood.keep(largest_group(dice_set, NUMBERS_OF[roll]))))
                continue
            found.append(ALL)
            option = mood.option(count)
            if game not in stops:
                self._chosen[game] = option
        return np.array(found, np.uint8)

    def scores(self, turns: Turns, games: Ints) -> Masks:
        rolls = turns.roll.take(games)
        starts = turns.scoring.starts.take(rolls)
        counts = turns.scoring.starts.take(rolls + np.int32(1)) - starts
        options = [
            self._chosen.pop(game) if game in self._chosen else self._moods[game].option(count)
            for game, count in zip(games.tolist(), counts.tolist(), strict=True)
        ]
        masks: Masks = turns.scoring.masks.take(starts + np.array(options, np.int32))
        return masks
