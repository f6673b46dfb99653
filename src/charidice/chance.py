"""Dice sources: provably fair, entered by hand, or recorded.

Fair dice: SHA-256(seed) is published before the first roll. Then every seat may add words (entropy). The key is
HMAC-SHA256(seed, the words of all seats in their order, joined by line feeds). A roll is the 32 bytes of
HMAC-SHA256(key, "round.seat.roll"), an ASCII text like "3.0.2": rounds and rolls count from 1, seats and dice from 0.
Die d reads the bytes d, d + 6, d + 12, d + 18, d + 24; the first below 252, divided by 6, leaves one less than the
number it shows. If none is (once in 10^9 dice), it reads the bytes of "round.seat.roll.1" in the same way, then of
"round.seat.roll.2", and so on. So every die is a function of its place alone, no choice shifts a later die, and
anyone who has the seed after the game can check every die.

Among several browsers, the last one to add words could try many of them. So each commits to its random words, by their
SHA-256, before any words are known. When all commitments and the order of play are fixed and shown, all reveal their
words. A seat that does not reveal adds its commitment in place of its words; a seat without a commitment adds nothing.
If all have revealed, a player who saw every commitment before adding words knows that nobody could choose the dice.
Each missing reveal leaves two possibilities: with k of them, the owner of the seed can choose among 2^k sets of dice,
for instance by claiming that words came too late. So a browser notes its words before it sends them, sends them for
one list of commitments only, and calls the dice doubtful if they are missing. The owner of the seed always knows the
dice in advance.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, product
from operator import itemgetter
from random import Random
from typing import Any, Protocol, Self, overload

from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, DICE, Dice, Face, Numbers, faces_of
from charidice.rules.engine import OWN_SOURCES, evolve
from charidice.rules.errors import InvalidDice, Refused
from charidice.rules.moves import REROLLS, Event, Rolled
from charidice.rules.state import GameState
from charidice.rules.whole import quoted, whole_in

SEED_BYTES = 32
ENTROPY_LIMIT = 64
# Joiners are not printable, but emoji and several scripts need them.
JOINERS = "\u200c\u200d"
_BLOCK = 64

# The pads of HMAC for each byte of the key.
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
# The number for each byte; 0 rejects the last four of the 256 values, which would make 1 to 4 more likely.
_SHOWN = bytes(byte % 6 + 1 if byte < 252 else 0 for byte in range(256))
# By kept dice: a getter that takes their numbers from the first six of twelve, all others from the last six.
_MIX: dict[Dice, Callable[[Numbers], Numbers]] = {
    roll.keep: itemgetter(*(die if die in roll.keep else DICE + die for die in ALL_DICE)) for roll in REROLLS
}
# All rolls of three dice.
_THREE = tuple(product(ALL_NUMBERS, repeat=3))
_OF_THREE = len(_THREE)
_OF_SIX = _OF_THREE**2


def is_one_line(text: str) -> bool:
    """Whether a text fits on one line and can be read back: no control characters, no space at either end."""
    return text == text.strip() and all(letter.isprintable() or letter in JOINERS for letter in text)


def is_digest(text: str) -> bool:
    """Whether a text is a seed or a commitment in hexadecimal digits."""
    return len(text) == 2 * SEED_BYTES and set(text) <= set("0123456789abcdef")


def new_seed() -> bytes:
    """A secret seed for fair dice, from the operating system's RNG."""
    return os.urandom(SEED_BYTES)


def _bytes_of(number: object) -> bytes | None:
    plain = whole_in(range(256**SEED_BYTES), number)
    return None if plain is None else plain.to_bytes(SEED_BYTES, "big")


def commitment_to(secret: bytes) -> str:
    # Loading OpenSSL takes a tenth of the import time of this package, and only fair dice need it.
    from hashlib import sha256

    return sha256(secret).hexdigest()


class InvalidPledge(Refused):
    """A malformed seed, commitment or entropy."""


class UnfairDice(Refused):
    """Dice, seed and commitment that do not match."""


