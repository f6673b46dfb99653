"""Texts that are too large are refused before they are parsed; the time for others grows with their length only."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from charidice import (
    DiceSet,
    GameRecord,
    InvalidDice,
    Match,
    Noted,
    RecordError,
    Roll,
    Ruleset,
    Score,
    dump_json,
    dump_notation,
    load,
    load_json,
    load_notation,
    read_node,
    read_position,
    write_position,
)
from charidice.messages import LANGUAGES, catalog
from charidice.pad.pad import MOST_ENTRIES
from charidice.record import Correction
from charidice.record.files import FileError, read_record, read_text
from charidice.record.game import RECORD_LIMIT

TOO_LARGE = "This is too large for a saved game: at most 1024 KiB."


def played() -> GameRecord:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    while not match.is_over:
        seat = match.state.active
        match.submit(seat, Score(match.state.options[0].dice) if match.state.turn.rolls else Roll())
    return match.record


RECORD = played()


@pytest.mark.parametrize("read", [load, load_json, load_notation])
@pytest.mark.parametrize("text", ["{" * (RECORD_LIMIT + 1), "#" * (RECORD_LIMIT + 1)])
def test_a_large_record_is_refused_before_it_is_parsed(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(RecordError, match="record-too-large") as refused:
        read(text)
    assert catalog("en").refusal(refused.value) == TOO_LARGE
    assert len({catalog(language).refusal(refused.value) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("dump", [dump_json, dump_notation])
def test_a_record_may_fill_the_limit(dump: Callable[[GameRecord], str]) -> None:
    text = dump(RECORD)
    assert load(text + "\n" * (RECORD_LIMIT - len(text))) == RECORD


def test_the_longest_record_that_a_pad_can_make_is_within_the_limit() -> None:
    was = Noted(999, 999, 999, 998, True)
    every = [Correction(round_, seat, was) for round_ in range(1, 21) for seat in range(4)] * MOST_ENTRIES
    longest = GameRecord(
        ("N" * 40,) * 4, Ruleset(20), events=(was,) * 80, bots=("B" * 400,) * 4, corrections=tuple(every)
    )
    assert load(dump_json(longest)) == longest
    assert load(dump_notation(longest)) == longest


@pytest.mark.parametrize("read", [read_position, read_node])
def test_a_long_position_is_refused_before_it_is_parsed(read: Callable[[str], Any]) -> None:
    with pytest.raises(RecordError, match="field-too-long") as refused:
        read("C1 " + "/".join([":2x"] * 1000) + " -")
    said = catalog("en").refusal(refused.value)
    assert "This is longer than 2000 characters." in said
    assert len(said) < 400


def test_the_longest_position_is_within_the_limit() -> None:
    turns = ",".join(["36+60-120"] * 20)
    dice = "YOGBPK/OGYKBP/GYOPKB/BPKYOG/PKBGYO/KBPOGY"
    text = f"C1 {'/'.join([turns + ':--'] * 4)} - rounds=20 free-giving late-asking dice={dice}"
    assert write_position(read_position(text)) == text


def test_a_long_text_is_no_dice_set() -> None:
    with pytest.raises(InvalidDice, match="layout-not-six-by-six"):
        DiceSet.read("X" * 10_000)


@pytest.mark.parametrize("step", ["= {} !", "= G3{}!", "noted {} !", "... {} !", "({}) !", "{}2x{}!"])
def test_a_long_run_of_spaces_is_read_once(step: str) -> None:
    # Were it cut in every possible way, this would take many minutes.
    long = step.replace("{}", " " * 400_000)
    text = dump_notation(RECORD).replace("1 Anna: ", f"1 Anna: {long} | ", 1)
    with pytest.raises(RecordError) as refused:
        load(text)
    assert refused.value.values["line"] == 7


@pytest.mark.parametrize(
    "text",
    [
        dump_notation(RECORD).replace("1 Anna: ", "1 Anna: ) " + "x" * 5000 + " | ", 1),
        dump_json(RECORD).replace('"version"', f'"{"x" * 5000}": 1, "version"'),
        dump_json(RECORD).replace("G3", "x" * 5000, 1),
    ],
)
def test_an_error_repeats_only_the_beginning(text: str) -> None:
    with pytest.raises(RecordError) as refused:
        load(text)
    assert "x" * 150 in str(refused.value)
    assert len(str(refused.value)) < 500


def test_a_file_is_read_no_further_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text("{" * (RECORD_LIMIT + 1))
    with pytest.raises(FileError, match="file-too-large") as refused:
        read_record(path)
    assert catalog("en").refusal(refused.value) == f"{path} is too large: at most 1 MiB."
    assert len(read_text(path)) == RECORD_LIMIT + 1
    # A device without an end.
    with pytest.raises(FileError, match="file-too-large"):
        read_record(Path("/dev/zero"))
