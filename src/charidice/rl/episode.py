"""One game as a sequence of decisions with rewards, shared by all environments."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Literal, Self, SupportsIndex, get_args

from charidice.chance import RandomDice
from charidice.encoding import decode
from charidice.record import read_position
from charidice.rules.dice import DICE, STANDARD_DICE, DiceSet
from charidice.rules.engine import advance, new_game
from charidice.rules.errors import IllegalAction, InvalidSetup, Refused
from charidice.rules.moves import Action, Roll
from charidice.rules.ruleset import STANDARD, Ruleset
from charidice.rules.sheet import results, victory_shares
from charidice.rules.state import GameState
from charidice.rules.strict import Node
from charidice.rules.whole import quoted

RewardMode = Literal["victory", "lead", "points", "regret"]
REWARD_MODES: tuple[RewardMode, ...] = get_args(RewardMode)
AT_THE_END: tuple[RewardMode, ...] = ("victory", "lead")
FIRST_ROLL = Roll()
# Attempts to start a game with a decision of the learner: some starts have none, others depend on the dice.
MOST_BEGINNINGS = 100


class UnknownReward(Refused):
    """A reward mode that does not exist."""


class NothingToLearn(Refused):
    """A start from which the game ends before the learner decides anything."""


class Copied:
    """A copy is independent. It rolls the same dice; copied before the first reset, its own."""

    def __copy__(self) -> Self:
        return deepcopy(self)


def opponents_of(names: str | Sequence[str]) -> tuple[str, ...]:
    """The names of the opponents; a single text is one name."""
    if isinstance(names, str):
        return (names,)
    if not isinstance(names, Iterable) or not all(isinstance(name, str) for name in names):
        raise InvalidSetup("opponents-not-names", text=quoted(names))
    return tuple(names)


def start_of(start: GameState | str | None, players: int, ruleset: Ruleset, dice_set: DiceSet) -> GameState:
    """The position from which every game starts, by default a new game."""
    if start is None:
        return new_game(players, ruleset, dice_set)
    if isinstance(start, str):
        return read_position(start)
    if not isinstance(start, GameState):
        raise InvalidSetup("not-a-start", text=quoted(start))
    return start


def check_opponents(opponents: Sequence[str], players: int) -> None:
    if len(opponents) != players - 1:
        raise InvalidSetup("opponents-differ", players=players, expected=players - 1, number=len(opponents))


def no_game() -> IllegalAction:
    """The refusal of a step before the first reset, or after the end."""
    return IllegalAction("no-game-to-step", allowed=())


class Episode(Copied):
    """A game in the strict order of moves (clause 5.5), in which every roll falls at once.

    Rewards by seat, after every decision:

    - `victory`: at the end 1 for the winner and 0 for the others; a shared victory is divided;
    - `lead`: at the end the lead over the best other player, divided by 100;
    - `points`: the gain of the sheet, charity bonus included, divided by 100: they add up to the final total;
    - `regret`: minus the regret of the decision, in shares of victory, to its seat.
    """

    def __init__(
        self,
        players: int = 2,
        ruleset: Ruleset = STANDARD,
        dice_set: DiceSet = STANDARD_DICE,
        reward_mode: RewardMode = "victory",
        regret: bool = False,
        skip_first_rolls: bool = True,
        replace_illegal: bool = False,
        start: GameState | str | None = None,
    ) -> None:
        if reward_mode not in REWARD_MODES:
            raise UnknownReward("unknown-reward", text=str(reward_mode), allowed=REWARD_MODES)
        self.start = start_of(start, players, ruleset, dice_set)
        self.reward_mode = reward_mode
        self._with_regret = regret or reward_mode == "regret"
        self._skip_first_rolls = skip_first_rolls
        self._replace_illegal = replace_illegal
        self.players = len(self.start.sheets)
        self._nothing = (0.0,) * self.players
        self._rewards_at_end = reward_mode in AT_THE_END
        self._has_begun = False
        self._rng = Random()  # noqa: S311  (for learning)
        self._dice = RandomDice(self._rng)
        self.node = Node.of(self.start)
        self.regret: float | None = None
        """The regret of the last graded decision, in shares of victory."""
        self.was_illegal = False
        """The last decision was illegal, and a random legal one was played instead."""

    def reset(self, seed: int | None = None) -> None:
        """Start again; with a seed, the dice of this game and of those that follow are repeatable."""
        if seed is not None or not self._has_begun:
            self._rng = Random(seed)  # noqa: S311  (meant to be repeated)
            self._dice = RandomDice(self._rng)
            self._has_begun = True
        self.regret, self.was_illegal = None, False
        self.node = self._begun(Node.of(self.start))

    @property
    def player(self) -> int | None:
        """The seat to decide; None when the game is over."""
        return self.node.player

    def play(self, index: SupportsIndex, graded: bool = True) -> tuple[float, ...]:
        """Play the action with this index, rolls included; returns the rewards by seat.

        An illegal action raises IllegalAction and changes nothing, or is replaced by a random legal one. Only a graded
        action has a regret, which takes the solver's time.
        """
        node, action = self.node, decode(index)
        if self._replace_illegal:
            was_illegal = action not in (actions := node.actions)
            if was_illegal and actions:
                action = self._rng.choice(actions)
            self.was_illegal = was_illegal
        try:
            following = node.play(action, self._dice)
        except IllegalAction:
            if node.player is None:
                raise no_game() from None
            raise
        if self._with_regret:
            self.regret = self._regret(node, action) if graded else None
        # Most decisions fall within a turn, where no game ends.
        in_turn = following.state.turn.rolls
        self.node = after = following if in_turn else self._begun(following)
        if self._rewards_at_end and (in_turn or not after.state.is_over):
            return self._nothing
        return self._rewards(node)

    @property
    def info(self) -> dict[str, Any]:
        """The `info` of the last decision."""
        info: dict[str, Any] = {}
        if self.regret is not None:
            info["regret"] = self.regret
        if self.was_illegal:
            info["illegal"] = True
        return info

    def _begun(self, node: Node) -> Node:
        """The node after the first roll of a turn, which leaves no choice, if those are skipped."""
        state = node.state
        if state.turn.rolls or not self._skip_first_rolls or state.is_over:
            return node
        return Node.of(advance(state, state.active, FIRST_ROLL, self._dice))

    def _regret(self, node: Node, action: Action) -> float:
        # The solver loads slowly, and most learning does without it.
        from charidice.strategy import analyse

        assert node.player is not None
        return analyse(node).regret(node.player, action)

    def _rewards(self, before: Node) -> tuple[float, ...]:
        state = self.node.state
        if self.reward_mode == "regret":
            return tuple(-(self.regret or 0.0) if seat == before.player else 0.0 for seat in range(self.players))
        if self.reward_mode == "points":
            sheets = zip(state.sheets, before.state.sheets, strict=True)
            gained = [after.subtotal - sheet.subtotal for after, sheet in sheets]
            if state.is_over:
                gained = [total + result.charity for total, result in zip(gained, results(state.sheets), strict=True)]
            return tuple(total / 100 for total in gained)
        if self.reward_mode == "lead":
            totals = [result.total for result in results(state.sheets)]
            best_other = [max(totals[:seat] + totals[seat + 1 :]) for seat in range(self.players)]
            return tuple((total - other) / 100 for total, other in zip(totals, best_other, strict=True))
        return victory_shares(results(state.sheets))


def text_of(node: Node) -> str:
    """A position as a few lines of text."""
    state = node.state
    shown = " ".join(map(str, state.faces)) or " ".join("-" * DICE)
    sheets = [
        f"player {seat}: {sheet.subtotal:4} points, {sheet.total_given:3} given{', 2x' if sheet.has_gift else ''}"
        for seat, sheet in enumerate(state.sheets)
    ]
    if state.is_over:
        return "\n".join(["over", *sheets])
    decides = f"player {node.player} {'may ask' if node.asking else 'moves'}"
    turn = f"round {state.round}, turn of player {state.active}, {state.rolls_left} rolls left: {shown}"
    return "\n".join([f"{turn}; {decides}", *sheets])
