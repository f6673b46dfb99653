"""What all environments share: decisions in strict order, rewards, repeatable dice, regret."""

from random import Random
from typing import Any

import pytest

from charidice.encoding import encode, legal_mask
from charidice.record import RecordError, read_position
from charidice.rl.episode import REWARD_MODES, Episode, RewardMode, UnknownReward
from charidice.rl.vector import CharidiceSelfPlayEnv, CharidiceVectorEnv
from charidice.rules import GameState, IllegalAction, InvalidSetup, Roll, results, winners
from charidice.strategy import analyse


def played(episode: Episode, seed: int = 1) -> list[tuple[float, ...]]:
    """The rewards of a whole game with random moves."""
    rng, rewards = Random(seed), []
    episode.reset(seed)
    while episode.player is not None:
        rewards.append(episode.play(rng.choice(legal_mask(episode.node).nonzero()[0].tolist())))
    return rewards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_add_up_to_what_they_are_called(players: int) -> None:
    sums = {}
    for mode in ("victory", "lead", "points"):
        episode = Episode(players, reward_mode=mode)
        sums[mode] = [sum(column) for column in zip(*played(episode), strict=True)]
    final = results(episode.node.state.sheets)
    totals = [result.total for result in final]
    won = winners(final)
    assert sums["victory"] == [1 / len(won) if seat in won else 0 for seat in range(players)]
    assert sums["points"] == pytest.approx([total / 100 for total in totals])
    others = [max(totals[:seat] + totals[seat + 1 :]) for seat in range(players)]
    assert sums["lead"] == pytest.approx([(total - other) / 100 for total, other in zip(totals, others, strict=True)])


def test_a_seed_repeats_a_game_and_the_next_one_differs() -> None:
    one, other = Episode(2, reward_mode="points"), Episode(2, reward_mode="points")
    assert played(one) == played(other)
    one.reset()
    again = one.node
    one.reset()
    assert one.node != again


def test_the_first_roll_of_a_turn_can_be_a_decision() -> None:
    episode = Episode(2, skip_first_rolls=False)
    episode.reset(1)
    assert episode.node.actions == (Roll(),)
    episode.play(encode(Roll()))
    assert episode.node.state.turn.rolls == 1


def test_a_start_is_a_state_or_a_position_as_text() -> None:
    text = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6 rounds=3"
    assert Episode(start=text).node == Episode(start=read_position(text)).node
    for wrong in ("C1 nonsense", ""):
        with pytest.raises(RecordError):
            Episode(start=wrong)


@pytest.mark.parametrize("kind", [Episode, CharidiceVectorEnv, CharidiceSelfPlayEnv])
@pytest.mark.parametrize("start", [5, GameState, {}])
def test_any_other_start_is_refused(kind: Any, start: Any) -> None:
    with pytest.raises(InvalidSetup) as refused:
        kind(start=start)
    assert refused.value.code == "not-a-start"


def test_regret_is_what_the_solver_says() -> None:
    episode, rng = Episode(2, reward_mode="regret"), Random(5)
    episode.reset(5)
    seen = set()
    while (player := episode.player) is not None and episode.node.state.round < 3:
        moves = analyse(episode.node).moves(player)
        action = rng.choice([*moves])
        rewards = episode.play(encode(action))
        lost = max(moves.values()) - moves[action]
        assert episode.regret == pytest.approx(lost)
        assert episode.info == {"regret": episode.regret}
        assert rewards[player] == pytest.approx(-lost)
        seen.add(lost == 0)
    assert seen == {True, False}


def test_an_illegal_action_changes_nothing_or_is_replaced() -> None:
    strict = Episode(2)
    strict.reset(1)
    before = strict.node
    with pytest.raises(IllegalAction):
        strict.play(63)
    assert strict.node is before
    tolerant = Episode(2, replace_illegal=True)
    tolerant.reset(1)
    tolerant.play(63)
    assert tolerant.info == {"illegal": True}
    assert tolerant.node != before


def test_an_unknown_reward_says_which_there_are() -> None:
    with pytest.raises(UnknownReward) as refused:
        Episode(2, reward_mode="fame")  # type: ignore[arg-type]
    assert refused.value.values["allowed"] == REWARD_MODES
    modes: tuple[RewardMode, ...] = REWARD_MODES
    assert len(modes) == 4
