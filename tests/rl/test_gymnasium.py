"""Gymnasium's own check, and games against bots."""

from typing import Any
from unittest.mock import Mock

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import charidice.rl
from charidice import read_position
from charidice.messages import catalog
from charidice.rl.episode import Episode, NothingToLearn
from charidice.rl.gymnasium import CharidiceEnv
from charidice.rl.vector import CharidiceVectorEnv
from charidice.rules import IllegalAction, InvalidSetup, NoSuchSeat, new_game, results, winners
from charidice.strategy.bots.external import CannotPlay

assert charidice.rl


@pytest.mark.parametrize("opponents", [["fox"], ["magpie", "sparrow"], ["squirrel", "fox", "magpie"]])
def test_check_env(opponents: list[str]) -> None:
    check_env(gymnasium.make("charidice/Charidice-v0", opponents=opponents).unwrapped)


def game(env: CharidiceEnv, seed: int) -> tuple[float, list[dict[str, Any]]]:
    _, info = env.reset(seed=seed)
    rng, infos, total, over = np.random.default_rng(seed), [], 0.0, False
    while not over:
        assert env.episode.player == env.seat
        _, reward, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        infos.append(info)
        total += reward
    return total, infos


def test_the_learner_gets_what_the_sheets_say_wherever_it_sits() -> None:
    env, seats = CharidiceEnv(["magpie", "sparrow"]), set()
    for seed in range(12):
        total, _ = game(env, seed)
        won = winners(results(env.episode.node.state.sheets))
        assert total == pytest.approx(1 / len(won) if env.seat in won else 0)
        seats.add(env.seat)
    assert seats == {0, 1, 2}


def test_a_fixed_seat_and_the_regret_of_every_decision() -> None:
    _, infos = game(CharidiceEnv(["fox"], seat=1, reward_mode="regret"), seed=2)
    assert all(info["regret"] >= 0 for info in infos)
    assert any(info["regret"] > 0.01 for info in infos)


def test_only_the_decisions_of_the_learner_are_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grading takes the solver's time."""
    graded = Mock(return_value=0.0)
    monkeypatch.setattr(Episode, "_regret", graded)
    _, infos = game(CharidiceEnv(["fox"], regret=True), seed=2)
    assert graded.call_count == len(infos) > 10


def test_bad_input_is_refused() -> None:
    with pytest.raises(CannotPlay):
        CharidiceEnv(["wolf"])
    env = CharidiceEnv(["fox"], replace_illegal=False)
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(np.int64(63))


def test_rewards_before_the_first_decision_come_with_it() -> None:
    """Whoever cannot ask any more is given something before deciding anything."""
    start = read_position("C1 16+0-10:2x/16+0-1:-- -")
    env, early = CharidiceEnv(["magpie"], seat=1, reward_mode="points", start=start), 0
    for seed in range(12):
        env.reset(seed=seed)
        had = env.episode.start.sheets[1].subtotal
        early += env.episode.node.state.sheets[1].subtotal > had
        total, _ = game(env, seed)
        assert total == pytest.approx((results(env.episode.node.state.sheets)[1].total - had) / 100)
    assert early


def test_one_opponent_may_be_named_without_a_list() -> None:
    assert CharidiceEnv("fox").episode.players == 2
    with pytest.raises(CannotPlay) as refused:
        CharidiceEnv("wolf")
    assert refused.value.values["text"] == "wolf"


@pytest.mark.parametrize("kind", [CharidiceEnv, CharidiceVectorEnv])
@pytest.mark.parametrize("opponents", [None, 5, [5], ["fox", None]])
def test_opponents_are_named(kind: Any, opponents: Any) -> None:
    with pytest.raises(InvalidSetup) as refused:
        kind(opponents=opponents)
    assert catalog("en").refusal(refused.value).startswith(f"Name the opponents in a list of bots, not {opponents!r}.")


@pytest.mark.parametrize("options", [{"players": 3}, {"start": new_game(3)}])
def test_too_few_opponents_are_told(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidSetup) as refused:
        CharidiceEnv(["fox"], **options)
    assert refused.value.code == "opponents-differ"
    assert refused.value.values == {"players": 3, "expected": 2, "number": 1}


@pytest.mark.parametrize("seat", [5, 2, -1, True, 1.0, "1", np.float64(1), np.True_])
def test_a_seat_that_does_not_exist_is_told(seat: Any) -> None:
    with pytest.raises(NoSuchSeat) as refused:
        CharidiceEnv(["fox"], seat=seat)
    assert refused.value.code == "unknown-seat"


def test_integers_of_numpy_are_seats_and_actions() -> None:
    env = CharidiceEnv(["fox"], seat=np.int64(1))  # type: ignore[arg-type]
    kinds: list[Any] = [np.int16, np.uint64, np.array, int]
    for number in kinds:
        _, info = env.reset(seed=1)
        assert type(env.seat) is int
        _, _, _, _, info = env.step(number(info["action_mask"].argmax()))
        assert "illegal" not in info


@pytest.mark.parametrize("action", [True, 1.0, np.True_, np.float32(1), "1", None, [1], 131, -1])
def test_what_is_no_index_is_no_action(action: Any) -> None:
    env = CharidiceEnv(["fox"])
    env.reset(seed=1)
    before = env.episode.node
    with pytest.raises(IllegalAction) as refused:
        env.step(action)
    assert refused.value.code == "no-such-index"
    assert env.episode.node is before


@pytest.mark.parametrize("replace_illegal", [True, False])
def test_steps_before_a_game_and_after_it_are_told(replace_illegal: bool) -> None:
    env = CharidiceEnv(["fox"], replace_illegal=replace_illegal)
    for played in (False, True):
        if played:
            game(env, seed=1)
        with pytest.raises(IllegalAction) as refused:
            env.step(np.int64(0))
        assert refused.value.code == "no-game-to-step"


def test_a_start_that_leaves_the_learner_nothing_is_told() -> None:
    """The last turn: the second player moves, and the first one has asked already."""
    last = read_position("C1 16+0-10,16+0-10:--/16+0-2:2x - rounds=2")
    env = CharidiceEnv("fox", start=last)
    for seed in range(5):
        env.reset(seed=seed)
        assert (env.seat, env.episode.player) == (1, 1)
    with pytest.raises(NothingToLearn):
        CharidiceEnv("fox", start=last, seat=0).reset(seed=1)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_render(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = CharidiceEnv(["fox"], render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    if mode == "rgb_array":
        assert isinstance(shown, np.ndarray)
        assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 5
    else:
        assert "player 1:" in (capsys.readouterr().out if mode == "human" else str(shown))
