"""Many games at once: the same games as one by one, and the same bots."""

from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

import charidice.rl
from charidice import read_position
from charidice.batch.games import OVER
from charidice.batch.scoring import NUMBERS_OF
from charidice.encoding import decode, encode, legal_mask, observe
from charidice.rl.episode import NothingToLearn, RewardMode, UnknownReward
from charidice.rl.vector import (
    TABLE_BOTS,
    VECTOR_REWARDS,
    CharidiceSelfPlayEnv,
    CharidiceVectorEnv,
    NotInVector,
    Stepped,
)
from charidice.rules import DeclineGift, IllegalAction, InvalidSetup, Node, NoSuchSeat, Roll, Ruleset, new_game
from charidice.strategy.bots.team import BOTS

assert charidice.rl


def random_legal(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    actions: NDArray[np.int64] = (rng.random(masks.shape) * masks).argmax(axis=1)
    return actions


@pytest.mark.parametrize("opponents", [["fox"], ["magpie", "thrifty"], ["fox", "magpie", "magpie"]])
def test_games_end_with_shares_of_victory_and_start_anew(opponents: list[str]) -> None:
    envs = gymnasium.make_vec("charidice/Charidice-v0", num_envs=16, opponents=opponents, ruleset=Ruleset(rounds=2))
    assert isinstance(envs, CharidiceVectorEnv)
    rng, won, ended = np.random.default_rng(1), 0.0, 0
    seen, info = envs.reset(seed=1)
    while ended < 400:
        assert seen in envs.observation_space
        seen, rewards, over, _, info = envs.step(random_legal(info["action_mask"], rng))
        assert not rewards[~over].any()
        assert not info["action_mask"][over].any()
        won, ended = won + rewards.sum(), ended + over.sum()
    # Random moves win less than their share against bots.
    assert 0 < won / ended < 1 / (len(opponents) + 1)


def test_a_seed_repeats_the_games() -> None:
    runs = []
    for _ in range(2):
        envs, rng = CharidiceVectorEnv(8, ["fox"]), np.random.default_rng(2)
        seen, info = envs.reset(seed=3)
        kept = [seen]
        for _ in range(40):
            seen, _, _, _, info = envs.step(random_legal(info["action_mask"], rng))
            kept.append(seen)
        runs.append(np.stack(kept))
    assert np.array_equal(runs[0], runs[1])


@pytest.mark.parametrize("name", TABLE_BOTS)
def test_bots_choose_as_they_do_at_a_table(name: str) -> None:
    """Every decision of a bot is compared with what the bot of that name chooses in the same state."""
    envs, rng = CharidiceVectorEnv(4, [name]), np.random.default_rng(5)
    bot, games = BOTS[name](Random(0)), envs._games
    nodes = [Node.of(new_game(2)) for _ in range(4)]
    compared = 0
    plain_step = games.step

    def followed(actions: NDArray[np.int64], only: NDArray[np.bool_] | None = None) -> None:
        nonlocal compared
        on = ~games.is_over if only is None else only & ~games.is_over
        plain_step(actions, only)
        for game in np.flatnonzero(on).tolist():
            node, action = nodes[game], decode(int(actions[game]))
            assert node.player is not None
            if node.player != envs._seats[game] and node.state.turn.rolls:
                assert encode(bot.choose(node)) == actions[game]
                compared += 1
            node = node.play(action)
            if node.falling:
                numbers = NUMBERS_OF[games.roll[game]]
                for die in node.falling:
                    node = node.land(numbers[die])
            nodes[game] = node

    games.step = followed  # type: ignore[method-assign]
    _, info = envs.reset(seed=4)
    over = np.zeros(4, np.bool_)
    while not over.any():
        _, _, over, _, info = envs.step(random_legal(info["action_mask"], rng))
    assert compared > 40


def games_of(envs: CharidiceVectorEnv | CharidiceSelfPlayEnv, steps: int, seed: int = 1) -> Iterator[Stepped]:
    """Some steps with random legal actions."""
    rng = np.random.default_rng(seed)
    _, info = envs.reset(seed=seed)
    for _ in range(steps):
        stepped = envs.step(random_legal(info["action_mask"], rng))
        info = stepped[4]
        yield stepped


@pytest.mark.parametrize(
    "start", [None, "C1 16+0-10:2x/16+0-1:-- - rounds=2", "C1 16+0-10:2x/16+0-1:-- 2:P5K5K4G6O4P6"]
)
def test_points_add_up_to_the_total(start: str | None) -> None:
    """From some starts the learner is given something before it decides."""
    envs = CharidiceVectorEnv(8, "fox", seat=1, reward_mode="points", start=start, ruleset=Ruleset(rounds=2))
    had = read_position(start).sheets[1].subtotal if start else 0
    sums, ended, was_over = np.zeros(8), 0, np.zeros(8, np.bool_)
    for _, rewards, over, _, _ in games_of(envs, 150):
        assert not rewards[was_over].any()
        sums += rewards
        assert sums[over] * 100 == pytest.approx(envs._games.totals[1, over] - had)
        sums[over], ended, was_over = 0, ended + over.sum(), over
    assert ended > 8


def test_the_first_roll_of_a_turn_can_be_a_decision() -> None:
    envs = CharidiceVectorEnv(4, "fox", seat=0, skip_first_rolls=False)
    _, info = envs.reset(seed=1)
    only_roll = [legal_mask(Node.of(new_game(2)))] * 4
    assert np.array_equal(info["action_mask"], only_roll)
    envs.step(np.zeros(4, np.int64))
    assert envs._games.rolls.tolist() == [1] * 4


@pytest.mark.parametrize("seat", [0, 1, 2, np.int64(1)])
def test_a_fixed_seat(seat: int) -> None:
    envs = CharidiceVectorEnv(4, ["fox", "magpie"], seat=seat)
    for _, _, over, _, _ in games_of(envs, 40):
        assert (envs._games.player[~over] == seat).all()


def test_illegal_actions_are_replaced_or_refused_as_in_a_single_game(monkeypatch: pytest.MonkeyPatch) -> None:
    envs = CharidiceVectorEnv(6, "fox")
    _, info = envs.reset(seed=1)
    actions = random_legal(info["action_mask"], np.random.default_rng(1))
    actions[[1, 4]] = 63
    strict = CharidiceVectorEnv(6, "fox", replace_illegal=False)
    strict.reset(seed=1)
    before = strict._games.observe()
    with pytest.raises(IllegalAction) as refused:
        strict.step(actions)
    assert refused.value.values == {"game": 1, "index": 63}
    assert np.array_equal(strict._games.observe(), before)
    legal_ones = []
    plain_step = envs._games.step

    def noted(chosen: NDArray[np.int64], only: NDArray[np.bool_] | None = None) -> None:
        mask = envs._games.legal_mask()[np.arange(6), chosen]
        plain_step(chosen, only)
        legal_ones.append((mask.all(), chosen))

    monkeypatch.setattr(envs._games, "step", noted)
    _, _, _, _, info = envs.step(actions)
    assert info["illegal"].tolist() == info["_illegal"].tolist() == [False, True, False, False, True, False]
    was_legal, chosen = legal_ones[0]
    assert was_legal
    assert np.array_equal(chosen[[0, 2, 3, 5]], actions[[0, 2, 3, 5]])
    _, _, _, _, info = envs.step(random_legal(info["action_mask"], np.random.default_rng(1)))
    assert "illegal" not in info


@pytest.mark.parametrize("kind", [CharidiceVectorEnv, CharidiceSelfPlayEnv])
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([0.0, 0.0], "not-indices"),
        ([True, True], "not-indices"),
        ([0], "not-indices"),
        ([[0, 0]], "not-indices"),
        (["0", "0"], "not-indices"),
        ([0, 131], "no-such-index"),
        ([-1, 0], "no-such-index"),
    ],
)
def test_what_is_no_index_is_no_action(kind: Any, actions: Any, code: str) -> None:
    envs = kind(2)
    envs.reset(seed=1)
    before = envs._games.observe()
    with pytest.raises(IllegalAction) as refused:
        envs.step(actions)
    assert refused.value.code == code
    assert np.array_equal(envs._games.observe(), before)


