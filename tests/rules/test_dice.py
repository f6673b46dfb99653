"""Clauses 1.2 to 1.4: the six dice."""

import pickle
from itertools import permutations, product
from random import Random

import pytest

from charidice.rules import STANDARD_DICE, Colour, DiceSet, Face, InvalidDice, Refused, read_faces, read_roll

from .squares import random_dice_set, shuffled_standard

COLOURS = [
    (Colour.YELLOW, 0, "Y"),
    (Colour.ORANGE, 1, "O"),
    (Colour.GREEN, 2, "G"),
    (Colour.BLUE, 3, "B"),
    (Colour.PURPLE, 4, "P"),
    (Colour.BLACK, 5, "K"),
]
ALL_LETTERS = ("Y", "O", "G", "B", "P", "K")
STANDARD_LAYOUT = "YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP"


def problem_of(refused: Refused) -> tuple[str, dict[str, object]]:
    return refused.code, refused.values


@pytest.mark.parametrize(("colour", "index", "letter"), COLOURS)
def test_1_2_colours_have_an_index_and_a_letter(colour: Colour, index: int, letter: str) -> None:
    assert colour == index
    assert colour.letter == letter
    assert Colour.of_letter(letter) is colour
    assert Colour.of_letter(letter.lower()) is colour


def test_1_2_there_are_six_colours() -> None:
    assert list(Colour) == [colour for colour, _, _ in COLOURS]


@pytest.mark.parametrize("text", ["", "R", "YO", "GB", "4", " ", "ß"])
def test_1_2_other_letters_are_no_colour(text: str) -> None:
    with pytest.raises(InvalidDice) as refused:
        Colour.of_letter(text)
    assert problem_of(refused.value) == ("unknown-colour", {"text": text, "allowed": ALL_LETTERS})


def test_1_2_a_face_is_written_letter_and_number() -> None:
    assert str(Face(Colour.BLUE, 4)) == "B4"
    for (colour, _, letter), number in product(COLOURS, range(1, 7)):
        face = Face(colour, number)
        assert str(face) == f"{letter}{number}"
        assert Face.read(str(face)) == face


def test_1_2_a_face_is_read_in_either_case_and_with_spaces_around() -> None:
    assert Face.read(" b4 ") == Face.read("B4") == Face(Colour.BLUE, 4)


@pytest.mark.parametrize(
    "text", ["", "B", "4", "B0", "B7", "R4", "4B", "B44", "BB", "B 4", "B-4", "B\N{FULLWIDTH DIGIT FOUR}"]
)
def test_1_2_anything_else_is_no_face(text: str) -> None:
    with pytest.raises(InvalidDice) as refused:
        Face.read(text)
    assert problem_of(refused.value) == ("unknown-face", {"text": text, "allowed": ALL_LETTERS})


def test_1_2_every_colour_number_pair_exists_exactly_once() -> None:
    faces = [STANDARD_DICE.face(die, number) for die in range(6) for number in range(1, 7)]
    assert sorted(faces) == [Face(colour, number) for colour in Colour for number in range(1, 7)]
    for die, number in product(range(6), range(1, 7)):
        assert STANDARD_DICE.die_of(STANDARD_DICE.face(die, number)) == die


def test_1_2_every_die_carries_six_colours_and_no_two_dice_are_alike() -> None:
    assert all(set(row) == set(Colour) for row in STANDARD_DICE.layout)
    assert len(set(STANDARD_DICE.layout)) == 6


def test_1_3_the_default_layout_goes_up_by_one_colour_a_number() -> None:
    for die, number in product(range(6), range(1, 7)):
        assert STANDARD_DICE.face(die, number) == Face(Colour((die + number - 1) % 6), number)
    assert str(STANDARD_DICE) == STANDARD_LAYOUT


def test_1_3_any_latin_square_is_accepted_and_written_as_it_is_read() -> None:
    random = Random(13)
    for number in range(200):
        dice_set = random_dice_set(random) if number % 2 else shuffled_standard(random)
        assert DiceSet.read(str(dice_set)) == dice_set
        assert DiceSet(dice_set.layout) == dice_set


def test_1_3_a_layout_is_read_in_either_case_and_over_several_lines() -> None:
    assert DiceSet.read(STANDARD_LAYOUT.lower().replace(" ", "\n")) == STANDARD_DICE


def test_1_3_plain_indices_make_the_same_set_as_colours() -> None:
    plain = DiceSet(tuple(tuple(Colour((die + step) % 6).value for step in range(6)) for die in range(6)))  # type: ignore[misc]
    assert plain == STANDARD_DICE
    assert hash(plain) == hash(STANDARD_DICE)
    assert all(isinstance(colour, Colour) for row in plain.layout for colour in row)


