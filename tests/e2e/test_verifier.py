"""The verifier in the browser agrees with ours, on every golden game and on every way to tamper with one."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from charidice.chance import UnfairDice, check_dice
from charidice.record import load_json

from .conftest import NewPage

GOLDEN = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.json"))
VERIFY = "record => import('/static/js/fair/verifier.js').then(({ verify }) => verify(record))"
HASH = """text => import('/static/js/fair/sha256.js').then(({ sha256 }) =>
    [...sha256(new TextEncoder().encode(text))].map((byte) => byte.toString(16).padStart(2, "0")).join(""))"""


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page("/fair-dice")


def verdict(page: Page, record: Any) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(VERIFY, record)
    return found


def test_it_agrees_on_every_golden_game(page: Page) -> None:
    fair = 0
    for path in GOLDEN:
        record = load_json(path.read_text("utf-8"))
        told = verdict(page, json.loads(path.read_text("utf-8")))
        if record.pledge is None:
            assert told["code"] == "real-dice", path.name
        elif record.pledge.seed is None or not record.state.is_over:
            assert not told["ok"], path.name
        else:
            thrown = check_dice(record.pledge, record.start, record.events)
            assert (told["ok"], told["dice"]) == (True, thrown), path.name
            fair += 1
    assert fair >= 4


def test_it_finds_every_changed_die_that_ours_finds(page: Page) -> None:
    path = next(path for path in GOLDEN if path.stem == "two-players")
    text = path.read_text("utf-8")
    rolls = [index for index, event in enumerate(json.loads(text)["events"]) if event["event"] == "rolled"]
    for index in rolls[::5]:
        changed = json.loads(text)
        event = changed["events"][index]
        die = next(die for die in range(6) if die not in event["keep"])
        number = int(event["faces"][die][1]) % 6
        event["faces"][die] = f"{changed['dice'][die][number]}{number + 1}"
        assert verdict(page, changed)["code"] in ("die-does-not-match", "kept-die-changed")


def test_it_finds_a_seed_that_was_not_promised_and_words_that_were_not_mixed_in(page: Page) -> None:
    path = next(path for path in GOLDEN if path.stem == "three-players-with-words")
    for name, value, code in (
        ("seed", "11" * 32, "seed-does-not-match-commitment"),
        ("commitment", "22" * 32, "seed-does-not-match-commitment"),
        ("entropy", ["", "", ""], "die-does-not-match"),
    ):
        changed = json.loads(path.read_text("utf-8"))
        changed["pledge"][name] = value
        assert verdict(page, changed)["code"] == code
        record = load_json(json.dumps(changed))
        assert record.pledge
        with pytest.raises(UnfairDice) as refused:
            check_dice(record.pledge, record.start, record.events)
        assert refused.value.code == code


@pytest.mark.parametrize(
    "rubbish", [None, 3, "x", [], {}, {"format": "charidice"}, {"format": "charidice", "version": 1}]
)
def test_it_never_stumbles(rubbish: object, page: Page) -> None:
    assert verdict(page, rubbish)["ok"] is False


def test_its_sha256_is_the_real_one(page: Page) -> None:
    for text in ("", "abc", "a" * 55, "a" * 56, "a" * 64, "ß" * 1000):
        assert page.evaluate(HASH, text) == hashlib.sha256(text.encode()).hexdigest()
