"""The symmetries of dice sets: turning the standard dice changes no score, and what is stored once stands for all."""

from itertools import permutations

import numpy as np
import pytest

from charidice.rules.dice import ALL_DICE, STANDARD_DICE, Dice, DiceSet, Numbers
from charidice.rules.scoring import scoring_table
from charidice.strategy.turn.orbits import PLACES, ROLLS_OF_SIX, keep_places, orbits, roll_index, symmetries

from .dice_sets import DICE_SETS, SYMMETRIES

every_set = pytest.mark.parametrize("name", list(DICE_SETS))
TURN = (1, 2, 3, 4, 5, 0)


def renames_colours(dice_set: DiceSet, move: Dice) -> bool:
    """Whether the dice, moved, are the same but for the names of colours, face by face."""
    pairs = {
        (dice_set.face(die, number).colour, dice_set.face(move[die], number).colour)
        for die in ALL_DICE
        for number in range(1, 7)
    }
    return len(pairs) == 6


def moved(numbers: Numbers, move: Dice) -> Numbers:
    shown = dict(zip(move, numbers, strict=True))
    return tuple(shown[die] for die in ALL_DICE)


def all_rolls() -> list[Numbers]:
    return [tuple(roll) for roll in (np.indices((6,) * 6).reshape(6, -1).T + 1).tolist()]


def unequal_scores(dice_set: DiceSet, free_giving: bool, step: int) -> int:
    """In how many of every `step` rolls the ways to score, their dice turned, are not those of the turned roll."""
    table = scoring_table(dice_set, free_giving)
    unequal = 0
    for numbers in all_rolls()[::step]:
        turned = {
            tuple(sorted(TURN[die] for die in dice)): option[1:] for dice, option in table.options(numbers).items()
        }
        unequal += turned != {dice: option[1:] for dice, option in table.options(moved(numbers, TURN)).items()}
    return unequal


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.long), 19])
@pytest.mark.parametrize("free_giving", [False, True])
def test_1_3_turning_the_standard_dice_changes_no_score_of_any_roll(free_giving: bool, step: int) -> None:
    assert unequal_scores(STANDARD_DICE, free_giving, step) == 0


def test_1_3_turning_other_dice_changes_scores() -> None:
    assert unequal_scores(DICE_SETS["none"], False, 19) > ROLLS_OF_SIX / 19 / 2


@every_set
def test_symmetries_are_all_moves_that_only_rename_colours(name: str) -> None:
    dice_set = DICE_SETS[name]
    found = symmetries(dice_set)
    assert set(found) == {move for move in permutations(ALL_DICE) if renames_colours(dice_set, move)}
    assert found[0] == ALL_DICE
    assert len(found) == SYMMETRIES[name]


def test_there_are_7826_rolls_and_19684_sets_of_kept_dice_up_to_turning() -> None:
    found = orbits(STANDARD_DICE)
    assert TURN in found.symmetries
    assert len(found.rolls) == 7826
    assert len(found.rolls) + len(np.unique(first_images(found.symmetries)[found.of_kept >= 0])) == 19684


def first_images(moves: tuple[Dice, ...]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """By tensor index of a set of kept dice: the first of the indices that symmetries move it to."""
    states = np.array(np.unravel_index(np.arange(PLACES), (7,) * 6))
    images = []
    for move in moves:
        image = np.empty_like(states)
        image[list(move)] = states
        images.append(np.ravel_multi_index(tuple(image), (7,) * 6))
    first: np.ndarray[tuple[int], np.dtype[np.int64]] = np.min(images, axis=0)
    return first


@every_set
def test_what_shares_a_row_is_moved_to_each_other_by_a_symmetry(name: str) -> None:
    found = orbits(DICE_SETS[name])
    first = first_images(found.symmetries)
    places = np.flatnonzero(found.of_kept >= 0)
    assert len(places) == PLACES - ROLLS_OF_SIX
    of_row = np.full(found.rows, -1)
    of_row[found.of_kept[places]] = first[places]
    assert (of_row >= 0).all()
    assert (of_row[found.of_kept[places]] == first[places]).all()


@every_set
def test_rolls_of_an_orbit_are_moved_to_each_other_by_symmetries(name: str) -> None:
    found = orbits(DICE_SETS[name])
    assert found.shares.sum() == pytest.approx(1)
    np.testing.assert_array_equal(found.of_roll[found.rolls], np.arange(len(found.rolls)))
    for numbers in all_rolls()[:: 6**3 + 1]:
        images = {roll_index(moved(numbers, move)) for move in found.symmetries}
        orbit = found.of_roll[roll_index(numbers)]
        assert set(np.flatnonzero(found.of_roll == orbit).tolist()) == images
        assert found.shares[orbit] * ROLLS_OF_SIX == pytest.approx(len(images))
        assert found.rolls[orbit] == min(images)


def test_dice_without_symmetry_are_all_stored() -> None:
    found = orbits(DICE_SETS["none"])
    assert found.trivial
    assert len(found.rolls) == ROLLS_OF_SIX
    assert found.rows == PLACES - ROLLS_OF_SIX
    keeps = found.of_kept[keep_places(np.arange(ROLLS_OF_SIX))]
    assert (keeps >= 0).all()
