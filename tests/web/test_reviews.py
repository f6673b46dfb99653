"""What the review page of the browser is given."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from charidice.messages import LANGUAGES
from charidice.record import GameRecord, RecordError, load
from charidice.rules.engine import actor, evolve
from charidice.web.http.reviews import review_answer
from charidice.web.table.view import game_view

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
NASTY = '<img src=x onerror="a()">&amp;\'"'
every_game = pytest.mark.parametrize("name", sorted(path.stem for path in PLAYTHROUGHS.glob("*.json")))


def record(name: str) -> GameRecord:
    return load((PLAYTHROUGHS / f"{name}.json").read_text("utf-8"))


@cache
def answer(name: str, language: str = "en") -> Any:
    """As it arrives in the browser."""
    return json.loads(json.dumps(review_answer(record(name), language)))


@every_game
def test_the_steps_are_the_game_replayed(name: str) -> None:
    played = record(name)
    steps, events = answer(name)["steps"], answer(name)["events"]
    assert len(steps) == len(events) + 1 == len(played.events) + 1
    state = played.start
    assert steps[0] == json.loads(json.dumps(game_view(state)))
    for event, told, step in zip(played.events, events, steps[1:], strict=True):
        assert told["seat"] == actor(state, event)
        assert told["round"] == state.round
        state = evolve(state, event)
        assert step == json.loads(json.dumps(game_view(state, tuple(step["kept"]))))


@every_game
def test_kept_dice_are_told_until_the_turn_ends(name: str) -> None:
    kept: list[int] = []
    for told, step in zip(answer(name)["events"], answer(name)["steps"][1:], strict=True):
        kept = told["keep"] if told["event"] == "rolled" else kept if step["rolls"] else []
        assert step["kept"] == kept


@every_game
def test_every_event_has_a_chance_of_victory_for_every_seat(name: str) -> None:
    found = answer(name)
    for values in (found["start"], *(told["values"] for told in found["events"])):
        assert len(values) == len(found["players"])
        assert sum(values) == pytest.approx(1, abs=1e-3)
    if found["finished"]:
        winners = found["steps"][-1]["winners"]
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(len(found["players"]))]
        assert found["events"][-1]["values"] == pytest.approx(shares, abs=1e-3)


@every_game
def test_the_markup_brings_no_style_and_no_script(name: str) -> None:
    markup = answer(name)["markup"]
    assert not re.search(r"<(style|script|link|meta|html|head|body|main|h1|iframe|img)\b", markup)
    assert not re.search(r"\s(style|src|on\w+)=", markup)


@every_game
def test_the_markup_leads_to_every_roll(name: str) -> None:
    told = {int(number) for number in re.findall(r'data-events="(\d+)"', answer(name)["markup"])}
    rolled = {number for number, told in enumerate(answer(name)["events"], 1) if told["event"] == "rolled"}
    assert rolled <= told <= set(range(1, len(answer(name)["events"]) + 1))


@every_game
def test_the_record_comes_along(name: str) -> None:
    assert load(json.dumps(answer(name)["record"])) == record(name).public()


def test_a_game_that_goes_on_tells_no_seed() -> None:
    finished = record("two-players")
    running = replace(finished, events=finished.events[:20])
    found = review_answer(running, "en")
    assert found["finished"] is False
    assert finished.pledge
    assert finished.pledge.seed
    assert finished.pledge.seed.hex() not in json.dumps(found)


def test_a_game_that_has_not_begun_has_one_step() -> None:
    found: Any = review_answer(GameRecord(("Anna", "Ben", "Cleo")), "en")
    assert found["events"] == []
    assert len(found["steps"]) == 1
    assert len(found["start"]) == 3


def test_a_name_stays_a_name() -> None:
    found: Any = review_answer(replace(record("real-dice"), players=(NASTY, "Ben")), "en")
    assert found["players"] == (NASTY, "Ben")
    assert "<img" not in found["markup"]
    assert "&lt;img" in found["markup"]


def test_a_decision_is_told_with_its_faces_in_the_words() -> None:
    for name in ("two-players", "all-house-rules-real-dice"):
        decisions = [decision for told in answer(name)["events"] for decision in told["decisions"]]
        assert {"good", "inaccuracy", "mistake"} <= {decision["grade"] for decision in decisions}
        for decision in decisions:
            for move in filter(None, (decision["move"], decision["better"])):
                assert " ".join(move["faces"]) in move["told"]
            assert bool(decision["better"]) == bool(decision["loss"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(language: str) -> None:
    found = answer("running-asked", language)
    assert found["language"] == language
    assert f'lang="{language}"' in found["markup"]
    assert "{" not in found["markup"] + found["title"] + found["objective"]
    if language != "en":
        english = answer("running-asked")
        assert found["objective"] != english["objective"]
        words = (decision["told"] for told in found["events"] for decision in told["decisions"])
        assert not {"mistake", "inaccuracy", "blunder"} & set(words)


def test_what_is_no_record_is_refused_as_ever() -> None:
    with pytest.raises(RecordError):
        review_answer(load('{"format": "chess"}'), "en")
