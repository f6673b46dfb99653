"""Statistics of people: games computed by hand, and what holds for all games."""

from dataclasses import replace
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from charidice.coach.reviews.model import LEAST_LOSS, Grade
from charidice.coach.reviews.reviewer import review
from charidice.history.games import Asked, DecisionKind, Game, GameKind, Losses, SeatResult, game_of, key_of, kind_of
from charidice.history.people import Aliases, Person, name_key
from charidice.history.rating import rating
from charidice.history.reviewing import summary_of
from charidice.history.statistics import Against, Statistics, seats_by_person, statistics
from charidice.messages import catalog
from charidice.record import GameRecord
from charidice.rules.moves import Noted
from charidice.rules.ruleset import Ruleset
from charidice.show.histories.charts import Charts
from charidice.show.histories.page import MOST_PEOPLE, HistoryWords

from ..coach import games as played_games
from .games import NAMES, game, games, reviewed, seat

ANNA, BEN, FOX = Person("anna"), Person("ben"), Person("fox", is_bot=True)
NOBODY = Aliases({})


def called(person: str, *names: str) -> Aliases:
    """These names at the table belong to one person."""
    return Aliases(dict.fromkeys(map(name_key, names), person))


def found(person: Person, games: list[Game], aliases: Aliases = NOBODY) -> Statistics | None:
    return statistics(seats_by_person(games, aliases).get(person, []), aliases)


def known(person: Person, games: list[Game]) -> Statistics:
    statistic = found(person, games)
    assert statistic
    return statistic


def test_a_few_games_by_hand() -> None:
    evening = [
        game(seat("Anna", 200, victory=1.0, given=60, charity=20), seat("Ben", 180, given=40), id="1"),
        game(seat("Ben", 210, victory=0.5, given=30), seat("Anna", 210, victory=0.5, given=70), id="2"),
        game(seat("Anna", 150, given=20), seat("Fox", 250, victory=1.0, bot="fox"), id="3"),
        game(seat("Anna", 999), seat("Ben", 1), id="4", finished=False),
    ]
    anna = known(ANNA, evening)
    assert (anna.games, anna.victories, anna.shared) == (3, 1.5, 1)
    assert anna.average == (220 + 210 + 150) / 3
    assert (anna.best.game.id, anna.best.seat.total) == ("1", 220)
    assert (anna.given, anna.charity) == (50, 1)
    assert anna.against == (Against(BEN, 2, 1, 1, 20.0), Against(FOX, 1, 0, 0, -100.0))
    assert (anna.luck, anna.reviewed, anna.all_losses) == (None, 0, Losses())
    ben = known(BEN, evening)
    assert (ben.games, ben.victories, ben.against) == (2, 0.5, (Against(ANNA, 2, 0, 1, -20.0),))
    assert found(Person("nobody"), evening) is None


def test_losses_and_luck_of_reviewed_games_by_hand() -> None:
    evening = [
        game(seat("Anna"), seat("Ben"), id="1", review=reviewed(0.02, 0.04, decisions=10, luck=0.1)),
        game(seat("Anna"), seat("Ben"), id="2", review=reviewed(0.05, 0.0, decisions=30, luck=-0.3)),
        game(seat("Anna"), seat("Ben"), id="3"),
    ]
    anna = known(ANNA, evening)
    assert anna.luck == pytest.approx(-0.1)
    assert anna.reviewed == 2
    assert anna.losses[DecisionKind.SCORING].decisions == 40
    assert anna.all_losses.mean == pytest.approx((10 * 0.02 + 30 * 0.05) / 40)
    assert anna.losses[DecisionKind.ASKING].mean is None


def record() -> GameRecord:
    return played_games.game(3, whims=0.4)


def test_a_game_is_what_its_record_says() -> None:
    played = record()
    summed = game_of(played, "id", key_of(played), "2026", kind_of(played))
    assert summed.kind is GameKind.PAD
    assert summed.finished
    assert [each.name for each in summed.seats] == ["Anna", "Ben"]
    for each, sheet in zip(summed.seats, played.state.sheets, strict=True):
        assert (each.points, each.bonus) == (sum(sheet.points), sum(sheet.bonus))
        assert (each.received, each.given) == (sum(sheet.received), sum(sheet.given))
        assert each.total == sheet.subtotal + each.charity
        assert (each.asked is None) == sheet.has_gift
    assert fsum(each.victory for each in summed.seats) == 1


