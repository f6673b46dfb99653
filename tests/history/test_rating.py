"""The rating: anchored at the bots, cautious with few games, blind to luck."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.history.games import Game
from charidice.history.people import Aliases, Person
from charidice.history.rating import (
    ANCHORS,
    RECENT,
    Rating,
    Ratio,
    bot_ratings,
    bot_ratio,
    estimate,
    rating,
    rating_of,
    student_t,
)
from charidice.history.statistics import seats_by_person
from charidice.rules.ruleset import PLAYERS
from charidice.strategy.bots.levels import LEVELS

from .games import game, reviewed, seat


def rated(games: list[Game]) -> Rating | None:
    return rating(seats_by_person(games, Aliases({})).get(Person("anna"), []))


def evening(mean: float, count: int, **more: Any) -> list[Game]:
    """Games in which Anna loses so much per decision."""
    return [
        game(seat("Anna"), seat("Ben"), id=str(number), at=f"{2000 + number}", review=reviewed(mean, 0.5), **more)
        for number in range(count)
    ]


def test_the_scale_goes_from_the_sparrow_to_perfect_play() -> None:
    ratings = bot_ratings()
    assert [*ratings] == [*LEVELS]
    assert ratings["sparrow"] == 50
    assert ratings["owl"] == 100
    assert [*ratings.values()] == sorted(ratings.values())
    assert ANCHORS.keys() == {*PLAYERS}


def test_before_the_first_game_the_interval_reaches_from_the_sparrow_to_perfect_play() -> None:
    nothing = estimate([])
    assert nothing.value == pytest.approx(bot_ratings()["magpie"])
    assert 40 < nothing.low <= 50
    assert nothing.high == 100


@pytest.mark.parametrize(("freedom", "quantile"), [(10, 2.228139), (20, 2.085963), (30, 2.042272)])
def test_the_quantile_of_students_t(freedom: int, quantile: float) -> None:
    """Published values, such as those of the NIST Handbook of Statistical Methods, 1.3.6.7.2."""
    assert student_t(freedom) == pytest.approx(quantile, abs=0.001)


def test_many_games_like_a_bot_rate_like_it() -> None:
    sparrow = rated(evening(ANCHORS[2]["sparrow"], RECENT))
    perfect = rated(evening(0.0, RECENT))
    assert sparrow
    assert perfect
    assert sparrow.value == pytest.approx(50, abs=3)
    assert perfect.value == pytest.approx(100, abs=3)
    assert sparrow.games == perfect.games == RECENT


def test_one_game_says_little() -> None:
    one, many = rated(evening(0.0, 1)), rated(evening(0.0, RECENT))
    assert one
    assert many
    assert bot_ratings()["magpie"] < one.value < many.value
    assert one.high - one.low > many.high - many.low


def test_only_the_newest_games_count() -> None:
    games = evening(0.06, 30)
    better = [
        game(seat("Anna"), seat("Ben"), id=f"b{number}", at=f"{2100 + number}", review=reviewed(0.0, 0.5))
        for number in range(RECENT)
    ]
    assert rated([*games, *better]) == rated(better)


def test_luck_and_results_do_not_matter() -> None:
    lucky = game(seat("Anna", 300, victory=1.0), seat("Ben", 100), review=reviewed(0.01, 0.0, luck=0.5))
    unlucky = game(seat("Anna", 100), seat("Ben", 300, victory=1.0), review=reviewed(0.01, 0.0, luck=-0.5))
    assert rated([lucky]) == rated([unlucky])


@pytest.mark.parametrize("change", [{"rounds": 1}, {"house_rules": True}, {"finished": False}, {"review": None}])
def test_what_does_not_count(change: dict[str, Any]) -> None:
    one = game(seat("Anna"), seat("Ben"), **{"review": reviewed(0.01, 0.0), **change})
    assert rated([one]) is None


RATIOS = st.lists(st.builds(Ratio, st.integers(1, 40), st.floats(0, 3)), min_size=1, max_size=RECENT)


@given(RATIOS, st.randoms())
def test_the_order_of_recent_games_does_not_matter_and_the_interval_holds_the_rating(
    games: list[Ratio], random: Random
) -> None:
    shuffled = random.sample(games, len(games))
    one, other = estimate(games), estimate(shuffled)
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
    assert one.low <= one.value <= one.high <= 100 + 1e-9


@given(RATIOS)
def test_the_rating_lies_between_the_games_and_the_prior(games: list[Ratio]) -> None:
    bounds = [rating_of(each.mean) for each in games] + [rating_of(bot_ratio("magpie"))]
    assert min(bounds) - 1e-9 <= estimate(games).value <= max(bounds) + 1e-9


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """Games of a person between magpie and sparrow, with the spread that the bots have."""
    chance, truth, hits = Random(1), 0.7, 0
    for _ in range(400):
        games = [Ratio(30, chance.gauss(truth, 2.1 / 30**0.5)) for _ in range(10)]
        found = estimate(games)
        hits += found.low <= rating_of(truth) <= found.high
    assert hits >= 0.93 * 400
