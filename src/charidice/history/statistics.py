"""What many games say about one person. A person who sat in two seats of a game counts twice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from charidice.history.games import Asked, DecisionKind, Game, Losses, Seat, SeatReview
from charidice.history.people import Aliases, Person


@dataclass(frozen=True, slots=True)
class Played:
    """One seat of a finished game."""

    game: Game
    number: int

    @property
    def seat(self) -> Seat:
        return self.game.seats[self.number]

    @property
    def review(self) -> SeatReview | None:
        return self.game.review.seats[self.number] if self.game.review else None

    @property
    def luck(self) -> float | None:
        return self.review.luck if self.review else None

    @property
    def losses(self) -> Losses:
        return self.review.all_losses if self.review else Losses()


@dataclass(frozen=True, slots=True)
class Gift:
    """A greatest of gifts that was asked for."""

    asked: Asked
    gain: float | None
    """In chance of victory compared with waiting; None if that is unknown."""


@dataclass(frozen=True, slots=True)
class Against:
    """The games with one other player."""

    person: Person
    games: int
    ahead: int
    """With more points than the other."""
    level: int
    difference: float
    """In points, on average."""


@dataclass(frozen=True, slots=True)
class Statistics:
    games: int
    """Finished ones."""
    victories: float
    """A shared one counts as a share."""
    shared: int
    """How many victories were shared."""
    average: float
    best: Played
    given: float
    """On average, like the next one."""
    received: float
    charity: int
    """How many charity bonuses."""
    gifts: tuple[Gift, ...]
    losses: dict[DecisionKind, Losses]
    luck: float | None
    """On average, in chance of victory; None before any game was reviewed."""
    reviewed: int
    """Games with at least one decision that could be judged."""
    against: tuple[Against, ...]
    """Those met most often first."""

    @property
    def all_losses(self) -> Losses:
        return sum(self.losses.values(), start=Losses())


def seats_by_person(games: Iterable[Game], aliases: Aliases) -> dict[Person, list[Played]]:
    """The seats of everybody who finished one of the games, oldest first."""
    found: dict[Person, list[Played]] = {}
    for game in sorted(games, key=lambda game: (game.at, game.id)):
        if game.finished:
            for number, seat in enumerate(game.seats):
                found.setdefault(aliases.person(seat), []).append(Played(game, number))
    return found


def statistics(played: Sequence[Played], aliases: Aliases) -> Statistics | None:
    """Of the seats of one person; None without any."""
    if not played:
        return None
    seats = [each.seat for each in played]
    lucks = [each.luck for each in played if each.luck is not None]
    return Statistics(
        len(played),
        fsum(seat.victory for seat in seats),
        sum(0 < seat.victory < 1 for seat in seats),
        _mean([seat.total for seat in seats]),
        max(reversed(played), key=lambda each: each.seat.total),
        _mean([seat.given for seat in seats]),
        _mean([seat.received for seat in seats]),
        sum(seat.charity > 0 for seat in seats),
        tuple(_gifts(played)),
        _losses(played),
        _mean(lucks) if lucks else None,
        sum(each.losses.decisions > 0 for each in played),
        tuple(_against(played, aliases)),
    )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _gifts(played: Iterable[Played]) -> Iterable[Gift]:
    for each in played:
        if each.seat.asked:
            yield Gift(each.seat.asked, each.review.asking_gain if each.review else None)


def _losses(played: Iterable[Played]) -> dict[DecisionKind, Losses]:
    found = dict.fromkeys(DecisionKind, Losses())
    for each in played:
        for kind, losses in each.review.losses.items() if each.review else ():
            found[kind] += losses
    return found


def _against(played: Iterable[Played], aliases: Aliases) -> list[Against]:
    differences: dict[Person, list[int]] = {}
    for each in played:
        for number, other in enumerate(each.game.seats):
            if number != each.number:
                differences.setdefault(aliases.person(other), []).append(each.seat.total - other.total)
    found = [
        Against(person, len(of), sum(each > 0 for each in of), of.count(0), _mean(of))
        for person, of in differences.items()
    ]
    return sorted(found, key=lambda each: (-each.games, each.person))