@pytest.mark.parametrize("number", [np.int8, np.uint8, np.int32, np.uint64])
def test_integers_of_any_size_are_actions(number: Any) -> None:
    envs = CharidiceSelfPlayEnv(2)
    envs.reset(seed=1)
    envs.step(np.full(2, encode(DeclineGift())))
    _, _, _, _, info = envs.step(np.full(2, encode(Roll()), number))
    assert "illegal" not in info
    assert envs._games.rolls.tolist() == [2, 2]


@pytest.mark.parametrize("kind", [CharidiceVectorEnv, CharidiceSelfPlayEnv])
def test_a_step_before_the_first_reset_is_told(kind: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        kind(2).step(np.zeros(2, np.int64))
    assert refused.value.code == "no-game-to-step"


def test_a_start_that_leaves_the_learner_nothing_is_told() -> None:
    """The last turn: the second player moves, and the first one has asked already."""
    last = read_position("C1 16+0-10,16+0-10:--/16+0-2:2x - rounds=2")
    envs = CharidiceVectorEnv(4, "fox", start=last)
    envs.reset(seed=1)
    assert envs._seats.tolist() == [1] * 4
    with pytest.raises(NothingToLearn):
        CharidiceVectorEnv(4, "fox", start=last, seat=0).reset(seed=1)


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(NotInVector):
        CharidiceVectorEnv(2, ["owl"])
    with pytest.raises(NotInVector, match="late_asking"):
        CharidiceVectorEnv(2, ruleset=Ruleset(late_asking=True))
    for options in ({"regret": True}, {"reward_mode": "regret"}, {"render_mode": "ansi"}):
        for kind in (CharidiceVectorEnv, CharidiceSelfPlayEnv):
            with pytest.raises(NotInVector) as refused:
                kind(2, **options)
            assert refused.value.code == "not-in-vector"
    with pytest.raises(UnknownReward) as unknown:
        CharidiceVectorEnv(2, reward_mode="fame")
    assert unknown.value.values["allowed"] == VECTOR_REWARDS
    for few in ({"players": 3}, {"start": new_game(3)}):
        with pytest.raises(InvalidSetup) as differ:
            CharidiceVectorEnv(2, "fox", **few)
        assert differ.value.code == "opponents-differ"
    for seat in (5, -1, True, 1.0):
        with pytest.raises(NoSuchSeat):
            CharidiceVectorEnv(2, "fox", seat=seat)  # type: ignore[arg-type]


def test_single_games_side_by_side_have_the_rest() -> None:
    """What the refusals name: Gymnasium's own vector of single environments."""
    envs = gymnasium.make_vec(
        "charidice/Charidice-v0",
        num_envs=2,
        vectorization_mode="sync",
        opponents="owl",
        regret=True,
        ruleset=Ruleset(rounds=2, late_asking=True),
    )
    rng = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    for _ in range(6):
        _, _, over, _, info = envs.step(random_legal(info["action_mask"], rng))
        assert not over.any()
        assert (info["regret"] >= 0).all()


SELF_PLAY: dict[str, dict[str, Any]] = {
    "two": {},
    "three": {"players": 3, "ruleset": Ruleset(rounds=2)},
    "late asking": {"ruleset": Ruleset(rounds=3, late_asking=True)},
    "all rolls": {"skip_first_rolls": False, "ruleset": Ruleset(rounds=2)},
    "start": {"start": read_position("C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6 rounds=3")},
}


@pytest.mark.parametrize("name", SELF_PLAY)
@pytest.mark.parametrize("reward_mode", VECTOR_REWARDS)
def test_self_play_rewards_every_seat(name: str, reward_mode: RewardMode) -> None:
    options = SELF_PLAY[name]
    envs = CharidiceSelfPlayEnv(8, reward_mode=reward_mode, **options)
    games, ended = envs._games, 0
    had = games.sheets.subtotals[:, 0].copy()
    envs.reset(seed=1)
    decides = games.player
    sums = np.zeros((8, len(had)))
    for seen, rewards, over, _, info in games_of(envs, 160):
        assert seen in envs.observation_space
        assert np.array_equal(rewards, info["rewards"][np.arange(8), np.maximum(decides, 0)])
        # The player who decides sees it from their seat.
        assert (info["player"][~over] >= 0).all()
        assert (info["player"][over] == OVER).all()
        assert not info["rewards"][decides == OVER].any()
        if reward_mode != "points":
            assert not info["rewards"][~over].any()
        sums += info["rewards"]
        for game in np.flatnonzero(over).tolist():
            totals = games.totals[:, game].astype(int)
            if reward_mode == "points":
                assert sums[game] * 100 == pytest.approx(totals - had)
            elif reward_mode == "victory":
                assert sums[game].tolist() == [(total == max(totals)) / sum(totals == max(totals)) for total in totals]
            else:
                others = [max(np.delete(totals, seat)) for seat in range(len(totals))]
                assert sums[game] * 100 == pytest.approx(totals - others)
            sums[game] = 0
            ended += 1
        decides = info["player"]
    assert ended > 8


@pytest.mark.parametrize("name", SELF_PLAY)
def test_self_play_is_the_game_of_the_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is followed by the engine: observations, masks and whose decision it is."""
    options = SELF_PLAY[name]
    envs, rng = CharidiceSelfPlayEnv(3, **options), np.random.default_rng(5)
    games = envs._games
    begin = options.get("start") or new_game(options.get("players", 2), options.get("ruleset", Ruleset()))
    nodes = [Node.of(begin) for _ in range(3)]
    plain_step, plain_restart = games.step, games.restart

    def followed(actions: NDArray[np.int64], only: NDArray[np.bool_] | None = None) -> None:
        on = ~games.is_over if only is None else only & ~games.is_over
        plain_step(actions, only)
        for game in np.flatnonzero(on).tolist():
            node = nodes[game].play(decode(int(actions[game])))
            nodes[game] = node.roll(NUMBERS_OF[games.roll[game]]) if node.falling else node

    def restarted(which: NDArray[np.int64]) -> None:
        plain_restart(which)
        for game in which.tolist():
            nodes[game] = Node.of(begin)

    monkeypatch.setattr(games, "step", followed)
    monkeypatch.setattr(games, "restart", restarted)
    seen, info = envs.reset(seed=4)
    ended = 0
    while ended < 5:
        for game, node in enumerate(nodes):
            assert info["player"][game] == (OVER if node.player is None else node.player)
            assert np.array_equal(seen[game], observe(node))
            assert np.array_equal(info["action_mask"][game], legal_mask(node))
        seen, _, over, _, info = envs.step(random_legal(info["action_mask"], rng))
        ended += over.sum()


@pytest.mark.parametrize("name", ["charidice/Charidice-v0", "charidice/CharidiceSelfPlay-v0"])
def test_wrappers_of_gymnasium_take_it(name: str) -> None:
    """Their statistics of episodes agree with the rewards; their list of infos has one for each game."""
    envs = DictInfoToList(RecordEpisodeStatistics(gymnasium.make_vec(name, num_envs=4, reward_mode="points")))
    rng, sums, told = np.random.default_rng(1), np.zeros(4), 0
    _, infos = envs.reset(seed=1)
    was_over = np.zeros(4, np.bool_)
    for _ in range(120):
        masks = np.stack([info["action_mask"] for info in infos])
        _, rewards, over, _, infos = envs.step(random_legal(masks, rng))
        sums = np.where(was_over, 0, sums) + rewards
        for game in np.flatnonzero(over).tolist():
            assert infos[game]["episode"]["r"] == pytest.approx(sums[game])
            told += 1
        was_over = over
    assert told > 4
