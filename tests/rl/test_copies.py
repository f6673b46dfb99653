"""Copies of every environment, before and after any reset: they go on alike, and none changes the other."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

import charidice.rl.open_spiel
from charidice.rl.gymnasium import CharidiceEnv
from charidice.rl.pettingzoo import CharidiceAEC, CharidiceParallel
from charidice.rl.vector import CharidiceSelfPlayEnv, CharidiceVectorEnv

assert charidice.rl.open_spiel
cloudpickle = pytest.importorskip("cloudpickle")

Way = Callable[[Any], Any]
Seen = list[NDArray[Any]]
WAYS: dict[str, Way] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: cloudpickle.loads(cloudpickle.dumps(env)),
}
MAKERS: dict[str, Callable[[], Any]] = {
    "sparrow": lambda: CharidiceEnv(["sparrow"], reward_mode="points"),
    "owl": lambda: CharidiceEnv("owl", seat=1),
    "vector": lambda: CharidiceVectorEnv(5, ["fox"]),
    "self-play": lambda: CharidiceSelfPlayEnv(5),
    "aec": CharidiceAEC,
    "parallel": lambda: CharidiceParallel(3),
}
STEPS = 8


def played(env: Any) -> Seen:
    """What is seen in some steps with the first legal actions: by these, dice are rolled again and again."""
    seen: Seen = []
    for _ in range(STEPS):
        if isinstance(env, CharidiceAEC):
            found = env.observe(env.agent_selection)
            env.step(int(found["action_mask"].argmax()))
            seen.append(found["observation"])
        elif isinstance(env, CharidiceParallel):
            actions = {agent: int(env.observe(agent)["action_mask"].argmax()) for agent in env.agents}
            seen += [each["observation"] for each in env.step(actions)[0].values()]
        else:
            seen.append(env.step(env.action_masks().argmax(axis=-1))[0])
    return seen


def alike(one: Seen, other: Seen) -> bool:
    return all(map(np.array_equal, one, other))


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    return WAYS[request.param]


@pytest.mark.parametrize("name", MAKERS)
def test_a_copy_before_the_first_reset(name: str, way: Way) -> None:
    env = MAKERS[name]()
    first, second = way(env), way(env)
    runs = []
    for each in (env, first, second):
        each.reset(seed=7)
        runs.append(played(each))
    assert alike(runs[0], runs[1])
    assert alike(runs[0], runs[2])


@pytest.mark.parametrize("name", MAKERS)
def test_copies_made_before_the_first_reset_have_dice_of_their_own(name: str, way: Way) -> None:
    env = MAKERS[name]()
    runs = []
    for each in (env, way(env), way(env)):
        each.reset()
        runs.append(played(each))
    assert not alike(runs[0], runs[1])
    assert not alike(runs[1], runs[2])


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.parametrize("name", MAKERS)
def test_a_copy_of_a_game_goes_on_by_itself(name: str, seed: int | None, way: Way) -> None:
    env = MAKERS[name]()
    env.reset(seed=seed)
    played(env)
    other = way(env)
    there = played(other)
    assert alike(there, played(env))
    # The games that follow are the same, too.
    other.reset()
    then = played(other)
    env.reset()
    assert alike(then, played(env))


def test_copies_are_small() -> None:
    """Tables are made anew where a copy is taken to."""
    env = CharidiceVectorEnv(5, ["fox"])
    env.reset(seed=1)
    assert len(pickle.dumps(env)) < 20_000


def test_copies_of_openspiel_games_and_states(way: Way) -> None:
    game = pyspiel.load_game("python_charidice", {"rounds": 2, "players": 3})
    rng = np.random.default_rng(1)
    for made in (game, way(game)):
        assert str(made) == str(game)
        state = made.new_initial_state()
        while not state.is_terminal():
            other = way(state)
            assert (other.node, other.history()) == (state.node, state.history())
            before = state.node
            action = int(rng.choice(state.legal_actions()))
            other.apply_action(action)
            assert state.node == before
            state.apply_action(action)
            assert other.node == state.node
