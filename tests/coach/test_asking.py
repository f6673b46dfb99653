"""Advice on asking for the greatest of gifts: now, wait, or not."""

from itertools import product
from random import Random

import pytest

from charidice.coach import Hint, Look, Verdict
from charidice.rules import (
    STANDARD,
    AskGift,
    DeclineGift,
    GameState,
    GiftAsked,
    GiftDeclined,
    Roll,
    Ruleset,
    Score,
    Stopped,
    charity_bonuses,
    evolve,
    legal_actions,
    new_game,
)
from charidice.rules.sheet import Sheet
from charidice.strategy.analysis import Analysis

from .positions import LATE_ASKING, TABLES, before_turn, coach_for, hint_for, positions, rolled

every_table = pytest.mark.parametrize(("players", "ruleset"), TABLES)
SIX_SIXES = (6, 6, 6, 6, 6, 6)
FOUR_FIVES = (5, 5, 5, 5, 6, 6)


def asking(players: int, ruleset: Ruleset) -> list[tuple[GameState, Hint]]:
    """Positions that may be asked in, with the advice to the recipient."""
    return [(s, hint_for(s, s.recipient)) for s in positions(players, ruleset) if s.recipient_decides]


@every_table
def test_both_answers_have_the_values_of_the_analysis(players: int, ruleset: Ruleset) -> None:
    for state, hint in asking(players, ruleset):
        coach = coach_for(state.setup)
        analysis = Analysis(state, coach.victory)
        values = analysis.action_values(state.recipient)
        assert {prospect.action for prospect in hint.prospects} == set(values) == {AskGift(), DeclineGift()}
        assert hint.look == Look.GIFT
        for prospect in hint.prospects:
            assert prospect.victory == pytest.approx(analysis.reported(values[prospect.action]), abs=1e-6)
            assert prospect.gift == analysis.forecast(prospect.action).gift
            if coach.lead:
                assert prospect.lead == Analysis(state, coach.lead).action_values(state.recipient)[prospect.action]


@every_table
def test_now_means_that_asking_is_worth_more(players: int, ruleset: Ruleset) -> None:
    for state, hint in asking(players, ruleset):
        analysis = Analysis(state, coach_for(state.setup).victory)
        assert (hint.verdict is Verdict.NOW) == analysis.should_ask
        assert (hint.action == AskGift()) == (hint.verdict is Verdict.NOW)
        if hint.verdict is Verdict.NOW:
            assert hint.prospects[0].victory >= hint.prospects[1].victory


@every_table
def test_waiting_needs_a_moment_to_wait_for(players: int, ruleset: Ruleset) -> None:
    for state, hint in asking(players, ruleset):
        last_turn = state.round == ruleset.rounds
        if not last_turn:
            assert hint.verdict is not Verdict.NOT
        elif state.turn.stopped or (state.turn.rolls == 2 and not ruleset.late_asking):
            assert hint.verdict is not Verdict.WAIT


@every_table
def test_the_giver_is_expected_to_do_what_is_best(players: int, ruleset: Ruleset) -> None:
    for state, hint in asking(players, ruleset):
        unasked = evolve(state, GiftDeclined()) if state.turn.stopped else state
        values = Analysis(unasked, coach_for(state.setup).victory).action_values(state.active)
        assert hint.giver is not None
        assert values[hint.giver] == max(values.values())
        if isinstance(hint.giver, Roll | Score):
            assert hint.dice == (hint.giver.keep if isinstance(hint.giver, Roll) else hint.giver.dice)


def last_turn(own: int, other: int, difference: int, ruleset: Ruleset = STANDARD) -> GameState:
    """Before the last turn of two: what its player gave, what the other one gave and is ahead by."""
    start = before_turn(2, ruleset, Random(1), turns_played=13)
    giver = Sheet((20,) * 6, (0,) * 6, (other, *[0] * 6), (own, *[0] * 5), has_gift=False)
    ahead = difference + other - own
    recipient = Sheet((20 + ahead, *[20] * 5, 0), (0,) * 7, (own, *[0] * 5), (other, *[0] * 6))
    return start._replace(sheets=(recipient, giver))


