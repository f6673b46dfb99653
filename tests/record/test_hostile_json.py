"""Records made to do harm are refused in words, and quickly."""

import pytest

from charidice.messages import LANGUAGES, catalog
from charidice.record import RecordError, load
from charidice.record.jsonform import _no_field_twice

LONE = "\\ud83d"


class Name(str):
    """A field name that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_field_that_is_there_twice_is_found_without_comparing_all_with_all() -> None:
    names = [Name(number) for number in range(1000)]
    with pytest.raises(RecordError, match="999"):
        _no_field_twice([(name, None) for name in (*names, Name(999))])
    assert Name.compared < 10 * len(names)


@pytest.mark.parametrize(
    "fields",
    [
        f'"{LONE}": 1',
        f'"{LONE}": 1, "{LONE}": 2',
        f'"players": ["{LONE}", "Ben"]',
        f'"dice": [["{LONE}"]]',
        '"players": ["\ud83d"]',
    ],
)
def test_half_a_character_is_refused_in_words_that_can_be_sent(fields: str) -> None:
    with pytest.raises(RecordError, match="lone-surrogate") as refused:
        load(f'{{"format": "charidice", "version": 1, {fields}}}')
    for language in LANGUAGES:
        assert LONE in catalog(language).refusal(refused.value).encode().decode()


def test_both_halves_are_a_character() -> None:
    with pytest.raises(RecordError, match="unknown-field") as refused:
        load(f'{{"format": "charidice", "version": 1, "{LONE}\\ude00": 1}}')
    assert refused.value.values["field"] == "😀"
