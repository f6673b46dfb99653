"""The dice to keep after the first roll, by its visible features; exact, over all rolls.

A keep is valued by perfect play of the rest of the turn. The greedy keep is the dice that would score most now.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from charidice.messages import Catalog
from charidice.rules.dice import ALL_DICE, Dice, Face
from charidice.rules.engine import new_game
from charidice.rules.moves import REROLLS
from charidice.rules.ruleset import DOUBLED_NUMBERS
from charidice.rules.scoring import ScoringOption
from charidice.show.figures import Cell, Cells, FigureTable
from charidice.strategy.objectives.contest import solved_turn
from charidice.strategy.tables.lead import PLAYERS
from charidice.strategy.turn.arrays import Floats
from charidice.strategy.turn.orbits import keep_places
from charidice.strategy.turn.play import SolvedTurn
from charidice.study.positions import SETUP, all_numbers, points_turn, victory

Roll = tuple[Face, ...]
# Three dice of at least this number are worth more than three of a colour.
HIGH = 4
# Three of a colour fit into a straight of four if they are no further apart.
CLOSE = 3
# All sets of dice to keep; keeping all six means scoring.
KEPT: tuple[Dice, ...] = (*(roll.keep for roll in REROLLS), ALL_DICE)


class Seen(StrEnum):
    """The feature of a roll: the first of these that fits."""

    FOUR_OF_NUMBER = "four-of-a-number"
    FOUR_OF_COLOUR = "four-of-a-colour"
    THREE_HIGH = "three-high"
    THREE_CLOSE = "three-close"
    HIGH_PAIR = "high-pair"
    THREE_OF_COLOUR = "three-of-a-colour"
    THREE_LOW = "three-low"
    PAIR_OF_FOURS = "pair-of-fours"
    NOTHING = "nothing"


class Keep(StrEnum):
    """A kind of keep."""

    NUMBER = "number"
    COLOUR = "colour"
    DIFFERENT = "different"
    """Different colours and not all the same number."""
    SINGLE = "single"
    NONE = "none"
    MIXED = "mixed"


KEEPS = tuple(Keep)


def seen(roll: Roll) -> Seen:
    numbers, colours = Counter(face.number for face in roll), Counter(face.colour for face in roll)
    three, pair = (max((number for number in numbers if numbers[number] == count), default=0) for count in (3, 2))
    coloured = [[face.number for face in roll if face.colour == colour] for colour in colours if colours[colour] == 3]
    patterns = {
        Seen.FOUR_OF_NUMBER: max(numbers.values()) >= 4,
        Seen.FOUR_OF_COLOUR: max(colours.values()) >= 4,
        Seen.THREE_HIGH: three >= HIGH,
        Seen.THREE_CLOSE: any(max(shown) - min(shown) <= CLOSE for shown in coloured),
        Seen.HIGH_PAIR: pair in DOUBLED_NUMBERS,
        Seen.THREE_OF_COLOUR: bool(coloured),
        Seen.THREE_LOW: bool(three),
        Seen.PAIR_OF_FOURS: pair == HIGH,
        Seen.NOTHING: True,
    }
    return next(pattern for pattern, fits in patterns.items() if fits)


def kind_of_keep(kept: Sequence[Face]) -> Keep:
    if len(kept) < 2:
        return Keep.SINGLE if kept else Keep.NONE
    # Dice that show one number always differ in colour.
    if len({face.number for face in kept}) == 1:
        return Keep.NUMBER
    colours = len({face.colour for face in kept})
    return Keep.COLOUR if colours == 1 else Keep.DIFFERENT if colours == len(kept) else Keep.MIXED


class Openings:
    """All first rolls up to symmetry, and every keep of each."""

    def __init__(self, turn: SolvedTurn) -> None:
        self._orbits, self._turn = turn.orbits, turn
        self.shares = self._orbits.shares
        """By roll: its probability."""

    @cached_property
    def rolls(self) -> list[Roll]:
        return [SETUP.dice_set.faces(numbers) for numbers in all_numbers()]

    @cached_property
    def greedy(self) -> list[ScoringOption]:
        return [next(iter(SETUP.scoring.options(numbers).values())) for numbers in all_numbers()]

    @cached_property
    def values(self) -> Floats:
        """By roll and by KEPT."""
        branch = self._turn.values.plain
        rolled = branch.after_first[self._orbits.of_kept[keep_places(self._orbits.rolls)], 0]
        return np.column_stack([rolled, branch.score[:, 0]]).astype(np.float64)

    @cached_property
    def greedy_values(self) -> Floats:
        place = {kept: number for number, kept in enumerate(KEPT)}
        chosen = [place[option.dice] for option in self.greedy]
        found: Floats = self.values[np.arange(len(chosen)), chosen]
        return found

    @cached_property
    def by_kind(self) -> Floats:
        """By roll and by KEEPS: the value of the best keep of that kind; minus infinity where there is none."""
        kinds = np.array(
            [[KEEPS.index(kind_of_keep([roll[die] for die in kept])) for kept in KEPT] for roll in self.rolls]
        )
        columns = [np.where(kinds == kind, self.values, -np.inf).max(axis=1) for kind in range(len(KEEPS))]
        return np.stack(columns, axis=1)


class Advice(NamedTuple):
    """The kind of keep that is most often the best one for some rolls."""

    seen: Seen | None
    """None for all rolls together."""
    keep: Keep | None
    chance: float
    means: "Means"


class Means(NamedTuple):
    """Over the rolls of an advice."""

    right: float
    """How often the best keep is of the advised kind."""
    points: float
    advised_loss: float
    """The loss of always keeping the best dice of that kind."""
    greedy_loss: float
    greedy_chance_loss: float
    """The same in chance of victory, in the first turn of a game."""


def advice() -> list[Advice]:
    """For every pattern, then for all rolls together."""
    points, chances = Openings(points_turn()), Openings(solved_turn(victory(), new_game(PLAYERS)))
    best, best_chance = (openings.values.max(axis=1) for openings in (points, chances))
    patterns = [seen(roll) for roll in points.rolls]
    found = []
    for pattern in Seen:
        which = np.array([shown == pattern for shown in patterns])
        shares = points.shares[which] / points.shares[which].sum()
        kinds = points.by_kind[which]
        frequency = np.bincount(kinds.argmax(axis=1), shares, len(KEEPS))
        keep = int(frequency.argmax())
        lost = best[which] - kinds[:, keep]
        found.append(
            Advice(
                pattern,
                KEEPS[keep],
                float(points.shares[which].sum()),
                Means(
                    float(frequency[keep]),
                    float(shares @ best[which]),
                    float(shares @ lost),
                    float(shares @ (best - points.greedy_values)[which]),
                    float(shares @ (best_chance - chances.greedy_values)[which]),
                ),
            )
        )
    return [*found, _all(found)]


def _all(parts: Sequence[Advice]) -> Advice:
    chances = [part.chance for part in parts]
    means = np.average([part.means for part in parts], axis=0, weights=chances)
    return Advice(None, None, sum(chances), Means(*means.tolist()))


def opening(texts: Catalog) -> FigureTable:
    cells = Cells(texts)
    names = ("roll", "chance", "keep", "right", "points", "advised", "greedy", "greedy-chance")
    heads = {name.replace("-", "_"): texts.say(f"study.opening.{name}") for name in names}
    return FigureTable(texts.say("study.opening"), heads, [_row(cells, found) for found in advice()], alignment="<><")


def _row(cells: Cells, found: Advice) -> list[Cell]:
    shown, keep, means = found.seen or "all", found.keep, found.means
    return [
        cells.word(shown, f"study.seen.{shown}"),
        cells.percent(found.chance),
        cells.word(keep, f"study.keep.{keep}") if keep else Cell(None, ""),
        cells.percent(means.right, 0),
        *(cells.number(value, 2) for value in (means.points, means.advised_loss, means.greedy_loss)),
        cells.points(means.greedy_chance_loss),
    ]
