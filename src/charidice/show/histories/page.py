"""The page about the history of a browser as data, in the reader's language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from charidice.history.games import Game
from charidice.history.people import Aliases, Person
from charidice.history.rating import Rating, counts, rating
from charidice.history.statistics import Appearance, Statistics, seats_by_person, statistics
from charidice.messages import Catalog
from charidice.show.histories.charts import Charts, DataRow, DataTable, HistoryChart
from charidice.show.words import bot_name

MOST_PEOPLE = 200
"""The most people in an overview, and among a person's opponents."""
MOST_NAMES = 100
"""The most names of a person in an overview; as many can be renamed at once."""


@dataclass(frozen=True, slots=True)
class Figure:
    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody in the overview."""

    key: str
    is_bot: bool
    name: str
    names: tuple[str, ...]
    """The newest names written at tables."""
    games: int
    victories: str
    average: str
    rating: str


@dataclass(frozen=True, slots=True)
class RatingWords:
    value: str
    low: str
    high: str
    words: str


@dataclass(frozen=True, slots=True)
class PersonPage:
    """The statistics of one person."""

    name: str
    rating: RatingWords | None
    figures: tuple[Figure, ...]
    charts: tuple[HistoryChart, ...]
    against: DataTable
    notes: tuple[str, ...]
    """The games that the figures leave out."""


def victories(texts: Catalog, found: Statistics) -> str:
    """The number of victories; a shared one counts as a share."""
    return texts.number(found.victories, 0 if found.victories == int(found.victories) else 1)


class HistoryWords:
    """The people of some games, with statistics in one language."""

    def __init__(self, texts: Catalog, games: Sequence[Game], aliases: Aliases) -> None:
        self._texts = texts
        self._aliases = aliases
        self.names = aliases.people(games)
        self.seats = seats_by_person(games, aliases)
        self._partial = [game for game in games if game.finished and not game.whole]

    def shown(self, person: Person) -> str:
        return bot_name(self._texts, person.key) if person.is_bot else self.names[person].shown

    def people(self, most: int | None = None, chosen: Person | None = None) -> list[PersonRow]:
        """People before bots, most games first. A chosen person is among the first `most` in any case."""
        by_games = sorted(self.names, key=lambda person: (person != chosen, -len(self.seats.get(person, ()))))
        listed = {*by_games[:most]}
        rows = [self._row(person) for person in self.names if person in listed]
        return sorted(rows, key=lambda row: (row.is_bot, -row.games))

    def _row(self, person: Person) -> PersonRow:
        played = self.seats.get(person, [])
        found, number = statistics(played, self._aliases), self._texts.number
        rated = rating(played)
        return PersonRow(
            person.key,
            person.is_bot,
            self.shown(person),
            () if person.is_bot else self.names[person].at_tables[:MOST_NAMES],
            len(played),
            victories(self._texts, found) if found else "",
            number(found.average) if found else "",
            number(rated.value) if rated else "",
        )

    def page(self, person: Person) -> PersonPage | None:
        """None if none of the person's games counts."""
        played = self.seats.get(person, [])
        found = statistics(played, self._aliases)
        if found is None:
            return None
        rated = rating(played)
        return PersonPage(
            self.shown(person),
            self._rating(rated) if rated else None,
            tuple(self._figures(found)),
            tuple(Charts(self._texts, played, found).all()),
            self._against(found),
            tuple(self._notes(person, played, found)),
        )

    def _rating(self, rated: Rating) -> RatingWords:
        value, low, high = (self._texts.number(each) for each in (rated.value, rated.low, rated.high))
        return RatingWords(
            value, low, high, self._texts.say("history.rating.interval", low=low, high=high, count=rated.games)
        )

    def _figures(self, found: Statistics) -> Iterator[Figure]:
        say, number, percent = self._texts.say, self._texts.number, self._texts.percent
        yield Figure(say("history.games"), number(found.games))
        shared = say("history.shared", count=found.shared) if found.shared else ""
        share = percent(found.victories / found.games)
        yield Figure(say("history.victories"), f"{victories(self._texts, found)} ({share})", shared)
        yield Figure(say("history.average"), number(found.average, 1))
        yield Figure(say("history.best"), number(found.best.seat.total))
        yield Figure(say("history.given"), number(found.given, 1))
        yield Figure(say("history.received"), number(found.received, 1))
        yield Figure(say("history.charity"), f"{found.charity} ({percent(found.charity / found.games)})")
        gifts = [gift.asked.gift for gift in found.gifts if gift.asked.gift is not None]
        mean = say("history.greatest-gifts.mean", points=number(sum(gifts) / len(gifts), 1)) if gifts else ""
        yield Figure(say("history.greatest-gifts"), number(len(found.gifts)), mean)
        if found.all_losses.mean is not None:
            loss = say("review.unit.victory", number=number(100 * found.all_losses.mean, 2))
            yield Figure(say("history.loss"), loss, say("history.loss.note", count=found.all_losses.decisions))
        if found.luck is not None:
            luck = say("review.unit.victory", number=number(100 * found.luck, 1, signed=True))
            yield Figure(say("history.luck"), luck)

    def _against(self, found: Statistics) -> DataTable:
        number = self._texts.number
        rows = []
        for each in found.against[:MOST_PEOPLE]:
            difference = number(each.difference, 1, signed=True)
            behind = each.games - each.ahead - each.level
            how = f"{each.ahead} – {each.level} – {behind}"
            rows.append(DataRow(None, (self.shown(each.person), str(each.games), how, difference)))
        return DataTable(tuple(self._texts.say("history.against.heads").split("|")), tuple(rows))

    def _notes(self, person: Person, played: Sequence[Appearance], found: Statistics) -> Iterator[str]:
        say = self._texts.say
        waiting = sum(each.game.review is None for each in played)
        if waiting:
            yield say("history.note.waiting", count=waiting)
        unseen = sum(bool(each.game.review and each.game.review.unseen) for each in played)
        if unseen:
            yield say("history.note.unseen", count=unseen)
        unrated = sum(each.game.review is not None and not counts(each) for each in played)
        if unrated:
            yield say("history.note.unrated", count=unrated)
        partial = sum(self._aliases.person(seat) == person for game in self._partial for seat in game.seats)
        if partial:
            yield say("history.note.partial", count=partial)
        if len(found.against) > MOST_PEOPLE:
            yield say("history.note.opponents", count=len(found.against) - MOST_PEOPLE)
