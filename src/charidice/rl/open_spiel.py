"""Charidice for OpenSpiel: `pyspiel.load_game("python_charidice")`.

Every die that falls is a chance node with six outcomes. Returns are shares of victory less an even share, so that they
sum to zero.
"""

from functools import cache
from typing import Any

import numpy as np

from charidice.encoding import FIELDS, N_ACTIONS, OBSERVATION_SIZE, decode, encode, observe
from charidice.installed import needing
from charidice.record.position import read_position, write_position
from charidice.rl import INSTALL
from charidice.rules.dice import DICE, Dice
from charidice.rules.engine import new_game
from charidice.rules.moves import Roll, Score, dice_of
from charidice.rules.ruleset import PLAYERS, ROLLS, STANDARD, Ruleset
from charidice.rules.strict import CHANCE, Node

with needing(INSTALL):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PARAMETERS: dict[str, Any] = {
    "players": PLAYERS[0],
    "rounds": STANDARD.rounds,
    "free_giving": False,
    "late_asking": False,
    "position": "",
}
GAME_TYPE = pyspiel.GameType(
    short_name="python_charidice",
    long_name="Charidice",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS[-1],
    min_num_players=PLAYERS[0],
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class CharidiceGame(pyspiel.Game):
    """Parameters: `players`, `rounds`, `free_giving`, `late_asking`, and `position`, which overrides them."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = PARAMETERS | (params or {})
        ruleset = Ruleset(chosen["rounds"], chosen["free_giving"], chosen["late_asking"])
        position = chosen["position"]
        self.start = read_position(position) if position else new_game(chosen["players"], ruleset)
        players, rounds = len(self.start.sheets), self.start.setup.ruleset.rounds
        even = 1 / players
        # A turn: each roll is a decision and six dice; the recipient decides after two rolls and after a stop; the
        # active player stops and scores.
        longest_turn = ROLLS * (DICE + 1) + ROLLS + 2
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS,
            max_chance_outcomes=6,
            num_players=players,
            min_utility=-even,
            max_utility=1 - even,
            utility_sum=0.0,
            max_game_length=players * rounds * longest_turn,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def __reduce__(self) -> tuple[object, ...]:
        # OpenSpiel restores the parameters it knows, not the start.
        return pyspiel.load_game, (GAME_TYPE.short_name, self.get_parameters())

    def new_initial_state(self, state: Any = None) -> "CharidiceState":
        return CharidiceState(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return CharidiceObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class CharidiceState(pyspiel.State):
    """A node of the game tree; chance outcomes are the numbers 1-6, less one."""

    def __init__(self, game: CharidiceGame, state: Any = None) -> None:
        super().__init__(game)
        self.node = Node.of(game.start)
        if state is not None:
            found = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
            self.node = Node.of(read_position(found["position"]))

    def current_player(self) -> int:
        player = self.node.player
        if player is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if player == CHANCE else player

    def is_terminal(self) -> bool:
        return self.node.player is None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(encode, self.node.actions))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number - 1, chance) for number, chance in self.node.outcomes]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.land(action + 1) if self.node.falling else self.node.play(decode(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"number {action + 1}"
        return _action_words(action)

    def returns(self) -> list[float]:
        players = len(self.node.state.sheets)
        if not self.is_terminal():
            return [0.0] * players
        return [share - 1 / players for share in self.node.returns()]

    def __str__(self) -> str:
        node = self.node
        falling = "".join(map(str, node.shown)) if node.falling else ""
        return " ".join(filter(None, [write_position(node.state), "ask?" * node.asking, falling]))

    def _to_struct(self) -> dict[str, Any]:
        """Between rolls a position is complete except for whether the recipient has decided."""
        return {"position": write_position(self.node.state), "current_player": self.current_player()}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        if player == pyspiel.PlayerId.CHANCE:
            return {"number": action + 1}
        kind, dice = _struct_key(action)
        return {"action": kind, "dice": list(dice)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        if "number" in struct:
            return [struct["number"] - 1]
        return [_INDEX[struct["action"], tuple(struct["dice"])]]


class CharidiceObserver:
    """The observation of charidice.encoding, field by field."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, but these were given: {params}")
        self.tensor = np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict = {name: self.tensor[where] for name, where in FIELDS.items()}

    def set_from(self, state: CharidiceState, player: int) -> None:
        self.tensor[:] = observe(state.node, player)

    def string_from(self, state: CharidiceState, player: int) -> str:
        return str(state)


@cache
def _action_words(action: int) -> str:
    move = decode(action)
    if isinstance(move, Roll):
        return f"roll all but {''.join(map(str, move.keep))}" if move.keep else "roll all"
    if isinstance(move, Score):
        return f"score {''.join(map(str, move.dice))}"
    return type(move).__name__


def _struct_key(action: int) -> tuple[str, Dice]:
    move = decode(action)
    return type(move).__name__, dice_of(move)


_INDEX = {_struct_key(action): action for action in range(N_ACTIONS)}
pyspiel.register_game(GAME_TYPE, CharidiceGame)