def test_the_greatest_gift_has_its_round_its_roll_and_its_points() -> None:
    played, summary = record(), summary_of(review(record()))
    summed = game_of(played, "id", key_of(played), "2026", kind_of(played))
    for number, (each, judged) in enumerate(zip(summed.seats, summary.seats, strict=True)):
        if each.asked is None:
            assert judged.asking_gain is None
            continue
        giver = (number - 1) % 2
        assert isinstance(each.asked, Asked)
        assert each.asked.gift == played.state.sheets[giver].given[each.asked.round - 1]
        assert judged.asking_gain is not None
    assert any(each.asked for each in summed.seats)


def test_a_summary_has_all_that_the_review_found() -> None:
    whole = review(record())
    summary = summary_of(whole)
    for number, (player, each) in enumerate(zip(whole.players, summary.seats, strict=True)):
        assert each.all_losses.decisions == player.decisions
        assert each.all_losses.total == pytest.approx(player.accounts[0].own_losses, abs=1e-5)
        assert each.luck == pytest.approx(player.accounts[0].luck, abs=1e-5)
        own = [decision for moment in whole.moments for decision in moment.decisions if decision.seat == number]
        assert each.costly == sum(decision.loss >= LEAST_LOSS["victory"][Grade.MISTAKE] for decision in own)
        answers = [d for m in whole.moments for d in m.decisions if d.seat == number and d.is_answer]
        assert each.losses.get(DecisionKind.ASKING, Losses()).decisions == len(answers)
    # With two players the luck of one is that of the other, reversed.
    assert fsum(each.luck or 0 for each in summary.seats) == pytest.approx(0, abs=1e-5)


@given(games())
def test_what_everybody_has_adds_up_to_the_games(played: list[Game]) -> None:
    finished = [each for each in played if each.finished]
    everybody = [each for person in NOBODY.people(played) if (each := found(person, played))]
    assert sum(each.games for each in everybody) == sum(len(each.seats) for each in finished)
    assert fsum(each.victories for each in everybody) == pytest.approx(len(finished))
    points = fsum(each.average * each.games for each in everybody)
    assert points == pytest.approx(sum(one.total for each in finished for one in each.seats))
    decisions = sum(one.all_losses.decisions for each in finished if each.review for one in each.review.seats)
    assert sum(each.all_losses.decisions for each in everybody) == decisions
    met = [against for each in everybody for against in each.against]
    assert sum(against.ahead for against in met) == sum(each.games - each.ahead - each.level for each in met)


@given(games(), st.permutations(NAMES))
def test_joining_two_names_is_the_union(played: list[Game], names: list[str]) -> None:
    one, other = Person(name_key(names[0])), Person(name_key(names[1]))
    joined = called("Both", *names[:2])
    together = found(Person("both"), played, joined)
    apart = [each for person in {one, other} if (each := found(person, played))]
    assert (together.games if together else 0) == sum(each.games for each in apart)
    if together:
        assert together.victories == pytest.approx(fsum(each.victories for each in apart))
        assert together.average * together.games == pytest.approx(fsum(each.average * each.games for each in apart))
        assert together.best.seat.total == max(each.best.seat.total for each in apart)
        assert together.charity == sum(each.charity for each in apart)
        assert len(together.gifts) == sum(len(each.gifts) for each in apart)
        assert together.all_losses.decisions == sum(each.all_losses.decisions for each in apart)


@given(games())
def test_a_new_name_changes_nothing_else(played: list[Game]) -> None:
    renamed = called("Zoë", "anna")
    before, after = found(ANNA, played), found(Person("zoë"), played, renamed)
    assert (before is None) == (after is None)
    if before and after:
        assert before.games == after.games
        assert before.losses == after.losses
        assert before.average == after.average


