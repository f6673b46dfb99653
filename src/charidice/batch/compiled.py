"""Observations of many games, compiled by Numba. Import this module only for many steps: Numba loads slowly."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, ROLLS
from charidice.strategy.turn.arrays import Bools, Ints
from charidice.strategy.turn.compiled import compiled_function

Numbers = NDArray[Any]


@compiled_function
def observe_all(
    seen: NDArray[np.float32],
    starts: Ints,
    dice: NDArray[np.float32],
    roll: Numbers,
    turns: Ints,
    rolls: Numbers,
    asking: Bools,
    asked: Bools,
    stopped: Bools,
    declined: Bools,
    points: Numbers,
    bonus: Numbers,
    received: Numbers,
    given: Numbers,
    has_gift: Bools,
    rounds: int,
    rules: NDArray[np.float32],
    scales: NDArray[np.float32],
) -> None:
    """Fill in the observations of all games; `starts` are those of the fields from `active` on."""
    active, rolls_left, flags, house, present, left, gifts, subtotal, gave, charity, lead = starts
    seats = len(points)
    one_count, one_point = scales
    for game in range(len(seen)):
        row = seen[game]
        row[:active] = dice[roll[game]]
        row[active:] = 0
        observer = (turns[game] + asking[game]) % seats
        row[active + (turns[game] - observer) % seats] = 1
        row[rolls_left + (0 if stopped[game] else ROLLS - rolls[game])] = 1
        row[flags], row[flags + 1], row[flags + 2] = asking[game], asked[game], stopped[game]
        row[flags + 3] = declined[game]
        row[house], row[house + 1] = rules
        most = 0
        for seat in range(seats):
            most = max(most, int(given[seat, game]))
        reward = GREAT_CHARITY_BONUS if most > GREAT_CHARITY_ABOVE else CHARITY_BONUS
        own = other = -1
        for place in range(seats):
            seat = (observer + place) % seats
            scored = np.int64(points[seat, game]) + bonus[seat, game] + received[seat, game]
            earned = reward if given[seat, game] == most else 0
            row[present + place] = 1
            row[left + place] = (rounds - (turns[game] + seats - 1 - seat) // seats) * one_count
            row[gifts + place] = has_gift[seat, game]
            row[subtotal + place] = scored * one_point
            row[gave + place] = given[seat, game] * one_point
            row[charity + place] = earned * one_point
            if place == 0:
                own = scored + earned
            else:
                other = max(other, scored + earned)
        row[lead] = (own - other) * one_point
