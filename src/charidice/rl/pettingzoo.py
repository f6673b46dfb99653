"""Charidice for PettingZoo: agents decide one after another (AEC), or all at once (parallel)."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from charidice.encoding import BOUND, N_ACTIONS, OBSERVATION_SIZE, legal_mask, observe
from charidice.installed import needing
from charidice.rl import INSTALL
from charidice.rl.drawing import rendered
from charidice.rl.episode import Copied, Episode, no_game

with needing(INSTALL):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

Seen = dict[str, NDArray[Any]]
METADATA = {
    "name": "charidice_v0",
    "render_modes": ["human", "ansi", "rgb_array"],
    # An agent may decide several times in a row, or not at all.
    "is_parallelizable": False,
    "render_fps": 2,
}


def observation_space() -> spaces.Dict:
    """An observation with its mask of legal actions; see docs/encoding.md."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-BOUND, BOUND, (OBSERVATION_SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (N_ACTIONS,), np.int8),
        }
    )


class _Agents(Copied):
    """Base class: the episode, the names of the agents and their spaces."""

    metadata: ClassVar[dict[str, Any]] = METADATA

    def __init__(self, players: int = 2, render_mode: str | None = None, **options: Any) -> None:
        self.episode = Episode(players, **options)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.episode.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(N_ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        node, seat = self.episode.node, self._seats[agent]
        return {"observation": observe(node, seat), "action_mask": legal_mask(node, seat)}

    def state(self) -> NDArray[np.float32]:
        """The observation of the first player: nothing is hidden, so it is the whole state."""
        return observe(self.episode.node, 0)

    def render(self) -> str | NDArray[np.uint8] | None:
        return rendered(self.episode.node, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _infos(self, decided: int | None) -> dict[str, dict[str, Any]]:
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.possible_agents}
        if decided is not None:
            infos[self.possible_agents[decided]] = self.episode.info
        return infos


class CharidiceAEC(_Agents, AECEnv[str, Seen, int]):
    """Strict order of moves: `agent_selection` decides. An illegal action raises IllegalAction and changes nothing.

    >>> import charidice.rl
    >>> from pettingzoo import make
    >>> env = make("aec", "charidice/charidice-v0", players=3)
    >>> env.reset(seed=1)
    >>> seen, reward, over, _, info = env.last()
    >>> int(seen["action_mask"].sum()), reward, over
    (2, 0.0, False)
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._rewarded = False
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos(None)
        self._said = False
        self._select()

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise no_game()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        rewards = episode.play(-1 if action is None else action)
        self._cumulative_rewards[agent] = 0
        rewarded = any(rewards)
        if rewarded or self._rewarded:
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self._accumulate_rewards()
            self._rewarded = rewarded
        says = episode.regret is not None or episode.was_illegal
        if says or self._said:
            self.infos = self._infos(self._seats[agent])
            self._said = says
        self._select()

    def _select(self) -> None:
        player = self.episode.node.player
        if player is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[player or 0]


class CharidiceParallel(_Agents, ParallelEnv[str, Seen, int]):
    """All agents act at once; only the action of the agent to decide counts.

    An illegal action is replaced by a random legal one, and `info["illegal"]` is true. After `max_cycles` steps the
    game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = METADATA | {"is_parallelizable": True}

    def __init__(
        self, players: int = 2, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
    ) -> None:
        super().__init__(players, render_mode, **{"replace_illegal": True} | options)
        self._max_cycles = max_cycles
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.episode.reset(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return {agent: self.observe(agent) for agent in self.agents}, self._infos(None)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        decided = self.episode.player
        if decided is None or not self.agents:
            raise no_game()
        played = self.episode.play(actions.get(self.agents[decided], -1))
        rewards, infos = dict(zip(self.agents, played, strict=True)), self._infos(decided)
        self._cycles += 1
        over, cut = self.episode.player is None, self._cycles == self._max_cycles
        seen = {each: self.observe(each) for each in self.agents}
        ended, truncated = (dict.fromkeys(self.agents, value) for value in (over, cut and not over))
        if over or cut:
            self.agents = []
        return seen, rewards, ended, truncated, infos
