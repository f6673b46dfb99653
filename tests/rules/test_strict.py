"""Clause 5.5: the game in a strict order of moves, with chance as explicit nodes."""

from math import fsum
from random import Random

import pytest

from charidice.rules import (
    STANDARD,
    Action,
    AskGift,
    DeclineGift,
    Event,
    GiftAsked,
    GiftDeclined,
    IllegalAction,
    Node,
    Roll,
    Rolled,
    Ruleset,
    Score,
    Stop,
    decide,
    evolve,
    legal_actions,
    new_game,
    replay,
    results,
)
from charidice.rules.engine import ACTION_NAMES, action_of
from charidice.rules.strict import CHANCE

from .play import SIX_BLUE, LoadedDice, RandomDice, dice_of, full_turn, random_choice
from .squares import random_dice_set

LATE_ASKING = Ruleset(late_asking=True)
FIVE_BLUE_NUMBERS = (4, 3, 2, 1, 6, 6)
ASK, DECLINE = AskGift(), DeclineGift()


def fall(node: Node, *numbers: int) -> Node:
    """The node after the falling dice have landed, one after the other."""
    for number in numbers:
        node = node.land(number)
    return node


def rolled(ruleset: Ruleset = STANDARD, players: int = 3) -> Node:
    """The node after the first roll of a game."""
    return fall(Node.of(new_game(players, ruleset)).play(Roll()), *FIVE_BLUE_NUMBERS)


def again(node: Node) -> Node:
    """The node after all six dice are rolled once more."""
    return fall(node.play(Roll()), *FIVE_BLUE_NUMBERS)


def score_four(node: Node) -> Node:
    return node.play(Score(dice_of(node.state.setup.dice_set, "B1 B2 B3 B4")))


def kinds(node: Node) -> list[type[Action]]:
    return list(dict.fromkeys(type(action) for action in node.actions))


def test_5_5_a_game_starts_with_the_active_players_roll() -> None:
    node = Node.of(new_game(3))
    assert node.player == 0
    assert node.actions == (Roll(),)
    assert node.outcomes == ()


def test_5_5_a_roll_falls_die_by_die_in_the_order_of_the_dice() -> None:
    start = Node.of(new_game(2))
    node = start.play(Roll())
    for die in range(6):
        assert node.player == CHANCE
        assert node.actions == ()
        assert node.falling == tuple(range(die, 6))
        assert node.state is start.state
        node = node.land(die + 1)
    assert node.player != CHANCE
    assert node.state.turn.numbers == (1, 2, 3, 4, 5, 6)
    assert node.state == evolve(start.state, Rolled((), (1, 2, 3, 4, 5, 6)))


def test_5_5_every_number_is_as_likely_as_another() -> None:
    node = Node.of(new_game(2)).play(Roll())
    for _ in range(6):
        assert [number for number, _ in node.outcomes] == [1, 2, 3, 4, 5, 6]
        assert len({probability for _, probability in node.outcomes}) == 1
        assert fsum(probability for _, probability in node.outcomes) == pytest.approx(1)
        node = node.land(3)
    assert node.outcomes == ()


def test_5_5_kept_dice_are_not_rolled() -> None:
    node = rolled().play(DECLINE).play(Roll((0, 2, 5)))
    assert node.falling == (1, 3, 4)
    assert node.shown == (4, 0, 2, 0, 0, 6)
    node = node.land(1)
    assert node.shown == (4, 1, 2, 0, 0, 6)
    node = fall(node, 1, 1)
    assert node.shown == node.state.turn.numbers == (4, 1, 2, 1, 1, 6)
    assert node.state.turn.rolls == 2


def test_5_5_after_roll_1_and_again_after_roll_2_the_recipient_decides_first() -> None:
    after_1 = rolled()
    assert (after_1.player, after_1.actions) == (1, (ASK, DECLINE))
    declined = after_1.play(DECLINE)
    assert (declined.player, kinds(declined)) == (0, [Roll, Score])
    after_2 = again(declined)
    assert (after_2.player, after_2.actions) == (1, (ASK, DECLINE))
    declined_again = after_2.play(DECLINE)
    assert (declined_again.player, kinds(declined_again)) == (0, [Roll, Score])
    after_3 = again(declined_again)
    assert (after_3.player, kinds(after_3)) == (0, [Score])
    assert after_3.state.sheets[1].has_gift


def test_5_5_declining_for_now_changes_nothing() -> None:
    node = rolled()
    assert node.play(DECLINE).state is node.state


