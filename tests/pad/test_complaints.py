"""What is pointed out about typed boxes, and what is not."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charidice import STANDARD_DICE, DiceSet, Noted, scoring_options
from charidice.pad.complaints import _possible_boxes, complaints_about
from charidice.pad.entries import ByPoints
from charidice.pad.pad import Pad
from charidice.pad.possible import possible_scores

from ..rules.squares import random_dice_set
from .turns import as_points, enter, filled, random_game


def codes(*boxes: int, asked: bool = False) -> list[str]:
    points, bonus, gift, *received = boxes
    noted = Noted(points, bonus, gift, received[0] if received else gift, asked)
    return [complaint.code for complaint in complaints_about(noted, free_giving=False)]


@pytest.mark.parametrize(
    ("boxes", "asked", "code"),
    [
        ((10, 20, 24), False, "no-such-bonus"),
        ((15, 25, 24), False, "no-such-points"),
        ((0, 0, 24), False, "no-such-points"),
        ((10, 25, 63), False, "no-such-gift"),
        ((10, 25, 47), True, "odd-gift"),
        ((10, 25, 24), True, None),
        ((10, 25, 48), True, None),
        ((21, 50, 1), False, "not-together"),
        ((10, 25, 24, 20), False, "received-differs"),
        ((10, 25, 24), False, None),
    ],
)
def test_what_cannot_be_is_pointed_out(boxes: tuple[int, ...], asked: bool, code: str | None) -> None:
    assert codes(*boxes, asked=asked) == ([code] if code else [])


def test_5_1_a_second_greatest_gift_is_pointed_out_in_the_later_turn() -> None:
    pad = Pad(("Anna", "Ben"))
    enter(pad, 3, 0, ByPoints(10, 25, 48, asked=True))
    assert not pad.turn(3, 0).complaints
    enter(pad, 1, 0, ByPoints(10, 25, 48, asked=True))
    assert not pad.turn(1, 0).complaints
    (complaint,) = pad.turn(3, 0).complaints
    assert (complaint.code, complaint.values) == ("second-gift", {"round": 1})
    assert [type(event) for event in pad.record.events] == [Noted], "it does not stop anybody"


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_any_legal_game_entered_as_points_raises_no_complaint(seed: int, players: int, own_dice: bool) -> None:
    random = Random(seed)
    dice_set = random_dice_set(random) if own_dice else STANDARD_DICE
    turns = list(map(as_points, random_game(random, players, dice_set)))
    pad = filled(Pad(("Anna", "Ben", "Cleo", "Dan")[:players], dice_set=dice_set), turns)
    assert not [complaint for turn in pad.turns for complaint in turn.complaints]


@pytest.mark.parametrize("dice_set", [STANDARD_DICE, random_dice_set(Random(1)), random_dice_set(Random(2))], ids=str)
def test_every_score_of_a_roll_is_possible(dice_set: DiceSet) -> None:
    random, possible = Random(str(dice_set)), possible_scores(free_giving=False)
    for _ in range(2000):
        faces = dice_set.faces(tuple(random.randint(1, 6) for _ in range(6)))
        for option in scoring_options(faces, dice_set):
            assert (option.points, option.bonus, option.gift) in possible


def test_exactly_what_no_dice_can_make_is_pointed_out() -> None:
    possible = possible_scores(free_giving=False)
    for points in range(40):
        for bonus in (0, 15, 20, 25, 30, 40, 50, 60):
            for gift in range(62):
                assert bool(codes(points, bonus, gift)) == ((points, bonus, gift) not in possible)
                assert bool(codes(points, bonus, 2 * gift, asked=True)) == ((points, bonus, gift) not in possible)


def test_what_boxes_can_hold_is_found_out_once() -> None:
    codes(10, 25, 24)
    known = _possible_boxes.cache_info().misses
    assert codes(10, 20, 24) == ["no-such-bonus"]
    assert _possible_boxes.cache_info().misses == known
