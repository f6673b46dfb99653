"""Two-player positions to study."""

from functools import cache

import numpy as np

from charidice.rules.dice import DICE, Numbers
from charidice.rules.engine import new_game
from charidice.rules.ruleset import STANDARD
from charidice.rules.sheet import Sheet
from charidice.rules.state import GameState
from charidice.strategy.bots.points import turn_for_points
from charidice.strategy.objectives.contest import Objective, objective_for
from charidice.strategy.tables.lead import PLAYERS, Pair
from charidice.strategy.tables.victory import victory_solution
from charidice.strategy.turn.orbits import NUMBERS, orbits
from charidice.strategy.turn.play import SolvedTurn

SETUP = new_game(PLAYERS).setup
ROUNDS = range(1, STANDARD.rounds + 1)
# The mean gift of a turn under optimal play.
USUAL_GIFT = 8
# Leads in donations; before the first of these rounds no player can be that far behind.
AHEAD = (-20, -10, 0, 10, 20)
LATER_ROUNDS = ROUNDS[3:]
_POINTS = 300


def victory() -> Objective:
    return objective_for("victory", SETUP)


def lead() -> Objective:
    return objective_for("lead", SETUP)


def points_turn() -> SolvedTurn:
    """A turn for own points, as the fox plays it."""
    return turn_for_points(SETUP.dice_set, SETUP.ruleset.free_giving, 0.0)


@cache
def all_numbers() -> list[Numbers]:
    """The first roll of every orbit."""
    rolls = np.array(np.unravel_index(orbits(SETUP.dice_set).rolls, (NUMBERS,) * DICE)).T + 1
    return [tuple(numbers) for numbers in rolls.tolist()]


def before_round(round_: int, ahead: int = 0, difference: int = 0) -> Pair:
    """Before the first player's turn, both having given as usual, the first player `ahead` more."""
    given = USUAL_GIFT * (round_ - 1)
    return Pair(PLAYERS * (STANDARD.rounds - round_ + 1), given + ahead, given, True, True, difference)


def before_reply(round_: int, ahead: int = 0) -> Pair:
    """The same before the second player's turn in this round."""
    first = before_round(round_)
    return first._replace(turns_left=first.turns_left - 1, own=first.own + ahead, other=first.other + USUAL_GIFT)


@cache
def evened(pair: Pair) -> Pair:
    """With the difference of points that makes the chances of both as equal as can be."""
    turns_left, own, other, has_gift, other_has_gift, _ = pair
    differences = np.arange(-100, 101)
    totals = np.array([own]), np.array([other])
    chances = victory_solution().chance(turns_left, *totals, has_gift, other_has_gift, differences[None])[0]
    return pair._replace(difference=int(differences[np.abs(chances - 0.5).argmin()]))


def position(pair: Pair) -> GameState:
    """A state that this pair describes; the rounds of the points do not matter."""
    played = PLAYERS * STANDARD.rounds - pair.turns_left
    round_, active = divmod(played, PLAYERS)
    turns = round_, played - round_
    given, gifts = (pair.own, pair.other), (pair.has_gift, pair.other_has_gift)
    points = _POINTS + pair.difference, _POINTS
    sheets = tuple(
        Sheet(
            _first(points[seat] - given[1 - seat], turns[seat]),
            _first(0, turns[seat]),
            _first(given[1 - seat], turns[1 - seat]),
            _first(given[seat], turns[seat]),
            gifts[seat],
        )
        for seat in range(PLAYERS)
    )
    return new_game(PLAYERS)._replace(round=round_ + 1, active=active, sheets=sheets[::-1] if active else sheets)


def _first(amount: int, turns: int) -> tuple[int, ...]:
    """A column of so many turns with the whole amount in the first."""
    return (amount, *(0,) * (turns - 1))[:turns]
