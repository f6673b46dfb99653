"""The sparrow and the squirrel; each game has its own bot and RNG, so it is independent of the batch."""

from collections.abc import Sequence

import numpy as np

from charidice.batch.playing import Turns
from charidice.batch.scoring import ALL, NUMBERS_OF, Masks, mask_of
from charidice.strategy.bots.whims import Whimsical, largest_group
from charidice.strategy.turn.arrays import Bools, Ints


class WhimsicalPolicy:
    """The only policy that decides game by game, in Python."""

    def __init__(self, bots: Sequence[Whimsical]) -> None:
        """`bots` are by game."""
        self._moods = [bot.mood for bot in bots]
        self._chosen: dict[int, int] = {}
        """By game: the option chosen together with the decision to score."""

    def asks(self, turns: Turns, games: Ints) -> Bools:
        return np.array([self._moods[game].asks() for game in games.tolist()], np.bool_)

    def keeps(self, turns: Turns, games: Ints) -> Masks:
        scoring, dice_set = turns.scoring, turns.setup.dice_set
        # After a stop (8.2), the dice are chosen again.
        stops = set(turns.may_ask(games).tolist()) if turns.setup.ruleset.late_asking else set()
        rolls = turns.roll.take(games)
        starts, counts = scoring.starts.take(rolls), scoring.counts.take(rolls)
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
        starts, counts = turns.scoring.starts.take(rolls), turns.scoring.counts.take(rolls)
        options = [
            self._chosen.pop(game) if game in self._chosen else self._moods[game].option(count)
            for game, count in zip(games.tolist(), counts.tolist(), strict=True)
        ]
        masks: Masks = turns.scoring.masks.take(starts + np.array(options, np.int32))
        return masks
