"""Nodes of the strict order (clause 5.5) as text, and whole rolls at once."""

from random import Random

import pytest

from charidice import (
    CHANCE,
    STANDARD,
    AskGift,
    DeclineGift,
    IllegalAction,
    IllegalEvent,
    Node,
    RandomDice,
    RecordError,
    Roll,
    Ruleset,
    Stop,
    new_game,
    read_node,
    results,
    winners,
    write_node,
)

from ..rules.squares import random_dice_set

RULESETS = [STANDARD, Ruleset(3, True, False), Ruleset(2, False, True), Ruleset(1, True, True)]
ROLL = (3, 2, 6, 1, 3, 4)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_5_5_every_node_of_a_game_is_read_as_it_was_written(players: int, ruleset: Ruleset) -> None:
    random = Random(players)
    node = Node.of(new_game(players, ruleset, random_dice_set(random)))
    while True:
        assert read_node(write_node(node)) == node
        if node.player is None:
            break
        if node.player == CHANCE:
            node = node.land(random.randint(1, 6))
            continue
        kind = random.choice(sorted({type(action).__name__ for action in node.actions}))
        node = node.play(random.choice([action for action in node.actions if type(action).__name__ == kind]))
    assert write_node(node).endswith("| end")


def test_5_5_the_words_say_what_comes_next() -> None:
    start = Node.of(new_game(2, Ruleset(late_asking=True)))
    rolled = start.play(Roll()).roll(ROLL)
    waiting = rolled.play(DeclineGift())
    for node, words in (
        (start, "move"),
        (rolled, "ask"),
        (waiting, "move"),
        (waiting.play(Stop()), "ask"),
        (waiting.play(Roll((0, 4))).land(5), "roll:==K5....==.."),
    ):
        assert write_node(node).partition(" | ")[2] == words


@pytest.mark.parametrize(
    "text",
    [
        "C1 :2x/:2x -",
        "C1 :2x/:2x - |",
        "C1 :2x/:2x - | ask",
        "C1 :2x/:2x - | end",
        "C1 :2x/:2x - | soon",
        "C1 :2x/:2x - | roll:==..........",
        "C1 :2x/:2x - | roll:..K6........",
        "C1 :2x/:2x - | roll:K6",
        "C1 :2x/:2x - | roll:P4..........",
        "C1 :2x/:2x - | roll:K6O2G2B2P2K1",
        "C1 :2x/:2x - | roll:..  ......P2",
        "C1 :2x/:2x 3:B4B3B2B1B6P6 | ask",
        "C1 :2x/:2x 3:B4B3B2B1B6P6 | roll:............",
        "C1 :2x/:2x 1:B4B3B2B1B6P6:stopped late-asking | move",
        "C1 :2x/:2x 1:B4B3B2B1B6P6 | roll:============",
        "nonsense | move",
    ],
)
def test_what_is_no_node_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_node(text)


def test_5_5_a_whole_roll_is_its_dice_one_after_the_other() -> None:
    random = Random(1)
    dice = RandomDice(random)
    node = Node.of(new_game(3, Ruleset(2)))
    while node.player is not None:
        if node.player != CHANCE:
            node = node.play(random.choice(node.actions))
            continue
        numbers = dice.roll(node.state, node.keep)
        one_by_one = node
        for die in node.falling:
            assert one_by_one.roll(numbers) == node.roll(numbers)
            one_by_one = one_by_one.land(numbers[die])
        assert node.roll(numbers) == one_by_one
        node = one_by_one


@pytest.mark.parametrize("numbers", [(), (1, 2, 3), (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7), (1,) * 7])
def test_5_5_a_roll_shows_six_numbers(numbers: tuple[int, ...]) -> None:
    with pytest.raises(IllegalEvent, match="not-six-numbers"):
        Node.of(new_game(2)).play(Roll()).roll(numbers)


def test_5_5_a_roll_leaves_kept_and_landed_dice() -> None:
    rolled = Node.of(new_game(2)).play(Roll()).roll(ROLL).play(AskGift())
    with pytest.raises(IllegalEvent, match="kept-die-changed"):
        rolled.play(Roll((0,))).roll((4, 2, 6, 1, 3, 4))
    with pytest.raises(IllegalEvent, match="kept-die-changed"):
        rolled.play(Roll((0,))).land(5).roll((3, 2, 6, 1, 3, 4))
    with pytest.raises(IllegalAction, match="not-the-decision"):
        rolled.roll(ROLL)


def test_5_5_returns_are_the_shares_of_victory() -> None:
    random = Random(3)
    seen = set()
    for _ in range(60):
        node = Node.of(new_game(2, Ruleset(1)))
        assert node.returns() == (0.0, 0.0)
        while node.player is not None:
            node = node.land(random.randint(1, 6)) if node.player == CHANCE else node.play(node.actions[-1])
        won = winners(results(node.state.sheets))
        assert node.returns() == tuple((seat in won) / len(won) for seat in range(2))
        assert sum(node.returns()) == 1
        seen.add(node.returns())
    assert {(1.0, 0.0), (0.0, 1.0)} <= seen
