"""A record from outside is checked; one that the program made itself is not replayed again."""

import pickle
from dataclasses import replace

import pytest

from charidice import Match, Roll
from charidice.record import GameRecord, dump_json, load
from charidice.record.game import InvalidName


def played() -> Match:
    match = Match.new(["Anna", "Ben"], seed=bytes(32))
    match.submit(0, Roll())
    return match


def test_the_record_of_a_match_has_its_state_without_a_replay() -> None:
    match = played()
    assert match.record.state is match.state
    assert match.record.public().state is match.state
    assert match.record.named(["Cleo", "Dan"]).state is match.state


def test_it_is_the_same_as_one_that_was_checked() -> None:
    made = played().record.public().named(["Cleo", "Dan"])
    checked = load(dump_json(made))
    assert made == checked
    assert made.state == checked.state
    assert pickle.loads(pickle.dumps(made)) == made


def test_a_change_from_outside_is_checked() -> None:
    record = played().record
    with pytest.raises(InvalidName):
        replace(record, players=("", "Ben"))
    with pytest.raises(InvalidName):
        GameRecord(("Anna", "\n"))
