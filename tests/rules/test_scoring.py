"""Clauses 3 and 4.1: what may be scored, its points, and the gift."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from charidice.rules import (
    STANDARD,
    STANDARD_DICE,
    AskGift,
    Colour,
    DiceSet,
    Kind,
    Ruleset,
    Score,
    Scored,
    ScoringOption,
    decide,
    new_game,
    scoring,
    scoring_options,
)
from charidice.rules.scoring import ScoringTable

from .oracle import Worth, worth_of_sets
from .play import FIVE_BLUE, SIX_BLUE, SUBSETS, LoadedDice, act, dice_of, refusal, throw
from .squares import intercalates, random_dice_set, shuffled_standard

FREE_GIVING = Ruleset(free_giving=True)
RULESETS = [STANDARD, FREE_GIVING]
BOTH_RULES = pytest.mark.parametrize("ruleset", RULESETS, ids=["rulebook", "free giving"])

ALL_ROLLS = list(product(range(1, 7), repeat=6))

FIVE_BLUE_IN_A_ROW = "B1 B2 B3 B4 B5 G5"
FOUR_BLUE = "B1 B2 B4 B6 G2 P6"
FOUR_TWOS = "G2 P2 K2 Y2 K6 O6"
FIVE_TWOS = "O2 G2 B2 P2 K2 P6"
SIX_TWOS = "Y2 O2 G2 B2 P2 K2"


def as_worth(options: tuple[ScoringOption, ...]) -> dict[tuple[int, ...], Worth]:
    return {option.dice: (option.kind.value, option.points, option.bonus, option.gift) for option in options}


def option(roll: str, faces: str, ruleset: Ruleset = STANDARD) -> ScoringOption | None:
    """The way to score these faces of the roll, or None if there is none."""
    dice = dice_of(STANDARD_DICE, faces)
    return next((option for option in scoring_options(roll, ruleset=ruleset) if option.dice == dice), None)


def worth(roll: str, faces: str, ruleset: Ruleset = STANDARD) -> tuple[Kind, int, int, int]:
    found = option(roll, faces, ruleset)
    assert found is not None
    return found.kind, found.points, found.bonus, found.gift


def check_against_the_clauses(dice_set: DiceSet, rolls: list[tuple[int, ...]], ruleset: Ruleset) -> None:
    table = ScoringTable(dice_set, ruleset.free_giving)
    for numbers in rolls:
        options = tuple(table.options(numbers).values())
        expected = worth_of_sets(dice_set, numbers, ruleset.free_giving)
        assert as_worth(options) == expected, numbers
        assert len(options) == len(expected)
        totals = [option.total for option in options]
        assert totals == sorted(totals, reverse=True), numbers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "step"),
    [(STANDARD, 5), (FREE_GIVING, 25), *(pytest.param(each, 1, marks=pytest.mark.long) for each in RULESETS)],
)
def test_3_and_4_1_all_rolls_of_the_standard_dice(ruleset: Ruleset, step: int) -> None:
    # A table remembers every roll, so one for all of them would fill the memory.
    for first in range(0, len(ALL_ROLLS), 6**4):
        check_against_the_clauses(STANDARD_DICE, ALL_ROLLS[first : first + 6**4 : step], ruleset)


@BOTH_RULES
@pytest.mark.parametrize("make", [shuffled_standard, random_dice_set])
def test_3_and_4_1_rolls_of_other_dice(make: Callable[[Random], DiceSet], ruleset: Ruleset) -> None:
    random = Random(31)
    for _ in range(12):
        dice_set = make(random)
        # Six of a colour and six of a number come up by chance too rarely.
        one_colour = [tuple(row.index(colour) + 1 for row in dice_set.layout) for colour in Colour]
        rolls = [*one_colour, *((number,) * 6 for number in range(1, 7))]
        rolls += [(*roll[:die], random.randint(1, 6), *roll[die + 1 :]) for roll in rolls for die in range(6)]
        check_against_the_clauses(dice_set, rolls + random.sample(ALL_ROLLS, 100), ruleset)


def test_1_3_the_random_dice_are_more_than_the_standard_dice_reordered() -> None:
    random = Random(31)
    assert {intercalates(shuffled_standard(random)) for _ in range(24)} == {intercalates(STANDARD_DICE)} == {9}
    counts = {intercalates(random_dice_set(random)) for _ in range(24)}
    assert len(counts) > 4
    assert counts != {9}


def test_3_1_1_four_consecutive_of_a_colour_bring_25() -> None:
    assert worth(FIVE_BLUE, "B1 B2 B3 B4") == (Kind.STRAIGHT_OF_FOUR, 10, 25, 24)
    assert worth(SIX_BLUE, "B3 B4 B5 B6") == (Kind.STRAIGHT_OF_FOUR, 18, 25, 3)


def test_3_1_2_four_others_of_a_colour_bring_15() -> None:
    assert worth(FOUR_BLUE, "B1 B2 B4 B6") == (Kind.FOUR_OF_A_COLOUR, 13, 15, 14)
    assert worth(FIVE_BLUE, "B1 B2 B3 B6") == (Kind.FOUR_OF_A_COLOUR, 12, 15, 16)


def test_3_1_3_five_consecutive_of_a_colour_bring_40() -> None:
    assert worth(FIVE_BLUE_IN_A_ROW, "B1 B2 B3 B4 B5") == (Kind.STRAIGHT_OF_FIVE, 15, 40, 10)
    assert worth(SIX_BLUE, "B2 B3 B4 B5 B6") == (Kind.STRAIGHT_OF_FIVE, 20, 40, 1)


def test_3_1_4_all_six_of_a_colour_bring_50() -> None:
    assert worth(SIX_BLUE, SIX_BLUE) == (Kind.STRAIGHT_OF_SIX, 21, 50, 0)


def test_3_1_5_five_others_of_a_colour_bring_no_bonus() -> None:
    assert worth(FIVE_BLUE, "B1 B2 B3 B4 B6") == (Kind.ALL_OF_A_COLOUR, 16, 0, 12)


def test_3_1_5_five_of_six_that_are_not_consecutive_leave_a_die_out() -> None:
    assert option(SIX_BLUE, "B1 B2 B3 B4 B6") is None


@pytest.mark.parametrize("faces", ["B1 B2 B3", "B1 B2", "B1"])
def test_3_1_fewer_than_four_of_a_colour_are_no_set(faces: str) -> None:
    assert option("B1 B2 B3 P1 P6 P5", faces) is None
    assert option(FIVE_BLUE, faces) is None


def test_3_2_1_one_die_of_every_colour_of_the_players_choice() -> None:
    roll = "B1 B2 B3 P1 P6 P5"
    chosen = {option.dice for option in scoring_options(roll)}
    assert chosen == {
        dice_of(STANDARD_DICE, f"{blue} {purple}") for blue in ("B1", "B2", "B3") for purple in ("P1", "P5", "P6")
    }
    assert worth(roll, "B3 P6") == (Kind.EVERY_COLOUR, 9, 0, 14)
    assert worth(roll, "B1 P1") == (Kind.EVERY_COLOUR, 2, 0, 27)


def test_3_2_1_dice_that_are_a_set_of_3_2_2_bring_its_bonus() -> None:
    roll = "O2 G2 B2 P2 B6 P6"
    assert worth(roll, "O2 G2 B2 P2") == (Kind.SAME_NUMBER, 8, 15, 24)
    assert worth(roll, "O2 G2 B6 P2") == (Kind.EVERY_COLOUR, 12, 0, 14)


def test_3_2_2_four_five_and_six_of_a_number_bring_15_30_and_60() -> None:
    assert worth(FOUR_TWOS, "G2 P2 K2 Y2") == (Kind.SAME_NUMBER, 8, 15, 24)
    assert worth(FIVE_TWOS, "O2 G2 B2 P2 K2") == (Kind.SAME_NUMBER, 10, 30, 12)
    assert worth(SIX_TWOS, SIX_TWOS) == (Kind.SAME_NUMBER, 12, 60, 0)


def test_3_2_2_three_of_a_number_are_no_set() -> None:
    assert option("B1 O1 Y1 B2 G5 B5", "B1 O1 Y1") is None


def test_3_3_a_bonus_is_for_exactly_its_dice() -> None:
    sums = {faces: worth(FIVE_BLUE, faces)[1:3] for faces in ("B2 B3 B4 B6", "B1 B2 B3 B4", "B1 B2 B3 B4 B6")}
    assert sums == {"B2 B3 B4 B6": (15, 15), "B1 B2 B3 B4": (10, 25), "B1 B2 B3 B4 B6": (16, 0)}


def test_3_4_a_part_of_a_larger_combination_may_be_scored() -> None:
    assert worth(FIVE_TWOS, "O2 G2 B2 K2") == (Kind.SAME_NUMBER, 8, 15, 14)
    assert worth(SIX_TWOS, "Y2 O2 G2 B2 P2") == (Kind.SAME_NUMBER, 10, 30, 2)
    assert worth(FIVE_BLUE_IN_A_ROW, "B1 B2 B3 B4") == (Kind.STRAIGHT_OF_FOUR, 10, 25, 20)
    assert worth(FIVE_BLUE_IN_A_ROW, "B1 B2 B3 B5") == (Kind.FOUR_OF_A_COLOUR, 11, 15, 14)


def test_3_5_the_bonus_cannot_be_declined() -> None:
    for roll in (FIVE_BLUE, SIX_BLUE, FOUR_TWOS, FIVE_TWOS, SIX_TWOS):
        sets = [option.dice for option in scoring_options(roll)]
        assert len(sets) == len(set(sets))


def test_3_6_every_roll_can_be_scored() -> None:
    assert all(scoring_options(STANDARD_DICE.faces(numbers)) for numbers in ALL_ROLLS)


def test_3_6_six_of_one_colour_may_be_scored_as_a_single_die() -> None:
    for number, given in zip(range(1, 7), (31, 30, 29, 28, 22, 20), strict=True):
        assert worth(SIX_BLUE, f"B{number}") == (Kind.EVERY_COLOUR, number, 0, given)


def test_3_7_no_colour_may_be_left_out() -> None:
    assert option("B1 B2 B3 P1 P6 K6", "B3 P6 K6") is not None
    assert option("B1 B2 B3 P1 P6 K6", "B3 P6") is None
    assert option("B1 B2 B3 P1 P6 K6", "K6") is None


def test_3_7_no_die_of_the_colour_may_be_left_out() -> None:
    assert option(FIVE_BLUE, "B1 B2 B3 B4 B6") is not None
    assert option(FIVE_BLUE, "B2 B4 B6") is None


@pytest.mark.parametrize(
    ("faces", "gift"), [("B1 B2 B3 B4 B5 B6", 0), ("B2 B3 B4 B5 B6", 1), ("B1 B2 B3 B4 B5", 12), ("B1 B2 B3 B4", 22)]
)
def test_4_1_the_gift_is_what_is_left_with_5_and_6_double(faces: str, gift: int) -> None:
    assert worth(SIX_BLUE, faces)[3] == gift


@pytest.mark.parametrize(("number", "worth_as_gift"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 10), (6, 12)])
def test_4_1_what_each_number_is_worth_as_a_gift(number: int, worth_as_gift: int) -> None:
    # Five of a number scored of six: the one that is left is the gift.
    gifts = {option.gift for option in scoring_options(STANDARD_DICE.faces((number,) * 6)) if len(option.dice) == 5}
    assert gifts == {worth_as_gift}


def test_8_1_free_giving_lets_colours_be_left_out() -> None:
    roll = "B1 B2 B3 P1 P6 K6"
    assert worth(roll, "B3 P6", FREE_GIVING) == (Kind.EVERY_COLOUR, 9, 0, 16)
    assert worth(roll, "K6", FREE_GIVING) == (Kind.EVERY_COLOUR, 6, 0, 19)


def test_8_1_free_giving_lets_dice_of_the_colour_be_left_out() -> None:
    assert worth(FIVE_BLUE, "B2 B4 B6", FREE_GIVING) == (Kind.ALL_OF_A_COLOUR, 12, 0, 16)
    assert worth(SIX_BLUE, "B1 B2 B3 B4 B6", FREE_GIVING) == (Kind.ALL_OF_A_COLOUR, 16, 0, 10)
    assert worth(FIVE_BLUE, "B2 B4", FREE_GIVING) == (Kind.ALL_OF_A_COLOUR, 6, 0, 28)


def test_8_1_free_giving_makes_a_single_die_one_of_different_colours() -> None:
    assert worth(FIVE_BLUE, "B1", FREE_GIVING) == (Kind.EVERY_COLOUR, 1, 0, 33)


def test_8_1_free_giving_still_needs_four_of_a_colour_to_lie_there() -> None:
    assert option("B1 B2 B3 P1 P6 K6", "B1 B2 B3", FREE_GIVING) is None
    assert option("B1 B2 B3 P1 P6 K6", "B1 B2", FREE_GIVING) is None


def test_8_1_free_giving_leaves_every_bonus_as_it_is() -> None:
    for numbers in Random(81).sample(ALL_ROLLS, 500):
        faces = STANDARD_DICE.faces(numbers)
        free = as_worth(scoring_options(faces, ruleset=FREE_GIVING))
        rulebook = as_worth(scoring_options(faces))
        assert rulebook.items() <= free.items()
        assert all(bonus == 0 for dice, (_, _, bonus, _) in free.items() if dice not in rulebook)


def test_8_1_free_giving_scores_at_least_one_die() -> None:
    assert all(option.dice for option in scoring_options(FIVE_BLUE, ruleset=FREE_GIVING))
    assert max(option.gift for option in scoring_options("Y6 O6 G6 B6 P6 K6", ruleset=FREE_GIVING)) == 60


def test_7_1_five_of_a_colour_and_another_six() -> None:
    assert worth(FIVE_BLUE, "B2 B3 B4 B6") == (Kind.FOUR_OF_A_COLOUR, 15, 15, 13)
    assert worth(FIVE_BLUE, "B1 B2 B3 B4") == (Kind.STRAIGHT_OF_FOUR, 10, 25, 24)
    best = option(FIVE_BLUE, "B1 B2 B3 B4")
    assert best is not None
    assert best.total == 35


def test_7_2_four_twos_and_two_sixes_in_five_colours() -> None:
    assert worth(FOUR_TWOS, "G2 P2 K2 Y2") == (Kind.SAME_NUMBER, 8, 15, 24)
    assert worth(FOUR_TWOS, "G2 P2 Y2 K6 O6") == (Kind.EVERY_COLOUR, 18, 0, 2)


def test_7_3_the_greatest_of_gifts_on_a_two_and_a_five() -> None:
    state = throw(new_game(3), SIX_BLUE)
    assert worth(SIX_BLUE, "B1 B3 B4 B6")[3] == 12
    scored = decide(act(state, 1, AskGift()), 0, Score(dice_of(STANDARD_DICE, "B1 B3 B4 B6")), LoadedDice())
    assert scored == Scored(dice_of(STANDARD_DICE, "B1 B3 B4 B6"), points=14, bonus=15, gift=24)


def test_options_are_sorted_best_sum_first() -> None:
    options = scoring_options(FIVE_BLUE)
    assert [option.total for option in options] == [35, 30, 29, 28, 27, 16, 12, 10, 9, 8, 7]


def test_the_gift_asked_for_is_double_in_every_option() -> None:
    for found in scoring_options(FIVE_BLUE):
        assert found.doubled_gift == 2 * found.gift
        assert found.total == found.points + found.bonus


def test_kinds_are_named_by_their_clause() -> None:
    assert {kind.value for kind in Kind if kind.is_one_colour} == {"3.1.1", "3.1.2", "3.1.3", "3.1.4", "3.1.5"}
    assert {kind.value for kind in Kind if not kind.is_one_colour} == {"3.2.1", "3.2.2"}


def test_faces_may_be_told_as_text_or_as_faces_in_any_order() -> None:
    faces = STANDARD_DICE.faces((4, 3, 2, 1, 6, 6))
    told = [scoring_options(order) for order in (FIVE_BLUE, faces, reversed(faces))]
    # But for their faces, which come in the order told.
    assert len({tuple(option._replace(faces=()) for option in options) for options in told}) == 1


@BOTH_RULES
def test_options_of_faces_are_those_of_the_dice_set_and_the_rules_that_are_used(ruleset: Ruleset) -> None:
    random = Random(7)
    for _ in range(20):
        dice_set = random_dice_set(random)
        numbers = random.choice(ALL_ROLLS)
        options = scoring_options(random.sample(dice_set.faces(numbers), 6), dice_set, ruleset)
        assert as_worth(options) == worth_of_sets(dice_set, numbers, ruleset.free_giving)
        state = throw(new_game(2, ruleset, dice_set), " ".join(map(str, numbers)))
        # Faces are in the order in which they were given.
        assert [option._replace(faces=()) for option in state.options] == [
            option._replace(faces=()) for option in options
        ]
        assert new_game(2, ruleset, dice_set).options == ()


def expected_reason(
    dice_set: DiceSet, numbers: tuple[int, ...], dice: tuple[int, ...]
) -> tuple[str, dict[str, object]]:
    """Why 3.1 and 3.2 both exclude these dice."""
    lying = [face.colour for face in dice_set.faces(numbers)]
    chosen = [lying[die] for die in dice]
    if not chosen:
        return "score-at-least-one", {}
    if len(set(chosen)) == len(chosen):
        return "colour-left-out", {
            "colours": tuple(colour for colour in Colour if colour in lying and colour not in chosen)
        }
    if len(set(chosen)) > 1:
        return "neither-one-colour-nor-different", {}
    code = "fewer-than-four-of-colour" if lying.count(chosen[0]) < 4 else "not-a-set-of-colour"
    return code, {"colour": chosen[0], "count": lying.count(chosen[0])}


@BOTH_RULES
def test_3_dice_that_are_no_set_are_refused_with_the_reason(ruleset: Ruleset) -> None:
    random = Random(3)
    codes = set()
    one_colour = [tuple((colour - die) % 6 + 1 for die in range(6)) for colour in Colour]
    five = [(roll[0] % 6 + 1, *roll[1:]) for roll in one_colour]
    for numbers in one_colour + five + random.sample(ALL_ROLLS, 60):
        state = throw(new_game(2, ruleset), " ".join(map(str, numbers)))
        possible = worth_of_sets(STANDARD_DICE, numbers, ruleset.free_giving)
        for dice in SUBSETS:
            refused = refusal(state, 0, Score(dice))
            if dice in possible:
                assert refused is None
            else:
                code, values = expected_reason(STANDARD_DICE, numbers, dice)
                assert refused == (code, {**values, "allowed": ("roll", "score")})
                codes.add(code)
    always = {"score-at-least-one", "neither-one-colour-nor-different", "fewer-than-four-of-colour"}
    assert codes == (always if ruleset.free_giving else always | {"colour-left-out", "not-a-set-of-colour"})


def test_a_table_forgets_before_it_takes_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "REMEMBERED", 40)
    table = ScoringTable(STANDARD_DICE, free_giving=True)
    rolls = [(1, 2, 3, 4, 5, number) for number in range(1, 7)]
    first = [table.options(roll) for roll in rolls]
    assert len(table._options) < len(rolls)
    assert [table.options(roll) for roll in rolls] == first
