"""`charidice options`: the ways to score a roll, as a table for people and as JSON for programs."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from charidice import (
    STANDARD_DICE,
    Colour,
    DiceSet,
    Face,
    InvalidDice,
    RecordError,
    Ruleset,
    ScoringOption,
    scoring_options,
)
from charidice.messages import LANGUAGES, catalog

from ..waiting import PATIENCE
from .running import Run

LETTERS = tuple("YOGBPK")
EXAMPLE_7_1 = "B1 B2 B3 B4 B6 P6"
EXAMPLE_7_2 = "O2 G2 B2 K2 G6 P6"
THREE_OF_TWO_COLOURS = "Y1 Y2 Y3 B1 B2 B3"
SIX_OF_A_COLOUR = "B1 B2 B3 B4 B5 B6"
OWN_LAYOUT = "YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY"
OWN_DICE = DiceSet.read(OWN_LAYOUT)


def listed(text: str | bytes) -> list[dict[str, object]]:
    """The options in an answer as JSON."""
    told = json.loads(text)
    assert [told[name] for name in ("format", "version")] == ["charidice-options", 1]
    options: list[dict[str, object]] = told["options"]
    return options


def in_a_process(tmp_path: Path, *words: str, stdin: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(tmp_path)} | environment
    return subprocess.run(
        [sys.executable, "-m", "charidice", *words],
        input=stdin,
        capture_output=True,
        env=environment | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=PATIENCE,
    )


def rows(options: Iterable[ScoringOption]) -> list[dict[str, Any]]:
    """The JSON that these options should be."""
    return [
        {
            "dice": list(option.dice),
            "faces": list(map(str, option.faces)),
            "kind": str(option.kind),
            "points": option.points,
            "bonus": option.bonus,
            "gift": option.gift,
        }
        for option in options
    ]


# The rulebooks' own examples


def test_7_1_as_a_table(run: Run) -> None:
    assert run("options", *EXAMPLE_7_1.split()) == (
        0,
        """\
