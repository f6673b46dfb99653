"""Filters the games of a history, and finds its owner."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from charidice.history.games import Game, GameKind
from charidice.history.people import Aliases, Person, name_key


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A filter of games; None or an empty value means all."""

    person: Person | None = None
    kinds: tuple[GameKind, ...] = ()
    players: int | None = None
    finished: bool | None = None
    since: str = ""
    until: str = ""
    """ISO 8601 times; `until` is not included."""

    def games(self, games: Sequence[Game], aliases: Aliases) -> list[Game]:
        return [game for game in games if self._fits(game, aliases)]

    def _fits(self, game: Game, aliases: Aliases) -> bool:
        return (
            (not self.kinds or game.kind in self.kinds)
            and self.players in (None, len(game.seats))
            and self.finished in (None, game.finished)
            and game.at >= self.since
            and (not self.until or game.at < self.until)
            and (self.person is None or any(aliases.person(seat) == self.person for seat in game.seats))
        )


class OwnSeats(NamedTuple):
    """A game, and the seats that were played in the browser of the history."""

    game: Game
    mine: tuple[int, ...]


def owner(games: Iterable[OwnSeats], aliases: Aliases, name: str) -> Person | None:
    """The owner of a history: the person of this name if an own seat is theirs, else the one with most own seats."""
    seats: Counter[Person] = Counter()
    for game, mine in games:
        seats.update(aliases.person(game.seats[seat]) for seat in mine if game.seats[seat].bot is None)
    called = Person(name_key(aliases.names.get(name_key(name), name)))
    if called in seats:
        return called
    return max(seats, key=lambda person: seats[person], default=None)
