"""Reviews of games that begin at a position."""

from pathlib import Path

import pytest

from charidice import GameRecord, Match, Roll, Score, load, read_position
from charidice.coach import review
from charidice.coach.reviews.turns import turns
from charidice.strategy.analysis import analyse

FOLDER = Path(__file__).parents[1] / "playthroughs"
# Before the turn; before the first roll, but asked; after a roll; after the last one; stopped, and then declined.
BEGINNINGS = [
    "C1 16+0-10:2x/16+0-1:2x -",
    "C1 16+0-10:2x/16+0-1:-- -:asked",
    "C1 16+0-10:2x/16+0-1:2x 1:P5K5K4G6O4P6",
    "C1 16+0-10:2x/16+0-1:2x 3:P5K5K4G6O4P6",
    "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6:stopped late-asking",
    "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6:stopped:declined late-asking",
    "C1 16+0-10:2x/16+0-1:2x/9+0-4:2x 1:P5K5K4G6O4P6",
]


@pytest.mark.parametrize("position", BEGINNINGS)
def test_a_review_begins_with_the_value_of_its_position(position: str) -> None:
    state = read_position(position)
    found = review(GameRecord(tuple("ABC"[: len(state.sheets)]), state.setup.ruleset, begins_at=state))
    analysis = analyse(state)
    values = [analysis.value(seat) for seat in range(len(state.sheets))]
    assert found.objectives[0].start == pytest.approx(values, abs=1e-3)
    assert turns(found) == []


def test_dice_on_the_table_have_moves_but_no_luck() -> None:
    state = read_position("C1 16+0-10:2x/16+0-1:2x 1:P5K5K4G6O4P6")
    match = Match(GameRecord(("Anna", "Ben"), begins_at=state))
    match.submit(0, Roll((0, 1, 2, 3, 4)), "K1")
    match.submit(0, Score(match.state.options[0].dice))
    [turn] = turns(review(match.record))
    first, second = turn.rolls
    assert (first.state, first.luck, first.events) == (state, (), 0)
    assert isinstance(first.steps[-1].action, Roll)
    assert second.luck
    assert turn.opening == ()


@pytest.mark.parametrize("name", ["from-a-position", "running-from-a-position"])
def test_luck_and_losses_lead_from_the_position_to_the_result(name: str) -> None:
    found = review(load((FOLDER / f"{name}.json").read_text("utf-8")))
    for player in found.players:
        for parts in player.accounts:
            whole = parts.start + parts.own_luck + parts.others_luck - parts.own_losses + parts.others_losses
            assert whole == pytest.approx(parts.result, abs=1e-6)