Ways to score B4 B3 B2 B1 B6 P6:
dice            points  bonus  sum  gift  doubled  combination
B4 B3 B2 B1         10     25   35    24       48  straight of four, blue
B4 B3 B2 B6         15     15   30    13       26  four of a colour, blue
B4 B3 B1 B6         14     15   29    14       28  four of a colour, blue
B4 B2 B1 B6         13     15   28    15       30  four of a colour, blue
B3 B2 B1 B6         12     15   27    16       32  four of a colour, blue
B4 B3 B2 B1 B6      16      0   16    12       24  dice of one colour, blue
B6 P6               12      0   12    10       20  one of every colour
B4 P6               10      0   10    18       36  one of every colour
B3 P6                9      0    9    19       38  one of every colour
B2 P6                8      0    8    20       40  one of every colour
B1 P6                7      0    7    21       42  one of every colour
""",
        "",
    )


def test_7_1_as_json(run: Run) -> None:
    answer = run("options", "--json", *EXAMPLE_7_1.split())
    assert (answer.code, answer.err) == (0, "")
    faces = ["B4", "B3", "B2", "B1"]
    first = {"dice": [0, 1, 2, 3], "faces": faces, "kind": "3.1.1", "points": 10, "bonus": 25, "gift": 24}
    assert listed(answer.out)[0] == first
    assert listed(answer.out) == rows(scoring_options("B4 B3 B2 B1 B6 P6"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_json_is_the_same_in_every_language(run: Run, language: str) -> None:
    assert run("--lang", language, "options", "--json", EXAMPLE_7_1) == run("options", "--json", EXAMPLE_7_1)


# Ways to write a roll


@pytest.mark.parametrize(
    "words",
    [
        ["P6", "B6", "B4", "B3", "B2", "B1"],
        ["b1", "b2", "b3", "b4", "b6", "p6"],
        ["B1,B2,B3,B4,B6,P6"],
        ["B1,", "B2,", "B3,", "B4,", "B6,", "P6"],
        ["B1B2B3B4B6P6"],
        ["b1b2b3", "B4,p6 b6"],
        ["B1 B2 B3 B4 B6 P6"],
        ["4", "3", "2", "1", "6", "6"],
        ["4,3,2,1,6,6"],
        ["4 3 2 1 6 6"],
    ],
    ids=" ".join,
)
def test_a_roll_may_be_written_in_many_ways(run: Run, words: list[str]) -> None:
    assert run("options", *words) == run("options", *EXAMPLE_7_1.split())


def test_six_bare_numbers_are_the_dice_0_to_5_in_their_order(run: Run) -> None:
    title = run("options", "1", "2", "3", "4", "5", "6").out.splitlines()[0]
    assert title == "Ways to score Y1 G2 P3 Y4 G5 P6:"


def test_the_dice_of_another_box_are_told_by_their_layout(run: Run) -> None:
    title = run("options", "--dice", OWN_LAYOUT, "1", "2", "3", "4", "5", "6").out.splitlines()[0]
    faces = OWN_DICE.faces((1, 2, 3, 4, 5, 6))
    assert title == f"Ways to score {' '.join(map(str, faces))}:"
    assert faces != STANDARD_DICE.faces((1, 2, 3, 4, 5, 6))

    by_faces = run("options", "--dice", OWN_LAYOUT, "--json", *map(str, reversed(faces)))
    assert listed(by_faces.out) == rows(scoring_options(reversed(faces), OWN_DICE))


def test_faces_that_lie_together_in_one_box_may_not_in_another(run: Run) -> None:
    together = next(
        " ".join(map(str, OWN_DICE.faces(numbers)))
        for numbers in product(range(1, 7), repeat=6)
        if len({STANDARD_DICE.die_of(face) for face in OWN_DICE.faces(numbers)}) < 6
    )
    assert run("options", "--dice", OWN_LAYOUT, together).code == 0
    assert run("options", together).code == 2


def test_8_1_free_giving_lets_colours_be_left_out(run: Run) -> None:
    single = {"dice": [0], "faces": ["O2"], "kind": "3.2.1", "points": 2, "bonus": 0, "gift": 30}
    strict = listed(run("options", "--json", EXAMPLE_7_2).out)
    free = listed(run("options", "--json", "--free-giving", EXAMPLE_7_2).out)
    assert single in free
    assert single not in strict
    assert free == rows(scoring_options(EXAMPLE_7_2, ruleset=Ruleset(free_giving=True)))


# One roll a line


def test_many_rolls_can_be_piped_through(tmp_path: Path) -> None:
    rolls = list(product(range(1, 7), repeat=6))[::35]
    told = "".join(" ".join(map(str, numbers)) + "\n" for numbers in rolls)
    answer = in_a_process(tmp_path, "options", "-", stdin=told.encode())
    assert (answer.returncode, answer.stderr) == (0, b"")
    lines = answer.stdout.splitlines()
    for numbers, line in zip(rolls, lines, strict=True):
        assert listed(line) == rows(scoring_options(STANDARD_DICE.faces(numbers))), numbers


def test_lines_may_be_written_in_any_way_and_end_in_any_way(run: Run) -> None:
    one = run("options", "--json", EXAMPLE_7_1).out
    bare = run("options", "--json", "B4 B3 B2 B1 B6 P6").out
    answer = run("options", "-", stdin=f"{EXAMPLE_7_1}\r\nb1b2b3b4b6p6\n  4,3,2,1,6,6  \n{EXAMPLE_7_1}")
    assert answer == (0, one * 2 + bare + one, "")


def test_the_house_rules_hold_for_piped_rolls_too(run: Run) -> None:
    own = " ".join(map(str, OWN_DICE.faces((2, 2, 2, 2, 6, 6))))
    answer = run("options", "-", "--dice", OWN_LAYOUT, "--free-giving", stdin=f"{own}\n")
    assert listed(answer.out) == rows(scoring_options(own, OWN_DICE, Ruleset(free_giving=True)))


def test_no_lines_no_answers(run: Run) -> None:
    assert run("options", "-") == (0, "", "")


@pytest.mark.parametrize(
    ("line", "code", "values"),
    [
        ("B1 B2 B3 B4 B6 X6", "unknown-face", {"text": "X6", "allowed": LETTERS}),
        ("B1 B2 B3", "not-six-faces", {"count": 3}),
        ("", "not-six-faces", {"count": 0}),
        ("1 2 3 4 5 7", "unknown-number", {"text": "7"}),
    ],
)
def test_a_bad_line_is_named_and_the_answers_before_it_are_kept(
    run: Run, language: str, line: str, code: str, values: dict[str, Any]
) -> None:
    answers = run("options", "--json", EXAMPLE_7_1).out + run("options", "--json", EXAMPLE_7_2).out
    told = f"{EXAMPLE_7_1}\n{EXAMPLE_7_2}\n{line}\n{EXAMPLE_7_1}\n"
    message = catalog(language).refusal(RecordError(code, **values, line=3))
    assert run("--lang", language, "options", "-", stdin=told) == (2, answers, f"charidice: {message}\n")
    reason = catalog(language).refusal(InvalidDice(code, **values))
    assert message == catalog(language).say("where.line", line=3, reason=reason)


def test_the_answers_come_before_the_message_where_both_go_to_one_place(run: Run, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "charidice", "options", "-"],
        input=f"{EXAMPLE_7_1}\nnonsense\n",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    answer, message = done.stdout.splitlines()
    assert f"{answer}\n" == run("options", "--json", EXAMPLE_7_1).out
    assert message.startswith("charidice: Line 2: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8:surrogateescape"])
def test_bytes_that_are_no_text_are_bad_input_like_any_other(tmp_path: Path, encoding: str) -> None:
    """Which of the two a terminal has depends on its locale."""
    told = EXAMPLE_7_1.encode() + b"\nB1 \xff\n"
    answer = in_a_process(tmp_path, "options", "-", stdin=told, PYTHONIOENCODING=encoding)
    assert b"Traceback" not in answer.stderr
    assert answer.returncode == 2


# Bad input


BAD_ROLLS: list[tuple[str, str, dict[str, Any]]] = [
    ("B1 B2 B3 B4 B6 X6", "unknown-face", {"text": "X6", "allowed": LETTERS}),
    ("B1 B2 B3 B4 B6 -6", "unknown-face", {"text": "-6", "allowed": LETTERS}),
    ("blau", "unknown-face", {"text": "bl", "allowed": LETTERS}),
    ("{text} %s {0}", "unknown-face", {"text": "{t", "allowed": LETTERS}),
    ("B1 B2 B3 B4 B6", "not-six-faces", {"count": 5}),
    ("", "not-six-faces", {"count": 0}),
    ("B1 B2 B3 B4 B6 P6 P6", "not-six-faces", {"count": 7}),
    ("B1 B2 B3 B4 P6 P6", "face-twice", {"face": Face(Colour.PURPLE, 6), "other": Face(Colour.PURPLE, 6)}),
    ("B1 B2 B3 B4 O1 P6", "two-faces-of-one-die", {"face": Face(Colour.ORANGE, 1), "other": Face(Colour.BLUE, 3)}),
    ("0 1 2 3 4 5", "unknown-number", {"text": "0"}),
]


@pytest.mark.parametrize(("roll", "code", "values"), BAD_ROLLS, ids=[roll for roll, _, _ in BAD_ROLLS])
def test_a_roll_that_cannot_be_is_refused_in_the_language_of_the_player(
    run: Run, language: str, roll: str, code: str, values: dict[str, Any]
) -> None:
    refusals = {each: catalog(each).refusal(InvalidDice(code, **values)) for each in LANGUAGES}
    assert len(set(refusals.values())) == len(LANGUAGES)
    assert run("options", "--lang", language, *roll.split() or [""]) == (2, "", f"charidice: {refusals[language]}\n")


@pytest.mark.parametrize(
    ("layout", "code", "values"),
    [
        ("YOGBPX OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP", "unknown-colour", {"text": "X", "allowed": LETTERS}),
        ("", "layout-not-six-by-six", {}),
        ("YOGBPK", "layout-not-six-by-six", {}),
        ("YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGB", "layout-not-six-by-six", {}),
        (
            "YOGBPY OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP",
            "layout-colour-twice-on-die",
            {"die": 1, "colour": Colour.YELLOW},
        ),
        (
            "YOGBPK YOGBPK GBPKYO BPKYOG PKYOGB KYOGBP",
            "layout-face-twice",
            {"face": Face(Colour.YELLOW, 1)},
        ),
    ],
)
def test_a_dice_set_that_cannot_be_is_refused_with_the_reason(
    run: Run, language: str, layout: str, code: str, values: dict[str, Any]
) -> None:
    texts = catalog(language)
    reason = texts.say("cli.error.at", argument="--dice", message=texts.refusal(InvalidDice(code, **values)))
    assert run("--lang", language, "options", "--dice", layout, *EXAMPLE_7_1.split()) == (
        2,
        "",
        f"{texts.say('cli.error', program='charidice options', message=reason)}\n"
        f"{texts.say('cli.error.try-help', program='charidice options')}\n",
    )


def test_without_a_roll_it_says_what_is_missing(run: Run, language: str) -> None:
    texts = catalog(language)
    answer = run("options", "--lang", language)
    assert (answer.code, answer.out) == (2, "")
    assert texts.say("cli.error.missing", text=texts.say("cli.metavar.face")) in answer.err


# The table in every language


@pytest.mark.parametrize("house_rules", [[], ["--free-giving"]], ids=["", "free giving"])
@pytest.mark.parametrize("roll", [EXAMPLE_7_1, EXAMPLE_7_2, THREE_OF_TWO_COLOURS, SIX_OF_A_COLOUR])
def test_every_number_stands_under_its_head(run: Run, language: str, roll: str, house_rules: list[str]) -> None:
    say = catalog(language).say
    keys = ("box.points", "box.bonus", "box.sum", "options.head.gift", "options.head.doubled")
    _, head, *lines = run("--lang", language, "options", roll, *house_rules).out.splitlines()
    options = scoring_options(roll, ruleset=Ruleset(free_giving=bool(house_rules)))
    start = len(say("options.head.dice"))
    for position, key in enumerate(keys):
        end = head.index(say(key), start) + len(say(key))
        for line, option in zip(lines, options, strict=True):
            values = (option.points, option.bonus, option.total, option.gift, option.doubled_gift)
            cell = line[start:end].split()[-1]
            assert (cell, line[end - 1 : end + 1]) == (str(values[position]), f"{cell[-1]} "), f"\n{head}\n{line}"
        start = end
    kind = head.index(say("options.head.kind"), start)
    assert all(line[kind - 1] == " " and line[kind].isalnum() for line in lines)


def test_the_table_names_colours_and_combinations_in_the_language(run: Run, language: str) -> None:
    texts = catalog(language)
    lines = run("--lang", language, "options", EXAMPLE_7_1).out.splitlines()
    assert lines[0] == texts.say("options.title", faces="B4 B3 B2 B1 B6 P6")
    assert lines[2].endswith(f"  {texts.say('kind.3.1.1', colour=texts.say('colour.blue'))}")
    assert lines[-1].endswith(f"  {texts.say('kind.3.2.1')}")
