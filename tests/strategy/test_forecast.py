"""Forecasts against the values of the tensor, and against enumeration."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from charidice.rules import Action, AskGift, DeclineGift, GameState, Node, Roll, Ruleset, legal_actions, new_game
from charidice.rules.moves import REROLLS
from charidice.rules.scoring import Kind
from charidice.rules.state import Turn
from charidice.strategy.turn.forecast import Forecast, forecast
from charidice.strategy.turn.outcomes import KINDS, outcomes
from charidice.strategy.turn.play import Leaves, SolvedTurn

from .states import random_states

Numbers = tuple[int, ...]
Vector = NDArray[np.float64]

HOUSE_RULES = [Ruleset(1, free, late) for free in (False, True) for late in (False, True)]
NOTHING = (1, 6, 2, 5, 3, 1)
FIVE_BLUE = (4, 3, 2, 1, 6, 6)
FOUR_FOURS = (4, 4, 4, 4, 2, 6)
every_house_rule = pytest.mark.parametrize("ruleset", HOUSE_RULES, ids=str)


def worth(asked: bool) -> Vector:
    """By total and gift: what it may be worth to the active player, with no two outcomes quite the same."""
    total, gift = np.indices((128, 64))
    noise = np.random.default_rng(asked).normal(2 * asked, 3, total.shape)
    doubled: Vector = total - 0.4 * (1 + asked) * gift + noise
    return doubled


WORTH = worth(False), worth(True)


@cache
def solved(ruleset: Ruleset, active: int = 0, constant_sum: bool = True, can_ask: bool = True) -> SolvedTurn:
    """A turn in which what one wins, the other one loses."""
    found = outcomes(new_game(2).setup.dice_set, ruleset.free_giving)
    plain, asked = (table[found.total, found.gift] for table in WORTH)
    both = [np.stack([own, -own] if active == 0 else [-own, own], axis=1) for own in (plain, asked)]
    return SolvedTurn(found, Leaves(both[0], both[1] if can_ask else None), active, ruleset.late_asking, constant_sum)


def lying(ruleset: Ruleset, rolls: int, numbers: Numbers, asked: bool = False) -> GameState:
    return new_game(2, ruleset)._replace(turn=Turn(rolls, numbers, asked))


def states(ruleset: Ruleset) -> list[tuple[SolvedTurn, GameState]]:
    """States of random games, each with its turn."""
    found = [state for seed in range(2) for state in random_states(seed, ruleset=ruleset) if not state.is_over]
    return [
        (solved(ruleset, state.active, can_ask=state.turn.asked or state.sheets[state.recipient].has_gift), state)
        for state in found
    ]


def certain(found: Forecast) -> bool:
    return bool(np.isclose((found.plain + found.asked).sum(), 1) and found.plain.min() > -1e-12)


@every_house_rule
def test_every_action_brings_what_the_tensor_says(ruleset: Ruleset) -> None:
    for turn, state in states(ruleset):
        for action, value in turn.action_values(state).items():
            found = forecast(turn, state, action)
            assert certain(found)
            seats = found.seats(turn)
            assert seats[state.active] == pytest.approx(value, abs=1e-5), action
            assert sum(seats) == pytest.approx(0, abs=1e-9)


@every_house_rule
def test_both_answers_bring_what_the_tensor_says(ruleset: Ruleset) -> None:
    asked = set()
    for turn, state in states(ruleset):
        if state.may_be_asked:
            values = turn.asking(state)
            found = forecast(turn, state, AskGift()), forecast(turn, state, DeclineGift())
            assert all(map(certain, found))
            assert [each.seats(turn)[state.active] for each in found] == pytest.approx(values, abs=1e-5)
            assert forecast(turn, state).seats(turn)[state.active] == pytest.approx(min(values), abs=1e-5)
            asked.add(turn.should_ask(state))
            assert turn.should_ask(state) == (values.if_asked < values.if_not_asked)
    assert asked == {True, False}


@every_house_rule
def test_without_an_action_all_do_what_is_best(ruleset: Ruleset) -> None:
    for turn, state in states(ruleset):
        if not state.may_be_asked and legal_actions(state, state.active):
            best = max(turn.action_values(state).values())
            assert forecast(turn, state).seats(turn)[state.active] == pytest.approx(best, abs=1e-5)


@pytest.mark.parametrize("constant_sum", [True, False])
@every_house_rule
def test_means_are_those_of_forecasts(ruleset: Ruleset, constant_sum: bool) -> None:
    for _, state in states(ruleset):
        can_ask = state.turn.asked or state.sheets[state.recipient].has_gift
        turn = solved(ruleset, state.active, constant_sum, can_ask)
        actions: list[Action | None] = [
            None,
            *legal_actions(state, state.active),
            *legal_actions(state, state.recipient),
        ]
        for action in actions:
            expected = forecast(turn, state, action)
            assert turn.seats(state, action) == pytest.approx(expected.seats(turn), abs=1e-5), action
        assert turn.expected_gift(state) == pytest.approx(forecast(turn, state).gift, abs=1e-5)


@every_house_rule
def test_what_one_wins_and_the_other_loses_is_played_as_if_both_maximised_their_own(ruleset: Ruleset) -> None:
    for turn, state in states(ruleset):
        can_ask = state.turn.asked or state.sheets[state.recipient].has_gift
        other = solved(ruleset, state.active, constant_sum=False, can_ask=can_ask)
        assert other.action_values(state) == pytest.approx(turn.action_values(state), abs=1e-5)
        if state.may_be_asked:
            assert other.should_ask(state) == turn.should_ask(state)


class Plainly:
    """A turn without a tensor: the mean worth, points, gift and kinds, die by die and option by option."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.table = new_game(2, ruleset).setup.scoring
        self.late_asking = ruleset.late_asking
        self.scored = cache(self._scored)
        self.third = cache(self._third)
        self.decided = cache(self._decided)

    def _scored(self, numbers: Numbers, asked: bool) -> Vector:
        worth = WORTH[asked]
        option = max(
            self.table.options(numbers).values(),
            key=lambda option: (worth[option.total, option.gift], -option.gift, KINDS.index(option.kind)),
        )
        kinds = [option.kind == kind for kind in KINDS]
        return np.array([worth[option.total, option.gift], option.total, option.gift * (1 + asked), *kinds])

    def _third(self, kept: Numbers, asked: bool) -> Vector:
        """Kept after the second roll, 0 for a die to be rolled."""
        if 0 not in kept:
            return self.scored(kept, asked)
        die = kept.index(0)
        mean: Vector = np.mean([self.third((*kept[:die], n, *kept[die + 1 :]), asked) for n in range(1, 7)], axis=0)
        return mean

    def _decided(self, numbers: Numbers, asked: bool) -> Vector:
        """Lying after the second roll, the recipient having answered."""
        score = self.scored(numbers, asked)
        if self.late_asking and not asked:
            score = min(score, self.scored(numbers, True), key=value_of)
        keeps = [self.third(keeping(numbers, roll.keep), asked) for roll in REROLLS]
        return max(score, *keeps, key=value_of)

    def second(self, kept: Numbers, asked: bool) -> Vector:
        """Kept after the first roll."""
        if 0 not in kept:
            with_gift = self.decided(kept, True)
            return with_gift if asked else min(with_gift, self.decided(kept, False), key=value_of)
        die = kept.index(0)
        mean: Vector = np.mean([self.second((*kept[:die], n, *kept[die + 1 :]), asked) for n in range(1, 7)], axis=0)
        return mean


