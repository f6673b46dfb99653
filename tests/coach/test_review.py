"""Reviews: luck and losses, and that they add up."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from charidice import (
    Action,
    AskGift,
    DeclineGift,
    GameRecord,
    GiftAsked,
    Rolled,
    Ruleset,
    Scored,
    load,
    read_position,
    results,
)
from charidice.coach import Grade, Review, review
from charidice.coach.reviews.kindness import kindest
from charidice.coach.reviews.model import Decision, Judgement, Moment, ReviewObjective, grade
from charidice.coach.reviews.reviewer import account
from charidice.coach.reviews.turns import turns
from charidice.coach.reviews.walk import walk
from charidice.messages import catalog
from charidice.rules.engine import evolve
from charidice.rules.moves import GiftDeclined, Score, Stop
from charidice.rules.sheet import victory_shares
from charidice.rules.state import START_OF_TURN, Setup
from charidice.show.reviews.page import review_page
from charidice.show.reviews.report import report
from charidice.show.reviews.words import ReviewWords
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import Objective, objective_for, objectives_of, solved_turn
from charidice.strategy.turn.forecast import forecast

from .games import game, turns_of
from .toys import Hopes

LEAD = objective_for("lead", Setup(2))
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
ENDINGS = 5


@cache
def sample() -> GameRecord:
    return game(1)


@cache
def sample_review() -> Review:
    return review(sample(), [LEAD])


def gap(record: GameRecord, objective: Objective) -> float:
    """By how much the parts of an account miss the result, at most."""
    view = ReviewObjective(objective.name, objective.truth, objective.sum, objective.before_turn(record.start))
    moments = list(walk(record, [objective]))
    accounts = [account([view], moments, seat, 0) for seat in range(len(record.players))]
    return max(
        abs(each.result - each.start - (each.own_luck + each.others_luck - each.own_losses + each.others_losses))
        for each in accounts
    )


def alike(seed: int) -> Iterator[GameRecord]:
    """Games that begin alike: they share the turns solved for them, which makes the tests three times as quick."""
    first = game(seed, ("fox", ("magpie", "thrifty", "squirrel")[seed % 3]))
    yield first
    for ending in range(1, ENDINGS):
        yield game(1000 * ending + seed, opening=turns_of(first, 9))


@pytest.mark.slow
def test_luck_and_losses_add_up_to_the_result_of_200_games() -> None:
    for seed in range(200 // ENDINGS):
        assert max(gap(record, LEAD) for record in alike(seed)) < 1e-4


def test_luck_and_losses_add_up_for_the_chance_of_victory() -> None:
    victory = objective_for("victory", Setup(2))
    for seed in range(40 // ENDINGS):
        assert max(gap(record, victory) for record in alike(seed)) < 1e-4


def test_what_is_added_up_is_what_the_positions_are_worth() -> None:
    state = sample().start
    for moment in sample_review().moments:
        assert moment.state == state
        state = evolve(state, moment.event)
        assert moment.values[0] == pytest.approx(Analysis(state, LEAD).seats, abs=1e-4)
    lead = [result.total for result in results(state.sheets)]
    assert moment.values[0] == (lead[0] - lead[1], lead[1] - lead[0])


def test_each_event_changes_the_values_by_its_luck_and_its_losses() -> None:
    found = sample_review()
    values = [found.objectives[0].start, *(moment.values[0] for moment in found.moments)]
    for moment, (before, after) in zip(found.moments, pairwise(values), strict=True):
        changes = [judged.judgements[0].changes for judged in moment.decisions] + list(moment.luck)
        for seat in range(2):
            assert after[seat] - before[seat] == pytest.approx(sum(change[seat] for change in changes), abs=1e-4)


def test_what_one_loses_the_other_one_wins() -> None:
    for one, other in pairwise(sample_review().players):
        assert one.accounts[0].own_losses == pytest.approx(other.accounts[0].others_losses, abs=1e-6)
        assert one.accounts[0].own_luck == pytest.approx(-other.accounts[0].others_luck, abs=1e-6)
        assert one.accounts[0].without_luck == pytest.approx(-other.accounts[0].without_luck, abs=1e-4)


def test_perfect_play_loses_nothing() -> None:
    found = review(game(2, ("lead", "lead"), whims=0), [LEAD])
    assert max(decision.loss for moment in found.moments for decision in moment.decisions) < 1e-4
    for player in found.players:
        assert player.grades[Grade.GOOD] == player.decisions > 10
        assert player.accuracy == 1
        assert player.accounts[0].without_luck == pytest.approx(player.accounts[0].start, abs=1e-3)
        assert player.greatest_gift.best is not None


STRAIGHT = """charidice 1
player 1: Anna
player 2: Ben

