"""Reviews of games with real dice that were not all written down."""

from random import Random

import pytest

from charidice import Laid, Noted, Scored
from charidice.coach.reviews.jsonform import review_fields
from charidice.coach.reviews.model import Review
from charidice.coach.reviews.page import review_page
from charidice.coach.reviews.report import report
from charidice.coach.reviews.reviewer import review
from charidice.messages import LANGUAGES, catalog
from charidice.pad.entries import ByPoints
from charidice.pad.pad import Pad
from charidice.rules.ruleset import Ruleset

from ..pad.turns import as_points, enter, filled, random_game


@pytest.fixture(scope="module")
def reviewed() -> Review:
    """Anna's turns by their last roll, Ben's without dice, one of them corrected to what cannot be."""
    turns = [as_points(turn) if place % 2 else turn for place, turn in enumerate(random_game(Random(3), 2)[:6])]
    pad = filled(Pad(("Anna", "Ben"), Ruleset(3)), turns)
    enter(pad, 2, 1, ByPoints(999, 999, 999, 0, asked=True))
    return review(pad.record)


def test_what_nobody_saw_is_neither_luck_nor_a_loss_and_the_sums_are_right(reviewed: Review) -> None:
    for player in reviewed.players:
        for account in player.accounts:
            assert account.own_luck == account.others_luck == 0
            assert account.unseen
            parts = account.start - account.own_losses + account.others_losses + account.unseen
            assert parts == pytest.approx(account.result)


def test_only_the_scoring_of_known_dice_is_judged(reviewed: Review) -> None:
    assert (reviewed.laid, reviewed.noted) == (3, 3)
    judged = {type(moment.event) for moment in reviewed.moments if moment.decisions}
    assert judged == {Scored}
    assert {type(moment.event) for moment in reviewed.moments if moment.unseen} == {Laid, Noted}
    assert [player.decisions for player in reviewed.players][1] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_it_cannot_know(reviewed: Review, language: str) -> None:
    texts = catalog(language)
    told = list(report(reviewed, texts))
    for key in ("review.unseen.noted", "review.unseen.laid"):
        assert texts.say(key, count=3) in told
    assert texts.say("review.corrected", count=1) in told
    assert any(texts.say("review.noted") in line for line in told)
    assert any(texts.say("review.unseen") in line for line in told), "a part of the accounts"
    assert any(texts.say("review.gift.unseen", player="Anna", round=2) in line for line in told)


def test_a_page_has_a_line_for_a_turn_without_dice(reviewed: Review) -> None:
    page = review_page(reviewed, catalog("en"))
    cards = [card for cards in page.rounds for card in cards]
    assert [len(card.rolls) for card in cards] == [1, 0] * 3
    assert cards[0].rolls[0].luck == "?"
    assert [(line.move.words, line.scored[:3]) for line in cards[3].opening] == [("written down without dice", "999")]
    assert cards[3].opening[0].events == 6


def test_its_json_has_what_nobody_saw(reviewed: Review) -> None:
    fields = review_fields(reviewed)
    events = fields["events"]
    assert isinstance(events, list)
    assert [("unseen" in event, "luck" in event) for event in events[:3]] == [
        (True, False),
        (False, False),
        (True, False),
    ]
