"""The history of a browser's owner: best game and rating at the top, and remarks on every game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from charidice.history.games import DecisionKind, Game
from charidice.history.people import Aliases, Person
from charidice.history.rating import RECENT, Rating, counts, nearest_bot, rating
from charidice.history.statistics import Appearance, Statistics, seats_of, statistics
from charidice.messages import Catalog
from charidice.show.charts import Chart
from charidice.show.histories.charts import Charts
from charidice.show.histories.page import victories
from charidice.show.words import bot_name

LEAST_COMPARED = 5
"""The least number of rated games on either side of a comparison."""
LUCKY = 0.25
"""The least luck worth a remark, in chance of victory."""


@dataclass(frozen=True, slots=True)
class BestGame:
    total: str
    at: str
    """ISO 8601."""
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mine:
    """The top of the page."""

    key: str
    name: str
    games: str
    victories: str
    """Number and noun."""
    best: BestGame
    rating: str | None
    """None before a game is rated, as are the fields below."""
    near: str | None
    """The bot that plays most like this person."""
    headline: str | None
    chart: Chart | None
    costs: str | None
    """The kind of decision that cost most."""


class MyGames:
    """The games of one person that count, in one language."""

    def __init__(self, texts: Catalog, me: Person, games: Sequence[Game], aliases: Aliases) -> None:
        self._texts = texts
        self._me = me
        self._aliases = aliases
        self._played = seats_of(me, games, aliases)
        self._found = statistics(self._played, aliases)

    def summary(self) -> Mine | None:
        """None before the first game that counts."""
        found = self._found
        if found is None:
            return None
        rated, course = rating(self._played), Charts(self._texts, self._played, found).rating(near=True)
        return Mine(
            self._me.key,
            self._aliases.people([self._played[-1].game])[self._me].shown,
            self._texts.number(found.games),
            self._texts.say("history.mine.won", number=victories(self._texts, found)),
            self._best(found.best),
            self._texts.number(rated.value) if rated else None,
            self._nearest(rated) if rated else None,
            self._headline(rated) if rated else None,
            course.chart if course else None,
            self._costs(found),
        )

    def seat(self, game: Game) -> int | None:
        return next((seat for seat, each in enumerate(game.seats) if self._aliases.person(each) == self._me), None)

    def went(self, game: Game, seat: int) -> Iterator[str]:
        """Remarks on a finished game, of a few words each."""
        say, played = self._texts.say, Appearance(game, seat)
        yield self._result(played)
        if self._found and self._found.games > 1 and self._found.best == played:
            yield say("history.went.best")
        if played.losses.decisions and played.review and played.review.costly is not None:
            costly = played.review.costly
            yield say("history.went.costly", count=costly) if costly else say("history.went.faultless")
        if abs(played.luck or 0.0) >= LUCKY:
            yield say("history.went.lucky" if (played.luck or 0.0) > 0 else "history.went.unlucky")
        if not game.whole:
            yield say("history.went.partial")

    def _result(self, played: Appearance) -> str:
        seat, seats = played.seat, played.game.seats
        if seat.victory:
            return self._texts.say("history.won" if seat.victory == 1 else "history.went.shared")
        place = 1 + sum(other.total > seat.total for other in seats)
        return self._texts.say("history.went.lost" if len(seats) == 2 else f"history.went.place.{place}")

    def _best(self, best: Appearance) -> BestGame:
        names = self._aliases.people([best.game])
        people = (self._aliases.person(each) for seat, each in enumerate(best.game.seats) if seat != best.number)
        others = (bot_name(self._texts, each.key) if each.is_bot else names[each].shown for each in people)
        return BestGame(self._texts.number(best.seat.total), best.game.at, (*others,))

    def _headline(self, rated: Rating) -> str | None:
        """Compares the newest games with as many before them, if there are enough."""
        say = self._texts.say
        counted = [each for each in self._played if counts(each)]
        size = min(len(counted) // 2, RECENT)
        before = rating(counted[: len(counted) - size][-size:]) if size >= LEAST_COMPARED else None
        now = rating(counted[-size:]) if before else None
        if before is None or now is None:
            return say("history.mine.like", bot=self._nearest(rated))
        change = now.value - before.value
        margin = hypot(now.high - now.low, before.high - before.low) / 2
        course = "level" if abs(change) < margin else "better" if change > 0 else "worse"
        return say(f"history.mine.{course}", count=size)

    def _nearest(self, rated: Rating) -> str:
        """The bot of about the same strength, as it is called within a sentence."""
        return self._texts.say(f"bot.{nearest_bot(rated.value)}.the")

    def _costs(self, found: Statistics) -> str | None:
        most = max(DecisionKind, key=lambda kind: found.losses[kind].total)
        if found.reviewed < LEAST_COMPARED or not found.losses[most].total:
            return None
        return self._texts.say(f"history.mine.costs.{most}")