@pytest.mark.parametrize("ask_after", [1, 2])
def test_5_5_who_has_asked_is_not_asked_again(ask_after: int) -> None:
    node = rolled()
    for _ in range(ask_after - 1):
        node = again(node.play(DECLINE))
    node = node.play(ASK)
    assert node.state.turn.asked
    assert node.player == 0
    while node.state.rolls_left:
        node = again(node)
        assert node.player == 0
    node = score_four(node)
    assert node.state.sheets[1].received == (48,)
    assert (node.player, node.actions) == (1, (Roll(),))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_5_who_has_spent_the_gift_decides_nothing_more(players: int) -> None:
    node = score_four(rolled(players=players).play(ASK))
    for _ in range(players - 1):
        node = score_four(fall(node.play(Roll()), *FIVE_BLUE_NUMBERS).play(DECLINE))
    assert (node.state.round, node.state.active) == (2, 0)
    node = fall(node.play(Roll()), *FIVE_BLUE_NUMBERS)
    assert node.player == 0
    assert again(node).player == 0


def test_8_2_late_asking_adds_a_decision_after_the_stop() -> None:
    node = rolled(LATE_ASKING).play(DECLINE)
    assert (node.player, kinds(node)) == (0, [Roll, Stop])
    stopped = node.play(Stop())
    assert (stopped.player, stopped.actions) == (1, (ASK, DECLINE))
    for answer, gift in ((ASK, 48), (DECLINE, 24)):
        answered = stopped.play(answer)
        assert (answered.player, kinds(answered)) == (0, [Score])
        assert score_four(answered).state.sheets[1].received == (gift,)


def test_8_2_late_asking_needs_no_stop_once_it_is_asked() -> None:
    node = rolled(LATE_ASKING).play(ASK)
    assert (node.player, kinds(node)) == (0, [Roll, Score])


def test_8_2_a_state_after_the_stop_is_the_recipients_decision() -> None:
    stopped = rolled(LATE_ASKING).play(DECLINE).play(Stop())
    assert Node.of(stopped.state) == stopped
    answered = stopped.play(DECLINE)
    assert Node.of(answered.state) == answered


@pytest.mark.parametrize(
    ("node", "action"),
    [
        (rolled(), Roll()),
        (rolled(), Score((0, 1, 2, 3))),
        (rolled(LATE_ASKING), Stop()),
        (Node.of(new_game(2)).play(Roll()), Roll()),
        (Node.of(new_game(2)).play(Roll()), ASK),
        (Node.of(full_turn(full_turn(new_game(2, Ruleset(rounds=1))))), Roll()),
    ],
)
def test_5_5_only_the_decision_that_is_due_can_be_made(node: Node, action: Action) -> None:
    with pytest.raises(IllegalAction) as refused:
        node.play(action)
    assert (refused.value.code, refused.value.values) == ("not-the-decision", {"allowed": names(node)})
    assert getattr(node.verify(action), "code", None) == "not-the-decision"


def names(node: Node) -> tuple[str, ...]:
    return tuple(ACTION_NAMES[kind] for kind in kinds(node))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (ASK, "not-the-recipient"),
        (DECLINE, "not-the-recipient"),
        (Stop(), "no-need-to-stop"),
        (Roll(tuple(range(6))), "roll-at-least-one"),
        (Score((0, 1)), "not-a-set-of-colour"),
    ],
)
def test_5_5_the_active_players_decision_keeps_to_the_rules(action: Action, code: str) -> None:
    node = rolled().play(DECLINE)
    with pytest.raises(IllegalAction) as refused:
        node.play(action)
    assert refused.value.code == code


def test_5_5_a_roll_that_breaks_the_rules_does_not_fall() -> None:
    with pytest.raises(IllegalAction, match="first-roll-keeps-none"):
        Node.of(new_game(2)).play(Roll((1,)))


