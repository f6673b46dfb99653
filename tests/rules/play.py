"""Helpers that bring a game to the state in which a rule is tested."""

from itertools import combinations
from random import Random

from charidice.rules import (
    Action,
    AskGift,
    DeclineGift,
    DiceSet,
    Event,
    GameState,
    Roll,
    Score,
    Stop,
    decide,
    evolve,
    legal_actions,
    read_faces,
    read_roll,
    verify,
)

Dice = tuple[int, ...]

SUBSETS: tuple[Dice, ...] = tuple(dice for size in range(7) for dice in combinations(range(6), size))
# Dice that do not exist, alone and among dice that do.
STRANGE_DICE: tuple[Dice, ...] = ((-1,), (6,), (0, 6), (-1, 5), (0, 1, 2, 3, 4, 9), tuple(range(7)))
# More than can ever be right: the rules have to find what is.
UNIVERSE: tuple[Action, ...] = (
    *map(Roll, SUBSETS + STRANGE_DICE),
    *map(Score, SUBSETS + STRANGE_DICE),
    AskGift(),
    Stop(),
    DeclineGift(),
)

# Five blue dice and one more, and all six.
FIVE_BLUE = "B1 B2 B3 B4 B6 P6"
SIX_BLUE = "B1 B2 B3 B4 B5 B6"


class LoadedDice:
    """Dice that fall as told, one roll after the other; `thrown` counts the rolls."""

    def __init__(self, *rolls: Dice) -> None:
        self.rolls = rolls
        self.thrown = 0

    def roll(self, state: GameState, keep: Dice) -> Dice:
        self.thrown += 1
        return self.rolls[self.thrown - 1]


class RandomDice:
    """Dice that fall by a generator of their own; `thrown` counts the rolls."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.thrown = 0

    def roll(self, state: GameState, keep: Dice) -> Dice:
        self.thrown += 1
        return tuple(state.turn.numbers[die] if die in keep else self.random.randint(1, 6) for die in range(6))


def throw(state: GameState, roll: str, keep: Dice = ()) -> GameState:
    """The state after the active player's roll, told as `read_roll` reads it."""
    numbers = read_roll(roll, state.setup.dice_set)
    return evolve(state, decide(state, state.active, Roll(keep), LoadedDice(numbers)))


def act(state: GameState, player: int, action: Action) -> GameState:
    """The state after any action but a roll."""
    return evolve(state, decide(state, player, action, LoadedDice()))


def score(state: GameState, faces: str) -> GameState:
    return act(state, state.active, Score(dice_of(state.setup.dice_set, faces)))


def take_turn(state: GameState, roll: str, faces: str) -> GameState:
    """The state after a turn of one roll."""
    return score(throw(state, roll), faces)


def full_turn(state: GameState) -> GameState:
    """The state after a turn that brings 10 + 25 and gives 24."""
    return take_turn(state, FIVE_BLUE, "B1 B2 B3 B4")


def dice_of(dice_set: DiceSet, faces: str) -> Dice:
    return tuple(sorted(map(dice_set.die_of, read_faces(faces))))


def refusal(state: GameState, player: int, action: Action) -> tuple[str, dict[str, object]] | None:
    """The code and values an action is refused with, or None if it is not."""
    refused = verify(state, player, action)
    return None if refused is None else (refused.code, refused.values)


def kinds(state: GameState, player: int) -> set[type[Action]]:
    return {type(action) for action in legal_actions(state, player)}


def is_legal(state: GameState, player: int, action: Action) -> bool:
    """What both ways to ask the engine say, which have to agree."""
    legal = action in legal_actions(state, player)
    assert legal == (refusal(state, player, action) is None)
    return legal


def all_legal(state: GameState) -> list[tuple[int, Action]]:
    return [(seat, action) for seat in range(len(state.sheets)) for action in legal_actions(state, seat)]


def random_choice(state: GameState, random: Random) -> tuple[int, Action]:
    """A legal choice of somebody, the kind of action first, so that the many ways to roll do not crowd out the rest."""
    legal = all_legal(state)
    kind = random.choice(sorted({type(action).__name__ for _, action in legal}))
    return random.choice([choice for choice in legal if type(choice[1]).__name__ == kind])


def random_game(start: GameState, random: Random) -> tuple[list[GameState], list[Event]]:
    """Every state of a game played to its end at random, and the events between them."""
    dice = RandomDice(random)
    states, events = [start], list[Event]()
    while not states[-1].is_over:
        seat, action = random_choice(states[-1], random)
        events.append(decide(states[-1], seat, action, dice))
        states.append(evolve(states[-1], events[-1]))
        # A turn is three rolls, asking and scoring at most; a stop and its answer take the place of two of these.
        assert len(events) <= 5 * len(start.sheets) * start.setup.ruleset.rounds
    return states, events
