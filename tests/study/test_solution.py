"""Tables that are read from the solution."""

import numpy as np
import pytest

from charidice.arena import deal_dice
from charidice.messages import catalog
from charidice.rules.engine import decide, evolve, new_game
from charidice.rules.moves import Scored
from charidice.rules.strict import Node
from charidice.strategy.bots.points import Fox
from charidice.strategy.objectives.contest import objective_for
from charidice.strategy.tables.lead import lead_solution
from charidice.study.positions import ROUNDS, SETUP, before_round, position
from charidice.study.solution import (
    BIN,
    LEADS,
    chances,
    chances_by_lead,
    combinations,
    distribution,
    gift,
    gift_worth,
    giving,
    turn,
)

ENGLISH = catalog("en")


def test_the_greatest_gift_is_worth_something_in_every_round() -> None:
    rows = gift(ENGLISH).records()
    assert [row["round"] for row in rows] == list(ROUNDS)
    solution = lead_solution()
    with_it, without = (solution.value(14, 0, 0, own, True) for own in (True, False))
    assert rows[0]["player_1_points"] == pytest.approx(with_it - without, abs=1e-5)
    # Between players 1 and 2 the value of player 2's gift is what player 1 loses by it.
    theirs = solution.value(14, 0, 0, True, False) - solution.value(14, 0, 0, True, True)
    assert gift_worth(1).points[1] == pytest.approx(theirs, abs=1e-5)
    # In the last round nobody gives to the second player after the first one's turn.
    assert all(value >= 0 for row in rows for value in row.values() if isinstance(value, float))


def test_combinations_add_up() -> None:
    *kinds, points, _ = combinations(ENGLISH).records()
    for column in ("for_points", "for_victory"):
        assert sum(float(row[column] or 0) for row in kinds) == pytest.approx(1)
    assert points["for_points"] == pytest.approx(30.902, abs=1e-3)


def test_giving_pays_where_the_charity_bonus_is_at_stake() -> None:
    last = giving(ENGLISH).records()[-1]
    solution = lead_solution()
    assert last["0"] == pytest.approx(solution.value(2, 58, 48, True, True) - solution.value(2, 48, 48, True, True))
    assert float(last["0"] or 0) > 10


def test_a_turn_has_all_its_points_somewhere() -> None:
    points, gifts = distribution()
    for chance, mean in ((points, 30.902), (gifts, 7.904)):
        assert chance.sum() == pytest.approx(1)
        least = float(chance @ np.arange(len(chance))) * BIN
        assert least < mean < least + BIN - 1
    assert [row["from"] for row in turn(ENGLISH).records()] == list(range(0, BIN * len(points), BIN))


def test_a_turn_is_distributed_as_the_fox_plays_it() -> None:
    """Some thousand turns through the engine, within four standard errors."""
    count, fox = 2000, Fox()
    totals, gifts = [], []
    for deal in range(count):
        state, dice = new_game(2), deal_dice(11, deal)
        while state.active == 0:
            action = fox.choose(Node(state, asking=False))
            event = decide(state, 0, action, dice)
            if isinstance(event, Scored):
                totals.append(event.points + event.bonus)
                gifts.append(event.gift)
            state = evolve(state, event)
    for amounts, expected in ((totals, distribution().points), (gifts, distribution().gift)):
        found = np.bincount(np.array(amounts) // BIN, minlength=len(expected)) / count
        assert np.all(np.abs(found - expected) <= 4 * np.sqrt(expected * (1 - expected) / count) + 1e-12)


def test_chances_are_those_of_the_positions() -> None:
    victory = objective_for("victory", SETUP)
    for round_, row in zip(ROUNDS[1:], chances(ENGLISH).records(), strict=True):
        assert row["turns_left"] == 2 * (8 - round_)
        for lead, column in ((-20, "-20"), (0, "0"), (40, "+40")):
            state = position(before_round(round_, difference=lead))
            assert row[column] == pytest.approx(victory.before_turn(state)[0], abs=1e-9)
    rising = [chances_by_lead(round_, np.array(LEADS)) for round_ in ROUNDS[1:]]
    assert all(np.all(np.diff(row) > 0) for row in rising)
