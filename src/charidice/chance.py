"""Where dice come from: keyed and provably fair, entered by hand, or recorded.

Fair dice: before the first roll SHA-256(seed) is published. Then every seat may add words of its own. The key is
HMAC-SHA256(seed, the words of all seats in their order, joined by line feeds), and die d of a roll shows b % 6 + 1,
where b is the first byte below 252 of HMAC-SHA256(key, "round.seat.roll.die"), an ASCII text like "3.0.2.5": rounds
and rolls count from 1, seats and dice from 0. So every die is a function of its place alone, no choice shifts a later
die, nobody can pick a seed they like, and whoever has the seed after the game can check every die.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from charidice.rules.dice import ALL_DICE, DICE, Dice, Face, Numbers
from charidice.rules.engine import evolve
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import Event, Rolled
from charidice.rules.state import GameState

SEED_BYTES = 32
ENTROPY_LIMIT = 64
_BLOCK = 64

# A byte takes 256 values; the last four would make the numbers 1 to 4 more likely.
_FAIR_BELOW = 252


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)



class InvalidEntropy(Refused):
    """Words of a seat that cannot be mixed into the dice."""


class UnfairDice(Refused):
    """Dice, seed and commitment that do not belong together."""


@dataclass(frozen=True, slots=True)
class Pledge:
    """What is known of fair dice: the commitment at once, the seed only when the game is over."""

    commitment: str
    entropy: tuple[str, ...] = ()
    """The words of each seat, mixed in after the commitment; none, or one text a seat."""
    seed: bytes | None = None

    def __post_init__(self) -> None:
        for seat, words in enumerate(self.entropy):
            if len(words) > ENTROPY_LIMIT or not words.isprintable():
                raise InvalidEntropy("entropy-not-allowed", seat=seat, most=ENTROPY_LIMIT)

    @classmethod
    def of(cls, seed: bytes) -> Self:
        """The pledge to roll by this seed."""
        return cls(hashlib.sha256(seed).hexdigest(), (), seed)

    def without_seed(self) -> "Pledge":
        return replace(self, seed=None)


class FairDice:
    """Dice that follow from a seed, the words of the seats, and each die's place in the game."""

    def __init__(self, seed: bytes, entropy: Sequence[str] = ()) -> None:
        key = hmac.digest(seed, "\n".join(entropy).encode(), "sha256").ljust(_BLOCK, b"\0")
        # HMAC by its definition, from the two half-done hashes of the key: three times as fast as hmac.digest.
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def number(self, round_: int, seat: int, roll: int, die: int) -> int:
        """What a die shows at one place of the game."""
        inner = self._inner.copy()
        inner.update(b"%d.%d.%d.%d" % (round_, seat, roll, die))
        outer = self._outer.copy()
        outer.update(inner.digest())
        for byte in outer.digest():
            if byte < _FAIR_BELOW:
                return byte % 6 + 1
        raise AssertionError("32 bytes from 252 on: once in 10^57 dice")

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        round_, seat, turn = state.round, state.active, state.turn
        roll, lying = turn.rolls + 1, turn.numbers
        return tuple([lying[die] if die in keep else self.number(round_, seat, roll, die) for die in ALL_DICE])


class EnteredDice:
    """One roll of real dice: all six faces in any order, or just those of the dice that were thrown."""

    def __init__(self, faces: Iterable[Face]) -> None:
        self.faces = tuple(faces)

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        shown = state.setup.dice_set.by_die(self.faces)
        lying = state.faces
        for die in keep:
            if shown.setdefault(die, lying[die]) != lying[die]:
                raise InvalidDice("kept-die-changed", face=lying[die], other=shown[die])
        if len(shown) < DICE:
            raise InvalidDice("faces-missing", needed=DICE - len(keep), count=len(self.faces))
        return tuple(shown[die].number for die in ALL_DICE)


class RecordedDice:
    """The rolls of a game that was played before, each at its place."""

    def __init__(self, start: GameState, events: Iterable[Event]) -> None:
        self._rolls: dict[tuple[int, int, int], Rolled] = {}
        state = start
        for event in events:
            if isinstance(event, Rolled):
                self._rolls[_place(state)] = event
            state = evolve(state, event)

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        recorded = self._rolls.get(_place(state))
        if recorded is None:
            raise InvalidDice("no-such-roll-recorded")
        if recorded.keep != keep:
            raise InvalidDice("recorded-with-other-dice-kept", dice=recorded.keep)
        return recorded.numbers


def check_dice(pledge: Pledge, start: GameState, events: Iterable[Event]) -> int:
    """Check every die that was thrown against the pledge and return how many; UnfairDice names what is wrong."""
    if pledge.seed is None:
        raise UnfairDice("seed-not-published")
    if Pledge.of(pledge.seed).commitment != pledge.commitment:
        raise UnfairDice("seed-does-not-match-commitment")
    fair = FairDice(pledge.seed, pledge.entropy)
    thrown = 0
    state = start
    for event in events:
        if isinstance(event, Rolled):
            for die, right in enumerate(fair.roll(state, event.keep)):
                if event.numbers[die] != right:
                    round_, seat, roll = _place(state)
                    face, expected = (start.setup.dice_set.face(die, n) for n in (event.numbers[die], right))
                    raise UnfairDice(
                        "die-does-not-match", round=round_, seat=seat, roll=roll, face=face, expected=expected
                    )
            thrown += DICE - len(event.keep)
        state = evolve(state, event)
    return thrown


def _place(state: GameState) -> tuple[int, int, int]:
    """Round, seat and number of the roll that comes next."""
    return state.round, state.active, state.turn.rolls + 1