@dataclass(frozen=True, slots=True)
class Pledge:
    """The commitment to fair dice; the seed is published only when the game is over."""

    commitment: str
    """SHA-256 of the seed in hexadecimal digits, published before the first roll."""
    entropy: tuple[str, ...] = ()
    """The words of each seat, added after the commitment; empty, or one text per seat."""
    seed: bytes | None = None
    """32 bytes; None until the game is over, except in the process that rolls the dice."""
    word_commitments: tuple[str | None, ...] = ()
    """SHA-256 of the words of each seat, fixed before any were revealed; None for a seat without, empty if all are."""

    def __post_init__(self) -> None:
        digests = [self.commitment, *(digest for digest in self.word_commitments if digest is not None)]
        if not all(map(is_digest, digests)):
            raise InvalidPledge("not-64-hex-digits")
        if self.seed is not None and len(self.seed) != SEED_BYTES:
            raise InvalidPledge("not-64-hex-digits")
        for words in self.entropy:
            if len(words) > ENTROPY_LIMIT or not is_one_line(words):
                raise InvalidPledge("entropy-not-allowed", most=ENTROPY_LIMIT)
        if len(self.word_commitments) not in (0, len(self.entropy)):
            raise InvalidPledge("commitments-not-one-a-seat")
        if not any(self.word_commitments):
            object.__setattr__(self, "word_commitments", ())

    @property
    def is_kept(self) -> bool:
        """Whether the seed matches the commitment."""
        return self.seed is not None and commitment_to(self.seed) == self.commitment

    @property
    def withheld(self) -> tuple[int, ...]:
        """The seats that did not reveal their words."""
        return tuple(seat for seat, words, commitment in self._added() if words == commitment)

    @property
    def uncommitted(self) -> tuple[int, ...]:
        """The seats that added words without a commitment to them."""
        return tuple(seat for seat, words, commitment in self._added() if words and commitment is None)

    def check_words(self) -> None:
        """Raises UnfairDice if the words of a seat do not match its commitment."""
        for seat, words, commitment in self._added():
            if commitment not in (None, words, commitment_to(words.encode())):
                raise UnfairDice("words-do-not-match-commitment", player=seat)

    def _added(self) -> Iterator[tuple[int, str, str | None]]:
        """Each seat with its words and its commitment."""
        return zip(count(), self.entropy, self.word_commitments or (None,) * len(self.entropy), strict=False)

    @classmethod
    def of(cls, seed: bytes | int) -> Self:
        """The pledge for a seed; a number stands for its 32 bytes, the highest first, and is as easy to guess."""
        secret = seed if isinstance(seed, bytes) else _bytes_of(seed)
        if secret is None or len(secret) != SEED_BYTES:
            raise InvalidPledge("seed-not-32-bytes", text=quoted(seed), most=SEED_BYTES)
        return cls(commitment_to(secret), (), secret)

    def without_seed(self) -> "Pledge":
        return replace(self, seed=None)


class FairDice:
    """Dice that are a function of the seed, the words of the seats, and each die's place in the game."""

    def __init__(self, seed: bytes, entropy: Sequence[str] = ()) -> None:
        import hmac
        from hashlib import sha256

        key = hmac.digest(seed, "\n".join(entropy).encode(), "sha256").ljust(_BLOCK, b"\0")
        # HMAC by definition, from two precomputed hashes of its key: three times as fast as hmac.digest.
        self._inner = sha256(key.translate(_INNER))
        self._outer = sha256(key.translate(_OUTER))

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        turn = state.turn
        shown = tuple(self.shown(state.round, state.active, turn.rolls + 1))
        return _MIX[keep](turn.numbers + shown) if keep else shown

    def shown(self, round_: int, seat: int, roll: int) -> bytes:
        """The numbers of all six dice in one roll of the game, if none is kept."""
        place = _text(round_, seat, roll)
        digest = self._digest(place)
        numbers = digest[:DICE].translate(_SHOWN)
        if 0 in numbers:
            return bytes([number or self._reread(place, die, digest) for die, number in enumerate(numbers)])
        return numbers

    def _digest(self, place: bytes) -> bytes:
        inner = self._inner.copy()
        inner.update(place)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def _reread(self, place: bytes, die: int, digest: bytes) -> int:
        """The number of a die whose first byte was rejected."""
        for attempt in count(1):
            for byte in digest[die:30:6]:
                if _SHOWN[byte]:
                    return _SHOWN[byte]
            digest = self._digest(b"%b.%d" % (place, attempt))
        raise AssertionError("count never ends")


