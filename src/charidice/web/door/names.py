"""Names that people type, made fit to stand beside other words."""

import unicodedata

from charidice.chance import JOINERS
from charidice.record.game import check_name

# Neither letters nor marks that anybody would see, though Unicode counts them as such.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
MOST_MARKS = 4


def clean_name(text: str) -> str:
    """The name without what cannot be seen or turns the writing round; joiners stay, emoji and some scripts need them.

    Raises InvalidName when no name is left, or too long a one.
    """
    seen = "".join(" " if letter.isspace() else letter for letter in text if _is_seen(letter) or letter.isspace())
    name = unicodedata.normalize("NFC", _with_few_marks(" ".join(seen.split()))).strip(f"{JOINERS} ")
    check_name(name)
    return name


def _is_seen(letter: str) -> bool:
    return letter in JOINERS or (letter.isprintable() and letter not in BLANKS)


def _with_few_marks(text: str) -> str:
    """No letter wears so many accents that they grow over the lines above."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
