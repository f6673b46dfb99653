"""Which share of slips on a pad is noticed: `python -m tests.pad.altered`.

Turns of random legal games, one box of each altered in the ways people slip.
"""

from collections.abc import Callable
from random import Random

from charidice import Noted
from charidice.pad.complaints import complaints_about
from charidice.pad.entries import boxes_of

from .turns import random_turn

TURNS = 5_000
Slip = Callable[[int, Random], int]
SLIPS: dict[str, Slip] = {
    "one too many or too few": lambda number, random: number + random.choice((-1, 1)),
    "another digit": lambda number, random: (
        random.choice([n for n in range(10) if n != number % 10]) + number // 10 * 10
    ),
    "digits swapped": lambda number, random: int(f"{number:02}"[::-1]),
    "any other number up to 60": lambda number, random: random.choice([n for n in range(61) if n != number]),
}
BOXES = ("points", "bonus", "gift")


def shares(seed: int = 1) -> dict[tuple[str, str], float]:
    """By slip and box: the share of altered turns that a complaint is about."""
    random = Random(seed)
    found: dict[tuple[str, str], float] = {}
    for slip, alter in SLIPS.items():
        for box in BOXES:
            noticed = altered = 0
            for _ in range(TURNS):
                right = boxes_of(random_turn(random), free_giving=False)
                assert right
                number = max(0, alter(getattr(right, box), random))
                if number == getattr(right, box):
                    continue
                boxes = {name: getattr(right, name) for name in BOXES} | {box: number}
                wrong = Noted(boxes["points"], boxes["bonus"], boxes["gift"], boxes["gift"])
                altered += 1
                noticed += bool(complaints_about(wrong, free_giving=False))
            found[slip, box] = noticed / altered
    return found


if __name__ == "__main__":
    table = shares()
    print(f"| slip | {' | '.join(BOXES)} |\n| --- | {' | '.join('---:' for _ in BOXES)} |")
    for slip in SLIPS:
        print(f"| {slip} | " + " | ".join(f"{table[slip, box]:.0%}" for box in BOXES) + " |")
