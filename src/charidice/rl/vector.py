"""Many learners at once for Gymnasium, on the batch engine, against bots that play by tables."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.batch.games import OVER, Games
from charidice.batch.levels import LEVEL_POLICIES
from charidice.batch.policies import TablePolicy, Tables
from charidice.batch.scoring import ALL, MASKS
from charidice.encoding import BOUND, N_ACTIONS, OBSERVATION_SIZE, encode
from charidice.installed import needing
from charidice.rl import INSTALL
from charidice.rl.episode import RewardMode, UnknownReward
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import Refused
from charidice.rules.moves import AskGift, DeclineGift
from charidice.rules.ruleset import ROLLS, STANDARD, Ruleset
from charidice.rules.state import Setup
from charidice.strategy.turn.arrays import Bools, Ints
from charidice.strategy.turn.orbits import ROLLS_OF_SIX

with needing(INSTALL):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

TABLE_BOTS = tuple(name for name, make in LEVEL_POLICIES.items() if isinstance(make([0]), TablePolicy))
VECTOR_REWARDS: tuple[RewardMode, ...] = ("victory", "lead")
_ASK, _DECLINE = encode(AskGift()), encode(DeclineGift())


class NotInVector(Refused):
    """What only single environments can do."""


class CharidiceVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games, each of one learner against bots, like CharidiceEnv; an illegal action raises IllegalAction.

    A game that is over starts anew with the next step, whose action is ignored.

    >>> import charidice.rl, gymnasium
    >>> envs = gymnasium.make_vec("charidice/Charidice-v0", num_envs=4, opponents=["fox"])
    >>> seen, info = envs.reset(seed=1)
    >>> seen.shape, info["action_mask"].shape
    ((4, 127), (4, 131))
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[str] = ("fox",),
        ruleset: Ruleset = STANDARD,
        dice_set: DiceSet = STANDARD_DICE,
        reward_mode: RewardMode = "victory",
    ) -> None:
        if unknown := [name for name in opponents if name not in TABLE_BOTS]:
            raise NotInVector("no-table-bot", text=unknown[0], allowed=TABLE_BOTS)
        if reward_mode not in VECTOR_REWARDS:
            raise UnknownReward("unknown-reward", text=str(reward_mode), allowed=VECTOR_REWARDS)
        if ruleset.late_asking:
            raise NotInVector("no-late-asking-in-vector")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = spaces.Box(-BOUND, BOUND, (OBSERVATION_SIZE,), np.float32)
        self.single_action_space = spaces.Discrete(N_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reward_mode = reward_mode
        setup = Setup(len(opponents) + 1, ruleset, dice_set)
        self._tables = [_tables(name, setup) for name in opponents]
        self._games = Games(setup, num_envs, self.np_random)
        self._seats = np.zeros(num_envs, np.int64)
        """Where the learner of each game sits."""
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        self._games.rng = self.np_random
        self._restart(np.arange(self.num_envs))
        return self._games.observe(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        waiting = self._over
        # In games that are over any action is ignored.
        self._games.step(np.asarray(actions))
        self._restart(np.flatnonzero(waiting))
        self._let_bots_play()
        self._over = self._games.is_over
        rewards = np.where(self._over, self._rewards(), 0.0)
        return self._games.observe(), rewards, self._over, np.zeros(self.num_envs, np.bool_), self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """By game and action: 1 if it is legal now; none is in a game that is over."""
        return self._games.legal_mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _restart(self, games: Ints) -> None:
        self._games.restart(games)
        self._seats[games] = self.np_random.integers(self._games.setup.players, size=len(games))
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        """Until the learner decides in every game, or it is over; first rolls of a turn leave no choice."""
        while True:
            player = self._games.player
            forced = (self._games.rolls == 0) & (player != OVER)
            bots = (player != self._seats) & (player != OVER) & ~forced
            if not (forced | bots).any():
                return
            self._games.step(self._chosen(player, bots), only=forced | bots)

    def _chosen(self, player: Ints, bots: Bools) -> Ints:
        """What the bots choose; 0, all dice, where a turn begins."""
        actions = np.zeros(self.num_envs, np.int64)
        places = (player - self._seats) % self._games.setup.players - 1
        for place, tables in enumerate(self._tables):
            games = np.flatnonzero(bots & (places == place))
            actions[games] = _actions(tables, self._games, games)
        return actions

    def _rewards(self) -> NDArray[np.float64]:
        totals = self._games.totals.astype(np.float64)
        games = np.arange(self.num_envs)
        own = totals[self._seats, games]
        if self._reward_mode == "victory":
            best = totals.max(axis=0)
            return np.where(own == best, 1 / (totals == best).sum(axis=0), 0.0)
        others = totals.copy()
        others[self._seats, games] = -np.inf
        lead: NDArray[np.float64] = (own - others.max(axis=0)) / 100
        return lead


def _tables(name: str, setup: Setup) -> Tables:
    policy = LEVEL_POLICIES[name]([0])
    assert isinstance(policy, TablePolicy)
    return policy.tables(setup)


def _actions(tables: Tables, games: Games, which: Ints) -> Ints:
    """The actions of a bot that plays by these tables, in games where it decides."""
    roll, rolls, asked = games.roll[which].astype(np.int64), games.rolls[which].astype(np.int64), games.asked[which]
    round_ = games.turns[which] // games.setup.players
    asks = tables.ask.take((round_ * ROLLS + rolls - 1) * ROLLS_OF_SIX + roll)
    score = tables.score.take(asked * ROLLS_OF_SIX + roll).astype(np.int64) + MASKS
    # After the last roll there is nothing to keep.
    row = asked * (ROLLS - 1) + np.minimum(rolls, ROLLS - 1) - 1
    keep = tables.keep.take(row * ROLLS_OF_SIX + roll).astype(np.int64)
    moves = np.where((rolls == ROLLS) | (keep == ALL), score, keep)
    answers = np.where(asks, _ASK, _DECLINE)
    return np.where(games.asking[which], answers, moves)
