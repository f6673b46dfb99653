"""The JSON form of a record: its exact shape, and errors that name the wrong field."""

import inspect
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from charidice import (
    STANDARD_DICE,
    GameRecord,
    GiftAsked,
    GiftDeclined,
    IllegalEvent,
    Pledge,
    RecordError,
    Rolled,
    Ruleset,
    Scored,
    Stopped,
    dump_json,
    load,
    load_json,
)
from charidice.chance import InvalidPledge
from charidice.record import game as game_module
from charidice.record import jsonform
from charidice.record.game import Correction, InvalidBots, InvalidName

from .games import SEED, finished


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        load_json(text)
    return refused.value


# The form

WRITTEN = """\
{
  "format": "charidice",
  "version": 1,
  "players": ["Zoë", "Ben"],
  "dice": ["YOGBPK", "OGBPKY", "GBPKYO", "BPKYOG", "PKYOGB", "KYOGBP"],
  "house_rules": {"rounds": 1, "free_giving": false, "late_asking": true},
  "pledge": null,
  "events": [
    {"seat": 0, "event": "rolled", "keep": [], "faces": ["Y1", "O1", "G1", "B1", "P1", "B5"]},
    {"seat": 0, "event": "rolled", "keep": [0, 1, 2, 3], "faces": ["Y1", "O1", "G1", "B1", "O4", "P6"]},
    {"seat": 1, "event": "gift-asked"},
    {"seat": 0, "event": "scored", "dice": [0, 1, 2, 3], "points": 4, "bonus": 15, "gift": 32},
    {"seat": 1, "event": "rolled", "keep": [], "faces": ["Y1", "O1", "G1", "B1", "P1", "B5"]},
    {"seat": 1, "event": "stopped"},
    {"seat": 0, "event": "gift-declined"},
    {"seat": 1, "event": "scored", "dice": [0, 1, 2, 4, 5], "points": 9, "bonus": 0, "gift": 1}
  ]
}
"""
TOLD = GameRecord(
    ("Zoë", "Ben"),
    Ruleset(1, late_asking=True),
    events=(
        Rolled((), (1, 1, 1, 1, 1, 5)),
        Rolled((0, 1, 2, 3), (1, 1, 1, 1, 4, 6)),
        GiftAsked(),
        Scored((0, 1, 2, 3), 4, 15, 32),
        Rolled((), (1, 1, 1, 1, 1, 5)),
        Stopped(),
        GiftDeclined(),
        Scored((0, 1, 2, 4, 5), 9, 0, 1),
    ),
)


def test_a_record_is_written_exactly_like_this() -> None:
    assert dump_json(TOLD) == WRITTEN


def test_what_is_written_like_this_is_read_as_that_game() -> None:
    assert load_json(WRITTEN) == TOLD
    assert [sheet.subtotal for sheet in load_json(WRITTEN).state.sheets] == [4 + 15 + 1, 9 + 0 + 32]


def test_a_pledge_is_written_exactly_like_this() -> None:
    pledge = Pledge(Pledge.of(SEED).commitment, ("", 'two "words"'), SEED)
    assert dump_json(GameRecord(("Anna", "Ben"), pledge=pledge)) == (
        '{\n  "format": "charidice",\n  "version": 1,\n  "players": ["Anna", "Ben"],\n'
        '  "dice": ["YOGBPK", "OGBPKY", "GBPKYO", "BPKYOG", "PKYOGB", "KYOGBP"],\n'
        '  "house_rules": {"rounds": 7, "free_giving": false, "late_asking": false},\n'
        '  "pledge": {"commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd", '
        '"entropy": ["", "two \\"words\\""], '
        '"seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},\n'
        '  "events": []\n}\n'
    )


def test_bots_are_written_exactly_like_this_and_only_where_there_are_any() -> None:
    text = dump_json(replace(TOLD, bots=(None, "my bots/my_bot.py:MyBot")))
    players = '  "players": ["Zoë", "Ben"],\n'
    assert text == WRITTEN.replace(players, players + '  "bots": [null, "my bots/my_bot.py:MyBot"],\n')
    assert load_json(text).bots == (None, "my bots/my_bot.py:MyBot")
    assert dump_json(replace(TOLD, bots=(None, None))) == WRITTEN


def test_a_record_without_bots_is_one_of_people() -> None:
    assert load_json(WRITTEN).bots == (None, None)
    assert load_json(changed(lambda data: data.update(bots=[None, None]))) == TOLD