@pytest.mark.parametrize("number", [0, 7, -1])
def test_5_5_a_die_lands_on_1_to_6(number: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        Node.of(new_game(2)).play(Roll()).land(number)
    assert (refused.value.code, refused.value.values) == ("not-the-decision", {"allowed": (1, 2, 3, 4, 5, 6)})


@pytest.mark.parametrize("node", [rolled(), Node.of(new_game(2)), rolled().play(DECLINE)])
def test_5_5_no_die_lands_that_was_not_thrown(node: Node) -> None:
    with pytest.raises(IllegalAction) as refused:
        node.land(3)
    assert (refused.value.code, refused.value.values) == ("not-the-decision", {"allowed": ()})


def test_5_5_the_end_has_totals_and_no_decision() -> None:
    node = Node.of(new_game(2, Ruleset(rounds=1)))
    node = score_four(fall(node.play(Roll()), *FIVE_BLUE_NUMBERS).play(ASK))
    node = fall(node.play(Roll()), 4, 3, 2, 1, 6, 5).play(DECLINE)
    assert node.player == 1
    node = node.play(Score(dice_of(node.state.setup.dice_set, SIX_BLUE)))
    assert (node.player, node.actions, node.outcomes) == (None, (), ())
    assert node.totals == (10 + 25 + 0 + 20, 21 + 50 + 48 + 0)


def test_5_5_before_the_end_totals_are_as_if_it_ended_now() -> None:
    node = score_four(rolled(players=2).play(DECLINE))
    assert node.totals == (10 + 25 + 20, 24)


def test_nodes_are_values() -> None:
    node = rolled()
    assert hash(node) == hash(rolled())
    assert node == rolled()
    assert node != node._replace(asking=False)


def events_of(random: Random, start: Node) -> tuple[Node, list[Event]]:
    """A game played at random from node to node, and what the engine would call it."""
    node, events = start, list[Event]()
    while node.player is not None:
        before = node
        if node.player == CHANCE:
            node = node.land(random.choices(*zip(*node.outcomes, strict=True))[0])
            if not node.falling:
                events.append(Rolled(before.keep, node.state.turn.numbers))
            continue
        # The kind first, as the many ways to roll would crowd out the rest.
        kind = random.choice(kinds(node))
        action = random.choice([action for action in node.actions if isinstance(action, kind)])
        node = node.play(action)
        if isinstance(action, AskGift):
            events.append(GiftAsked())
        elif isinstance(action, DeclineGift):
            events += [GiftDeclined()] if before.state.turn.stopped else []
        elif not isinstance(action, Roll):
            events.append(decide(before.state, before.state.active, action, LoadedDice()))
    return node, events


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "ruleset", [STANDARD, Ruleset(3, True, False), Ruleset(4, False, True), Ruleset(2, True, True)]
)
def test_5_5_the_strict_game_is_the_engines_game(players: int, ruleset: Ruleset) -> None:
    for seed in range(6):
        random = Random(seed)
        dice_set = random_dice_set(random)
        start = new_game(players, ruleset, dice_set)
        end, events = events_of(random, Node.of(start))
        assert replay(start, events) == end.state
        assert end.totals == tuple(result.total for result in results(end.state.sheets))


@pytest.mark.parametrize("ruleset", [STANDARD, LATE_ASKING, Ruleset(3, True, True)])
def test_5_5_what_the_engine_allows_in_this_order_is_in_the_strict_game(ruleset: Ruleset) -> None:
    """A game through the engine as nodes: a recipient who did not ask has declined for now."""
    for seed in range(8):
        random = Random(seed)
        dice = RandomDice(random)
        state = new_game(2 + seed % 3, ruleset)
        node = Node.of(state)
        while not state.is_over:
            seat, action = random_choice(state, random)
            if seat == state.recipient and not state.turn.rolls:
                # Asking before the first roll is not in the strict order, as it adds nothing.
                continue
            event = decide(state, seat, action, dice)
            if node.player != seat:
                # The strict order puts the recipient's decision in between.
                assert (node.player, seat) == (state.recipient, state.active)
                assert node.actions == (ASK, DECLINE)
                node = node.play(DECLINE)
            assert set(node.actions) >= set(legal_actions(state, seat))
            node = node.play(action_of(event))
            if isinstance(event, Rolled):
                node = fall(node, *(number for die, number in enumerate(event.numbers) if die not in event.keep))
            state = evolve(state, event)
            assert node.state == state


def test_with_dice_a_roll_falls_at_once() -> None:
    node = Node.of(new_game(2)).play(Roll(), LoadedDice((3, 2, 6, 1, 3, 4))).play(DeclineGift())
    assert not node.falling
    assert node == Node.of(new_game(2)).play(Roll()).roll((3, 2, 6, 1, 3, 4)).play(DeclineGift())
    with pytest.raises(IllegalAction, match="roll-at-least-one"):
        node.play(Roll((0, 1, 2, 3, 4, 5)), LoadedDice((3, 2, 6, 1, 3, 4)))
