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
from charidice.web.http import assets
from charidice.web.jobs.reviews import review_json
from charidice.web.table.view import game_view

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
NASTY = '<img src=x onerror="a()">&amp;\'"'


def record(name: str) -> GameRecord:
    return load((PLAYTHROUGHS / f"{name}.json").read_text("utf-8"))


@cache
def answer(name: str, language: str = "en") -> Any:
    """As it arrives in the browser."""
    return json.loads(review_json(record(name), language))


def turns(name: str) -> list[Any]:
    return [turn for turns in answer(name)["page"]["rounds"] for turn in turns]


def texts_in(data: Any) -> list[str]:
    """All texts anywhere in it."""
    if isinstance(data, str):
        return [data]
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for part in parts for text in texts_in(part)]


def the_steps_are_the_game_replayed(name: str) -> None:
    played = record(name)
    steps, events = answer(name)["steps"], answer(name)["events"]
    assert len(steps) == len(events) + 1 == len(played.events) + 1
    state = played.start
    assert steps[0] == json.loads(json.dumps(game_view(state)))
    for event, told, step in zip(played.events, events, steps[1:], strict=True):
        assert told["seat"] == actor(state, event)
        state = evolve(state, event)
        assert step == json.loads(json.dumps(game_view(state, tuple(step["kept"]))))


def kept_dice_are_told_until_the_turn_ends(name: str) -> None:
    kept: list[int] = []
    for told, step in zip(answer(name)["events"], answer(name)["steps"][1:], strict=True):
        kept = told["keep"] if told["event"] == "rolled" else kept if step["rolls"] else []
        assert step["kept"] == kept


def every_event_has_a_chance_of_victory_for_every_seat(name: str) -> None:
    found = answer(name)
    assert len(found["values"]) == len(found["steps"])
    for values in found["values"]:
        assert len(values) == len(found["players"])
        assert sum(values) == pytest.approx(1, abs=1e-3)
    if winners := found["steps"][-1]["winners"]:
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(len(found["players"]))]
        assert found["values"][-1] == pytest.approx(shares, abs=1e-3)


def the_page_leads_to_every_roll(name: str) -> None:
    lying = ("rolled", "laid")
    rolled = [number for number, told in enumerate(answer(name)["events"], 1) if told["event"] in lying]
    # A game may begin with dice on the table.
    rolled = [0, *rolled] if answer(name)["steps"][0]["rolls"] else rolled
    rolls = [roll for turn in turns(name) for roll in turn["rolls"]]
    assert [roll["events"] for roll in rolls] == rolled
    for roll in rolls:
        assert roll["faces"] == answer(name)["steps"][roll["events"]]["faces"]


def the_curve_has_a_place_for_every_step(name: str) -> None:
    found = answer(name)
    curve = found["page"]["curve"]
    assert len(curve["places"]) == len(found["steps"])
    assert curve["places"] == sorted(curve["places"])
    for seat, line in enumerate(curve["lines"]):
        assert line == pytest.approx([100 - 100 * values[seat] for values in found["values"]], abs=0.1)
    for mark in curve["marks"]:
        assert any(mark["y"] == line[curve["places"].index(mark["x"])] for line in curve["lines"])


@pytest.mark.parametrize("name", sorted(path.stem for path in PLAYTHROUGHS.glob("*.json")))
def test_the_review_of_every_playthrough(name: str) -> None:
    # One after the other, since a review takes long.
    the_steps_are_the_game_replayed(name)
    kept_dice_are_told_until_the_turn_ends(name)
    every_event_has_a_chance_of_victory_for_every_seat(name)
    the_page_leads_to_every_roll(name)
    the_curve_has_a_place_for_every_step(name)


def test_the_browser_reads_no_markup() -> None:
    for name, asset in assets.static().items():
        if name.endswith(".js"):
            assert not re.search(
                "createHTML|DOMParser|innerHTML|outerHTML|insertAdjacentHTML", asset.content.decode()
            ), name


def test_a_game_that_goes_on_tells_no_seed() -> None:
    finished = record("two-players")
    running = replace(finished, events=finished.events[:20])
    found = review_json(running, "en").decode()
    assert json.loads(found)["page"]["victory"] == ""
    assert finished.pledge
    assert finished.pledge.seed
    assert finished.pledge.seed.hex() not in found


def test_a_game_that_has_not_begun_has_one_step() -> None:
    found = json.loads(review_json(GameRecord(("Anna", "Ben", "Cleo")), "en"))
    assert found["events"] == found["page"]["rounds"] == []
    assert len(found["steps"]) == len(found["values"]) == 1


def test_a_name_stays_a_name() -> None:
    found = json.loads(review_json(replace(record("real-dice"), players=(NASTY, "Ben")), "en"))
    assert found["players"] == [player["name"] for player in found["page"]["players"]] == [NASTY, "Ben"]


def test_a_decision_is_told_with_its_faces_in_the_words() -> None:
    for name in ("two-players", "all-house-rules-real-dice"):
        done = [step for turn in turns(name) for roll in turn["rolls"] for step in roll["steps"]]
        decisions = [step for step in done if step["assessment"]]
        assert {"good", "inaccuracy", "mistake"} <= {step["assessment"]["grade"] for step in decisions}
        for step in decisions:
            better = step["assessment"]["better"]
            assert bool(better) == bool(step["assessment"]["loss"])
            for move in filter(None, (step["move"], better)):
                assert " ".join(move["faces"]) in move["words"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(language: str) -> None:
    found = texts_in(answer("running-asked", language)["page"])
    assert not any("{" in text for text in found)
    if language != "en":
        english = {text for text in texts_in(answer("running-asked")["page"]) if re.search("[a-z].* ", text)}
        assert not english & set(found)


def test_what_is_no_record_is_refused_as_ever() -> None:
    with pytest.raises(RecordError):
        review_json(load('{"format": "chess"}'), "en")