def test_how_the_json_is_laid_out_does_not_matter() -> None:
    data = json.loads(WRITTEN)
    shuffled = {name: data[name] for name in sorted(data)}
    assert load_json(json.dumps(shuffled)) == TOLD
    assert load_json(json.dumps(data, indent=7)) == TOLD
    assert load_json("\n\t " + WRITTEN.replace("\n", "\r\n")) == TOLD


def test_load_takes_json_for_what_begins_with_a_brace() -> None:
    assert load(WRITTEN) == load("\n  " + WRITTEN) == TOLD


def test_load_ignores_the_mark_that_some_editors_put_before_a_text() -> None:
    assert load("\ufeff" + WRITTEN) == load("\ufeff\n  " + WRITTEN) == TOLD


@pytest.mark.parametrize("text", ["\ufeff\ufeff" + WRITTEN, WRITTEN + "\ufeff", WRITTEN.replace("\n", "\n\ufeff", 1)])
def test_load_ignores_that_mark_in_no_other_place(text: str) -> None:
    with pytest.raises(RecordError):
        load(text)


# There and back again


@pytest.mark.parametrize("text", ["👩\u200d🚀", "می\u200cشود"], ids=["ZWJ", "ZWNJ"])
def test_names_and_words_may_hold_the_joiners_that_emoji_and_scripts_need(text: str) -> None:
    record = GameRecord((text, "Ben"), pledge=Pledge("ab" * 32, ("", text)))
    assert load_json(dump_json(record)) == record


# What others may see


def test_a_game_with_real_dice_has_nothing_to_withhold() -> None:
    record = replace(finished("real dice"), events=finished("real dice").events[:5])
    assert record.public() == record


# What is refused, and where

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> str:
    """The written record after a change to its data."""
    data = json.loads(WRITTEN)
    change(data)
    return json.dumps(data)


def with_pledge(**fields: object) -> Change:
    pledge = {"commitment": "00" * 32, "entropy": ["", ""], "seed": None}
    return lambda data: data.update(pledge=pledge | fields)


def event(index: int, **fields: object) -> Change:
    return lambda data: data["events"][index].update(fields)


BOXES: dict[str, object] = {"points": 10, "bonus": 25, "gift": 24, "received": 24, "asked": False}
PLEDGE: dict[str, object] = {"commitment": "ab" * 32, "entropy": [], "seed": None}
NOTED: dict[str, object] = {"seat": 0, "event": "noted", **BOXES}


def by_hand(corrections: list[dict[str, object]]) -> Change:
    """A game with real dice and corrections."""
    return lambda data: data.update(version=2, pledge=None, events=[NOTED], corrections=corrections)


BEGUN = "C1 1+0-1:2x/:2x - rounds=1 late-asking"

