"""Cleans the names that people type, and tells equal ones apart."""

import unicodedata
from collections.abc import Iterable
from itertools import count

from charidice.chance import JOINERS
from charidice.record.game import NAME_LIMIT, check_name

# Invisible, though Unicode classifies them as letters, marks or symbols.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
MOST_MARKS = 4


def clean_name(text: str) -> str:
    """Remove invisible and bidi control characters, except joiners, which emoji and some scripts need.

    Raises InvalidName if the result is empty or too long.
    """
    visible = "".join(" " if letter.isspace() else letter for letter in text if _is_visible(letter) or letter.isspace())
    name = unicodedata.normalize("NFC", _with_few_marks(" ".join(visible.split()))).strip(f"{JOINERS} ")
    check_name(name)
    return name


def told_apart(name: str, others: Iterable[str | None]) -> str:
    """The name, numbered if another player of the table has it; a long one is shortened."""
    taken = {other.casefold() for other in others if other}
    numbers = (f" {number}" for number in count(2))
    numbered = (name[: NAME_LIMIT - len(number)].rstrip(f"{JOINERS} ") + number for number in numbers)
    return name if name.casefold() not in taken else next(each for each in numbered if each.casefold() not in taken)


def _is_visible(letter: str) -> bool:
    return letter in JOINERS or (letter.isprintable() and letter not in BLANKS)


def _with_few_marks(text: str) -> str:
    """Limit combining marks per letter, so that they do not cover the lines above."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
