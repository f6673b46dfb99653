"""Turns to enter on a pad."""

from collections.abc import Sequence
from random import Random

from charidice import STANDARD_DICE, DiceSet, read_faces, scoring_options
from charidice.pad.entries import ByDice, ByPoints, EnteredRoll, PadEntry, Value
from charidice.pad.pad import Pad


def by_dice(faces: str, scored: str, asked: bool = False) -> ByDice:
    return ByDice((EnteredRoll(read_faces(faces)),), read_faces(scored), asked)


def random_turn(random: Random, asked: bool = False, dice_set: DiceSet = STANDARD_DICE) -> ByDice:
    faces = dice_set.faces(tuple(random.randint(1, 6) for _ in range(6)))
    option = random.choice(scoring_options(faces, dice_set))
    return ByDice((EnteredRoll(faces),), tuple(faces[die] for die in option.dice), asked)


def as_points(turn: ByDice) -> ByPoints:
    option = turn.option(free_giving=False)
    gift = option.doubled_gift if turn.asked else option.gift
    return ByPoints(option.points, option.bonus, gift, asked=turn.asked)


def random_game(random: Random, players: int, dice_set: DiceSet = STANDARD_DICE) -> list[ByDice]:
    """The turns of a legal game, in their order: everybody asks at most once."""
    asks_in = [random.randint(1, 14) for _ in range(players)]
    return [
        random_turn(random, asks_in[(seat + 1) % players] == round_, dice_set)
        for round_ in range(1, 8)
        for seat in range(players)
    ]


def filled(pad: Pad, turns: Sequence[Value]) -> Pad:
    for place, value in enumerate(turns):
        round_, seat = divmod(place, len(pad.seats))
        enter(pad, round_ + 1, seat, value)
    return pad


def enter(pad: Pad, round_: int, seat: int, value: Value) -> PadEntry:
    """Enter as somebody does who sees the pad as it is."""
    seen = frozenset(entry.id for entry in pad.turn(round_, seat).standing)
    entry = PadEntry(f"entry-{len(pad.entries)}", round_, seat, value, seen)
    pad.check(entry)
    pad.add(entry)
    return entry