REFUSED: list[tuple[str, str, Change]] = [
    ("not-a-record", "format", lambda data: data.pop("format")),
    ("unknown-version", "version", lambda data: data.update(version=4)),
    ("field-wrong-type", "version", lambda data: data.update(version="1")),
    *[
        ("field-missing", name, lambda data, name=name: data.pop(name))
        for name in ("version", "players", "dice", "house_rules", "pledge", "events")
    ],
    ("unknown-field", "comment", lambda data: data.update(comment="nice")),
    # Players
    ("field-wrong-type", "players", lambda data: data.update(players="Zoë, Ben")),
    ("field-wrong-type", "players[1]", lambda data: data.update(players=["Zoë", 2])),
    ("players-out-of-range", "players", lambda data: data.update(players=[])),
    *[
        ("name-not-allowed", "players[1]", lambda data, name=name: data.update(players=["Zoë", name]))
        for name in ("", " ", " Ben", "Ben ", "B\nen", "B\ten", "B" * 41, "\u2028", "B\0", "B\u200ben")
    ],
    ("name-not-allowed", "players[0]", lambda data: data.update(players=["", ""])),
    ("name-not-allowed", "players[1]", lambda data: data.update(players=["Zoë", "\u200d"])),
    ("name-not-allowed", "players[4]", lambda data: data.update(players=[*"abcd", ""])),
    # What is written by hand
    ("unknown-event", "events[0].event", lambda data: data.update(events=[NOTED])),
    ("unknown-field", "corrections", lambda data: data.update(corrections=[])),
    ("written-by-hand-with-fair-dice", "pledge", lambda data: data.update(version=2, events=[NOTED], pledge=PLEDGE)),
    ("box-out-of-range", "events[0]", lambda data: data.update(version=2, events=[NOTED | {"points": 1000}])),
    ("turn-has-begun", "events[1]", lambda data: data.update(version=2, events=[data["events"][0], NOTED])),
    ("no-such-turn", "corrections", by_hand([{"round": 99, "seat": 0, "was": None}])),
    ("no-such-turn", "corrections", by_hand([{"round": 0, "seat": 0, "was": None}])),
    ("box-out-of-range", "corrections", by_hand([{"round": 1, "seat": 0, "was": BOXES | {"gift": -1}}])),
    ("field-wrong-type", "corrections[0].was", by_hand([{"round": 1, "seat": 0, "was": 3}])),
    # The beginning
    ("unknown-field", "begins_at", lambda data: data.update(version=2, begins_at=BEGUN)),
    ("field-wrong-type", "begins_at", lambda data: data.update(version=3, begins_at=None)),
    ("not-a-position", "C9 1+0-1:2x/:2x -", lambda data: data.update(version=3, begins_at="C9 1+0-1:2x/:2x -")),
    ("position-of-another-game", "begins_at", lambda data: data.update(version=3, begins_at=f"{BEGUN} free-giving")),
    ("position-of-another-game", "begins_at", lambda data: data.update(version=3, begins_at="C1 1+0-1:2x/:2x/:2x -")),
    ("wrong-seat", "events[0].seat", lambda data: data.update(version=3, begins_at=BEGUN)),
    # Dice
    ("field-wrong-type", "dice", lambda data: data.update(dice=str(STANDARD_DICE))),
    ("field-wrong-type", "dice[0]", lambda data: data.update(dice=[1])),
    ("layout-not-six-by-six", "dice", lambda data: data.update(dice=[])),
    ("layout-colour-twice-on-die", "dice", lambda data: data.update(dice=["YYGBPK", *data["dice"][1:]])),
    ("layout-face-twice", "dice", lambda data: data.update(dice=["YOGBPK"] * 6)),
    ("unknown-colour", "dice", lambda data: data.update(dice=["XOGBPK", *data["dice"][1:]])),
    # Bots
    ("field-wrong-type", "bots", lambda data: data.update(bots=None)),
    ("field-wrong-type", "bots[1]", lambda data: data.update(bots=[None, 4])),
    ("field-wrong-type", "bots[0]", lambda data: data.update(bots=[False, "fox"])),
    ("bots-not-one-a-seat", "bots", lambda data: data.update(bots=["fox"])),
    *[
        ("bot-name-not-allowed", "bots[1]", lambda data, bot=bot: data.update(bots=[None, bot]))
        for bot in ("", " ", " fox", "fox ", "f\nox", "f" * 401, "f\0")
    ],
    # House rules
    ("field-wrong-type", "house_rules", lambda data: data.update(house_rules=None)),
    ("field-missing", "house_rules.rounds", lambda data: data["house_rules"].pop("rounds")),
    ("field-missing", "house_rules.free_giving", lambda data: data["house_rules"].pop("free_giving")),
    ("field-missing", "house_rules.late_asking", lambda data: data["house_rules"].pop("late_asking")),
    ("unknown-field", "house_rules.rolls", lambda data: data["house_rules"].update(rolls=4)),
    ("field-wrong-type", "house_rules.rounds", lambda data: data["house_rules"].update(rounds=True)),
    ("field-wrong-type", "house_rules.late_asking", lambda data: data["house_rules"].update(late_asking=1)),
    ("rounds-out-of-range", "house_rules", lambda data: data["house_rules"].update(rounds=0)),
    # Pledge
    ("field-wrong-type", "pledge", lambda data: data.update(pledge="")),
    ("field-missing", "pledge.commitment", lambda data: data.update(pledge={"entropy": [], "seed": None})),
    ("field-missing", "pledge.entropy", lambda data: data.update(pledge={"commitment": "0" * 64, "seed": None})),
    ("field-missing", "pledge.seed", lambda data: data.update(pledge={"commitment": "0" * 64, "entropy": []})),
    ("unknown-field", "pledge.salt", with_pledge(salt="x")),
    ("field-wrong-type", "pledge.commitment", with_pledge(commitment=None)),
    ("not-64-hex-digits", "pledge.commitment", with_pledge(commitment="")),
    ("not-64-hex-digits", "pledge.seed", with_pledge(seed="")),
    ("field-wrong-type", "pledge.seed", with_pledge(seed=0)),
    ("field-wrong-type", "pledge.entropy", with_pledge(entropy=None)),
    ("field-wrong-type", "pledge.entropy[0]", with_pledge(entropy=[None, None])),
    *[
        ("entropy-not-allowed", "pledge.entropy", with_pledge(entropy=words))
        for words in (["", "x" * 65], ["a\nb", ""], ["", " before"], ["after ", ""], ["", " "], ["a\u200bb", ""])
    ],
    ("entropy-not-one-a-seat", "pledge.entropy", with_pledge(entropy=["a"])),
    # Events
    ("field-wrong-type", "events", lambda data: data.update(events={})),
    ("field-wrong-type", "events[2]", lambda data: data["events"].insert(2, "gift-asked")),
    ("field-missing", "events[0].event", lambda data: data["events"][0].pop("event")),
    ("field-missing", "events[0].seat", lambda data: data["events"][0].pop("seat")),
    ("field-missing", "events[0].keep", lambda data: data["events"][0].pop("keep")),
    ("field-missing", "events[0].faces", lambda data: data["events"][0].pop("faces")),
    *[
        ("field-missing", f"events[3].{name}", lambda data, name=name: data["events"][3].pop(name))
        for name in ("dice", "points", "bonus", "gift")
    ],
    ("unknown-field", "events[0].dice", event(0, dice=[])),
    ("unknown-field", "events[2].gift", event(2, gift=1)),
    ("unknown-field", "events[3].keep", event(3, keep=[])),
    ("unknown-event", "events[2].event", event(2, event="asked")),
    ("field-wrong-type", "events[2].event", event(2, event=None)),
    ("field-wrong-type", "events[0].seat", event(0, seat=False)),
    ("wrong-seat", "events[0].seat", event(0, seat=1)),
    ("wrong-seat", "events[2].seat", event(2, seat=0)),
    ("wrong-seat", "events[3].seat", event(3, seat=-1)),
    ("wrong-seat", "events[6].seat", event(6, seat=1)),
    ("field-wrong-type", "events[1].keep", event(1, keep=None)),
    ("field-wrong-type", "events[1].keep[0]", event(1, keep=["Y1"])),
    *[
        ("not-dice-indices", "events[1].keep", event(1, keep=keep))
        for keep in ([1, 0], [0, 0], [-1], [6], [0, 1, 2, 3, 10**100])
    ],
    ("not-dice-indices", "events[3].dice", event(3, dice=[3, 2, 1, 0])),
    ("field-wrong-type", "events[0].faces", event(0, faces="Y1 O1 G1 B1 P1 B5")),
    ("field-wrong-type", "events[0].faces[5]", event(0, faces=["Y1", "O1", "G1", "B1", "P1", 5])),
    ("unknown-face", "events[0]", event(0, faces=["Y1", "O1", "G1", "B1", "P1", "B7"])),
    ("not-six-faces", "events[0]", event(0, faces=["Y1"])),
    ("face-twice", "events[0]", event(0, faces=["Y1", "Y1", "G1", "B1", "P1", "B5"])),
    ("two-faces-of-one-die", "events[0]", event(0, faces=["Y1", "O2", "G1", "B1", "P1", "B5"])),
    ("field-wrong-type", "events[3].points", event(3, points=4.0)),
    ("wrong-score", "events[3]", event(3, points=5)),
    ("wrong-score", "events[3]", event(3, bonus=0)),
    ("wrong-score", "events[3]", event(3, gift=16)),
    ("wrong-score", "events[3]", event(3, gift=-32)),
    ("wrong-score", "events[3]", event(3, gift=10**100)),
    ("score-at-least-one", "events[3]", event(3, dice=[])),
    ("colour-left-out", "events[3]", event(3, dice=[0, 1])),
    ("neither-one-colour-nor-different", "events[3]", event(3, dice=[0, 1, 4])),
    ("kept-die-changed", "events[1]", event(1, faces=["Y1", "O1", "G1", "P2", "O4", "P6"])),
    ("first-roll-keeps-none", "events[0]", event(0, keep=[0])),
    ("roll-at-least-one", "events[1]", event(1, keep=[0, 1, 2, 3, 4, 5])),
    ("already-asked", "events[3]", lambda data: data["events"].insert(3, {"seat": 1, "event": "gift-asked"})),
    ("roll-first", "events[0]", lambda data: data["events"].pop(0) and data["events"].pop(0) and data["events"].pop(0)),
    ("waiting-for-answer", "events[6]", lambda data: data["events"].pop(6)),
    ("stop-first", "events[5]", lambda data: data["events"].pop(6) and data["events"].pop(5)),
    ("game-over", "events[8]", lambda data: data["events"].append({"seat": 0, "event": "stopped"})),
]


