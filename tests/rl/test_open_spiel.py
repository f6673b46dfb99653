"""OpenSpiel's own tests, its search, and a playthrough in its form."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, mcts

import charidice.rl.open_spiel
from charidice import AskGift, Score, read_position
from charidice.encoding import encode, observe

assert charidice.rl.open_spiel
PLAYTHROUGH = Path(__file__).with_name("python_charidice.txt")
POSITION = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"players": 3, "rounds": 3},
        {"players": 4, "rounds": 2},
        {"rounds": 2, "free_giving": True, "late_asking": True},
        {"position": POSITION},
    ],
)
def test_random_sim(parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game("python_charidice", parameters), num_sims=1, serialize=True, verbose=False
    )


def test_the_playthrough_is_repeated() -> None:
    flags.FLAGS.mark_as_parsed()
    kept, found = generate_playthrough.replay(str(PLAYTHROUGH))
    assert found == kept


def test_search_plays_a_whole_game() -> None:
    game, rng = pyspiel.load_game("python_charidice(rounds=1)"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [mcts.MCTSBot(game, 1.4, 10, evaluator, random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(rng.choice(numbers, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_structs_say_actions_and_positions_in_words() -> None:
    game = pyspiel.load_game("python_charidice", {"position": POSITION})
    state = game.new_initial_state()
    asks = encode(AskGift())
    assert state.current_player() == 1
    assert state.action_to_struct(1, asks).to_dict() == {"action": "AskGift", "dice": []}
    assert state.action_to_string(1, asks) == "AskGift"
    state.apply_action(asks)
    option = read_position(POSITION).options[0]
    struct = state.action_to_struct(0, encode(Score(option.dice)))
    assert struct.to_dict() == {"action": "Score", "dice": list(option.dice)}
    state.apply_action_struct(struct)
    again = game.new_initial_state(state.to_struct())
    assert again.node == state.node
    np.testing.assert_array_equal(state.observation_tensor(0), observe(state.node, 0))
