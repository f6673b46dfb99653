"""When to ask: thresholds and rules."""

import numpy as np
import pytest

from charidice.messages import catalog
from charidice.rules.moves import AskGift, DeclineGift
from charidice.rules.state import Turn
from charidice.rules.strict import Node
from charidice.strategy.objectives.contest import solved_turn
from charidice.study.asking import (
    AskingBy,
    Rule,
    asking,
    losses_by_threshold,
    never,
    shown_gifts,
    threshold,
    thumb,
)
from charidice.study.games import Sample, losses
from charidice.study.losses import NO_LOSSES, as_recipient, total
from charidice.study.positions import all_numbers, before_reply, before_round, evened, position, victory

DECIDED = position(evened(before_round(6, ahead=20)))


def test_the_gift_on_the_table_is_that_of_the_best_sum() -> None:
    for which in range(0, len(shown_gifts()), 1000):
        state = DECIDED._replace(turn=Turn(2, all_numbers()[which]))
        assert state.options[0].gift == shown_gifts()[which]


def test_a_threshold_loses_what_a_recipient_loses_who_keeps_to_it() -> None:
    found = losses_by_threshold(DECIDED)
    turn = solved_turn(victory(), DECIDED)
    none = np.zeros(len(shown_gifts()), np.bool_)
    always = float(total(as_recipient(turn, none, none)))
    for least in (0, 5, 11, 20):
        kept_to = float(total(as_recipient(turn, none, shown_gifts() >= least)))
        assert kept_to - always == pytest.approx(found[least] - found[never()], abs=1e-9)
    assert found.min() >= 0


def test_the_threshold_is_the_best_one() -> None:
    best = threshold(6, 1, 20)
    found = losses_by_threshold(DECIDED)
    assert best is not None
    assert found[best] == found.min() < found[never()]
    assert threshold(6, 1, 0) is None


def test_in_the_table_whoever_can_be_overtaken_does_not_ask() -> None:
    rows = {(row["round"], row["player"]): row for row in asking(catalog("en")).records()}
    assert set(rows) == {(round_, player) for round_ in (4, 5, 6, 7) for player in (1, 2)}
    for round_ in (4, 5, 6):
        assert rows[round_, 1]["-20"] is rows[round_, 1]["-10"] is None
        assert rows[round_, 2]["0"] is rows[round_, 2]["-10"] is None
    # The larger the giver's lead, and the nearer the end, the smaller a gift is worth asking for.
    assert [rows[round_, 1]["+20"] for round_ in (4, 5, 6, 7)] == sorted(
        (rows[round_, 1]["+20"] for round_ in (4, 5, 6, 7)), key=lambda gift: -float(gift or 0)
    )


@pytest.mark.parametrize(
    ("rule", "round_", "ahead", "first", "second"),
    [
        (Rule.NEVER, 7, 20, None, None),
        (Rule.LAST_ROUND, 6, 20, None, None),
        (Rule.LAST_ROUND, 7, -20, 0, 0),
        (Rule.MAGPIE, 6, 0, 12, 12),
        (Rule.MAGPIE, 7, 0, 0, 0),
        (Rule.SETTLED, 6, 1, 10, None),
        (Rule.SETTLED, 6, 0, None, None),
        (Rule.SETTLED, 6, 15, 10, 10),
        (Rule.SETTLED, 6, -15, None, 10),
        (Rule.SETTLED, 7, -14, None, None),
        (Rule.SETTLED, 7, 15, 0, 0),
        (Rule.TABLE, 3, 8, None, None),
    ],
)
def test_rules_say_from_which_gift_on_to_ask(
    rule: Rule, round_: int, ahead: int, first: int | None, second: int | None
) -> None:
    assert rule.threshold(position(before_reply(round_, ahead + 8))) == first
    assert rule.threshold(position(before_round(round_, ahead))) == second


def test_the_table_is_read_in_its_nearest_column() -> None:
    assert Rule.TABLE.threshold(position(before_round(6, 16))) == threshold(6, 1, 20)
    assert Rule.TABLE.threshold(position(before_round(6, 99))) == threshold(6, 1, 20)


def test_a_rule_is_charged_for_what_its_bot_does() -> None:
    """The bot's questions after the second roll are those whose losses are counted."""
    player = AskingBy(Rule.SETTLED)
    bot, recipient = player.bot(), DECIDED.recipient
    asks = []
    for numbers in all_numbers():
        answer = bot.choose(Node.of(DECIDED._replace(turn=Turn(2, numbers))))
        assert answer in (AskGift(), DeclineGift())
        asks.append(answer == AskGift())
        assert bot.choose(Node.of(DECIDED._replace(turn=Turn(1, numbers)))) == DeclineGift()
    none = np.zeros(len(asks), np.bool_)
    counted = as_recipient(solved_turn(victory(), DECIDED), none, np.array(asks))
    assert player.in_turn(DECIDED, recipient).tolist() == counted.tolist()
    assert player.in_turn(DECIDED, DECIDED.active) is NO_LOSSES


def test_games_are_the_same_again_and_lose_nothing_negative() -> None:
    found = losses(AskingBy(Rule.SETTLED), Sample(4, seed=2))
    assert found.shape[:2] == (2, 2)
    assert (found >= 0).all()
    again = losses(AskingBy(Rule.SETTLED), Sample(2, seed=2))
    assert again.tolist() == found[:1].tolist()


def test_the_table_of_rules_has_a_row_for_each() -> None:
    done: list[tuple[int, int]] = []
    table = thumb(catalog("en"), Sample(4, seed=3, report=lambda *counts: done.append(counts)))
    rows = table.records()
    assert [row["rule"] for row in rows] == list(Rule)
    expected = total(losses(AskingBy(Rule.NEVER), Sample(4, seed=3))).mean(axis=0)
    assert [rows[0][f"player_{seat}"] for seat in (1, 2)] == pytest.approx((100 * expected).tolist())
    assert done[-1] == (4 * len(Rule), 4 * len(Rule))
    assert done == sorted(done)
