"""Cleans the names that people type."""

import unicodedata

from charidice.chance import JOINERS
from charidice.record.game import check_name

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
