"""The conformance kit: made anew it is the one checked in, and a second implementation of scoring agrees."""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from charidice import DiceSet, Match, load_json, read_position, replay, results, winners
from charidice.cli import main
from charidice.conformance import line, vectors
from charidice.rules.moves import GiftAsked, GiftDeclined, Stopped

from .rules.oracle import worth_of_sets

KIT = Path(__file__).parents[1] / "conformance"
FILES = ("rolls", "dice", "games")


def lines(name: str) -> list[dict[str, Any]]:
    return list(map(json.loads, (KIT / f"{name}.jsonl").read_text("utf-8").splitlines()))


def test_the_kit_is_what_the_command_makes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "-o", str(tmp_path / "kit")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(FILES)
    for name in FILES:
        assert (tmp_path / "kit" / f"{name}.jsonl").read_bytes() == (KIT / f"{name}.jsonl").read_bytes(), name


def test_another_seed_makes_another_kit() -> None:
    for name in FILES:
        first, second = (list(map(line, vectors(3, seed)[name])) for seed in (1, 2))
        assert first != second


def test_a_second_implementation_scores_the_same() -> None:
    for vector in lines("rolls"):
        dice_set = DiceSet.read(" ".join(vector["dice_set"]))
        numbers = tuple(int(face[1]) for face in vector["faces"])
        assert [str(dice_set.face(die, number)) for die, number in enumerate(numbers)] == vector["faces"]
        found = {
            tuple(option["dice"]): tuple(option[name] for name in ("clause", "points", "bonus", "gift"))
            for option in vector["options"]
        }
        assert found == worth_of_sets(dice_set, numbers, vector["free_giving"])
        order = [(-option["points"] - option["bonus"], option["gift"], option["dice"]) for option in vector["options"]]
        assert order == sorted(order)


def test_the_dice_follow_from_the_recipe() -> None:
    reread = 0
    for vector in lines("dice"):
        seed = bytes.fromhex(vector["seed"])
        assert hashlib.sha256(seed).hexdigest() == vector["commitment"]
        key = hmac.digest(seed, "\n".join(vector["entropy"]).encode(), "sha256")
        for roll in vector["rolls"]:
            place = f"{roll['round']}.{roll['seat']}.{roll['roll']}".encode()
            found = hmac.digest(key, place, "sha256")
            for die, number in enumerate(roll["numbers"]):
                kept = [byte for byte in found[die:30:6] if byte < 252]
                assert kept[0] % 6 + 1 == number
                reread += found[die] >= 252
    # Rejected bytes occur, so an engine that forgets them fails.
    assert reread


def test_the_engine_replays_the_games() -> None:
    kinds, rules = set(), set()
    for vector in lines("games"):
        record = load_json(json.dumps(vector["record"]))
        match = Match(record)
        assert match.is_over
        assert list(match.winners) == vector["winners"]
        state = record.start
        for event, before, after in zip(record.events, vector["positions"][:-1], vector["positions"][1:], strict=True):
            assert read_position(before) == state
            state = replay(state, [event])
            assert read_position(after) == state
            kinds.add(type(event))
        assert [json.loads(json.dumps(sheet._asdict())) for sheet in state.sheets] == vector["sheets"]
        final = results(state.sheets)
        assert [{**result._asdict(), "total": result.total} for result in final] == vector["results"]
        assert list(winners(final)) == vector["winners"]
        rules.add((len(record.players), record.ruleset))
    assert {GiftAsked, Stopped, GiftDeclined} <= kinds
    assert len(rules) == 12