def end(state: GameState, dice: tuple[int, ...], factor: int) -> int:
    """By how much the recipient is ahead in the end if these dice are scored."""
    option = state.setup.scoring.options(state.turn.numbers)[dice]
    giver, recipient = state.sheets[state.active], state.sheets[state.recipient]
    gift = factor * option.gift
    bonus, other_bonus = charity_bonuses((giver.total_given + gift, recipient.total_given))
    return recipient.subtotal + gift + other_bonus - giver.subtotal - option.total - bonus


def test_6_1_do_not_ask_for_what_hands_over_the_charity_bonus() -> None:
    """Two sixes more make the giver the one who gave the most; asked for or not, they are given."""
    costs_victory, verdicts = False, set()
    for other, difference in product((20, 40, 60), (-40, -20, 0, 20, 40)):
        state = rolled(last_turn(own=10, other=other, difference=difference, ruleset=LATE_ASKING), FOUR_FIVES)
        stopped = evolve(state, Stopped())
        asked, declined = (evolve(stopped, answer) for answer in (GiftAsked(), GiftDeclined()))
        coach = coach_for(state.setup)
        ends = []
        for answered, factor in ((asked, 2), (declined, 1)):
            action = coach.hint(answered, 1).action
            assert isinstance(action, Score)
            ends.append(end(answered, action.dice, factor))
        hint = coach.hint(stopped, 0)
        # Both scores are final, so it is a question of who is ahead, and then of by how much.
        shares = [(lead > 0) + (lead == 0) / 2 for lead in ends]
        by_answer = {prospect.action: prospect.victory for prospect in hint.prospects}
        assert by_answer[AskGift()] == pytest.approx(shares[0], abs=1e-3)
        assert by_answer[DeclineGift()] == pytest.approx(shares[1], abs=1e-3)
        pays = (shares[0], ends[0]) > (shares[1], ends[1])
        assert hint.verdict is (Verdict.NOW if pays else Verdict.NOT)
        verdicts.add(hint.verdict)
        costs_victory |= shares[0] < shares[1]
    assert verdicts == {Verdict.NOW, Verdict.NOT}
    assert costs_victory


def test_there_is_nothing_to_ask_for_when_all_dice_are_scored() -> None:
    state = rolled(last_turn(own=10, other=60, difference=0), SIX_SIXES, SIX_SIXES)
    hint = coach_for(state.setup).hint(state, 0)
    assert hint.verdict is Verdict.NOT
    assert [prospect.gift for prospect in hint.prospects] == [0, 0]
    assert hint.makes_no_difference


def test_with_turns_to_come_a_poor_gift_is_let_go_by() -> None:
    state = rolled(new_game(2), SIX_SIXES)
    hint = coach_for(state.setup).hint(state, 1)
    assert hint.verdict is Verdict.WAIT
    assert (hint.giver, hint.dice) == (Score((0, 1, 2, 3, 4, 5)), (0, 1, 2, 3, 4, 5))


def test_5_5_in_the_last_turn_of_two_one_waits_only_for_what_can_still_pay() -> None:
    verdicts = set()
    chance = Random(2)
    for number in range(40):
        start = last_turn(own=10, other=(20, 62)[number % 2], difference=(10, 30)[number // 20])
        state = rolled(start, *[tuple(chance.choices(range(1, 7), k=6))] * chance.choice((1, 2)))
        hint = coach_for(state.setup).hint(state, 0)
        wait = next(prospect for prospect in hint.prospects if prospect.action == DeclineGift())
        if hint.verdict is not Verdict.NOW:
            assert (hint.verdict is Verdict.WAIT) == (wait.asked > 0)
        verdicts.add(hint.verdict)
    assert verdicts == {Verdict.NOW, Verdict.WAIT, Verdict.NOT}


def test_among_three_one_asks_after_the_next_roll_rather_than_before() -> None:
    """A recipient who waits for the second roll knows more and can still ask (5.2)."""
    start = before_turn(3, STANDARD, Random(5), turns_played=20)
    recipient = start.sheets[start.recipient]._replace(has_gift=True)
    start = start._replace(sheets=(recipient, *start.sheets[1:]))
    seen = set()
    chance = Random(3)
    for _ in range(12):
        state = rolled(start, tuple(chance.choices(range(1, 7), k=6)))
        assert legal_actions(state, state.recipient)
        hint = coach_for(state.setup).hint(state, state.recipient)
        assert (hint.verdict is Verdict.WAIT) or not isinstance(hint.giver, Roll)
        seen.add(hint.verdict)
    assert Verdict.WAIT in seen
