"""Moves and combinations in words, the dice of a move as the reader wants them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from charidice.coach.moves import move_text
from charidice.messages import Catalog
from charidice.rules.dice import Dice, Face
from charidice.rules.moves import Action, dice_of
from charidice.rules.scoring import Kind
from charidice.rules.state import GameState

Faces = Callable[[Iterable[Face]], str]


def plain_faces(faces: Iterable[Face]) -> str:
    return " ".join(map(str, faces))


@dataclass(frozen=True, slots=True)
class Words:
    """Says what belongs to one position in one language; `show` writes dice, painted or in whole words if need be."""

    catalog: Catalog
    state: GameState
    players: Sequence[str]
    show: Faces = plain_faces

    def faces(self, dice: Dice) -> str:
        return self.show(self.state.faces[die] for die in dice)

    def move(self, action: Action) -> str:
        """A move as a part of a sentence: keep these, roll the others."""
        return move_text(self.catalog, action, self.faces(dice_of(action)))

    def kind(self, kind: Kind) -> str:
        """A combination by itself, of whatever colour or number."""
        return self.catalog.say(f"coach.kind.{kind}")

    def points(self, value: float, certain: bool = False) -> str:
        """Points as a whole number where they are certain, else as an average."""
        if certain:
            return self.catalog.say("points", count=round(value))
        return self.catalog.say("coach.points", points=self.catalog.number(value, 1))

    def victory(self, share: float, digits: int = 1) -> str:
        return self.catalog.percent(share, digits)

    def lead(self, lead: float) -> str:
        """So many points ahead or behind."""
        return self.catalog.say("coach.ahead" if lead >= 0 else "coach.behind", points=self.points(abs(lead)))
