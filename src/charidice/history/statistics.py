"""The statistics of one person over many games. A person in two seats of one game counts twice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from charidice.history.games import Asked, DecisionKind, Game, Losses, SeatResult, SeatReview
from charidice.history.people import Aliases, Person


@dataclass(frozen=True, slots=True)
class Appearance:
    """One seat of a game that counts."""

    game: Game
    number: int

    @property
    def seat(self) -> SeatResult:
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
    """The gain over waiting in chance of victory; None if unknown."""


@dataclass(frozen=True, slots=True)
class Against:
    """The games with one other player."""

    person: Person
    games: int
    ahead: int
    """The number of games with more points than the other."""
    level: int
    difference: float
    """The mean difference of the totals."""


@dataclass(frozen=True, slots=True)
class Statistics:
    games: int
    """The number of finished games that began with empty sheets."""
    victories: float
    """The number of victories; a shared one counts as a share."""
    shared: int
    """The number of shared victories."""
    average: float
    best: Appearance
    given: float
    """The mean per game, as is `received`."""
    received: float
    charity: int
    """The number of charity bonuses."""
    gifts: tuple[Gift, ...]
    losses: dict[DecisionKind, Losses]
    luck: float | None
    """The mean luck in chance of victory; None without reviewed games."""
    reviewed: int
    """Games with at least one decision that could be judged."""
    against: tuple[Against, ...]
    """The most frequent opponents first."""

    @property
    def all_losses(self) -> Losses:
        return sum(self.losses.values(), start=Losses())


def seats_by_person(games: Iterable[Game], aliases: Aliases) -> dict[Person, list[Appearance]]:
    """The seats of everybody in the games that count, oldest first."""
    found: dict[Person, list[Appearance]] = {}
    for game in sorted(games, key=lambda game: (game.at, game.id)):
        if game.counts:
            for number, seat in enumerate(game.seats):
                found.setdefault(aliases.person(seat), []).append(Appearance(game, number))
    return found


def seats_of(person: Person, games: Iterable[Game], aliases: Aliases) -> list[Appearance]:
    """The seats of one person in games that count, oldest first."""
    return [
        Appearance(game, number)
        for game in sorted(games, key=lambda game: (game.at, game.id))
        if game.counts
        for number, seat in enumerate(game.seats)
        if aliases.person(seat) == person
    ]


def statistics(played: Sequence[Appearance], aliases: Aliases) -> Statistics | None:
    """The statistics of one person's seats; None without any."""
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


def _gifts(played: Iterable[Appearance]) -> Iterable[Gift]:
    for each in played:
        if each.seat.asked:
            yield Gift(each.seat.asked, each.review.asking_gain if each.review else None)


def _losses(played: Iterable[Appearance]) -> dict[DecisionKind, Losses]:
    found = dict.fromkeys(DecisionKind, Losses())
    for each in played:
        for kind, losses in each.review.losses.items() if each.review else ():
            found[kind] += losses
    return found


def _against(played: Iterable[Appearance], aliases: Aliases) -> list[Against]:
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
