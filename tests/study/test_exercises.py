"""Exercises: the same for the same seed, and every move with the value that the analysis gives it."""

import json
from typing import Any

import pytest

from charidice import DeclineGift, Ruleset, Setup, analyse, read_node
from charidice.cli import main
from charidice.encoding import decode
from charidice.strategy.objectives.solo import OwnPoints
from charidice.study.exercises import exercises


def made(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert main(["exercises", *words, "--lang", "en"]) == 0
    return list(map(json.loads, capsys.readouterr().out.splitlines()))


def test_every_move_has_its_value_and_regret(capsys: pytest.CaptureFixture[str]) -> None:
    tasks = made(capsys, "--count", "6", "--objective", "lead", "--rounds", "2")
    assert len(tasks) == 6
    for task in tasks:
        assert (task["format"], task["version"]) == ("charidice-exercise", 1)
        node, moves = read_node(task["node"]), task["moves"]
        a = analyse(node, "lead")
        assert node.player == task["player"]
        assert {decode(move["index"]) for move in moves} == set(node.actions)
        assert (moves[0]["value"], moves[0]["regret"]) == (task["value"], 0)
        for move in moves:
            action = decode(move["index"])
            assert a.moves(task["player"])[action] == move["value"]
            assert a.regret(task["player"], action) == move["regret"] >= 0
            assert getattr(action, "keep", getattr(action, "dice", None)) == tuple(
                move.get("keep", move.get("dice", ()))
            ) or move["action"] in ("ask", "decline")
        assert [move["value"] for move in moves] == sorted((move["value"] for move in moves), reverse=True)
        assert task["faces"] == list(map(str, node.state.faces))


def test_the_same_seed_makes_the_same_exercises() -> None:
    setup = Setup(3, Ruleset(2, True, True))
    first, same, other = (list(exercises(setup, OwnPoints(), 5, seed)) for seed in (1, 1, 2))
    assert first == same
    assert first != other


def test_all_kinds_of_decisions_occur() -> None:
    tasks = list(exercises(Setup(2, Ruleset(2, late_asking=True)), OwnPoints(), 60, seed=1))
    nodes = [read_node(str(task["node"])) for task in tasks]
    assert {node.asking for node in nodes} == {False, True}
    assert {node.state.rolls_left for node in nodes if not node.asking} == {0, 1, 2}
    assert any(DeclineGift() in node.actions for node in nodes)


def test_what_has_no_answer_is_refused_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["--players", "3", "--objective", "lead"], "two players"),
        (["--players", "5"], "2 to 4 players"),
        (["--objective", "target"], "needs a score"),
    ):
        assert main(["exercises", "--count", "1", *words, "--lang", "en"]) == 2
        assert said in capsys.readouterr().err
