"""Games of a history, made up."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from charidice.history.games import Asked, DecisionKind, Game, GameKind, GameReview, Losses, SeatResult, SeatReview

NAMES = ("Anna", "Ben", "Cleo", "ANNA", " anna ", "Dan")


def seat(name: str, total: int = 0, *, victory: float = 0.0, bot: str | None = None, **more: int) -> SeatResult:
    """With its total as points."""
    boxes = {"points": total, "bonus": 0, "received": 0, "given": 0, "charity": 0, **more}
    return SeatResult(name, bot, **boxes, victory=victory, asked=None)


def game(*seats: SeatResult, id: str = "g", at: str = "2026-01-01T00:00:00.000+00:00", **more: Any) -> Game:
    usual = {"kind": GameKind.TABLE, "rounds": 7, "house_rules": False, "finished": True}
    return Game(id, id, at, seats=seats, **{**usual, **more})


def reviewed(*means: float, decisions: int = 30, luck: float = 0.0) -> GameReview:
    """Each seat loses so much per decision, all in scoring."""
    losses = [{DecisionKind.SCORING: Losses(decisions, mean * decisions)} for mean in means]
    return GameReview("tables", tuple(SeatReview(each, luck, None) for each in losses))


def games() -> st.SearchStrategy[list[Game]]:
    """Some games, whose victories are shared as they should be."""
    return st.tuples(st.integers(0, 8), st.integers(0, 2**32)).map(lambda drawn: _games(*drawn))


def _games(count: int, seed: int) -> list[Game]:
    chance = Random(seed)
    return [_game(str(number), chance) for number in range(count)]


def _game(id: str, chance: Random) -> Game:
    # Few different numbers, so that some totals are equal.
    boxes = [[chance.randint(0, 3) for _ in range(4)] for _ in range(chance.randint(2, 4))]
    totals = [sum(of[:3]) for of in boxes]
    finished, best = chance.random() < 0.8, totals.count(max(totals))
    seats = tuple(
        SeatResult(
            chance.choice(NAMES),
            chance.choice([None, None, "fox", "owl"]),
            points=of[0],
            bonus=of[1],
            received=of[2],
            given=of[3],
            charity=0,
            victory=1 / best if finished and total == max(totals) else 0.0,
            asked=chance.choice([None, Asked(chance.randint(1, 7), chance.choice([None, 0, 1, 2]), 24)]),
        )
        for of, total in zip(boxes, totals, strict=True)
    )
    review = GameReview("tables", tuple(_seat_review(chance) for _ in seats)) if chance.random() < 0.5 else None
    at = f"20{chance.randint(10, 30)}-01-01T00:00:00.000+00:00"
    return game(*seats, id=id, at=at, finished=finished, review=review)


def _seat_review(chance: Random) -> SeatReview:
    kinds = [kind for kind in DecisionKind if chance.random() < 0.7]
    losses = {kind: Losses(chance.randint(1, 20), chance.random()) for kind in kinds}
    return SeatReview(losses, chance.choice([None, chance.uniform(-1, 1)]), chance.choice([None, 0.1]))
