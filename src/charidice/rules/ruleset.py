"""The numbers of the game, and the house rules as data (clause 8)."""

from dataclasses import dataclass, replace
from typing import Self

from charidice.rules.errors import InvalidSetup
from charidice.rules.whole import quoted, whole_in

PLAYERS = range(2, 5)
ROLLS = 3
ROUNDS = 7
ROUNDS_ALLOWED = range(1, 21)
# The largest number of a box that is filled in by hand.
MOST_IN_A_BOX = 999

DOUBLED_NUMBERS = frozenset({5, 6})

CHARITY_BONUS = 20
GREAT_CHARITY_BONUS = 30
GREAT_CHARITY_ABOVE = 60


@dataclass(frozen=True, slots=True)
class Ruleset:
    """House rules; the defaults are the rulebook's game."""

    rounds: int = ROUNDS
    """How many rounds are played (8.3)."""
    free_giving: bool = False
    """Colours may be left out when scoring (8.1)."""
    late_asking: bool = False
    """The recipient may ask until the active player has stopped rolling (8.2)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", round_in(ROUNDS_ALLOWED, self.rounds))
        for name in ("free_giving", "late_asking"):
            object.__setattr__(self, name, yes_or_no(getattr(self, name)))

    def ends(self, longer: Self) -> bool:
        """Whether these rules differ only by fewer rounds: such a game is the last rounds of the longer one."""
        return self.rounds <= longer.rounds and self == replace(longer, rounds=self.rounds)


def round_in(allowed: range, rounds: object) -> int:
    """A round, or a number of rounds, as a plain int; InvalidSetup if it is not allowed."""
    number = whole_in(allowed, rounds)
    if number is None:
        raise InvalidSetup("rounds-out-of-range", rounds=rounds, least=allowed[0], most=allowed[-1])
    return number


def yes_or_no(value: object) -> bool:
    """A switch as a plain bool; NumPy's bools are accepted."""
    try:
        known = value in (False, True)
    except ValueError:
        # An array cannot be compared with a single bool.
        known = False
    if not known:
        raise InvalidSetup("not-yes-or-no", text=quoted(value))
    return bool(value)


STANDARD = Ruleset()
