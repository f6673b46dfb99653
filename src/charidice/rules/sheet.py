"""The score sheet (clauses 4.2 and 9), the charity bonus and the result (clause 6)."""

from collections.abc import Sequence
from typing import NamedTuple

from charidice.rules.ruleset import CHARITY_BONUS, GREAT_CHARITY_ABOVE, GREAT_CHARITY_BONUS, ROUNDS_ALLOWED, round_in


class Row(NamedTuple):
    """The four boxes of one round; None is an empty box."""

    points: int | None
    """Box 1: the numbers of the scored dice."""
    bonus: int | None
    """Box 2: the bonus for their kind."""
    received: int | None
    """Box 3: the gift of the seat to the right."""
    given: int | None
    """Box 4: the gift to the seat to the left."""


class Sheet(NamedTuple):
    """One player's sheet, column by column: each column fills from the first round down."""

    points: tuple[int, ...] = ()
    """Box 1, by round."""
    bonus: tuple[int, ...] = ()
    """Box 2, by round."""
    received: tuple[int, ...] = ()
    """Box 3, by round."""
    given: tuple[int, ...] = ()
    """Box 4, by round."""
    has_gift: bool = True
    """The 2x box is not crossed off yet."""

    def row(self, round_: int) -> Row:
        """The boxes of a round; rounds count from 1."""
        round_ = round_in(ROUNDS_ALLOWED, round_)
        columns = (self.points, self.bonus, self.received, self.given)
        return Row(*(column[round_ - 1] if round_ <= len(column) else None for column in columns))

    def __str__(self) -> str:
        sums = (sum(self.points), sum(self.bonus), sum(self.received), sum(self.given))
        told = ", ".join(f"{name} {value}" for name, value in zip(Row._fields, sums, strict=True))
        return f"{told}, 2x {'free' if self.has_gift else 'crossed off'}"

    @property
    def subtotal(self) -> int:
        """The sum of boxes 1, 2 and 3: the total without the charity bonus."""
        return sum(self.points) + sum(self.bonus) + sum(self.received)

    @property
    def total_given(self) -> int:
        return sum(self.given)


class Result(NamedTuple):
    """The sums of a sheet when the game is over."""

    points: int
    """The sum of box 1."""
    bonus: int
    """The sum of box 2."""
    received: int
    """The sum of box 3."""
    given: int
    """The sum of box 4, which is not part of the total."""
    charity: int
    """The charity bonus (6.1)."""

    @property
    def total(self) -> int:
        return self.points + self.bonus + self.received + self.charity


def charity_bonuses(given: Sequence[int]) -> tuple[int, ...]:
    """The charity bonus by seat, from the totals given; all seats that tie for the most get it."""
    most = max(given)
    bonus = GREAT_CHARITY_BONUS if most > GREAT_CHARITY_ABOVE else CHARITY_BONUS
    return tuple([bonus if total == most else 0 for total in given])


def results(sheets: Sequence[Sheet]) -> tuple[Result, ...]:
    """The results by seat, if the game ended with these sheets; before any score all are 0."""
    begun = any(any(sheet[:4]) for sheet in sheets)
    charity = charity_bonuses([sheet.total_given for sheet in sheets]) if begun else (0,) * len(sheets)
    return tuple(
        Result(sum(sheet.points), sum(sheet.bonus), sum(sheet.received), sheet.total_given, bonus)
        for sheet, bonus in zip(sheets, charity, strict=True)
    )


def winners(results: Sequence[Result]) -> tuple[int, ...]:
    """The seats with the most points: more than one is a shared victory."""
    most = max(result.total for result in results)
    return tuple(seat for seat, result in enumerate(results) if result.total == most)


def victory_shares(results: Sequence[Result]) -> tuple[float, ...]:
    """The share of the victory by seat; a tie is shared."""
    won = winners(results)
    return tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(results)))
