"""What the history says first: whose it is, how well they play, and how their games went."""

from dataclasses import replace
from typing import Any

import pytest

from charidice.history.choosing import OwnSeats, owner
from charidice.history.games import DecisionKind, Game, GameKind, Losses
from charidice.history.people import Aliases, Person
from charidice.history.rating import RECENT
from charidice.history.statistics import seats_of, statistics
from charidice.messages import LANGUAGES, catalog
from charidice.show.histories.charts import LEAST_GAMES, Charts
from charidice.show.histories.mine import LEAST_COMPARED, Mine, MyGames

from ..history.games import game, reviewed, seat

ANNA, BEN = Person("anna"), Person("ben")
NOBODY = Aliases({})


def evening(*losses: float) -> list[Game]:
    """A game for each loss per decision of Anna's, oldest first."""
    return [
        game(
            seat("Anna", 200, victory=1.0),
            seat("Ben", 100),
            id=f"{at:03}",
            at=f"2026-{at:03}",
            review=reviewed(loss, 0),
        )
        for at, loss in enumerate(losses)
    ]


def summary(games: list[Game], language: str = "en", aliases: Aliases = NOBODY) -> Mine:
    found = MyGames(catalog(language), ANNA, games, aliases).summary()
    assert found
    return found


def went(played: Game, number: int, *others: Game) -> list[str]:
    person = NOBODY.person(played.seats[number])
    return [*MyGames(catalog("en"), person, [played, *others], NOBODY).went(played, number)]


def test_it_belongs_to_the_name_remembered_or_else_to_whoever_sat_here_most() -> None:
    both = OwnSeats(game(seat("Anna"), seat("Ben")), (0, 1))
    alone = OwnSeats(game(seat("Anna"), seat("Fox", bot="fox")), (0,))
    away = OwnSeats(game(seat("Cleo"), seat("Anna")), (1,))
    games = [both, alone, away]
    assert owner(games, NOBODY, "") == ANNA
    assert owner(games, NOBODY, " BEN ") == BEN
    # Somebody who never sat here is not meant, and a bot never is.
    assert owner(games, NOBODY, "Cleo") == ANNA
    assert owner([OwnSeats(alone.game, (1,))], NOBODY, "Fox") is None
    assert owner([OwnSeats(both.game, ())], NOBODY, "Anna") is None
    assert owner(games, Aliases({"ben": "Dad"}), "Ben") == Person("dad")


def test_record_and_best_game() -> None:
    games = [
        game(seat("Anna", 200, victory=1.0), seat("Ben", 180), id="1", at="2026-01"),
        game(seat("Anna", 312, victory=0.5), seat("Owl", 312, victory=0.5, bot="owl"), id="2", at="2026-02"),
        game(seat("Anna", 999), seat("Ben", 0), id="3", at="2026-03", finished=False),
    ]
    found = summary(games)
    assert (found.games, found.victories) == ("2", "1.5 won")
    assert (found.best.total, found.best.at, found.best.others) == ("312", "2026-02", ("Owl",))
    assert (found.rating, found.near, found.headline, found.chart, found.costs) == (None,) * 5
    assert MyGames(catalog("en"), ANNA, games[2:], NOBODY).summary() is None


@pytest.mark.parametrize(
    ("losses", "headline"),
    [
        ([0.0] * (2 * LEAST_COMPARED - 1), "You play like the fox"),
        ([0.03] * 10 + [0.0] * 10, "You play better than 10 games ago"),
        ([0.0] * 10 + [0.03] * 10, "10 games ago you played better"),
        ([0.01] * 10 + [0.011] * 10, "You play as well as 10 games ago"),
        ([0.01] * 10 + [0.03] * RECENT + [0.0] * RECENT, f"You play better than {RECENT} games ago"),
    ],
)
def test_now_and_then_are_compared_once_there_are_enough_games(losses: list[float], headline: str) -> None:
    assert summary(evening(*losses)).headline == headline


def test_one_game_is_no_chart() -> None:
    def charts(games: list[Game]) -> list[str]:
        played = seats_of(ANNA, games, NOBODY)
        found = statistics(played, NOBODY)
        assert found
        return [chart.name for chart in Charts(catalog("en"), played, found).all()]

    games = evening(*[0.01] * LEAST_GAMES)
    assert charts(games[:1]) == []
    assert charts(games) == ["rating", "points", "losses", "luck"]
    # Of the others nothing is known yet.
    assert charts([games[0], replace(games[1], review=None)]) == ["points"]
    assert summary(games[:1]).chart is None
    assert summary(games).chart


def test_the_small_chart_shows_the_bots_that_are_near() -> None:
    chart = summary(evening(*[0.0] * 40)).chart
    assert chart
    assert {level.label for level in chart.levels} == {"Owl", "Fox"}
    assert [len(line) for line in chart.lines] == [40]


def test_what_costs_most_is_said_once_that_is_more_than_chance() -> None:
    games = evening(*[0.01] * LEAST_COMPARED)
    assert summary(games[1:]).costs is None
    assert summary(games).costs == "What costs you most: the dice you score and those you donate."
    assert summary(evening(*[0.0] * LEAST_COMPARED)).costs is None
    for kind in DecisionKind:
        asked = replace(reviewed(0, 0).seats[0], losses={kind: Losses(10, 1.0)})
        of_kind = [replace(each, review=replace(reviewed(0, 0), seats=(asked, asked))) for each in games]
        assert {summary(of_kind, language).costs for language in LANGUAGES} == {
            catalog(language).say(f"history.mine.costs.{kind}") for language in LANGUAGES
        }


def test_how_a_game_went() -> None:
    def judged(costly: int | None, luck: float) -> dict[str, Any]:
        one = replace(reviewed(0.01, 0, luck=luck).seats[0], costly=costly)
        return {"review": replace(reviewed(0, 0), seats=(one, one))}

    two = (seat("Anna", 200, victory=1.0), seat("Ben", 100))
    assert went(game(*two), 0) == ["won"]
    assert went(game(*two), 1) == ["lost"]
    assert went(game(seat("Anna", 9, victory=0.5), seat("Ben", 9, victory=0.5)), 0) == ["shared victory"]
    four = [seat(name, total) for name, total in (("Anna", 1), ("Ben", 2), ("Cleo", 3))]
    fourth = game(seat("Dan", 4, victory=1.0), *four, kind=GameKind.PAD)
    assert [went(fourth, number) for number in (3, 2, 1)] == [["second"], ["third"], ["fourth"]]
    assert went(game(*two, **judged(1, 0.3)), 0) == ["won", "1 costly decision", "lucky dice"]
    assert went(game(*two, **judged(0, -0.3)), 1) == ["lost", "no costly decision", "unlucky dice"]
    # What earlier versions did not count is not said, nor what is no news.
    assert went(game(*two, **judged(None, 0.1)), 0) == ["won"]
    worse = game(seat("Anna", 150), seat("Ben", 300, victory=1.0), id="other")
    assert went(game(*two), 0, worse) == ["won", "your best game"]
    assert went(worse, 0, game(*two)) == ["lost"]
