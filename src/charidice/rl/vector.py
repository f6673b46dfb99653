"""Many games at once for Gymnasium, on the batch engine: learners against bots that play by tables, and self-play."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.batch.games import OVER, Games
from charidice.batch.levels import TABLE_POLICIES
from charidice.batch.policies import Tables
from charidice.batch.scoring import ALL, MASKS
from charidice.encoding import BOUND, N_ACTIONS, OBSERVATION_SIZE, encode
from charidice.installed import needing
from charidice.rl import INSTALL
from charidice.rl.episode import (
    MOST_BEGINNINGS,
    Copied,
    NothingToLearn,
    RewardMode,
    UnknownReward,
    check_opponents,
    no_game,
    opponents_of,
    start_of,
)
from charidice.rules.dice import STANDARD_DICE, DiceSet
from charidice.rules.errors import IllegalAction, Refused, seat_of
from charidice.rules.moves import AskGift, DeclineGift
from charidice.rules.ruleset import ROLLS, STANDARD, Ruleset
from charidice.rules.state import GameState
from charidice.strategy.tables.positions import shares_of
from charidice.strategy.turn.arrays import Bools, Ints
from charidice.strategy.turn.orbits import ROLLS_OF_SIX

with needing(INSTALL):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

TABLE_BOTS = tuple(TABLE_POLICIES)
VECTOR_REWARDS: tuple[RewardMode, ...] = ("victory", "lead", "points")
SINGLE_GAMES = 'make_vec(..., vectorization_mode="sync")'
_ASK, _DECLINE = encode(AskGift()), encode(DeclineGift())

Seen = NDArray[np.float32]
Floats = NDArray[np.float64]
Stepped = tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class NotInVector(Refused):
    """A feature of single environments only."""


class _ManyGames(Copied, VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Games on the batch engine, restarted one step after their end, and their rewards."""

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        ruleset: Ruleset = STANDARD,
        dice_set: DiceSet = STANDARD_DICE,
        reward_mode: RewardMode = "victory",
        regret: bool = False,
        skip_first_rolls: bool = True,
        replace_illegal: bool = True,
        start: GameState | str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if regret or reward_mode == "regret":
            raise NotInVector("not-in-vector", text="regret", instead=SINGLE_GAMES)
        if render_mode is not None:
            raise NotInVector("not-in-vector", text="render_mode", instead=SINGLE_GAMES)
        if reward_mode not in VECTOR_REWARDS:
            raise UnknownReward("unknown-reward", text=str(reward_mode), allowed=VECTOR_REWARDS)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = spaces.Box(-BOUND, BOUND, (OBSERVATION_SIZE,), np.float32)
        self.single_action_space = spaces.Discrete(N_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reward_mode = reward_mode
        self._skip_first_rolls = skip_first_rolls
        self._replace_illegal = replace_illegal
        begin = start_of(start, players, ruleset, dice_set)
        # The first reset replaces the RNG, so that copies made before it have dice of their own.
        self._games = Games(begin.setup, num_envs, np.random.default_rng(0), start=begin)
        self._rewarded = self._games.sheets.subtotals
        """By seat and game: the points already given as rewards."""
        self._has_begun = False
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self._games.rng = self.np_random
        self._has_begun = True
        self._restart(np.arange(self.num_envs))
        self._over = self._games.is_over
        return self._games.observe(), self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """By game and action: 1 if it is legal now; none is in a game that is over."""
        return self._games.legal_mask()

    def _played(self, actions: NDArray[np.int64]) -> tuple[Floats, dict[str, Any]]:
        """Play the actions up to the next decisions of learners; returns the rewards by seat and game, and infos."""
        waiting = np.flatnonzero(self._over)
        illegal = self._play(actions)
        self._restart(waiting)
        self._go_on()
        self._over = self._games.is_over
        return self._rewards(waiting), self._info() | illegal

    def _play(self, actions: NDArray[np.int64]) -> dict[str, Any]:
        """Play the actions; an illegal one is replaced by a random one, and those of finished games are ignored."""
        if not self._has_begun:
            raise no_game()
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.num_envs,):
            raise IllegalAction("not-indices", count=self.num_envs, text=f"{chosen.dtype}{list(chosen.shape)}")
        chosen = chosen.astype(np.int64, copy=False)
        try:
            # All actions are checked before any is played.
            self._games.step(chosen)
        except IllegalAction:
            outside = ~self._over & ((chosen < 0) | (chosen >= N_ACTIONS))
            if outside.any():
                raise IllegalAction("no-such-index", text=str(chosen[outside][0]), most=N_ACTIONS - 1) from None
            if not self._replace_illegal:
                raise
            masks = self.action_masks()
            legal = np.take_along_axis(masks, chosen[:, None].clip(0, N_ACTIONS - 1), axis=1)[:, 0] > 0
            illegal = ~self._over & ~legal
            drawn = (self.np_random.random(masks.shape) * masks).argmax(axis=1)
            self._games.step(np.where(illegal, drawn, chosen))
            return {"illegal": illegal, "_illegal": illegal.copy()}
        return {}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _restart(self, games: Ints) -> None:
        """Restart these games until each has a decision."""
        for _ in range(MOST_BEGINNINGS):
            if not len(games):
                return
            self._games.restart(games)
            self._rewarded[:, games] = self._games.sheets.subtotals[:, games]
            self._take_seats(games)
            self._go_on()
            games = games[self._games.is_over[games]]
        raise NothingToLearn("nothing-to-learn")

    def _take_seats(self, games: Ints) -> None:
        """Called for games that restart."""

    def _go_on(self) -> None:
        """Play on until every game is over or waits for a learner."""
        while (on := self._by_itself()).any():
            self._games.step(self._chosen(on), only=on)

    def _by_itself(self) -> Bools:
        """The games with a forced move, such as the first roll of a turn, or a bot's decision."""
        raise NotImplementedError

    def _chosen(self, on: Bools) -> Ints:
        """By game: the action in games that go on by themselves; 0, to roll all dice, at the start of a turn."""
        return np.zeros(self.num_envs, np.int64)

    def _rewards(self, begun: Ints) -> Floats:
        """By seat and game: the rewards since the last step; those of a game that has just begun come a step later."""
        games, over = self._games, self._over
        if self._reward_mode == "points":
            now = games.sheets.subtotals + games.sheets.charity * over
            now[:, begun] = self._rewarded[:, begun]
            gained: Floats = (now - self._rewarded) / 100
            self._rewarded = now
            return gained
        rewards = np.zeros((games.setup.players, self.num_envs))
        if over.any():
            totals = games.totals[:, over].astype(np.float64)
            rewards[:, over] = shares_of(totals, axis=0) if self._reward_mode == "victory" else _leads(totals)
        return rewards