def test_spellings_of_a_name_are_one_person_shown_as_written_last() -> None:
    evening = [
        game(seat("anna"), seat("Ben"), id="1", at="2025"),
        game(seat(" ANNA"), seat("Ben"), id="2", at="2026"),
        game(seat("Anna", bot="fox"), seat("Ben"), id="3", at="2024"),
    ]
    people = NOBODY.people(evening)
    assert {person: names.shown for person, names in people.items()} == {ANNA: " ANNA", BEN: "Ben", FOX: "Anna"}
    assert people[ANNA].at_tables == (" ANNA", "anna")
    assert called("Mum", "Anna").people(evening)[Person("mum")].shown == "Mum"


@pytest.mark.parametrize("name", ["ﬁ", "ẞ", "İ", "e\u0301"])
def test_keys_of_names_are_stable(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)
    assert name_key(f"  {name}\u00a0 ") == name_key(name)


def test_turns_noted_as_points_have_no_luck_and_no_losses() -> None:
    noted = (Noted(20, 15, 13, 13), Noted(10, 0, 24, 24, asked=True))
    played = GameRecord(("Anna", "Ben"), Ruleset(1), events=noted)
    summary = summary_of(review(played))
    assert summary.unseen == 2
    assert [(each.luck, each.all_losses) for each in summary.seats] == [(None, Losses())] * 2
    summed = replace(game_of(played, "id", key_of(played), "2026", kind_of(played)), review=summary)
    assert [each.total for each in summed.seats] == [59, 43]
    assert summed.seats[0].asked == Asked(1, None, 24)
    anna = known(ANNA, [summed])
    assert (anna.luck, anna.reviewed, anna.victories) == (None, 0, 1)
    page = HistoryWords(catalog("en"), [summed], NOBODY).page(ANNA)
    assert page
    assert page.rating is None
    assert page.notes[0].startswith("In 1 game some turns were entered without all their rolls")


class Counting(Aliases):
    """Counts how often a seat is looked at."""

    looks = 0

    def person(self, seat: SeatResult) -> Person:
        self.looks += 1
        return super().person(seat)


def test_the_work_grows_with_the_seats_and_not_with_seats_times_people() -> None:
    def looks(count: int) -> int:
        crowd = [game(*(seat(f"{number} {of}") for of in range(4)), id=str(number)) for number in range(count)]
        aliases = Counting({})
        words = HistoryWords(catalog("en"), crowd, aliases)
        assert len(words.people()) == 4 * count
        assert words.page(Person("0 0"))
        return aliases.looks

    assert looks(60) - looks(40) == looks(40) - looks(20)


def test_a_crowd_is_cut_to_those_with_most_games_and_whom_one_looks_for() -> None:
    evening = [game(seat("Anna"), seat(f"guest {number}"), id=str(number), at="2026") for number in range(300)]
    evening += [game(seat("Anna"), seat("Ben"), id=f"b{number}", at="2025") for number in range(2)]
    evening.append(game(seat("Zoe"), seat("Fox", bot="fox"), id="z", at="2024", finished=False))
    words = HistoryWords(catalog("en"), evening, NOBODY)
    listed = words.people(3, Person("zoe"))
    assert [(row.name, row.games) for row in listed] == [("Anna", 302), ("Ben", 2), ("Zoe", 0)]
    assert len(words.people()) == 304
    page = words.page(ANNA)
    assert page
    assert [row.cells[0] for row in page.against.rows][:2] == ["Ben", "guest 0"]
    assert len(page.against.rows) == MOST_PEOPLE
    assert page.notes[-1] == "101 more opponents, met less often, aren’t listed."


def test_each_point_of_the_rating_chart_is_the_rating_then() -> None:
    evening = [
        game(seat("Anna"), seat("Ben"), id=f"{number:03}", at=f"2026-{number:03}", review=reviewed(0.0007 * number, 0))
        for number in range(70)
    ]
    played = seats_by_person(evening, NOBODY)[ANNA]
    [chart] = [chart for chart in Charts(catalog("en"), played, known(ANNA, evening)).all() if chart.name == "rating"]
    then = [rating(played[: number + 1]) for number in range(20, 70)]
    assert [row.cells[0] for row in chart.table.rows] == [catalog("en").number(each.value) for each in then if each]
