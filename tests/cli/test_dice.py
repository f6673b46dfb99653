"""`charidice dice` and `--dice NAME`: the dice of one's own box, entered once and used by name."""

import json
from pathlib import Path

import pytest

from charidice.box.saved import MOST_SETS, dice_file, save_set
from charidice.rules.dice import STANDARD_DICE

from .running import Run

OWN = "YOGBPK OGYKBP GYOPKB BPKYOG PKBGYO KBPOGY"
# What is left out follows from the rest.
OWN_WITH_DOTS = "YOGBP. OGYKBP GYOPKB BPKYOG PKBGYO ......"
ROLL = "B1 B2 B3 B4 B6 P6"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_1_3_a_set_is_saved_listed_shown_and_removed(run: Run) -> None:
    assert run("dice").out == "No dice sets are saved yet.\n"
    assert run("dice", "save", "Grandma’s box", OWN).code == 0
    assert run("dice", "save", "holiday", *OWN_WITH_DOTS.split()).code == 0
    assert run("dice").out.splitlines() == [f"Grandma’s box  {OWN}", f"holiday        {OWN}"]
    shown = run("dice", "show", "holiday").out.splitlines()
    assert shown[0] == "Die 1: Y1 O2 G3 B4 P5 K6"
    assert len(shown) == 6
    assert json.loads(run("dice", "--json").out)["sets"] == {"Grandma’s box": OWN, "holiday": OWN}
    assert run("dice", "list", "--json") == run("dice", "--json", "list") == run("dice", "--json")
    assert run("dice", "--json", "show", "holiday") == run("dice", "show", "holiday", "--json")
    assert run("dice", "remove", "holiday").out == "“holiday” is removed.\n"
    assert run("dice", "list").out == f"Grandma’s box  {OWN}\n"


def test_1_3_a_saved_set_is_used_by_its_name_wherever_a_layout_is_taken(run: Run) -> None:
    run("dice", "save", "holiday", OWN)
    roll = "Y1 O1 G1 B1 P1 K1"
    for command in (("options", roll, "--json"), ("simulate", "sparrow", "sparrow", "--games", "2", "--json")):
        named, spelled = run(*command, "--dice", "holiday"), run(*command, "--dice", OWN)
        assert named.code == 0, named.err
        assert named.out == spelled.out
    # O1 and B3 are on one die of the standard set.
    assert run("options", "Y1 O1 G1 B1 B3 K1", "--dice", "holiday").code == 0
    assert run("options", "Y1 O1 G1 B1 B3 K1").code == 2


def test_an_unknown_name_is_refused_with_the_names_that_exist(run: Run) -> None:
    assert "nor any other" in run("options", ROLL, "--dice", "holiday").err
    run("dice", "save", "Anna’s", OWN)
    run("dice", "save", "Ben’s", OWN)
    refused = run("options", ROLL, "--dice", "Anna")
    assert refused.code == 2
    assert "There is no dice set called “Anna”. Saved sets: Anna’s and Ben’s." in refused.err
    assert "Anna’s and Ben’s" in run("dice", "show", "Anna").err
    assert "Anna’s and Ben’s" in run("dice", "remove", "Anna").err


def test_what_is_wrong_is_said_in_the_language(run: Run, language: str) -> None:
    wrong = [
        ("dice", "show"),
        ("dice", "show", "none"),
        ("dice", "save", "box", "YOGBPK"),
        ("dice", "save", "box", "YOGBPK OGBPKY ...... ...... ...... ......"),
        ("dice", "save", "box", "YOGBP. .....K ...... ...... ...... ......"),
        ("dice", "save", " box ", OWN),
    ]
    for words in wrong:
        answer = run(*words, "--lang", language)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith(("charidice:", f"charidice {words[0]} {words[1]}:"))
    assert not dice_file().exists()


def test_saving_loses_no_other_set(run: Run) -> None:
    run("dice", "save", "box", OWN)
    taken = run("dice", "save", "box", str(STANDARD_DICE))
    assert (taken.code, taken.err) == (
        2,
        "charidice: There already is a dice set called “box”. Choose another name, or remove it first.\n",
    )
    assert run("dice").out == f"box  {OWN}\n"
    for number in range(1, MOST_SETS):
        save_set(str(number), STANDARD_DICE, dice_file())
    assert f"already {MOST_SETS} dice sets" in run("dice", "save", "one more", OWN).err


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": "charidice-dice", "version": 1, "sets": {"a": "YOG"}}'])
def test_a_file_of_something_else_is_named_and_kept(run: Run, content: str) -> None:
    dice_file().parent.mkdir(parents=True)
    dice_file().write_text(content)
    for words in (("dice",), ("dice", "save", "box", OWN), ("options", ROLL, "--dice", "box")):
        refused = run(*words)
        assert refused.code == 2
        assert str(dice_file()) in refused.err
    assert dice_file().read_text() == content