class RandomDice:
    """Dice rolled by an RNG, for simulations; they cannot be checked. A number is the seed of an RNG of their own.

    >>> from charidice import Roll, decide, new_game
    >>> decide(new_game(2), 0, Roll(), RandomDice(1))
    Rolled(keep=(), numbers=(1, 5, 6, 1, 1, 5))
    """

    def __init__(self, rng: Random | int | None = None) -> None:
        self._rng = Random(rng) if rng is None or isinstance(rng, int) else rng  # noqa: S311  (meant to be repeated)
        self._random = self._rng.random

    def __reduce__(self) -> tuple[object, ...]:
        # Made anew: a copied bound method would still use the RNG of the original.
        return RandomDice, (self._rng,)

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        first, last = divmod(int(self._random() * _OF_SIX), _OF_THREE)
        shown = _THREE[first] + _THREE[last]
        return _MIX[keep](state.turn.numbers + shown) if keep else shown


class EnteredDice:
    """One roll of real dice: all six faces in any order, or only the rolled ones."""

    def __init__(self, faces: str | Iterable[Face | str]) -> None:
        self.faces = faces_of(faces)

    def roll(self, state: GameState, keep: Dice) -> Numbers:
        shown = state.setup.dice_set.by_die(self.faces)
        on_table = state.faces
        for die in keep:
            if shown.setdefault(die, on_table[die]) != on_table[die]:
                raise InvalidDice("kept-die-changed", face=on_table[die], other=shown[die])
        if len(shown) < DICE:
            raise InvalidDice("faces-missing", count=DICE - len(keep), given=len(self.faces))
        return tuple(shown[die].number for die in ALL_DICE)


class RecordedDice:
    """The rolls of a recorded game."""

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


OWN_SOURCES.update((FairDice, RandomDice, EnteredDice, RecordedDice))


class Recorded(Protocol):
    """A game that has a record, such as a `Match`."""

    @property
    def record(self) -> "Pledged": ...


class Pledged(Protocol):
    """The parts of a record that determine its dice."""

    @property
    def pledge(self) -> Pledge | None: ...

    @property
    def start(self) -> GameState: ...

    @property
    def events(self) -> Sequence[Event]: ...


@overload
def check_dice(game: Pledged | Recorded, /) -> int: ...


@overload
def check_dice(pledge: Pledge, start: GameState, events: Iterable[Event]) -> int: ...


def check_dice(
    pledge: Pledge | Pledged | Recorded, start: GameState | None = None, events: Iterable[Event] = ()
) -> int:
    """Check every rolled die of a game against its pledge and return how many there were; raises UnfairDice."""
    if not isinstance(pledge, Pledge):
        record: Any = getattr(pledge, "record", pledge)
        if getattr(record, "pledge", None) is None:
            raise UnfairDice("no-pledge")
        return check_dice(record.pledge, record.start, record.events)
    assert start is not None
    if pledge.seed is None:
        raise UnfairDice("seed-not-published")
    if not pledge.is_kept:
        raise UnfairDice("seed-does-not-match-commitment")
    pledge.check_words()
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


@cache
def _text(round_: int, seat: int, roll: int) -> bytes:
    return b"%d.%d.%d" % (round_, seat, roll)


def _place(state: GameState) -> tuple[int, int, int]:
    """Round, seat and number of the next roll."""
    return state.round, state.active, state.turn.rolls + 1