1 Anna: B1 B2 B3 B4 B5 B6 | = {scored}

result: *
"""


def test_a_blunder_is_found_with_the_best_move() -> None:
    found = review(load(STRAIGHT.format(scored="B6")), [LEAD])
    wait, score = (decision for moment in found.moments for decision in moment.decisions)
    assert (wait.seat, wait.action, score.seat, score.action) == (1, DeclineGift(), 0, Score((found_die(found, 6),)))
    assert score.judgements[0].best == Score((0, 1, 2, 3, 4, 5))
    # Six points instead of 71; the gift of 20 costs less, since it also counts for the charity bonus.
    assert 71 - 6 < score.loss < 71 - 6 + 20
    assert score.grade is Grade.BLUNDER
    assert found.players[0].grades[Grade.BLUNDER] == 1
    assert score.judgements[0].best_value == Analysis(score.state, LEAD).action_values(0)[Score((0, 1, 2, 3, 4, 5))]


def found_die(found: Review, number: int) -> int:
    return found.moments[-1].state.turn.numbers.index(number)


def test_the_best_score_of_a_straight_is_good() -> None:
    found = review(load(STRAIGHT.format(scored="B1 B2 B3 B4 B5 B6")), [LEAD])
    score = found.moments[-1].decisions[-1]
    assert (score.grade, score.loss, score.judgements[0].best) == (Grade.GOOD, 0, score.action)


def test_5_5_the_recipient_decides_after_each_roll_before_the_active_player() -> None:
    for moment in sample_review().moments:
        deciders = [decision.seat for decision in moment.decisions]
        if moment.state.recipient_decides and not isinstance(moment.event, GiftAsked):
            assert deciders[0] == moment.state.recipient
            assert moment.decisions[0].action == DeclineGift()
        if isinstance(moment.event, GiftAsked):
            assert [decision.action for decision in moment.decisions] == [AskGift()]
        elif moment.state.turn.rolls:
            assert deciders[-1:] in ([], [moment.seat], [moment.state.recipient])


def test_the_first_roll_and_a_forced_move_are_no_decisions() -> None:
    found = review(game(3, whims=1), [LEAD])
    for moment in found.moments:
        made = [decision for decision in moment.decisions if decision.seat == moment.seat]
        if isinstance(moment.event, Rolled):
            assert bool(made) == (moment.state.turn.rolls > 0)
        if isinstance(moment.event, Scored) and moment.state.turn.rolls == 3:
            assert bool(made) == (len(moment.state.options) > 1)


@pytest.mark.parametrize("name", ["asked-first", "running-asked-first"])
def test_5_3_asking_before_the_first_roll_is_judged_against_waiting(name: str) -> None:
    record = load((PLAYTHROUGHS / f"{name}.txt").read_text("utf-8"))
    found = review(record)
    first = [moment for moment in found.moments if isinstance(moment.event, GiftAsked)]
    assert first
    assert all(moment.decisions[0].action == AskGift() for moment in first)
    assert len(turns(found)) == len({(moment.state.round, moment.state.active) for moment in found.moments})
    assert [turn.opening[0].seat for turn in turns(found) if turn.opening] == [moment.seat for moment in first]
    assert "before the first roll" in " ".join(report(found, catalog("en")))
    assert gap(record, objectives_of(record.start.setup)[0]) < 1e-3
    if len(record.players) == 2:
        # After the next roll one knows more and can still ask.
        assert first[0].decisions[0].loss > 0


def test_asking_and_waiting_are_judged_by_each_other() -> None:
    for moment in sample_review().moments:
        for decision in moment.decisions:
            if decision.is_answer:
                ask, wait = Analysis(decision.state, LEAD).asking
                worth: dict[Action, float] = {AskGift(): ask[decision.seat], DeclineGift(): wait[decision.seat]}
                assert decision.judgements[0].value == worth[decision.action]
                assert decision.judgements[0].best_value == max(worth.values())
                assert decision.loss == max(worth.values()) - worth[decision.action]


def test_the_greatest_gift_is_told_with_its_best_moment() -> None:
    found = sample_review()
    for seat, player in enumerate(found.players):
        gift = player.greatest_gift
        asked = [m for m in found.moments if isinstance(m.event, GiftAsked) and m.seat == seat]
        assert (gift.used is not None) == bool(asked)
        assert gift.best is not None
        assert gift.best.gains[0] == max(chance.gains[0] for chance in gift.chances)
        for moment in asked:
            assert gift.used is not None
            assert (gift.used.round, gift.used.roll) == (moment.state.round, moment.state.turn.rolls)
            given = next(
                m.event.gift
                for m in found.moments
                if isinstance(m.event, Scored) and m.state.turn.asked and m.state.recipient == seat
            )
            assert gift.brought == given
    assert any(player.greatest_gift.used for player in found.players)


def test_gifts_are_compared_with_what_the_turns_promised() -> None:
    found = sample_review()
    sheets = sample().state.sheets
    for player, sheet in zip(found.players, sheets, strict=True):
        assert (player.received.points, player.given.points) == (sum(sheet.received), sheet.total_given)
    assert found.players[0].received == found.players[1].given
    starts = [
        moment.state for moment in found.moments if moment.state.turn == START_OF_TURN and moment.state.active == 1
    ]
    expected = sum(forecast(solved_turn(LEAD, start), start).gift for start in starts)
    assert found.players[1].given.expected == pytest.approx(expected)


@pytest.mark.parametrize("events", range(12))
def test_a_game_that_goes_on_is_worth_what_its_position_is(events: int) -> None:
    record = replace(sample(), events=sample().events[:events])
    found = review(record, [LEAD])
    assert len(found.moments) == events
    for seat, player in enumerate(found.players):
        assert player.accounts[0].result == pytest.approx(Analysis(record.state, LEAD).seats[seat], abs=1e-4)
    assert gap(record, LEAD) < 1e-4


def test_nothing_is_held_against_a_recipient_who_may_still_ask() -> None:
    record = replace(sample(), events=sample().events[:1])
    assert record.state.may_be_asked
    assert not review(record, [LEAD]).moments[0].decisions


def test_a_game_of_the_rulebook_for_two_is_seen_with_victory_and_lead() -> None:
    found = review(sample())
    assert [(each.name, each.truth) for each in found.objectives] == [
        ("victory", "bounded"),
        ("lead", "exact"),
    ]
    for seat, player in enumerate(found.players):
        victory, lead = player.accounts
        assert lead == sample_review().players[seat].accounts[0]
        assert victory.result == (lead.result > 0)
    for moment in found.moments:
        for decision in moment.decisions:
            assert decision.grade is grade("victory", decision.loss)


@pytest.mark.parametrize(
    ("bots", "ruleset"),
    [
        (("fox", "magpie"), Ruleset(2, free_giving=True)),
        (("fox", "magpie"), Ruleset(2, late_asking=True)),
        (("fox", "magpie", "squirrel"), Ruleset(2)),
        (("fox", "magpie", "squirrel", "sparrow"), Ruleset(2)),
    ],
)
def test_all_other_games_are_seen_with_shares_of_victory(bots: tuple[str, ...], ruleset: Ruleset) -> None:
    record = game(5, bots, ruleset=ruleset)
    found = review(record)
    assert [(each.name, each.truth, each.error) for each in found.objectives] == [("victory", "estimated", None)]
    won = victory_shares(results(record.state.sheets))
    assert tuple(player.accounts[0].result for player in found.players) == won
    assert gap(record, objectives_of(record.start.setup)[0]) < 1e-6
    for moment in found.moments:
        assert sum(moment.values[0]) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_adds_up_for_any_number_of_players(players: int) -> None:
    record = game(players, ("fox", "magpie", "squirrel", "sparrow")[:players], ruleset=Ruleset(3))
    assert gap(record, Hopes(players)) < 1e-6


def test_8_2_late_asking_has_an_answer_of_its_own() -> None:
    record = game(4, ("magpie", "magpie", "fox"), whims=0.5, ruleset=Ruleset(4, late_asking=True))
    found = review(record, [Hopes(3)])
    decisions = [decision for moment in found.moments for decision in moment.decisions]
    answers = [decision for decision in decisions if decision.state.turn.stopped and decision.is_answer]
    assert any(isinstance(decision.action, Stop) for decision in decisions)
    assert {type(decision.action) for decision in answers} == {AskGift, DeclineGift}
    declined = sum(isinstance(moment.event, GiftDeclined) for moment in found.moments)
    assert sum(decision.action == DeclineGift() for decision in answers) == declined
    assert gap(record, Hopes(3)) < 1e-6
    assert gap(game(5, ruleset=Ruleset(3, late_asking=True)), Hopes(2)) < 1e-6


@pytest.mark.parametrize(
    ("loss", "graded"),
    [
        (0.0, Grade.GOOD),
        (0.0099, Grade.GOOD),
        (0.01, Grade.INACCURACY),
        (0.03, Grade.MISTAKE),
        (0.0699, Grade.MISTAKE),
        (0.07, Grade.BLUNDER),
        (1.0, Grade.BLUNDER),
    ],
)
def test_grades_go_by_the_chance_of_victory_lost(loss: float, graded: Grade) -> None:
    assert grade("victory", loss) is graded
    assert grade("lead", 100 * loss) is graded


def kind_score(more: int, *, asked: bool = False, graded: Grade = Grade.GOOD) -> Moment:
    """A score after the last roll that gives `more` than the best one, for 0.4 of 100 games."""
    free, turn = ("--", ":asked") if asked else ("2x", "")
    state = read_position(f"C1 16+0-10:2x/16+0-1:{free} 3:P5K5K4G6O4P6{turn}")
    options = {option.gift_if(asked): option for option in state.setup.scoring.options(state.turn.numbers).values()}
    best, chosen = (options[min(options) + added] for added in (0, more))
    judged = Judgement(Score(best.dice), 0.336, 0.34, (-0.004, 0.004))
    event = Scored(chosen.dice, chosen.points, chosen.bonus, chosen.gift_if(asked))
    return Moment(state, event, 0, (Decision(0, state, Score(chosen.dice), (judged,), graded),), (), ())


def of_moments(*moments: Moment) -> Review:
    victory = ReviewObjective("victory", "bounded", 1.0, (0.5, 0.5))
    return replace(sample_review(), objectives=(victory,), moments=moments)


def test_kindness_is_a_score_that_gave_clearly_more_for_a_small_loss() -> None:
    found = of_moments(kind_score(6), kind_score(8), kind_score(12, asked=True), kind_score(16, asked=True))
    assert [kindest(of_moments(moment), 0) is not None for moment in found.moments] == [False, True, True, True]
    assert (kindness := kindest(found, 0))
    assert kindness.more == 16
    assert kindness.decision is found.moments[3].decisions[0]
    assert kindest(found, 1) is None
    assert kindest(of_moments(kind_score(8, graded=Grade.INACCURACY)), 0) is None


def test_the_price_of_kindness_is_told_in_the_review() -> None:
    said = catalog("en").say
    told = ReviewWords(of_moments(kind_score(8)), catalog("en")).kindness(0)
    assert told == said("review.kindness.told", player="Anna", round=2, count=8, loss="−0.4 of 100 games")
    costs_nothing = replace(found := of_moments(kind_score(8)), moments=tuple(map(without_loss, found.moments)))
    told = ReviewWords(costs_nothing, catalog("en")).kindness(0)
    assert told == said("review.kindness.free", player="Anna", round=2, count=8)
    assert ReviewWords(of_moments(kind_score(6)), catalog("en")).kindness(0) == ""


def without_loss(moment: Moment) -> Moment:
    judged = moment.decisions[0].judgements[0]._replace(value=0.3399)
    return moment._replace(decisions=(moment.decisions[0]._replace(judgements=(judged,)),))


def test_the_price_of_kindness_is_a_line_of_the_report_and_a_fact_of_the_page() -> None:
    found = review(load((PLAYTHROUGHS / "three-players-with-words.json").read_text("utf-8")))
    texts = catalog("en")
    told = [ReviewWords(found, texts).kindness(seat) for seat in range(len(found.players))]
    assert any(told)
    assert [line for line in report(found, texts) if line and line in told] == [line for line in told if line]
    assert [player.facts[-1].value in told for player in review_page(found, texts).players] == list(map(bool, told))
