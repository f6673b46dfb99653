"""The state of a game: its setup, the turn in progress, and the sheets.

Turn, Sheet and GameState are named tuples because every event makes new ones: they are as immutable as frozen
dataclasses, and creating, comparing and hashing them takes a third of the time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from charidice.rules.dice import STANDARD_DICE, DiceSet, Face, Numbers
from charidice.rules.errors import InvalidSetup
from charidice.rules.ruleset import PLAYERS, ROLLS, STANDARD, Ruleset
from charidice.rules.scoring import ScoringOption, ScoringTable, scoring_table, with_faces
from charidice.rules.sheet import Sheet, results
from charidice.rules.whole import quoted, whole_in


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything fixed before the first roll. Seats are numbered from 0 in the order of play."""

    players: int
    """How many play: 2 to 4."""
    ruleset: Ruleset = STANDARD
    """The house rules; by default, the rulebook's game."""
    dice_set: DiceSet = STANDARD_DICE
    """The dice; by default, the standard set."""
    scoring: ScoringTable = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        players = whole_in(PLAYERS, self.players)
        if players is None:
            raise InvalidSetup("players-out-of-range", players=self.players, least=PLAYERS[0], most=PLAYERS[-1])
        if not isinstance(self.ruleset, Ruleset):
            raise InvalidSetup("not-a-ruleset", text=quoted(self.ruleset))
        if not isinstance(self.dice_set, DiceSet):
            raise InvalidSetup("not-a-dice-set", text=quoted(self.dice_set))
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "scoring", scoring_table(self.dice_set, self.ruleset.free_giving))

    def __reduce__(self) -> tuple[object, ...]:
        # The scoring is only a cache; another process builds its own.
        return Setup, (self.players, self.ruleset, self.dice_set)


def is_rulebook_game(ruleset: Ruleset, dice_set: DiceSet) -> bool:
    """No house rules, and the standard dice."""
    return (ruleset, dice_set) == (STANDARD, STANDARD_DICE)


class Turn(NamedTuple):
    """The turn in progress."""

    rolls: int = 0
    """How often the dice were rolled."""
    numbers: Numbers = ()
    """The numbers of dice 0-5; none before the first roll."""
    asked: bool = False
    """The recipient has asked for the greatest of gifts."""
    stopped: bool = False
    """Late asking (8.2): the active player will not roll again, and the recipient may still ask."""
    declined: bool = False
    """Late asking (8.2): the recipient has declined to ask."""


START_OF_TURN = Turn()

# Writes the position string; set by the package, because this layer does not import `record`.
position_of: Callable[["GameState"], str] | None = None


class GameState(NamedTuple):
    """Everything about a game in progress; it never changes. After the last turn, `round` is one past the last round.

    >>> from charidice import new_game
    >>> print(new_game(2))
    round 1 of 7, seat 0 to roll, totals 0 0
    >>> new_game(2)
    GameState('C1 :2x/:2x -')
    """

    setup: Setup
    """Players, rules and dice."""
    round: int
    """Counts from 1; one past the last round when the game is over."""
    active: int
    """The seat whose turn it is."""
    turn: Turn
    """The turn in progress."""
    sheets: tuple[Sheet, ...]
    """The sheets by seat."""

    def __repr__(self) -> str:
        try:
            written = position_of(self) if position_of else str(self)
        except Exception:
            return f"GameState{tuple(self)!r}"
        return f"GameState({written!r})"

    def __str__(self) -> str:
        totals = " ".join(str(result.total) for result in results(self.sheets))
        if self.is_over:
            return f"over, totals {totals}"
        faces = " ".join(map(str, self.faces))
        does = f"with {faces}, rolls left {self.rolls_left}" if faces else "to roll"
        asked = ", asked" if self.turn.asked else ""
        return f"round {self.round} of {self.setup.ruleset.rounds}, seat {self.active} {does}{asked}, totals {totals}"

    @property
    def recipient(self) -> int:
        """The seat to the left of the active one, which receives the gift."""
        return (self.active + 1) % len(self.sheets)

    @property
    def is_over(self) -> bool:
        return self.round > self.setup.ruleset.rounds

    @property
    def rolls_left(self) -> int:
        return 0 if self.turn.stopped else ROLLS - self.turn.rolls

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of dice 0-5; none before the first roll of a turn."""
        return self.setup.dice_set.faces(self.turn.numbers) if self.turn.numbers else ()

    @property
    def options(self) -> tuple[ScoringOption, ...]:
        """The ways to score the dice on the table; none before the first roll of a turn."""
        if not self.turn.numbers:
            return ()
        return with_faces(self.setup.scoring.options(self.turn.numbers).values(), dict(enumerate(self.faces)))

    @property
    def must_stop_first(self) -> bool:
        """Late asking (8.2): before the third roll, the active player must stop before scoring."""
        return self.setup.ruleset.late_asking and not self.turn.stopped and self.recipient_decides

    @property
    def may_be_asked(self) -> bool:
        """The recipient may ask for the greatest of gifts now (5.2, 5.3)."""
        turn = self.turn
        if turn.rolls == ROLLS or turn.asked or turn.declined or self.is_over:
            return False
        return self.sheets[self.recipient].has_gift

    @property
    def recipient_decides(self) -> bool:
        """In the strict order of moves (5.5) the recipient decides here, which is never before the first roll."""
        turn = self.turn
        rolls = turn.rolls
        if rolls == 0 or rolls == ROLLS or turn.asked or turn.declined:
            return False
        sheets = self.sheets
        return sheets[(self.active + 1) % len(sheets)].has_gift
