"""Moves, combinations and values in words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from charidice.messages import Catalog
from charidice.rules.dice import Dice, Face
from charidice.rules.moves import Action, dice_of
from charidice.rules.scoring import Kind
from charidice.rules.state import GameState
from charidice.show.words import move_text

Faces = Callable[[Iterable[Face]], str]


def plain_faces(faces: Iterable[Face]) -> str:
    return " ".join(map(str, faces))


@dataclass(frozen=True, slots=True)
class PositionWords:
    """The texts of one position in one language; `show` formats dice, for example in colour."""

    catalog: Catalog
    state: GameState
    players: Sequence[str]
    show: Faces = plain_faces

    def faces(self, dice: Dice) -> str:
        faces = self.state.faces
        return self.show(faces[die] for die in dice)

    def move(self, action: Action) -> str:
        """A move as a part of a sentence: keep these, roll the others."""
        return move_text(self.catalog, action, self.faces(dice_of(action)))

    def kind(self, kind: Kind) -> str:
        """The name of a combination, without its colour or number."""
        return self.catalog.say(f"coach.kind.{kind}")

    def points(self, value: float, certain: bool = False) -> str:
        """Points: an integer where they are certain, else an average."""
        if certain:
            return self.catalog.say("points", count=round(value))
        return self.catalog.say("coach.points", points=self.catalog.number(value, 1))

    def victory(self, share: float, digits: int = 1) -> str:
        return self.catalog.percent(share, digits)

    def lead(self, lead: float) -> str:
        """This many points ahead or behind."""
        return self.catalog.say("coach.ahead" if lead >= 0 else "coach.behind", points=self.points(abs(lead)))
