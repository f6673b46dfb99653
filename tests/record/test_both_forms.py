"""JSON and notation: any game comes back the same from either, and damage is noticed."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from charidice import (
    GameRecord,
    Pledge,
    RecordError,
    UnfairDice,
    check_dice,
    dump_json,
    dump_notation,
    evolve,
    load_json,
    load_notation,
)

from .games import BOTS, KINDS_OF_GAME, LINES, NAMES, SEED, finished


class Form(NamedTuple):
    dump: Callable[[GameRecord], str]
    load: Callable[[str], GameRecord]
    characters: str
    """Damage to it."""


FORMS = {
    "json": Form(dump_json, load_json, '0123456789abfYOGBPK"{}[],:-.eE \n\\x\0ł'),
    "notation": Form(dump_notation, load_notation, "0123456789abfYOGBPK()|=+>:,#*xnrs \n\t\0ł"),
}
both_forms = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
with_examples = settings(derandomize=True, deadline=None)


def comes_back(record: GameRecord, form: Form) -> None:
    text = form.dump(record)
    again = form.load(text)
    assert again == record
    assert again.state == record.state
    assert form.dump(again) == text


@both_forms
@pytest.mark.parametrize("kind", KINDS_OF_GAME)
def test_a_game_comes_back_the_same_in_each_phase(kind: str, form: Form) -> None:
    whole = finished(kind)
    for end in range(len(whole.events) + 1):
        record = replace(whole, events=whole.events[:end])
        comes_back(record, form)
        comes_back(record.public(), form)


@both_forms
@with_examples
@given(names=st.lists(NAMES, min_size=3, max_size=3))
def test_names_come_back_the_same_whatever_they_hold(form: Form, names: list[str]) -> None:
    comes_back(replace(finished("three players"), players=tuple(names)), form)


@both_forms
@with_examples
@given(bots=st.lists(BOTS, min_size=2, max_size=4))
def test_bots_come_back_the_same_whatever_they_are_called(form: Form, bots: list[str | None]) -> None:
    comes_back(GameRecord(tuple("ABCD"[: len(bots)]), bots=tuple(bots)), form)


@both_forms
@with_examples
@given(words=st.lists(LINES, min_size=2, max_size=2))
def test_words_come_back_the_same_whatever_they_hold(form: Form, words: list[str]) -> None:
    comes_back(GameRecord(("Anna", "Ben"), pledge=Pledge("ab" * 32, tuple(words))), form)


@both_forms
@pytest.mark.parametrize("kind", [kind for kind, (*_, dice) in KINDS_OF_GAME.items() if dice != "real"])
def test_the_seed_is_withheld_until_the_game_is_over(kind: str, form: Form) -> None:
    whole = finished(kind)
    for end in range(len(whole.events)):
        record = replace(whole, events=whole.events[:end])
        public = record.public()
        assert record.pledge is not None
        assert public == replace(record, pledge=replace(record.pledge, seed=None))
        assert SEED.hex() not in form.dump(public)
    assert whole.public() == whole
    assert SEED.hex() in form.dump(whole.public())


def course(record: GameRecord) -> list[tuple[object, ...]]:
    """All dice and sheets after every event; which of two equal dice was taken is not seen there."""
    return [state[1:] for state in accumulate(record.events, evolve, initial=record.start)]


@pytest.mark.slow
@both_forms
@pytest.mark.parametrize("kind", ["three players", "real dice", "everything"])
def test_one_damaged_character_is_refused_or_leaves_the_game_as_it_was(kind: str, form: Form) -> None:
    """Only words and digits of the pledge can change unseen, in JSON names and the number of rounds too: in notation
    names stand in every turn, and the rounds in the result.
    """
    whole = finished(kind)
    text, chance, read = form.dump(whole), random.Random(f"damage to {kind}"), 0
    for _ in range(2500):
        at = chance.randrange(len(text))
        put, skip = chance.choice([("", 1), (chance.choice(form.characters), 1), (chance.choice(form.characters), 0)])
        changed = text[:at] + put + text[at + skip :]
        try:
            damaged = form.load(changed)
        except RecordError as refused:
            line = refused.values.get("line", 1)
            assert isinstance(line, int)
            assert 1 <= line <= changed.count("\n") + 1
            continue
        read += 1
        assert course(damaged) == course(whole)
        rules = replace(damaged.ruleset, rounds=whole.ruleset.rounds)
        assert rules == whole.ruleset
        if form.dump is dump_json:
            damaged = replace(damaged, players=whole.players, ruleset=rules)
        assert replace(damaged, pledge=whole.pledge) == whole
        assert (damaged.pledge is None) == (whole.pledge is None)
        if damaged.pledge != whole.pledge:
            assert damaged.pledge is not None
            with pytest.raises(UnfairDice):
                check_dice(damaged.pledge, damaged.start, damaged.events)
    assert read > 0
