"""What a position is worth to every seat, and what every move makes of it."""

from typing import NamedTuple

from charidice.rules.errors import Refused
from charidice.rules.moves import Action, AskGift, DeclineGift
from charidice.rules.sheet import results
from charidice.rules.state import GameState
from charidice.strategy.bots import LeadPlayer, turn_for_points
from charidice.strategy.lead import PLAYERS, LeadSolution


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
    turn = turn_for_points(state.setup.dice_set, state.setup.ruleset.free_giving, weight=0.0)
    whole = float(turn.values.start[0])
    seats = [sum(sheet.points) + sum(sheet.bonus) + whole * (rounds - len(sheet.points)) for sheet in state.sheets]
    if state.is_over:
        return PositionValue(tuple(seats), ())
    active = state.active
    later = seats[active] - whole
    moves = tuple(MoveValue(active, action, later + value) for action, value in turn.action_values(state).items())
    if moves:
        seats[active] = max(move.value for move in moves)
    else:
        # The recipient answers a stop (8.2); whatever they say, the best of the dice will be scored.
        seats[active] = later + max(option.total for option in state.options)
    return PositionValue(tuple(seats), moves)