@pytest.mark.parametrize(
    ("layout", "code", "values"),
    [
        ("", "layout-not-six-by-six", {}),
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB", "layout-not-six-by-six", {}),
        (f"{STANDARD_LAYOUT} YOGBPK", "layout-not-six-by-six", {}),
        ("YOGBP OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP", "layout-not-six-by-six", {}),
        ("YOGBPKY OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP", "layout-not-six-by-six", {}),
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBR", "unknown-colour", {"text": "R", "allowed": ALL_LETTERS}),
        (
            "YOGBPK OGBPKY GBGKYO BPKYOG PKYOGB KYOGBP",
            "layout-colour-twice-on-die",
            {"die": 3, "colour": Colour.GREEN},
        ),
        ("KYOGBK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP", "layout-colour-twice-on-die", {"die": 1, "colour": Colour.BLACK}),
        # Two dice alike.
        (
            "YOGBPK YOGBPK GBPKYO BPKYOG PKYOGB KYOGBP",
            "layout-face-twice",
            {"face": Face(Colour.YELLOW, 1)},
        ),
        # Each die carries six colours, but two numbers have changed places on the last.
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOBGP", "layout-face-twice", {"face": Face(Colour.BLUE, 4)}),
    ],
)
def test_1_3_any_other_layout_is_refused_with_the_reason(layout: str, code: str, values: dict[str, object]) -> None:
    with pytest.raises(InvalidDice) as refused:
        DiceSet.read(layout)
    assert problem_of(refused.value) == (code, values)


def test_1_3_one_changed_face_is_never_a_dice_set() -> None:
    for die, number, colour in product(range(6), range(6), Colour):
        if STANDARD_DICE.layout[die][number] == colour:
            continue
        rows = [list(row) for row in STANDARD_DICE.layout]
        rows[die][number] = colour
        with pytest.raises(InvalidDice) as refused:
            DiceSet(tuple(map(tuple, rows)))
        assert problem_of(refused.value) == ("layout-colour-twice-on-die", {"die": die + 1, "colour": colour})


def test_1_4_dice_of_the_same_number_always_differ_in_colour() -> None:
    for number in range(1, 7):
        assert {face.colour for face in STANDARD_DICE.faces((number,) * 6)} == set(Colour)


def test_1_4_dice_of_one_colour_always_differ_in_number() -> None:
    for numbers in product(range(1, 7), repeat=6):
        faces = STANDARD_DICE.faces(numbers)
        assert len(set(faces)) == 6


@pytest.mark.parametrize("colour", Colour)
def test_1_4_six_dice_of_one_colour_are_the_straight(colour: Colour) -> None:
    numbers = [row.index(colour) + 1 for row in STANDARD_DICE.layout]
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    assert sorted(STANDARD_DICE.faces(tuple(numbers))) == [Face(colour, number) for number in range(1, 7)]


def test_1_2_six_faces_in_any_order_tell_the_dice() -> None:
    numbers = (4, 3, 2, 1, 6, 6)
    faces = STANDARD_DICE.faces(numbers)
    assert [str(face) for face in faces] == ["B4", "B3", "B2", "B1", "B6", "P6"]
    assert {STANDARD_DICE.numbers(order) for order in permutations(faces)} == {numbers}


def test_1_2_faces_tell_the_dice_of_any_set() -> None:
    random = Random(12)
    for _ in range(300):
        dice_set = random_dice_set(random)
        numbers = tuple(random.choices(range(1, 7), k=6))
        faces = dice_set.faces(numbers)
        assert dice_set.numbers(random.sample(faces, 6)) == numbers
        some = random.sample(range(6), 3)
        assert dice_set.by_die(faces[die] for die in some) == {die: faces[die] for die in some}


@pytest.mark.parametrize(
    ("faces", "code", "values"),
    [
        ("", "not-six-faces", {"count": 0}),
        ("Y1 O1 G1 B1 P1", "not-six-faces", {"count": 5}),
        ("Y1 O1 G1 B1 P1 K1 Y2", "not-six-faces", {"count": 7}),
        ("Y1 O1 G1 B1 P1 Y1", "face-twice", {"face": Face(Colour.YELLOW, 1)}),
        (
            "Y1 O2 G1 B1 P1 K1",
            "two-faces-of-one-die",
            {"face": Face(Colour.ORANGE, 2), "other": Face(Colour.YELLOW, 1)},
        ),
    ],
)
def test_1_2_faces_that_cannot_lie_there_are_refused(faces: str, code: str, values: dict[str, object]) -> None:
    with pytest.raises(InvalidDice) as refused:
        STANDARD_DICE.numbers(read_faces(faces))
    assert problem_of(refused.value) == (code, values)


@pytest.mark.parametrize("text", ["B1 G2 K6", "b1,g2,k6", "B1G2K6", " B1,  G2 k6 ", "B1G2 K6", "\tB1\nG2, K6,"])
def test_faces_are_read_apart_or_together(text: str) -> None:
    assert read_faces(text) == (Face(Colour.BLUE, 1), Face(Colour.GREEN, 2), Face(Colour.BLACK, 6))


