"""Charidice for Gymnasium: one learner against bots."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from charidice.encoding import BOUND, N_ACTIONS, OBSERVATION_SIZE, encode, legal_mask, observe
from charidice.installed import needing
from charidice.rl import INSTALL
from charidice.rl.drawing import rendered
from charidice.rl.episode import (
    MOST_BEGINNINGS,
    Copied,
    Episode,
    NothingToLearn,
    check_opponents,
    no_game,
    opponents_of,
)
from charidice.rules.errors import seat_of
from charidice.strategy.bots.levels import Chooser
from charidice.strategy.bots.team import Team

with needing(INSTALL):
    import gymnasium
    from gymnasium import spaces

Seen = NDArray[np.float32]


class CharidiceEnv(Copied, gymnasium.Env[Seen, np.int64]):
    """A learner against bots, named in the order of their seats to its left. Its own seat is drawn for every game.

    `action_masks()`, also as `info["action_mask"]`, marks the actions that are legal. An illegal one is replaced by a
    random legal one, and `info["illegal"]` is true; with `replace_illegal=False` it raises IllegalAction and changes
    nothing.
    `seat` fixes the learner's seat; seat 0 starts. With `regret=True` only the learner's decisions are graded.

    >>> import charidice.rl, gymnasium
    >>> env = gymnasium.make("charidice/Charidice-v0", opponents=["fox"])
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, int(info["action_mask"].sum()) > 0
    ((127,), True)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (as Gymnasium declares it)
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        opponents: str | Sequence[str] = ("fox",),
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        names = opponents_of(opponents)
        self.episode = Episode(**{"players": len(names) + 1, "replace_illegal": True} | options)
        check_opponents(names, self.episode.players)
        self._team = Team.of(names)
        self._team.check(self.episode.start.setup)
        self._bots: list[Chooser] = []
        self._fixed_seat = None if seat is None else seat_of(seat, self.episode.players)
        self.seat = self._fixed_seat or 0
        self._early_reward = 0.0
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-BOUND, BOUND, (OBSERVATION_SIZE,), np.float32)
        self.action_space = spaces.Discrete(N_ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(MOST_BEGINNINGS):
            self._begin()
            if self.episode.player is not None:
                return self._seen(), self._info()
        raise NothingToLearn("nothing-to-learn")

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        if not self._bots:
            raise no_game()
        reward = self.episode.play(action)[self.seat] + self._early_reward
        self._early_reward = 0.0
        said = self.episode.info
        reward += self._let_bots_play()
        return self._seen(), reward, self.episode.player is None, False, self._info() | said

    def action_masks(self) -> NDArray[np.int8]:
        """By action: 1 if it is legal now."""
        return legal_mask(self.episode.node, self.seat).copy()

    def _begin(self) -> None:
        drawn = self.np_random.integers(2**63, size=2)
        self.seat = int(self.np_random.integers(self.episode.players)) if self._fixed_seat is None else self._fixed_seat
        self._bots = self._team(Random(int(drawn[0])))  # noqa: S311  (meant to be repeated)
        self.episode.reset(int(drawn[1]))
        # A reset gives no reward: rewards so far, such as a gift, are added to that of the first decision.
        self._early_reward = self._let_bots_play()

    def _seen(self) -> Seen:
        return observe(self.episode.node, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _let_bots_play(self) -> float:
        """Bots play until the learner decides or the game is over; returns the learner's rewards meanwhile."""
        reward = 0.0
        while (player := self.episode.player) is not None and player != self.seat:
            node = self.episode.node
            actions = node.actions
            bot = self._bots[(player - self.seat) % self.episode.players - 1]
            action = actions[0] if len(actions) == 1 else bot.choose(node)
            reward += self.episode.play(encode(action), graded=False)[self.seat]
        return reward

    def render(self) -> str | NDArray[np.uint8] | None:
        return rendered(self.episode.node, self.render_mode)
