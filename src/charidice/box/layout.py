"""Dice sets that are not complete yet: the faces that follow, and the faces still possible (clause 1.2).

A place is a face on a die; sets of places are bit masks. A dice set is an exact cover: 36 places, of which every number
of a die, every colour of a die and every face needs exactly one.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import or_

from charidice.rules.dice import ALL_DICE, ALL_NUMBERS, DICE, Colour, DiceSet, Face
from charidice.rules.errors import InvalidDice

UNKNOWN = "."
FACES_PER_DIE = len(ALL_NUMBERS)

# The faces of each die, in ascending order of their numbers.
FacesByDie = tuple[tuple[Face, ...], ...]

_PLACES = tuple((die, Face(colour, number)) for die, number, colour in product(ALL_DICE, ALL_NUMBERS, Colour))
_BITS = {place: 1 << index for index, place in enumerate(_PLACES)}
_ALL = sum(_BITS.values())


def _places(die: int | None = None, colour: Colour | None = None, number: int | None = None) -> int:
    return sum(
        bit
        for (of_die, face), bit in _BITS.items()
        if die in (None, of_die) and colour in (None, face.colour) and number in (None, face.number)
    )


def _needs() -> Iterator[tuple[int, tuple[str, dict[str, object]]]]:
    """Each set of places of which exactly one is needed, and the error if none is left."""
    for die, number in product(ALL_DICE, ALL_NUMBERS):
        yield _places(die, number=number), ("layout-no-colour-left", {"die": die + 1, "number": number})
    for die, colour in product(ALL_DICE, Colour):
        yield _places(die, colour), ("layout-no-number-left", {"die": die + 1, "colour": colour})
    for colour, number in product(Colour, ALL_NUMBERS):
        yield _places(colour=colour, number=number), ("layout-no-die-left", {"face": Face(colour, number)})


_NEEDS = dict(_needs())
_RIVALS = {bit: reduce(or_, (places for places in _NEEDS if places & bit)) & ~bit for bit in _BITS.values()}


@lru_cache(maxsize=256)
def possible_faces(known: FacesByDie) -> FacesByDie:
    """By die, the faces that it has in at least one dice set with the known faces; raises if there is no such set.

    A number with one face left has that face: it follows from the known ones.
    """
    free = _narrowed(_without_rivals(known))
    for places, (code, values) in _NEEDS.items():
        if not free & places:
            raise InvalidDice(code, **values)
    shown = 0
    for bit in _bits(free):
        # Every set found shows 36 places to be possible; the search prefers places not shown yet.
        if not shown & bit:
            shown |= _completed(free & ~_RIVALS[bit], avoid=shown) or 0
    if not shown:
        raise InvalidDice("layout-cannot-be-completed")
    return tuple(
        tuple(face for of_die, face in _PLACES if of_die == die and shown & _BITS[of_die, face]) for die in ALL_DICE
    )


def known_faces(possible: FacesByDie) -> FacesByDie:
    """By die, the faces that it has in every one of these sets."""
    return tuple(tuple(face for face in faces if _is_only(face, faces)) for faces in possible)


def read_layout(text: str) -> DiceSet:
    """Read a dice set as `DiceSet.read` does; a face that follows from the others may be a dot."""
    words = text.split()
    if len(words) != DICE or any(len(word) != FACES_PER_DIE for word in words):
        raise InvalidDice("layout-not-six-by-six")
    rows = [zip(word, ALL_NUMBERS, strict=True) for word in words]
    known = tuple(
        tuple(Face(Colour.of_letter(letter), number) for letter, number in row if letter != UNKNOWN) for row in rows
    )
    faces = known_faces(possible_faces(known))
    if missing := DICE * FACES_PER_DIE - sum(map(len, faces)):
        raise InvalidDice("layout-not-complete", count=missing)
    return dice_set_of(faces)


def dice_set_of(faces: FacesByDie) -> DiceSet:
    return DiceSet(tuple(tuple(face.colour for face in each) for each in faces))


def _is_only(face: Face, faces: Sequence[Face]) -> bool:
    return [other for other in faces if other.number == face.number] == [face]


def _without_rivals(known: FacesByDie) -> int:
    """The places left beside the known ones; two that exclude each other are refused."""
    free = _ALL
    for die, faces in enumerate(known):
        for face in faces:
            if not free & _BITS[die, face]:
                raise _clash(known, die, face)
            free &= ~_RIVALS[_BITS[die, face]]
    return free


def _clash(known: FacesByDie, die: int, face: Face) -> InvalidDice:
    for other in known[die]:
        if other != face and other.number == face.number:
            return InvalidDice("layout-number-twice-on-die", die=die + 1, number=face.number)
        if other != face and other.colour == face.colour:
            return InvalidDice("layout-colour-twice-on-die", die=die + 1, colour=face.colour)
    return InvalidDice("layout-face-twice", face=face)


def _narrowed(free: int) -> int:
    """Take out the rivals of each place that is the only one left for a need, until nothing more follows."""
    before = 0
    while free != before:
        before = free
        for places in _NEEDS:
            left = free & places
            if left & (left - 1) == 0:
                free &= ~_RIVALS.get(left, 0)
    return free


def _completed(free: int, avoid: int = 0) -> int | None:
    """A dice set among the free places, with few of those to avoid; None if there is none."""
    free = _narrowed(free)
    left = [free & places for places in _NEEDS]
    if not all(left):
        return None
    choices = [each for each in left if each & (each - 1)]
    if not choices:
        return free
    fewest = min(choices, key=int.bit_count)
    for bit in (*_bits(fewest & ~avoid), *_bits(fewest & avoid)):
        if found := _completed(free & ~_RIVALS[bit], avoid):
            return found
    return None


def _bits(places: int) -> Iterator[int]:
    while places:
        bit = places & -places
        yield bit
        places ^= bit
