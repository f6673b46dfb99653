"""Names are cleaned of everything that spoils the text around them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.record.game import NAME_LIMIT, InvalidName, check_name
from charidice.web.door.names import clean_name, told_apart


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Maria\n", "Anna Maria"),
        ("Anna\u00a0Maria\u2003Kowalska", "Anna Maria Kowalska"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("O'Brien & Söhne", "O'Brien & Söhne"),
        ("עברית", "עברית"),
        ("مريم", "مريم"),
        ("\u0645\u06cc\u200c\u0631\u0648\u0645", "\u0645\u06cc\u200c\u0631\u0648\u0645"),
        ("李小龍", "李小龍"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("{name} %s", "{name} %s"),
    ],
)
def test_a_name_is_kept_as_it_is_meant(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "hidden",
    [
        "\u202e",  # turns the writing round
        "\u202a",
        "\u2066",
        "\u2069",
        "\u200f",
        "\u200b",
        "\u00ad",
        "\ufeff",
        "\x00",
        "\x1b[31m"[:1],
        "\x7f",
        "\u0085"[:0] + "\u0080",
        "\ud800",
        "\ue000",
        "\U000e0041",
        "\u3164",
        "\u2800",
        "\u034f",
    ],
    ids=lambda hidden: f"U+{ord(hidden):04X}",
)
def test_what_cannot_be_seen_is_left_out(hidden: str) -> None:
    assert clean_name(f"An{hidden}na{hidden}") == "Anna"
    with pytest.raises(InvalidName):
        clean_name(hidden * 3)


@pytest.mark.parametrize("typed", ["", "   ", "\n", "\u200d", "\u200c \u200d", "\u202e\u202c"])
def test_nothing_is_no_name(typed: str) -> None:
    with pytest.raises(InvalidName):
        clean_name(typed)


def test_joiners_at_the_ends_do_not_make_another_name() -> None:
    assert clean_name("\u200dAnna\u200c") == "Anna"


def test_a_name_has_its_limit() -> None:
    assert clean_name("x" * NAME_LIMIT) == "x" * NAME_LIMIT
    for length in (NAME_LIMIT + 1, 10_000, 1_000_000):
        with pytest.raises(InvalidName):
            clean_name("x" * length)


def test_accents_do_not_grow_over_other_lines() -> None:
    name = clean_name("a" + "\u0301\u0320" * 5000)
    assert sum(bool(unicodedata.combining(letter)) for letter in name) <= 4


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_whatever_is_typed_ends_as_a_name_or_is_refused(typed: str) -> None:
    try:
        name = clean_name(typed)
    except InvalidName:
        return
    check_name(name)
    assert clean_name(name) == name
    assert not any(
        unicodedata.bidirectional(letter) in {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI"}
        for letter in name
    )


@pytest.mark.parametrize(
    ("name", "others", "apart"),
    [
        ("Clover", ["Lena", None], "Clover"),
        ("Clover", ["Clover"], "Clover 2"),
        ("clover", ["Clover", "Clover 2"], "clover 3"),
        ("a" * NAME_LIMIT, ["a" * NAME_LIMIT], "a" * (NAME_LIMIT - 2) + " 2"),
    ],
)
def test_two_players_of_one_name_are_told_apart(name: str, others: list[str | None], apart: str) -> None:
    assert told_apart(name, others) == apart
    check_name(apart)