def value_of(vector: Vector) -> float:
    return float(vector[0])


def keeping(numbers: Numbers, keep: Numbers) -> Numbers:
    return tuple(number if die in keep else 0 for die, number in enumerate(numbers))


def told(found: Forecast, turn: SolvedTurn) -> list[float]:
    return [found.seats(turn)[0], found.points, found.gift, *found.kinds.values()]


@every_house_rule
@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize(
    ("numbers", "keep"),
    [(FIVE_BLUE, (0, 1, 2, 3, 4)), (FIVE_BLUE, (0, 1, 2, 3)), (FOUR_FOURS, (0, 1, 2, 3)), (NOTHING, (1, 2, 3, 4))],
)
def test_the_last_roll_brings_what_enumeration_says(
    numbers: Numbers, keep: Numbers, asked: bool, ruleset: Ruleset
) -> None:
    turn, state = solved(ruleset), lying(ruleset, 2, numbers, asked)
    expected = Plainly(ruleset).third(keeping(numbers, keep), asked)
    assert told(forecast(turn, state, Roll(keep)), turn) == pytest.approx(expected.tolist(), abs=1e-6)


@pytest.mark.parametrize("ruleset", HOUSE_RULES[:2], ids=str)
def test_the_last_two_rolls_bring_what_recursion_says(ruleset: Ruleset) -> None:
    plainly, turn = Plainly(ruleset), solved(ruleset)
    for numbers, keep in ((FIVE_BLUE, (0, 1, 2, 3)), (NOTHING, (0, 1, 3, 4, 5))):
        for asked in (False, True):
            found = forecast(turn, lying(ruleset, 1, numbers, asked), Roll(keep))
            expected = plainly.second(keeping(numbers, keep), asked)
            assert told(found, turn) == pytest.approx(expected.tolist(), abs=1e-6)


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        (FIVE_BLUE, Kind.STRAIGHT_OF_FOUR),
        ((1, 6, 5, 4, 2, 2), Kind.FOUR_OF_A_COLOUR),
        ((4, 3, 2, 1, 1, 5), Kind.STRAIGHT_OF_FIVE),
        ((4, 3, 2, 1, 6, 5), Kind.STRAIGHT_OF_SIX),
        (FOUR_FOURS, Kind.SAME_NUMBER),
        (NOTHING, Kind.EVERY_COLOUR),
    ],
)
def test_3_dice_that_lie_for_good_have_one_kind(numbers: Numbers, kind: Kind) -> None:
    """Played for points, the last roll ends with the set that brings the most."""
    found = outcomes(new_game(2).setup.dice_set, False)
    turn = SolvedTurn.for_active(found, found.total.astype(np.float64))
    state = lying(Ruleset(), 3, numbers)
    best = state.options[0]
    seen = forecast(turn, state)
    assert seen.kinds == {each: float(each == kind) for each in Kind}
    assert (seen.points, seen.gift) == (best.total, best.gift)


def test_a_turn_for_points_has_the_chances_of_its_kinds() -> None:
    """Each kind's chance is the mean over what the dice can show after the last roll but one."""
    found = outcomes(new_game(2).setup.dice_set, False)
    turn = SolvedTurn.for_active(found, found.total.astype(np.float64))
    start = forecast(turn, new_game(2))
    assert start.points == pytest.approx(30.9020, abs=1e-4)
    assert sum(start.kinds.values()) == pytest.approx(1)
    # Four of five dice that are not consecutive always bring more than all five.
    assert [kind for kind in Kind if not start.kinds[kind]] == [Kind.ALL_OF_A_COLOUR]
    node = Node(lying(Ruleset(), 2, FOUR_FOURS), asking=False).play(Roll((0, 1, 2, 3)))
    fallen = [forecast(turn, node.land(a).land(b).state).kinds for a in range(1, 7) for b in range(1, 7)]
    ahead = forecast(turn, lying(Ruleset(), 2, FOUR_FOURS), Roll((0, 1, 2, 3))).kinds
    assert ahead == pytest.approx({kind: sum(kinds[kind] for kinds in fallen) / 36 for kind in Kind})
