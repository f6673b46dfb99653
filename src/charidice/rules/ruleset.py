"""The numbers of the game, and the house rules as data (clause 8)."""

from dataclasses import dataclass, replace
from typing import Self

from charidice.rules.errors import InvalidSetup

PLAYERS = range(2, 5)
ROLLS = 3
ROUNDS = 7
ROUNDS_ALLOWED = range(1, 21)
# For boxes filled in by hand.
MOST_IN_A_BOX = 999

DOUBLED_NUMBERS = frozenset({5, 6})

CHARITY_BONUS = 20
GREAT_CHARITY_BONUS = 30
GREAT_CHARITY_ABOVE = 60


@dataclass(frozen=True, slots=True)
class Ruleset:
    """House rules; the defaults are the rulebook's game."""

    rounds: int = ROUNDS
    free_giving: bool = False
    late_asking: bool = False

    def __post_init__(self) -> None:
        if self.rounds not in ROUNDS_ALLOWED:
            raise InvalidSetup("rounds-out-of-range", rounds=self.rounds, least=1, most=ROUNDS_ALLOWED[-1])

    def ends(self, longer: Self) -> bool:
        """Whether a game by these rules is played like the last rounds of the longer one."""
        return self.rounds <= longer.rounds and self == replace(longer, rounds=self.rounds)


STANDARD = Ruleset()
