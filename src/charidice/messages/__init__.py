"""All texts shown to users: one catalog per language, shared by all interfaces."""

import errno
import json
import re
import socket
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

from charidice.rules.dice import Colour, Face
from charidice.rules.errors import IllegalAction, Refused

LANGUAGES = ("de", "en", "es", "it", "pl")
DEFAULT = "en"

# By CLDR, languages with a space before the percent sign.
PERCENT = dict.fromkeys(("de", "es"), "\N{NO-BREAK SPACE}%")

# Values of errors with these names are seats, shown as player names.
SEATS = frozenset({"active", "recipient", "player", "seat"})


# A conjunction changes before a word that begins with the same sound: "Ana e Inés", "seis u ocho", "Anna ed Elena".
EUPHONY = {
    ("es", "list.and"): ("list.and.before-i", "h?[ií](?!e)"),
    ("es", "list.or"): ("list.or.before-o", r"h?[oó]|8|11\b"),
    ("it", "list.and"): ("list.and.before-e", "[eèé]"),
}

OS_ERRORS = {
    errno.EACCES: "not-permitted",
    errno.EPERM: "not-permitted",
    errno.EROFS: "not-permitted",
    errno.EISDIR: "is-a-folder",
    errno.ENOENT: "no-such-folder",
    errno.ENOTDIR: "no-such-folder",
    errno.EEXIST: "no-such-folder",
    errno.ENAMETOOLONG: "name-too-long",
    errno.ENOSPC: "disk-full",
    errno.EADDRNOTAVAIL: "no-such-address",
}


class Catalog:
    """One language: texts by key, with plural forms by CLDR category."""

    def __init__(self, language: str, texts: Mapping[str, str | Mapping[str, str]]) -> None:
        self.language = language
        self.texts = texts

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its placeholders filled in; `count` selects the plural form."""
        text = self.texts[key]
        if not isinstance(text, str):
            count = values["count"]
            assert isinstance(count, int)
            text = text[plural_category(self.language, count)]
        return text.format_map(values)

    def join(self, words: Iterable[str], by: str = "list.and") -> str:
        """Words as a list: a, b and c; with `list.or`, a, b or c."""
        *firsts, last = [*words] or [""]
        if not firsts:
            return last
        form, sound = EUPHONY.get((self.language, by), (by, ""))
        form = form if re.match(sound, last, re.IGNORECASE) else by
        return self.say(form, first=", ".join(firsts), last=last)

    def number(self, value: float, digits: int = 0, signed: bool = False) -> str:
        """A number in the format of this language; zero has no sign."""
        text = f"{abs(value):.{digits}f}"
        if self.language != "en":
            text = text.replace(".", ",")
        if not any(digit in text for digit in "123456789"):
            return text
        sign = "\N{MINUS SIGN}" if value < 0 else "+" if signed else ""
        return sign + text

    def percent(self, share: float, digits: int = 0) -> str:
        """A share in percent, in the format of this language."""
        return f"{self.number(100 * share, digits)}{PERCENT.get(self.language, '%')}"

    def colour(self, colour: Colour) -> str:
        return self.say(f"colour.{colour.name.lower()}")

    def face(self, face: Face) -> str:
        """A face in words, for screen readers."""
        return self.say(f"face.{face.colour.name.lower()}", number=face.number)

    def refusal(self, refused: Refused, players: Sequence[str] = (), *, in_words: bool = False) -> str:
        """An error in one or two sentences: the reason, and the allowed alternatives; faces as typed, or in words."""
        values = {name: self._value(name, value, players, in_words) for name, value in refused.values.items()}
        key = f"refused.{refused.code}"
        reason = self.say(key, **values)
        if "line" in values:
            reason = self.say("where.line", line=values["line"], reason=reason)
        elif "field" in values and "{field}" not in self.texts[key]:
            reason = self.say("where.field", field=values["field"], reason=reason)
        if isinstance(refused, IllegalAction) and values.get("allowed"):
            reason = f"{reason} {self.say('allowed', actions=values['allowed'])}"
        return reason

    def _value(self, name: str, value: object, players: Sequence[str], in_words: bool) -> object:
        if name in SEATS and isinstance(value, int):
            return players[value] if value < len(players) else self.say("player.number", number=value + 1)
        if isinstance(value, Colour):
            return self.colour(value)
        if isinstance(value, Refused):
            return self.refusal(value, players, in_words=in_words)
        if isinstance(value, Face):
            return self.face(value) if in_words else value
        if name == "allowed" and f"action.{value}" in self.texts:
            return self.say(f"action.{value}")
        if name == "detail" and f"trouble.{value}" in self.texts:
            return self.say(f"trouble.{value}")
        if name == "expected" and f"type.{value}" in self.texts:
            return self.say(f"type.{value}")
        if isinstance(value, tuple):
            words = [str(self._value(name, item, players, in_words)) for item in value]
            return self.join(words, "list.or" if name == "allowed" else "list.and")
        return value


@cache
def catalog(language: str) -> Catalog:
    """The catalog of one of LANGUAGES."""
    path = resources.files(__package__).joinpath(f"{language}.json")
    return Catalog(language, json.loads(path.read_text("utf-8")))


def plural_category(language: str, count: int) -> str:
    """The CLDR plural category of a whole number."""
    if count == 1:
        return "one"
    if language == "pl":
        return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"
    if language in ("es", "it") and count and count % 1_000_000 == 0:
        return "many"
    return "other"


def language_of(environ: Mapping[str, str]) -> str:
    """The first supported language of the locale variables."""
    wanted = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    # As in gettext, LANGUAGE is a list of preferences, which the plain C locale switches off.
    preferred = environ.get("LANGUAGE", "").split(":") if wanted.split(".")[0] not in ("C", "POSIX", "") else []
    for locale in (*preferred, wanted):
        if locale[:2].lower() in LANGUAGES and not locale[2:3].isalpha():
            return locale[:2].lower()
    return DEFAULT


def os_error_name(error: OSError) -> str:
    """The suffix of the catalog's `trouble.` text for an error of the operating system."""
    if isinstance(error, socket.gaierror):
        return "no-such-address"
    return OS_ERRORS.get(error.errno or 0, "other")


def rules_clauses(catalog: Catalog) -> list[tuple[str, str]]:
    """The rules as (number, text), in order; a number without a dot is a heading."""
    return [(key.removeprefix("rules."), catalog.say(key)) for key in catalog.texts if key.startswith("rules.")]
