"""Solo objectives against enumeration, and their invariants."""

from collections.abc import Callable
from functools import cache
from itertools import product
from math import fsum

import numpy as np
import pytest

from charidice.cli.arguments import OBJECTIVES
from charidice.rules import STANDARD_DICE, AskGift, GameState, Roll, Ruleset, Score, Sheet, decide, evolve, new_game
from charidice.rules.moves import REROLLS
from charidice.rules.scoring import ScoringOption
from charidice.rules.state import Turn
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import CannotValue
from charidice.strategy.objectives.solo import CharityBonus, OwnPoints, Target, objective_named
from charidice.strategy.objectives.targets import target_chances
from charidice.strategy.turn.outcomes import outcomes

from .states import random_states

Numbers = tuple[int, ...]

FIVE_BLUE = (4, 3, 2, 1, 6, 6)
NOTHING = (1, 6, 2, 5, 3, 1)
# Points, bonus and what was given by three players, of whom the last is about to play the last turn.
SHEETS = ((20, 15, 12), (18, 0, 20), (16, 30, 5))


def last_turn(rolls: int, numbers: Numbers, asked: bool = False) -> GameState:
    """The last turn of a game of two rounds for three, of the third player."""
    sheets = [Sheet((points, 9), (bonus, 0), (), (given, 4)) for points, bonus, given in SHEETS]
    points, bonus, given = SHEETS[2]
    sheets[2] = Sheet((points,), (bonus,), (), (given,))
    sheets[0] = sheets[0]._replace(has_gift=not asked)
    return new_game(3, Ruleset(2))._replace(round=2, active=2, turn=Turn(rolls, numbers, asked), sheets=tuple(sheets))


def best_mean(state: GameState, keep: Numbers, worth: Callable[[ScoringOption], float]) -> float:
    """The mean of the best option over all that the last roll can show."""
    rolled = [die for die in range(6) if die not in keep]
    means = []
    for fallen in product(range(1, 7), repeat=len(rolled)):
        numbers = list(state.turn.numbers)
        for die, number in zip(rolled, fallen, strict=True):
            numbers[die] = number
        means.append(max(map(worth, state.setup.scoring.options(tuple(numbers)).values())))
    return fsum(means) / len(means)


class NoDice:
    def roll(self, state: GameState, keep: Numbers) -> Numbers:
        raise AssertionError("nothing is rolled here")


@pytest.mark.parametrize("numbers", [FIVE_BLUE, NOTHING])
@pytest.mark.parametrize("keep", [(0, 1, 2, 3), (0, 1, 2, 3, 4), (1, 3, 4)])
def test_the_last_roll_for_points_is_worth_what_enumeration_says(numbers: Numbers, keep: Numbers) -> None:
    state = last_turn(2, numbers)
    expected = 46 + best_mean(state, keep, lambda option: option.total)
    assert Analysis(state, OwnPoints()).action_values(2)[Roll(keep)] == pytest.approx(expected)


def test_own_points_are_nobody_elses_business() -> None:
    state = last_turn(0, ())
    leaves = OwnPoints().leaves(state)
    assert leaves.asked is None
    np.testing.assert_allclose(leaves.plain[:, 2], 46 + outcomes(STANDARD_DICE, False).total)
    assert (leaves.plain[:, :2] == [20 + 15 + 9, 18 + 9]).all()


def test_own_points_before_a_turn_are_those_of_the_solved_turn() -> None:
    for state in random_states(4, players=3)[::9]:
        if state.turn.rolls == 0 and not state.is_over:
            analysis = Analysis(state, OwnPoints())
            assert analysis.seats[state.active] == pytest.approx(float(analysis.turn.values.start[0]))


@pytest.mark.parametrize("numbers", [FIVE_BLUE, NOTHING])
@pytest.mark.parametrize("keep", [(0, 1, 2, 3), (0, 1, 2, 3, 4), (1, 3, 4)])
@pytest.mark.parametrize("needed", [1, 19, 23, 28, 36, 60])
def test_the_last_roll_for_a_target_is_worth_what_enumeration_says(
    numbers: Numbers, keep: Numbers, needed: int
) -> None:
    state = last_turn(2, numbers)
    expected = best_mean(state, keep, lambda option: option.total >= needed)
    moves = Analysis(state, Target(46 + needed)).action_values(2)
    assert moves[Roll(keep)] == pytest.approx(expected, abs=1e-6)
    for option in state.options:
        assert moves[Score(option.dice)] == pytest.approx(float(option.total >= needed), abs=1e-6)


class Reaching:
    """The chance to score at least so much in a turn, die by die; 0 stands for a die to be rolled."""

    def __init__(self, needed: int) -> None:
        self.needed = needed
        self.table = new_game(2).setup.scoring
        self.third = cache(self._third)

    def scored(self, numbers: Numbers) -> float:
        return float(any(option.total >= self.needed for option in self.table.options(numbers).values()))

    def _third(self, kept: Numbers) -> float:
        return self.scored(kept) if 0 not in kept else fsum(map(self.third, landed(kept))) / 6

    def second(self, kept: Numbers) -> float:
        if 0 in kept:
            return fsum(map(self.second, landed(kept))) / 6
        keeps = (tuple(n if die in roll.keep else 0 for die, n in enumerate(kept)) for roll in REROLLS)
        return max(self.scored(kept), *map(self.third, keeps))


def landed(kept: Numbers) -> list[Numbers]:
    die = kept.index(0)
    return [(*kept[:die], number, *kept[die + 1 :]) for number in range(1, 7)]