class CharidiceVectorEnv(_ManyGames):
    """`num_envs` games, each of one learner against bots, like CharidiceEnv.

    A finished game restarts with the next step, whose action is ignored.

    >>> import charidice.rl, gymnasium
    >>> envs = gymnasium.make_vec("charidice/Charidice-v0", num_envs=4, opponents=["fox"])
    >>> seen, info = envs.reset(seed=1)
    >>> seen.shape, info["action_mask"].shape
    ((4, 127), (4, 131))
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: str | Sequence[str] = ("fox",),
        seat: int | None = None,
        **options: Any,
    ) -> None:
        self._opponents = opponents_of(opponents)
        if unknown := [name for name in self._opponents if name not in TABLE_BOTS]:
            raise NotInVector("no-table-bot", text=unknown[0], allowed=TABLE_BOTS, instead=SINGLE_GAMES)
        super().__init__(num_envs, **{"players": len(self._opponents) + 1} | options)
        setup = self._games.setup
        check_opponents(self._opponents, setup.players)
        if setup.ruleset.late_asking:
            raise NotInVector("not-in-vector", text="late_asking", instead=SINGLE_GAMES)
        self._fixed_seat = None if seat is None else seat_of(seat, setup.players)
        self._seats = np.full(num_envs, self._fixed_seat or 0, np.int64)
        """The learner's seat, by game."""
        self._look_up()

    def __getstate__(self) -> dict[str, Any]:
        # The tables are large, and another process has or makes its own.
        return {name: value for name, value in vars(self).items() if name != "_tables"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._look_up()

    def _look_up(self) -> None:
        self._tables = [TABLE_POLICIES[name].tables(self._games.setup) for name in self._opponents]

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        rewards, info = self._played(actions)
        own = rewards[self._seats, np.arange(self.num_envs)]
        return self._games.observe(), own, self._over.copy(), np.zeros(self.num_envs, np.bool_), info

    def _take_seats(self, games: Ints) -> None:
        if self._fixed_seat is None:
            self._seats[games] = self.np_random.integers(self._games.setup.players, size=len(games))

    def _by_itself(self) -> Bools:
        player = self._games.player
        on: Bools = (player != OVER) & (player != self._seats)
        if self._skip_first_rolls:
            on |= (player != OVER) & (self._games.rolls == 0)
        return on

    def _chosen(self, on: Bools) -> Ints:
        actions = super()._chosen(on)
        bots = on & (self._games.rolls > 0)
        places = (self._games.player - self._seats) % self._games.setup.players - 1
        for place, tables in enumerate(self._tables):
            games = np.flatnonzero(bots & (places == place))
            actions[games] = _actions(tables, self._games, games)
        return actions


class CharidiceSelfPlayEnv(_ManyGames):
    """`num_envs` games in which the learner decides for every seat, in the strict order of clause 5.5.

    Each observation is that of the seat to decide, `info["player"]` (-1 when the game is over). A reward is that of the
    seat that has decided; `info["rewards"]` has those of all seats, by game and seat.

    >>> import charidice.rl, gymnasium
    >>> envs = gymnasium.make_vec("charidice/CharidiceSelfPlay-v0", num_envs=4, players=3)
    >>> seen, info = envs.reset(seed=1)
    >>> seen.shape, info["player"].tolist()
    ((4, 127), [1, 1, 1, 1])
    """

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        # In a game that was over the rewards of all seats are 0.
        decided = np.maximum(self._games.player, 0)
        rewards, info = self._played(actions)
        own = rewards[decided, np.arange(self.num_envs)]
        info |= {"rewards": rewards.T, "_rewards": np.ones(self.num_envs, np.bool_)}
        return self._games.observe(), own, self._over.copy(), np.zeros(self.num_envs, np.bool_), info

    def _info(self) -> dict[str, Any]:
        return super()._info() | {"player": self._games.player, "_player": np.ones(self.num_envs, np.bool_)}

    def _by_itself(self) -> Bools:
        on: Bools = ~self._games.is_over & (self._games.rolls == 0) & self._skip_first_rolls
        return on


def _leads(totals: Floats) -> Floats:
    others = np.broadcast_to(totals, (len(totals), *totals.shape)).copy()
    seats = np.arange(len(totals))
    others[seats, seats] = -np.inf
    leads: Floats = (totals - others.max(axis=1)) / 100
    return leads


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
