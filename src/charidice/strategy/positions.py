"""What a position is worth to every seat, and what every move makes of it."""

from functools import cache
from typing import NamedTuple

from charidice.rules.dice import DiceSet
from charidice.rules.engine import legal_actions
from charidice.rules.errors import Refused
from charidice.rules.moves import Action, AskGift, DeclineGift
from charidice.rules.ruleset import Ruleset
from charidice.rules.sheet import results
from charidice.rules.state import GameState
from charidice.strategy.bots import LeadPlayer
from charidice.strategy.lead import PLAYERS, LeadSolution
from charidice.strategy.outcomes import outcomes
from charidice.strategy.turn_play import SolvedTurn


class CannotValue(Refused):
    """A position whose value cannot be told for this objective."""


class MoveValue(NamedTuple):
    """What a move is worth to the one who makes it."""

    player: int
    action: Action
    value: float


class PositionValue(NamedTuple):
    """The value of a position for every seat, and of every move that can be made now; all exact."""

    seats: tuple[float, ...]
    moves: tuple[MoveValue, ...]


def lead_value(state: GameState, solution: LeadSolution) -> PositionValue:
    """The expected lead at the end over the other player, if both play for it."""
    if len(state.sheets) != PLAYERS:
        raise CannotValue("two-players-only")
    if (state.setup.ruleset, state.setup.dice_set) != (solution.ruleset, solution.dice_set):
        raise CannotValue("not-solved")
    if state.is_over:
        own, other = (result.total for result in results(state.sheets))
        return PositionValue((own - other, other - own), ())
    active, recipient = state.active, state.recipient
    turn = LeadPlayer(solution).turn(state)
    now = state.sheets[active].subtotal - state.sheets[recipient].subtotal
    moves = [MoveValue(active, action, now + value) for action, value in turn.action_values(state).items()]
    if state.may_be_asked:
        asking = turn.asking(state)
        lead = now + min(asking)
        moves.append(MoveValue(recipient, AskGift(), -now - asking.if_asked))
        moves.append(MoveValue(recipient, DeclineGift(), -now - asking.if_not_asked))
    else:
        lead = max(move.value for move in moves)
    seats = (lead, -lead) if active == 0 else (-lead, lead)
    return PositionValue(seats, tuple(moves))


def points_value(state: GameState) -> PositionValue:
    """The expected points and bonus of the own dice at the end, if everybody plays for these alone."""
    rounds = state.setup.ruleset.rounds
    turn = _selfish_turn(state.setup.dice_set, state.setup.ruleset)
    whole = float(turn.values.start[0])
    seats = [sum(sheet.points) + sum(sheet.bonus) + whole * (rounds - len(sheet.points)) for sheet in state.sheets]
    if state.is_over:
        return PositionValue(tuple(seats), ())
    active = state.active
    later = seats[active] - whole
    # Whether the gift is doubled does not matter here, so a stop is worth what can be scored.
    values = turn.action_values(state) or dict.fromkeys(legal_actions(state, active), later)
    moves = tuple(MoveValue(active, action, later + value) for action, value in values.items())
    if moves and state.turn.rolls:
        seats[active] = max(move.value for move in moves)
    return PositionValue(tuple(seats), moves)


@cache
def _selfish_turn(dice_set: DiceSet, ruleset: Ruleset) -> SolvedTurn:
    found = outcomes(dice_set, ruleset.free_giving)
    return SolvedTurn.solve(found, found.total[:, None].astype(float))