@pytest.mark.parametrize("needed", [26, 45])
def test_two_rolls_for_a_target_are_worth_what_recursion_says(needed: int) -> None:
    reaching = Reaching(needed)
    for numbers, keep in ((FIVE_BLUE, (0, 1, 2, 3)), (NOTHING, (0, 1, 3, 4, 5)), (NOTHING, (2, 3, 4))):
        kept = tuple(number if die in keep else 0 for die, number in enumerate(numbers))
        moves = Analysis(last_turn(1, numbers), Target(46 + needed)).action_values(2)
        assert moves[Roll(keep)] == pytest.approx(reaching.second(kept), abs=1e-6)


def test_each_seat_has_its_own_chance_of_the_target() -> None:
    state = last_turn(0, ())
    chance = target_chances(STANDARD_DICE, False).of(1, np.array([45 - 46 + 30]))[0]
    assert Analysis(state, Target(44)).seats == (1, 0, 1)
    assert Analysis(state, Target(45)).seats == (0, 0, 1)
    assert Analysis(state, Target(75)).seats == pytest.approx((0, 0, chance))
    leaves = Target(75).leaves(state)
    assert leaves.asked is None
    assert (leaves.plain[:, :2] == 0).all()


@pytest.mark.parametrize("objective", [Target(20), Target(500), CharityBonus()], ids=str)
def test_where_nothing_is_at_stake_points_decide(objective: Target | CharityBonus) -> None:
    given = Sheet((20,), (0,), (), (90,))
    state = new_game(2, Ruleset(2))._replace(
        round=2, active=1, turn=Turn(3, FIVE_BLUE), sheets=(given._replace(points=(20, 9), bonus=(0, 0)), given)
    )
    if isinstance(objective, CharityBonus):
        state = state._replace(sheets=(state.sheets[0]._replace(given=(300, 0)), state.sheets[1]))
    assert Analysis(state, objective).turn.best_action(state) == Score((0, 1, 2, 3))


def test_equal_objectives_share_their_solved_turns() -> None:
    state = last_turn(1, NOTHING)
    assert Target(70) == Target(70) != Target(71)
    assert Analysis(state, Target(70)).turn is Analysis(state, Target(70)).turn
    assert Analysis(state, CharityBonus()).turn is Analysis(state, CharityBonus()).turn


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("numbers", [FIVE_BLUE, NOTHING])
@pytest.mark.parametrize("keep", [(0, 1, 2, 3), (0, 1, 2, 3, 4), (1, 3, 4)])
def test_6_1_the_last_roll_for_the_bonus_is_worth_what_enumeration_says(
    numbers: Numbers, keep: Numbers, asked: bool
) -> None:
    """The second player has given 24, the third one 5: 19 more are a tie, which is enough."""
    state = last_turn(2, numbers, asked)
    expected = best_mean(state, keep, lambda option: option.gift * (1 + asked) >= 19)
    moves = Analysis(state, CharityBonus()).action_values(2)
    assert moves[Roll(keep)] == pytest.approx(expected, abs=1e-6)
    for option in state.options:
        enough = option.gift * (1 + asked) >= 19
        assert moves[Score(option.dice)] == pytest.approx(float(enough), abs=1e-6)


def test_6_1_all_who_tie_for_the_most_get_the_bonus() -> None:
    state = last_turn(3, (6, 6, 2, 5, 3, 1))
    given = {}
    for option in state.options:
        after = evolve(state, decide(state, 2, Score(option.dice), NoDice()))
        given[option.gift] = CharityBonus().before_turn(after)
    assert given == {gift: (0.0, float(gift <= 19), float(gift >= 19)) for gift in given}


def test_5_1_asking_doubles_what_a_rival_gives() -> None:
    """Who wants the bonus does not ask: it helps the giver, and nobody else."""
    differences = []
    for numbers in (FIVE_BLUE, NOTHING, (5, 5, 1, 2, 6, 3)):
        asking = Analysis(last_turn(2, numbers), CharityBonus()).asking
        assert asking.ask[2] > asking.wait[2]
        differences += [ask - wait for ask, wait in zip(asking.ask[:2], asking.wait[:2], strict=True)]
    assert max(differences) <= 1e-9
    assert min(differences) < -0.01


def test_5_1_without_the_greatest_of_gifts_nobody_can_ask() -> None:
    state = last_turn(0, ())
    assert CharityBonus().leaves(state).asked is not None
    sheets = (state.sheets[0]._replace(has_gift=False), *state.sheets[1:])
    assert CharityBonus().leaves(state._replace(sheets=sheets)).asked is None


def test_before_a_turn_the_bonus_is_worth_what_the_turn_brings() -> None:
    for state in random_states(6, players=3)[::15]:
        if state.turn.rolls == 0 and not state.is_over:
            analysis = Analysis(state, CharityBonus())
            assert analysis.seats[state.active] == pytest.approx(float(analysis.turn.values.start[0]))


def test_asking_makes_no_difference_to_points() -> None:
    state = last_turn(1, NOTHING)
    asked = evolve(state, decide(state, 0, AskGift(), NoDice()))
    for objective in (OwnPoints(), Target(80)):
        assert Analysis(state, objective).seats == pytest.approx(Analysis(asked, objective).seats)
        assert Analysis(state, objective).asking.ask == pytest.approx(Analysis(state, objective).asking.wait)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_objective_has_its_name(name: str) -> None:
    assert objective_named(name, new_game(2).setup, 200 if name == "target" else None).name == name


@pytest.mark.parametrize(("name", "target"), [("target", None), ("points", 200), ("victory", 200)])
def test_a_score_belongs_to_the_target_alone(name: str, target: int | None) -> None:
    with pytest.raises(CannotValue) as refused:
        objective_named(name, new_game(2).setup, target)
    assert refused.value.code == "target-and-score"
