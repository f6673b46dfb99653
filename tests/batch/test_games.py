"""Games stepped through by anybody's choices, beside the engine's nodes and the observations of their encoding."""

import numpy as np
import pytest

from charidice.batch.games import OVER, Games
from charidice.batch.scoring import NUMBERS_OF
from charidice.encoding import decode, legal_mask, observe
from charidice.rules import IllegalAction, Node, Roll, decide, evolve, new_game, results
from charidice.rules.dice import Dice, Numbers
from charidice.rules.state import GameState, Setup

from .test_play import SETUPS


class Shown:
    """A dice source that rolls what fell in the batch."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        return self._numbers


def random_actions(masks: np.ndarray[tuple[int, int], np.dtype[np.int8]], rng: np.random.Generator) -> list[int]:
    """Any legal action of each game; to ask or to stop more often than the many ways to roll would allow."""
    weights = rng.random(masks.shape) * masks
    weights[:, 64:] *= 20
    actions: list[int] = weights.argmax(axis=1).tolist()
    return actions


def after(node: Node, index: int, roll: int) -> Node:
    action = decode(index)
    if not isinstance(action, Roll):
        return node.play(action)
    state = node.state
    return Node.of(evolve(state, decide(state, state.active, action, Shown(NUMBERS_OF[roll]))))


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", list(SETUPS))
def test_every_step_is_that_of_the_engine(name: str, compiled: bool) -> None:
    setup, rng = SETUPS[name], np.random.default_rng(4)
    games = Games(setup, 6, rng, compiled)
    nodes = [Node.of(new_game(setup.players, setup.ruleset, setup.dice_set)) for _ in range(6)]
    restarted = 0
    while restarted < 4:
        masks, seen, players = games.legal_mask(), games.observe(), games.player.tolist()
        for number, node in enumerate(nodes):
            assert players[number] == (OVER if node.player is None else node.player)
            assert np.array_equal(masks[number], legal_mask(node))
            assert np.array_equal(seen[number], observe(node))
        actions = random_actions(masks, rng)
        over = games.is_over.tolist()
        games.step(np.array(actions))
        rolls = games.roll.tolist()
        nodes = [
            node if over[number] else after(node, actions[number], rolls[number]) for number, node in enumerate(nodes)
        ]
        for number in np.flatnonzero(games.is_over).tolist():
            final = [result.total for result in results(nodes[number].state.sheets)]
            assert games.totals[:, number].tolist() == final
            games.restart(np.array([number]))
            nodes[number] = Node.of(new_game(setup.players, setup.ruleset, setup.dice_set))
            restarted += 1


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", list(SETUPS))
def test_games_begin_and_begin_anew_at_any_state(name: str, compiled: bool) -> None:
    setup, rng = SETUPS[name], np.random.default_rng(6)
    walk = Games(setup, 1, rng)
    node, begun = Node.of(new_game(setup.players, setup.ruleset, setup.dice_set)), 0
    while node.player is not None:
        # A state does not say that the recipient has decided not to ask.
        if Node.of(node.state) == node:
            games = Games(setup, 2, rng, compiled, start=node.state)
            for _ in range(2):
                assert games.player.tolist() == [node.player] * 2
                assert np.array_equal(games.legal_mask(), [legal_mask(node)] * 2)
                assert np.array_equal(games.observe(), [observe(node)] * 2)
                games.step(np.array(random_actions(games.legal_mask(), rng)))
                games.restart(np.arange(2))
            begun += 1
        (action,) = random_actions(walk.legal_mask(), rng)
        walk.step(np.array([action]))
        node = after(node, action, int(walk.roll[0]))
    assert begun > 2


def test_memory_can_be_used_again() -> None:
    games = Games(Setup(3), 5, np.random.default_rng(1))
    seen, masks = games.observe(), games.legal_mask()
    games.step(np.zeros(5, np.int64))
    assert games.observe(seen) is seen
    assert games.legal_mask(masks) is masks
    assert np.array_equal(seen, games.observe())
    assert np.array_equal(masks, games.legal_mask())


def test_a_game_that_is_over_waits() -> None:
    games = Games(SETUPS["one round"], 2, np.random.default_rng(1))
    rng = np.random.default_rng(2)
    while not games.is_over.all():
        games.step(np.array(random_actions(games.legal_mask(), rng)))
    totals = games.totals.copy()
    games.step(np.array([0, 64]))
    assert games.player.tolist() == [OVER, OVER]
    assert np.array_equal(games.totals, totals)
    assert not games.legal_mask().any()


@pytest.mark.parametrize("action", [1, 63, 64, 127, 128, 129, 130, -1, 131, 10_000])
def test_what_is_illegal_is_refused_and_changes_nothing(action: int) -> None:
    games = Games(Setup(2), 3, np.random.default_rng(1))
    with pytest.raises(IllegalAction) as refused:
        games.step(np.array([0, action, 0]))
    assert (refused.value.code, refused.value.values) == ("illegal-in-batch", {"game": 1, "index": action})
    assert games.rolls.tolist() == [0, 0, 0]
