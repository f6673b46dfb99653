"""Reviews of games with real dice that were not all written down."""

from random import Random
from typing import Any

import pytest

from charidice import Laid, Noted, Scored
from charidice.coach.reviews.jsonform import review_fields
from charidice.coach.reviews.model import Review
from charidice.coach.reviews.reviewer import review
from charidice.messages import catalog
from charidice.pad.entries import ByPoints
from charidice.pad.pad import Pad
from charidice.rules.ruleset import Ruleset
from charidice.show.reviews.page import review_page
from charidice.show.reviews.report import report

from ..pad.turns import as_points, enter, filled, random_game
from .games import game


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
    assert cards[0].rolls[0].luck == ""
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


@pytest.fixture(scope="module")
def by_points() -> Review:
    """A whole game of which only the boxes are known; Anna has asked once, Ben never."""
    return review(filled(Pad(("Anna", "Ben")), [as_points(turn) for turn in random_game(Random(3), 2)]).record)


def test_gifts_of_turns_without_dice_are_added_up_and_not_judged(by_points: Review, reviewed: Review) -> None:
    for found in (by_points, reviewed):
        for player, sheet in zip(found.players, found.record.state.sheets, strict=True):
            assert (player.given.points, player.received.points) == (sum(sheet.given), sum(sheet.received))
    assert by_points.players[0].given == (119, None)
    assert reviewed.players[0].given.expected is not None, "the dice of Anna's turns are known"
    assert reviewed.players[1].given == reviewed.players[1].given._replace(expected=None)


def test_a_game_by_points_is_told_by_its_sums_alone(by_points: Review, language: str) -> None:
    texts = catalog(language)
    told = "\n".join(report(by_points, texts))
    unknown = ("accuracy", "own-luck", "others-luck", "own-losses", "others-losses", "without-luck")
    assert not [key for key in unknown if texts.say(f"review.{key}") in told]
    assert texts.say("review.legend.changes") not in told
    assert "?" not in told
    assert texts.say("review.gift.no-chance", player="Ben") not in told
    assert texts.say("review.gift.never", player="Ben") in told
    for count in (119, 82):
        assert texts.say("points", count=count) in told
    page = review_page(by_points, texts)
    for card in page.players:
        assert card.account is None
        assert card.by_round is None
        assert [fact.name.lower() for fact in card.figures] == [
            texts.say(f"box.{box}").lower() for box in ("points", "bonus", "charity")
        ]
        assert not [fact for fact in card.facts if texts.percent(1, 1) in fact.value]
    assert [fact.value for fact in page.players[0].figures] == ["112", "0", "30"]
    assert len({height for line in page.curve.lines for height in line}) > 14, "the curve goes up and down"


def test_only_what_is_known_of_a_player_is_summed_up(reviewed: Review) -> None:
    """Of Ben, no turn and no decision is known; of Anna, how she scored."""
    page, told = review_page(reviewed, catalog("en")), list(report(reviewed, catalog("en")))
    anna, ben = page.players
    assert anna.by_round
    assert not ben.by_round
    assert anna.account
    assert ben.account
    names = [[row.name for row in card.account.rows] for card in page.players if card.account]
    assert names == [
        ["At the start", "Own losses", "Turns without rolls", "Result"],
        ["At the start", "Others’ losses", "Turns without rolls", "Result"],
    ]
    assert not any("/" in part for part in anna.by_round.description.split("; ")), "losses without luck"
    assert next(line for line in told if line.startswith("accuracy")).endswith(" -")
    assert not any(line.startswith(("luck", "result without")) for line in told)


def test_a_better_moment_to_ask_is_named_only_if_all_are_known() -> None:
    found = review(game(5, ruleset=Ruleset(1)))
    gift = next(player.greatest_gift for player in found.players if player.greatest_gift.chances)
    assert gift.best
    assert gift._replace(all_known=False).best is None


def test_json_has_no_number_for_what_nobody_knows(by_points: Review, reviewed: Review) -> None:
    for found in (by_points, reviewed):
        summary: Any = review_fields(found)["summary"]
        for seat in summary:
            assert {account["without_luck"] for account in seat["accounts"].values()} == {None}
            assert seat["greatest_gift"]["best"] is None
    assert summary[1]["given"]["expected"] is summary[1]["given"]["luck"] is None
