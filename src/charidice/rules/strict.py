"""The next decision, its player and its legal moves: the game in a strict order of moves (clause 5.5).

After roll 1 and after roll 2 the recipient who still has the greatest of gifts decides first, then the active
player. Not asking is always the action DeclineGift. For solvers and learning, chance has nodes of its own: a roll is a
sequence of them, one for each die rolled, in the order of the dice.
"""

from typing import NamedTuple

from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, Dice, Numbers
from charidice.rules.engine import (
    ACTION_NAMES,
    ASK_OR_DECLINE,
    NO_DICE,
    DiceSource,
    advance,
    decide,
    evolve,
    legal_actions,
    verify,
)
from charidice.rules.errors import IllegalAction, IllegalEvent
from charidice.rules.moves import Action, AskGift, DeclineGift, Event, Roll, rolled
from charidice.rules.sheet import results, victory_shares
from charidice.rules.state import GameState
from charidice.rules.whole import whole_in, wholes

CHANCE = -1
"""The player of a chance node."""
OUTCOMES = tuple((number, 1 / 6) for number in ALL_NUMBERS)
# Half the time of the constructor of a named tuple, which is a Python function.
_new = tuple.__new__


class Node(NamedTuple):
    """A node of the game tree: a decision node of one seat, a chance node for one die, or a terminal node."""

    state: GameState
    """The state before the roll in progress, or the current one."""
    asking: bool
    """The recipient decides next whether to ask."""
    keep: Dice = ()
    """During a roll: the dice that stay as they are."""
    falling: Dice = ()
    """The dice still to land; the first of them lands next."""
    numbers: Numbers = ()
    """The numbers of the dice during a roll; falling dice keep their old number."""

    @classmethod
    def of(cls, state: GameState) -> "Node":
        """The node of a state in which the recipient has not yet decided since the last roll."""
        return _new(cls, (state, state.recipient_decides, (), (), ()))

    @property
    def player(self) -> int | None:
        """The seat to decide, CHANCE at a chance node, None at a terminal node."""
        state, asking, _, falling, _ = self
        if falling:
            return CHANCE
        if asking:
            return state.recipient
        # A game ends where a turn would begin.
        return None if state.turn.rolls == 0 and state.is_over else state.active

    @property
    def shown(self) -> Numbers:
        """The numbers on the table, 0 for a die that has not landed; none before the first roll of a turn."""
        if not self.falling:
            return self.state.turn.numbers
        return tuple(0 if die in self.falling else number for die, number in enumerate(self.numbers))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions; none at a chance node or a terminal node."""
        if self.falling:
            return ()
        return ASK_OR_DECLINE if self.asking else legal_actions(self.state, self.state.active)

    @property
    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """The outcomes of a chance node with their probabilities."""
        return OUTCOMES if self.falling else ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The payoffs by seat: final totals; before the end, as if the game ended now."""
        return tuple(result.total for result in results(self.state.sheets))

    def returns(self) -> tuple[float, ...]:
        """The share of victory by seat at a terminal node, where they add up to 1; zeros before."""
        sheets = self.state.sheets
        return victory_shares(results(sheets)) if self.state.is_over else (0.0,) * len(sheets)

    def waives(self, action: Action) -> bool:
        """Whether the action declines the gift without an event; after a stop (8.2), declining is an event."""
        return self.asking and isinstance(action, DeclineGift) and not self.state.turn.stopped

    def verify(self, action: Action) -> IllegalAction | None:
        """Why the seat to decide may not do this, or None if it may."""
        try:
            actor = self._actor(action)
        except IllegalAction as refusal:
            return refusal
        return None if actor is None else verify(self.state, actor, action)

    def decide(self, action: Action, dice: DiceSource = NO_DICE) -> Event | None:
        """The event that an action of the seat to decide causes; None if it `waives` asking."""
        actor = self._actor(action)
        return None if actor is None else decide(self.state, actor, action, dice)

    def play(self, action: Action, dice: DiceSource | None = None) -> "Node":
        """The node after an action of the seat to decide; with a dice source, a roll needs no chance nodes."""
        state, player = self.state, self._actor(action)
        if player is None:
            return _new(Node, (state, False, (), (), ()))
        if dice is None and isinstance(action, Roll):
            if refusal := verify(state, player, action):
                raise refusal
            falling = tuple(die for die in ALL_DICE if die not in action.keep)
            return Node(state, False, action.keep, falling, state.turn.numbers or (0,) * len(ALL_DICE))
        return Node.of(advance(state, player, action, dice or NO_DICE))

    def _actor(self, action: Action) -> int | None:
        """The seat to decide, None if its action causes no event; raises IllegalAction if another decision is due."""
        state, asking, _, falling, _ = self
        if asking:
            kind = type(action)
            if kind is AskGift or (kind is DeclineGift and state.turn.stopped):
                return state.recipient
            if kind is DeclineGift:
                return None
        elif not falling and (state.turn.rolls or not state.is_over):
            return state.active
        allowed = dict.fromkeys(ACTION_NAMES[type(legal)] for legal in self.actions)
        raise IllegalAction("not-the-decision", allowed=tuple(allowed))

    def land(self, number: int) -> "Node":
        """The node after the next falling die shows `number`."""
        shown = whole_in(ALL_NUMBERS, number)
        if not self.falling or shown is None:
            raise IllegalAction("not-the-decision", allowed=tuple(number for number, _ in self.outcomes))
        die = self.falling[0]
        numbers = (*self.numbers[:die], shown, *self.numbers[die + 1 :])
        if len(self.falling) > 1:
            return Node(self.state, False, self.keep, self.falling[1:], numbers)
        return Node.of(evolve(self.state, rolled(self.keep, numbers)))

    def roll(self, numbers: Numbers) -> "Node":
        """The node after the whole roll: all six numbers, as a dice source gives them; landed dice keep theirs.

        >>> from charidice import new_game
        >>> node = Node.of(new_game(2)).play(Roll()).roll((3, 2, 6, 1, 3, 4))
        >>> node.player, node.actions
        (1, (AskGift(), DeclineGift()))
        """
        if not self.falling:
            raise IllegalAction("not-the-decision", allowed=())
        shown = wholes(numbers, lambda _: IllegalEvent("not-six-numbers"))
        if len(shown) != len(ALL_DICE) or not set(shown) <= set(ALL_NUMBERS):
            raise IllegalEvent("not-six-numbers")
        for die, number in enumerate(shown):
            if die not in self.falling and number != self.numbers[die]:
                face, other = (self.state.setup.dice_set.face(die, each) for each in (self.numbers[die], number))
                raise IllegalEvent("kept-die-changed", face=face, other=other)
        return Node.of(evolve(self.state, rolled(self.keep, shown)))