@pytest.mark.parametrize(("code", "field", "change"), REFUSED, ids=[f"{code} {field}" for code, field, _ in REFUSED])
def test_what_is_wrong_is_refused_by_its_field(code: str, field: str, change: Change) -> None:
    refused = refusal(changed(change))
    assert (refused.code, refused.values.get("field")) == (code, field)


@pytest.mark.parametrize(
    ("change", "values"),
    [
        (lambda data: data.update(players=["Zoë", ""]), {"field": "players[1]", "most": 40}),
        (with_pledge(entropy=["", " "]), {"field": "pledge.entropy", "most": 64}),
        (with_pledge(entropy=[""]), {"field": "pledge.entropy"}),
        (with_pledge(commitment=""), {"field": "pledge.commitment"}),
        (with_pledge(seed=""), {"field": "pledge.seed"}),
    ],
    ids=["name", "words", "words not one a seat", "commitment", "seed"],
)
def test_what_is_wrong_with_a_name_or_pledge_is_told_with_its_limit(change: Change, values: dict[str, object]) -> None:
    assert refusal(changed(change)).values == values


REFUSED_TEXTS: list[tuple[str, dict[str, object], str]] = [
    ("not-json", {"line": 1, "column": 1}, ""),
    ("not-json", {"line": 3, "column": 1}, "\n\n"),
    ("not-json", {"line": 1, "column": 1}, "<!DOCTYPE html><html><body>404</body></html>"),
    ("not-json", {"line": 1, "column": 1}, "charidice 1\nplayer 1: Anna\n"),
    ("not-json", {"line": 1, "column": 1}, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ("not-json", {"line": 1, "column": 1}, "\ufffd\ufffd\0"),
    ("not-json", {"line": 1, "column": 1}, "\ufeff" + WRITTEN),
    ("not-json", {"line": 3, "column": 15}, WRITTEN.replace('"version": 1', '"version": 01')),
    ("not-json", {"line": 19, "column": 1}, WRITTEN + "x"),
    ("not-json", {"line": 19, "column": 1}, WRITTEN + WRITTEN),
    ("not-json", {"line": 4, "column": 17}, WRITTEN.replace("Zoë", "Z\0")),
    ("not-json", {"line": 1, "column": 1}, "[" * 100_000),
    ("not-json", {"line": 1, "column": 1}, '{"players":' * 90_000),
    ("record-too-large", {"most": 1024}, '{"players":' * 100_000),
    ("not-a-record", {"field": "format", "expected": "charidice"}, "{}"),
    ("not-a-record", {"field": "format", "expected": "charidice"}, "[]"),
    ("not-a-record", {"field": "format", "expected": "charidice"}, "null"),
    ("not-a-record", {"field": "format", "expected": "charidice"}, '"charidice"'),
    ("not-a-record", {"field": "format", "expected": "charidice"}, '[{"format": "charidice", "version": 1}]'),
    ("lone-surrogate", {"text": "\\ud800"}, WRITTEN.replace("Zoë", "\\ud800")),
    ("not-a-number", {"field": "NaN"}, WRITTEN.replace('"version": 1', '"version": NaN')),
    ("not-a-number", {"field": "Infinity"}, WRITTEN.replace('"rounds": 1', '"rounds": Infinity')),
    ("not-a-number", {"field": "-Infinity"}, WRITTEN.replace('"points": 4', '"points": -Infinity')),
    ("field-twice", {"field": "version"}, WRITTEN.replace('"version": 1', '"version": 1, "version": 1')),
    ("field-twice", {"field": "gift"}, WRITTEN.replace('"gift": 32', '"gift": 16, "gift": 32')),
    ("field-wrong-type", {"field": "house_rules.rounds", "expected": "int"}, WRITTEN.replace(": 1, ", ": 1e999, ")),
]


@pytest.mark.parametrize(("code", "values", "text"), REFUSED_TEXTS, ids=[repr(text)[:40] for *_, text in REFUSED_TEXTS])
def test_what_is_not_a_record_at_all_is_refused_by_its_place(code: str, values: dict[str, object], text: str) -> None:
    refused = refusal(text)
    assert (refused.code, refused.values) == (code, values)


@pytest.mark.parametrize("place", ['"version": 1', '"rounds": 1', '"points": 4', '"seat": 1'])
def test_a_number_of_thousands_of_digits_is_refused_like_any_other_damage(place: str) -> None:
    """Python itself refuses to read more than 4300 digits; that must not come through as another error."""
    assert place in WRITTEN
    refused = refusal(WRITTEN.replace(place, place + "0" * 5000, 1))
    assert (refused.code, refused.values) == ("not-json", {"line": 1, "column": 1})


def test_every_refusal_of_the_json_form_is_shown_here() -> None:
    source = inspect.getsource(jsonform) + inspect.getsource(game_module)
    codes = set(re.findall(r'(?:RecordError|InvalidName|InvalidBots|InvalidPledge)\(\s*"([a-z0-9-]+)"', source))
    assert len(codes) > 10
    assert codes <= {code for code, *_ in REFUSED} | {code for code, *_ in REFUSED_TEXTS}


def test_a_version_from_the_future_is_told_before_its_fields_are_judged() -> None:
    refused = refusal('{"format": "charidice", "version": 4, "seats": []}')
    assert refused.values == {"field": "version", "version": 4, "known": 3}


# A record that is made, not read


def test_a_record_of_a_game_that_cannot_have_happened_cannot_be_made() -> None:
    with pytest.raises(IllegalEvent) as refused:
        replace(TOLD, events=(*TOLD.events[:3], Scored((0, 1, 2, 3), 4, 15, 16), *TOLD.events[4:]))
    assert refused.value.code == "wrong-score"
    assert refused.value.values["index"] == 3


@pytest.mark.parametrize("name", ["", " ", " Ben", "Ben ", "B\nen", "B" * 41, "B\u200ben"], ids=ascii)
def test_a_record_with_a_name_that_is_not_allowed_cannot_be_made(name: str) -> None:
    for players in (("Anna", name), (name, "Ben")):
        with pytest.raises(InvalidName) as refused:
            GameRecord(players)
        assert refused.value.code == "name-not-allowed"
        assert refused.value.values == {"most": 40}


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        (("fox",), "bots-not-one-a-seat"),
        ((None, "fox", "owl"), "bots-not-one-a-seat"),
        ((None, ""), "bot-name-not-allowed"),
    ],
)
def test_a_record_with_bots_that_cannot_be_cannot_be_made(bots: tuple[str | None, ...], code: str) -> None:
    with pytest.raises(InvalidBots) as refused:
        GameRecord(("Anna", "Ben"), bots=bots)
    assert refused.value.code == code


