"""The people of a history: each is known by a name, and may have played under several."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from charidice.history.games import Game, SeatResult
from charidice.record.game import NAME_LIMIT

KEY_LIMIT = 18 * NAME_LIMIT
"""The length of a key: compatible forms of one character have up to 18, such as those of U+FDFA."""


class Person(NamedTuple):
    """A person, by the `name_key` of the name in the history; or a bot, by its level."""

    key: str
    is_bot: bool = False


class PersonNames(NamedTuple):
    shown: str
    at_tables: tuple[str, ...]
    """All names that were written at tables, newest first."""


def name_key(name: str) -> str:
    """A key for all spellings of a name: spaces, capitals and composed letters do not matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Aliases:
    """The names of people in the history, by the `name_key` of their name at the table."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)
        self._people: dict[str, Person] = {}
        """By the name at the table: comparing spellings takes most of the time of a long history."""

    def person(self, seat: SeatResult) -> Person:
        if seat.bot is not None:
            return Person(seat.bot, is_bot=True)
        if seat.name not in self._people:
            self._people[seat.name] = Person(name_key(self._called(seat.name)))
        return self._people[seat.name]

    def people(self, games: Iterable[Game]) -> dict[Person, PersonNames]:
        """The names of everybody in these games, newest games first."""
        found: dict[Person, dict[str, str]] = {}
        for game in sorted(games, key=lambda game: game.at, reverse=True):
            for seat in game.seats:
                names = found.setdefault(self.person(seat), {})
                if seat.name not in names:
                    names[seat.name] = self._called(seat.name)
        return {
            # An alias says how to write it; otherwise the newest spelling does.
            person: PersonNames(
                next((called for name, called in names.items() if called != name), next(iter(names))), (*names,)
            )
            for person, names in found.items()
        }

    def _called(self, name: str) -> str:
        return self.names.get(name_key(name), name)
