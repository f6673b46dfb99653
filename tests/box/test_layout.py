"""Clause 1.3: the layout of one's own box, entered face by face."""

from itertools import permutations
from random import Random

import pytest

from charidice.box.layout import FacesByDie, dice_set_of, known_faces, possible_faces, read_layout
from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, STANDARD_DICE, Colour, DiceSet, Face, read_faces
from charidice.rules.errors import InvalidDice, Refused

from ..rules.squares import random_dice_set

NOTHING: FacesByDie = ((),) * 6


def dice(*texts: str) -> FacesByDie:
    return tuple(read_faces(text) for text in (*texts, *[""] * (6 - len(texts))))


def some_faces(dice_set: DiceSet, share: float, rng: Random) -> FacesByDie:
    faces = [[dice_set.face(die, number) for number in ALL_NUMBERS] for die in ALL_DICE]
    return tuple(tuple(face for face in each if rng.random() < share) for each in faces)


def every_set_with(known: FacesByDie, rows: tuple[tuple[Colour, ...], ...] = ()) -> set[DiceSet]:
    """By brute force."""
    if len(rows) == 6:
        return {DiceSet(rows)}
    found = set()
    for row in permutations(Colour):
        fits = all(row[face.number - 1] == face.colour for face in known[len(rows)])
        if fits and all(a != b for other in rows for a, b in zip(row, other, strict=True)):
            found |= every_set_with(known, (*rows, row))
    return found


def refusal_of(known: FacesByDie) -> Refused:
    with pytest.raises(InvalidDice) as refused:
        possible_faces(known)
    return refused.value


def test_1_3_of_an_unknown_box_every_die_may_have_every_face() -> None:
    possible = possible_faces(NOTHING)
    assert [len(faces) for faces in possible] == [36] * 6
    assert known_faces(possible) == NOTHING


def test_1_3_five_faces_of_a_die_give_the_sixth() -> None:
    known = known_faces(possible_faces(dice("Y1 O2 G3 B4 P5")))
    assert known[0] == read_faces("Y1 O2 G3 B4 P5 K6")
    assert known[1:] == NOTHING[1:]


def test_1_3_five_dice_give_the_sixth() -> None:
    faces = tuple(STANDARD_DICE.face(5, number) for number in ALL_NUMBERS)
    entered = [tuple(STANDARD_DICE.face(die, number) for number in ALL_NUMBERS) for die in range(5)]
    assert known_faces(possible_faces((*entered, ())))[5] == faces


@pytest.mark.parametrize("seed", range(12))
def test_1_3_what_is_possible_is_exactly_what_some_dice_set_has(seed: int) -> None:
    rng = Random(seed)
    known = some_faces(random_dice_set(rng), rng.uniform(0.45, 0.8), rng)
    possible = possible_faces(known)
    sets = every_set_with(known)
    for die in ALL_DICE:
        assert set(possible[die]) == {each.face(die, number) for each in sets for number in ALL_NUMBERS}
    shared = [[face for face in possible[die] if all(each.die_of(face) == die for each in sets)] for die in ALL_DICE]
    assert [list(faces) for faces in known_faces(possible)] == shared


@pytest.mark.parametrize("seed", range(10))
def test_1_3_any_box_is_entered_in_far_fewer_than_36_taps_and_no_offered_face_is_a_dead_end(seed: int) -> None:
    rng = Random(seed)
    box = random_dice_set(rng)
    entered: list[tuple[Face, ...]] = [*NOTHING]
    while len(missing := _missing(box, tuple(entered))):
        die, face = rng.choice(missing)
        assert face in possible_faces(tuple(entered))[die]
        entered[die] += (face,)
    assert dice_set_of(known_faces(possible_faces(tuple(entered)))) == box
    assert sum(map(len, entered)) <= 25


def _missing(box: DiceSet, entered: FacesByDie) -> list[tuple[int, Face]]:
    known = known_faces(possible_faces(entered))
    faces = [(die, box.face(die, number)) for die in ALL_DICE for number in ALL_NUMBERS]
    return [(die, face) for die, face in faces if face not in known[die]]


@pytest.mark.parametrize(
    ("known", "code", "values"),
    [
        (dice("Y1 O1"), "layout-number-twice-on-die", {"die": 1, "number": 1}),
        (dice("", "Y1 Y2"), "layout-colour-twice-on-die", {"die": 2, "colour": Colour.YELLOW}),
        (dice("Y1", "O2", "Y1"), "layout-face-twice", {"face": Face(Colour.YELLOW, 1)}),
        # The sixth face of die 1 would be K6, which is on die 2.
        (dice("Y1 O2 G3 B4 P5", "K6"), "layout-no-colour-left", {"die": 1, "number": 6}),
        # Only the yellow 6 is left for die 6, whose 6 is orange.
        (
            dice("Y1 O2", "Y2 O1", "Y3", "Y4", "Y5", "O6 G1"),
            "layout-no-number-left",
            {"die": 6, "colour": Colour.YELLOW},
        ),
    ],
)
def test_1_3_a_layout_that_cannot_be_is_refused_with_the_reason(
    known: FacesByDie, code: str, values: dict[str, object]
) -> None:
    refused = refusal_of(known)
    assert (refused.code, refused.values) == (code, values)


def test_1_3_a_face_without_a_die_is_refused() -> None:
    # No die is left for Y1: each has another yellow face or another 1.
    refused = refusal_of(dice("Y2", "Y3", "Y4", "O1", "G1", "B1"))
    assert (refused.code, refused.values) == ("layout-no-die-left", {"face": Face(Colour.YELLOW, 1)})


def test_1_3_a_layout_without_any_dice_set_is_refused_even_if_nothing_lacks_a_place_yet() -> None:
    known = dice("K4 O2 B5", "K6 Y4", "P2 K1", "Y2 P6 B1 O4", "P4 O5", "B3")
    assert not every_set_with(known)
    assert refusal_of(known).code == "layout-cannot-be-completed"


def test_1_3_a_layout_may_leave_out_what_follows() -> None:
    assert read_layout("YOGBP. OGBPKY GBPKYO BPKYOG PKYOGB ......") == STANDARD_DICE
    assert read_layout(str(STANDARD_DICE)) == STANDARD_DICE


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "layout-not-six-by-six"),
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB", "layout-not-six-by-six"),
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGB", "layout-not-six-by-six"),
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBX", "unknown-colour"),
        ("YOGBPK OGBPKY ...... ...... ...... ......", "layout-not-complete"),
        ("YOGBPK YGBPKO GBPKYO BPKYOG PKYOGB ......", "layout-face-twice"),
    ],
)
def test_1_3_a_layout_that_is_none_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidDice) as refused:
        read_layout(text)
    assert refused.value.code == code