@pytest.mark.parametrize("entropy", [("a",), ("a", "b", "c")], ids=repr)
def test_a_record_with_words_for_some_seats_only_cannot_be_made(entropy: tuple[str, ...]) -> None:
    with pytest.raises(InvalidPledge) as refused:
        GameRecord(("Anna", "Ben"), pledge=Pledge("ab" * 32, entropy))
    assert (refused.value.code, refused.value.values) == ("entropy-not-one-a-seat", {})


def test_corrections_alone_need_the_second_version() -> None:
    record = GameRecord(("Anna", "Ben"), corrections=(Correction(1, 0, None),))
    assert record.version == 2
    assert load_json(dump_json(record)) == record


# Damage


@pytest.mark.parametrize("kind", ["late asking", "words mixed in", "everything"])
def test_a_record_cut_off_anywhere_is_refused_with_its_line(kind: str) -> None:
    whole = finished(kind)
    text = dump_json(whole).encode("utf-8")
    assert load_json(text[:-1].decode()) == whole
    for end in range(len(text) - 1):
        cut_off = text[:end].decode("utf-8", errors="replace")
        refused = refusal(cut_off)
        assert refused.code == "not-json"
        line = refused.values["line"]
        assert isinstance(line, int)
        assert 1 <= line <= cut_off.count("\n") + 1
