"""The six dice: colours, faces, and the dice set as a Latin square (clauses 1.2-1.4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, Self

from charidice.rules.errors import InvalidDice
from charidice.rules.whole import quoted, whole_in, wholes

LETTERS = "YOGBPK"
DICE = 6
# The most characters of a dice set as text, spaces included.
LAYOUT_LIMIT = 1000

# Die indices 0-5, ascending: the dice kept, scored or given.
Dice = tuple[int, ...]
# The number that each of the six dice shows; with the dice set, the colours follow.
Numbers = tuple[int, ...]

ALL_DICE: Dice = tuple(range(DICE))
ALL_NUMBERS = tuple(range(1, 7))


class Colour(IntEnum):
    """The six colours of the faces; each has a letter.

    >>> Colour.BLUE.letter, Colour.of_letter("K").name
    ('B', 'BLACK')
    """

    YELLOW = 0
    ORANGE = 1
    GREEN = 2
    BLUE = 3
    PURPLE = 4
    BLACK = 5

    @property
    def letter(self) -> str:
        return LETTERS[self]

    @classmethod
    def of_letter(cls, letter: str) -> Self:
        position = LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        if position < 0:
            raise InvalidDice("unknown-colour", text=letter, allowed=tuple(LETTERS))
        return cls(position)


class Face(NamedTuple):
    """One side of a die, written as the letter of its colour and its number.

    >>> str(Face(Colour.BLUE, 4)), Face.read("b4").number
    ('B4', 4)
    """

    colour: Colour
    """One of six."""
    number: int
    """1 to 6."""

    def __str__(self) -> str:
        return f"{LETTERS[self.colour]}{self.number}"

    @staticmethod
    def read(text: str) -> "Face":
        face = FACES.get(text.strip().upper())
        if face is None:
            raise InvalidDice("unknown-face", text=text, allowed=tuple(LETTERS))
        return face


FACES = {str(face): face for face in (Face(colour, number) for colour in Colour for number in ALL_NUMBERS)}


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Six dice that carry every colour-number pair once; `layout[die][number - 1]` is the colour."""

    layout: tuple[tuple[Colour, ...], ...]
    """By die, the colours of its numbers 1 to 6."""
    _place: dict[Face, int] = field(init=False, repr=False, compare=False)
    _faces: tuple[dict[int, Face], ...] = field(init=False, repr=False, compare=False)
    _texts: tuple[tuple[str, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            rows = tuple(tuple(map(Colour, row)) for row in self.layout)
        except (TypeError, ValueError):
            raise InvalidDice("layout-not-six-by-six") from None
        if len(rows) != DICE or any(len(row) != 6 for row in rows):
            raise InvalidDice("layout-not-six-by-six")
        for die, row in enumerate(rows):
            if len(set(row)) != 6:
                raise InvalidDice("layout-colour-twice-on-die", die=die + 1, colour=_repeated(row))
        for number, column in zip(ALL_NUMBERS, zip(*rows, strict=True), strict=True):
            if len(set(column)) != 6:
                raise InvalidDice("layout-face-twice", face=Face(_repeated(column), number))
        object.__setattr__(self, "layout", rows)
        faces = tuple({number: Face(row[number - 1], number) for number in ALL_NUMBERS} for row in rows)
        object.__setattr__(self, "_faces", faces)
        place = {face: die for die, of_die in enumerate(faces) for face in of_die.values()}
        object.__setattr__(self, "_place", place)
        object.__setattr__(self, "_texts", tuple(tuple(map(str, of_die.values())) for of_die in faces))

    @classmethod
    def read(cls, text: str) -> Self:
        """Read six words of six letters, one word per die: the colours of its numbers 1 to 6."""
        if len(text) > LAYOUT_LIMIT:
            raise InvalidDice("layout-not-six-by-six")
        return cls(tuple(tuple(map(Colour.of_letter, word)) for word in text.split()))

    def __repr__(self) -> str:
        return f"DiceSet.read({str(self)!r})"

    def __str__(self) -> str:
        return " ".join("".join(colour.letter for colour in row) for row in self.layout)

    def face(self, die: int, number: int) -> Face:
        """The face of a die, 0-5, with this number, 1-6."""
        place, shown = whole_in(ALL_DICE, die), whole_in(ALL_NUMBERS, number)
        if place is None:
            raise InvalidDice("not-a-die", text=quoted(die), most=DICE - 1)
        if shown is None:
            raise InvalidDice("unknown-number", text=quoted(number))
        return self._faces[place][shown]

    def faces(self, numbers: Numbers) -> tuple[Face, ...]:
        """The faces of dice 0-5, from their six numbers."""
        try:
            return tuple([row[number] for row, number in zip(self._faces, numbers, strict=True)])
        except (KeyError, TypeError, ValueError):
            raise InvalidDice("not-six-numbers") from None

    def texts(self, numbers: Numbers) -> list[str]:
        """The faces as text, like `B4`, without checks."""
        return [row[number - 1] for row, number in zip(self._texts, numbers, strict=True)]

    def die_of(self, face: Face) -> int:
        if face not in self._place:
            raise InvalidDice("unknown-face", text=str(face), allowed=tuple(LETTERS))
        return self._place[face]

    def numbers(self, faces: Sequence[Face]) -> Numbers:
        """The numbers of dice 0-5, from their six faces in any order."""
        if len(faces) != DICE:
            raise InvalidDice("not-six-faces", count=len(faces))
        shown = self.by_die(faces)
        return tuple(shown[die].number for die in ALL_DICE)

    def by_die(self, faces: Iterable[Face]) -> dict[int, Face]:
        """Each face by its die; two faces of one die are refused."""
        shown: dict[int, Face] = {}
        for face in faces:
            die = self.die_of(face)
            if die in shown:
                if shown[die] == face:
                    raise InvalidDice("face-twice", face=face)
                raise InvalidDice("two-faces-of-one-die", face=face, other=shown[die])
            # Returns the set's own face: the given number may be another integer type.
            shown[die] = self._faces[die][face.number]
        return shown


def plain_numbers(numbers: Iterable[int]) -> Numbers:
    """The numbers of dice as plain ints."""
    return wholes(numbers, lambda number: InvalidDice("unknown-number", text=quoted(number)))


def _repeated(colours: Sequence[Colour]) -> Colour:
    return next(colour for colour in colours if colours.count(colour) > 1)


STANDARD_DICE = DiceSet(tuple(tuple(Colour((die + step) % 6) for step in range(6)) for die in ALL_DICE))


def read_faces(text: str) -> tuple[Face, ...]:
    """Read faces separated by spaces or commas, or not at all: `B1 B2`, `b1,b2`, `B1B2`."""
    words = text.replace(",", " ").split()
    pairs = [word[at : at + 2] for word in words for at in range(0, len(word), 2)]
    return tuple(map(Face.read, pairs))


def faces_of(faces: str | Iterable[Face | str]) -> tuple[Face, ...]:
    """Faces as text, or one by one, as faces or as text."""
    if isinstance(faces, str):
        return read_faces(faces)
    return tuple([Face.read(face) if isinstance(face, str) else face for face in faces])


def read_roll(text: str, dice_set: DiceSet = STANDARD_DICE) -> Numbers:
    """Read six faces in any order, or six bare numbers (`1 2 3 4 5 6` or `123456`) as dice 0-5 of the set in order."""
    words = text.replace(",", " ").split()
    if words and all(word.isascii() and word.isdigit() for word in words):
        if len(words) == 1:
            words = list(words[0])
        if len(words) != DICE:
            raise InvalidDice("not-six-faces", count=len(words))
        wrong = [word for word in words if not ("1" <= word <= "6" and len(word) == 1)]
        if wrong:
            raise InvalidDice("unknown-number", text=wrong[0])
        return tuple(map(int, words))
    return dice_set.numbers(read_faces(text))
