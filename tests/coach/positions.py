"""Positions of every kind to give hints in."""

from collections.abc import Iterator
from functools import cache
from random import Random

from charidice.coach import Coach, Hint
from charidice.rules import STANDARD, GameState, Rolled, Ruleset, decide, evolve, legal_actions
from charidice.rules.sheet import Sheet
from charidice.rules.state import START_OF_TURN, Setup
from charidice.strategy.objectives.contest import objective_for

from .toys import Hopes

LATE_ASKING = Ruleset(late_asking=True)
TABLES = [
    (2, STANDARD),
    (2, LATE_ASKING),
    (3, STANDARD),
    (3, LATE_ASKING),
    (4, STANDARD),
    (4, Ruleset(2, free_giving=True)),
]
NAMES = ("Anna", "Ben", "Cleo", "Dan")


@cache
def coach_for(setup: Setup) -> Coach:
    """A coach who plays for simple hopes, and knows the lead as the real one does."""
    lead = objective_for("lead", setup) if setup == Setup(2) else None
    return Coach(Hopes(setup.players), lead)


@cache
def hint_for(state: GameState, player: int) -> Hint:
    return coach_for(state.setup).hint(state, player)


class _Dice:
    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def roll(self, state: GameState, keep: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(state.turn.numbers[die] if die in keep else self.chance.randint(1, 6) for die in range(6))


def before_turn(players: int, ruleset: Ruleset, chance: Random, turns_played: int) -> GameState:
    """A position before a turn, with sheets as they might be."""
    full_rounds, active = divmod(turns_played, players)
    turns = [full_rounds + (seat < active) for seat in range(players)]
    given = [tuple(chance.choice((0, 2, 5, 9, 14, 24)) for _ in range(count)) for count in turns]
    sheets = tuple(
        Sheet(
            tuple(chance.randint(12, 30) for _ in range(count)),
            tuple(chance.choice((0, 0, 15, 25)) for _ in range(count)),
            given[seat - 1],
            given[seat],
            not given[seat - 1] or chance.random() < 0.7,
        )
        for seat, count in enumerate(turns)
    )
    return GameState(Setup(players, ruleset), full_rounds + 1, active, START_OF_TURN, sheets)


def turn_from(start: GameState, chance: Random) -> Iterator[GameState]:
    """Every state of a turn in which all do as they like, the recipient before the active player."""
    state, dice = start, _Dice(chance)
    while state.active == start.active and state.round == start.round:
        yield state
        for seat in (state.recipient, state.active):
            legal = legal_actions(state, seat)
            kinds = sorted({type(action).__name__ for action in legal})
            if seat == state.recipient and not state.turn.stopped:
                kinds.append("nothing")
            kind = chance.choice(kinds) if kinds else "nothing"
            if kind != "nothing":
                action = chance.choice([action for action in legal if type(action).__name__ == kind])
                state = evolve(state, decide(state, seat, action, dice))
                break


@cache
def positions(players: int, ruleset: Ruleset, count: int = 24) -> tuple[GameState, ...]:
    """States of turns all over a game, among them the last turn."""
    chance = Random(f"{players}{ruleset}")
    turns = players * ruleset.rounds
    found: list[GameState] = []
    while len(found) < count:
        start = before_turn(players, ruleset, chance, chance.choice((turns - 1, chance.randrange(turns))))
        found += turn_from(start, chance)
    return tuple(found)


def rolled(state: GameState, *rolls: tuple[int, ...]) -> GameState:
    for numbers in rolls:
        state = evolve(state, Rolled((), numbers))
    return state


def decided(state: GameState) -> GameState:
    """The same with so many points for the first seat that nobody can catch up."""
    first = state.sheets[0]
    ahead = first._replace(bonus=(*first.bonus[:-1], 2000)) if first.bonus else first
    return state._replace(sheets=(ahead, *state.sheets[1:]))