def test_no_faces_are_read_from_nothing() -> None:
    assert read_faces("") == read_faces(" , ") == ()


@pytest.mark.parametrize(
    ("text", "word"), [("B1 G7", "G7"), ("B1G", "G"), ("B1 X2", "X2"), ("B 1", "B"), ("1B2", "1B"), ("B1;G2", ";G")]
)
def test_a_word_that_is_no_face_is_refused_by_name(text: str, word: str) -> None:
    with pytest.raises(InvalidDice) as refused:
        read_faces(text)
    assert problem_of(refused.value) == ("unknown-face", {"text": word, "allowed": ALL_LETTERS})


@pytest.mark.parametrize(
    "text",
    [
        "4 3 2 1 6 6",
        "4,3,2,1,6,6",
        "432166",
        " 4, 3 2 1 6\n6 ",
        "B4 B3 B2 B1 B6 P6",
        "P6 B1 B2 B3 B4 B6",
        "p6b1b2b3b4b6",
    ],
)
def test_a_roll_is_six_faces_in_any_order_or_six_numbers_in_that_of_the_dice(text: str) -> None:
    assert read_roll(text) == (4, 3, 2, 1, 6, 6)


def test_a_roll_is_read_for_the_dice_set_that_is_used() -> None:
    swapped = DiceSet((*STANDARD_DICE.layout[1::-1], *STANDARD_DICE.layout[2:]))
    assert read_roll("B4 B3 B2 B1 B6 P6", swapped) == (3, 4, 2, 1, 6, 6)
    assert read_roll("4 3 2 1 6 6", swapped) == (4, 3, 2, 1, 6, 6)


@pytest.mark.parametrize(
    ("text", "code", "values"),
    [
        ("", "not-six-faces", {"count": 0}),
        ("1 2 3 4 5", "not-six-faces", {"count": 5}),
        ("1 2 3 4 5 6 1", "not-six-faces", {"count": 7}),
        ("12345", "not-six-faces", {"count": 5}),
        ("1 2 3 4 5 7", "unknown-number", {"text": "7"}),
        ("1 0 3 4 9 5", "unknown-number", {"text": "0"}),
        ("1 2 3 4 5 16", "unknown-number", {"text": "16"}),
        ("B4 B3 B2 B1 B6", "not-six-faces", {"count": 5}),
        ("B4 B3 B2 B1 B6 7", "unknown-face", {"text": "7", "allowed": ALL_LETTERS}),
        (
            "\N{FULLWIDTH DIGIT ONE} 2 3 4 5 6",
            "unknown-face",
            {"text": "\N{FULLWIDTH DIGIT ONE}", "allowed": ALL_LETTERS},
        ),
        ("B4 B3 B2 B1 B6 B6", "face-twice", {"face": Face(Colour.BLUE, 6)}),
    ],
)
def test_anything_else_is_no_roll(text: str, code: str, values: dict[str, object]) -> None:
    with pytest.raises(InvalidDice) as refused:
        read_roll(text)
    assert problem_of(refused.value) == (code, values)


def test_a_dice_set_is_a_value() -> None:
    other = shuffled_standard(Random(1))
    assert other != STANDARD_DICE
    for dice_set in (STANDARD_DICE, other):
        copy = pickle.loads(pickle.dumps(dice_set))
        assert copy == dice_set
        assert hash(copy) == hash(dice_set)
        assert copy.die_of(Face(Colour.BLUE, 4)) == dice_set.die_of(Face(Colour.BLUE, 4))


def test_a_refusal_says_its_code_and_values_and_survives_a_pickle() -> None:
    refused = InvalidDice("unknown-colour", text="R", allowed=ALL_LETTERS)
    assert str(refused) == "unknown-colour (text=R, allowed=Y O G B P K)"
    assert str(InvalidDice("layout-not-six-by-six")) == "layout-not-six-by-six"
    copy = pickle.loads(pickle.dumps(refused))
    assert type(copy) is InvalidDice
    assert problem_of(copy) == problem_of(refused)


def test_a_refusal_writes_faces_as_faces() -> None:
    face, other = Face(Colour.BLUE, 4), Face(Colour.YELLOW, 1)
    assert str(InvalidDice("layout-face-twice", face=face)) == "layout-face-twice (face=B4)"
    assert str(InvalidDice("faces", faces=(face, other))) == "faces (faces=B4 Y1)"


def test_a_colour_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidDice) as refused:
        DiceSet(((0, 1, 2, 3, 4, 6), *STANDARD_DICE.layout[1:]))  # type: ignore[arg-type]
    assert refused.value.code == "layout-not-six-by-six"


def test_a_face_that_no_die_has_is_refused() -> None:
    with pytest.raises(InvalidDice) as refused:
        STANDARD_DICE.die_of(Face(Colour.BLUE, 7))
    assert (refused.value.code, refused.value.values["text"]) == ("unknown-face", "B7")
