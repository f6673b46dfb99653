"""The advice after the first roll, against the values of single positions."""

import numpy as np
import pytest

from charidice import read_faces
from charidice.messages import catalog
from charidice.rules.dice import ALL_DICE
from charidice.rules.engine import new_game
from charidice.rules.moves import Roll, Score
from charidice.rules.state import Turn
from charidice.strategy.analysis import Analysis
from charidice.strategy.objectives.contest import objective_for, solved_turn
from charidice.strategy.objectives.solo import OwnPoints
from charidice.study.opening import KEPT, Keep, Openings, Seen, advice, kind_of_keep, opening, seen
from charidice.study.positions import SETUP, all_numbers, points_turn


@pytest.mark.parametrize(
    ("faces", "pattern"),
    [
        ("O6 G6 B6 P6 K1 Y3", Seen.FOUR_OF_NUMBER),
        ("B1 B2 B3 B6 Y5 O5", Seen.FOUR_OF_COLOUR),
        ("O4 G4 B4 P1 K2 Y3", Seen.THREE_HIGH),
        ("B1 B2 B4 K1 Y5 O5", Seen.THREE_CLOSE),
        ("B1 B2 B6 K1 Y5 O5", Seen.HIGH_PAIR),
        ("B1 B2 B6 K1 Y4 O5", Seen.THREE_OF_COLOUR),
        ("O2 G2 B2 O1 K3 Y4", Seen.THREE_LOW),
        ("O4 G4 B2 B1 K3 K5", Seen.PAIR_OF_FOURS),
        ("O1 O2 G3 G4 B5 K6", Seen.NOTHING),
    ],
)
def test_people_see_the_first_pattern_that_fits(faces: str, pattern: Seen) -> None:
    assert seen(read_faces(faces)) is pattern


@pytest.mark.parametrize(
    ("faces", "kind"),
    [
        ("", Keep.NONE),
        ("B6", Keep.SINGLE),
        ("B6 Y6", Keep.NUMBER),
        ("B6 B1", Keep.COLOUR),
        ("B6 Y1", Keep.DIFFERENT),
        ("B6 B1 Y1", Keep.MIXED),
    ],
)
def test_kinds_of_keeps(faces: str, kind: Keep) -> None:
    assert kind_of_keep(read_faces(faces)) is kind


@pytest.mark.parametrize("name", ["points", "victory"])
def test_every_keep_is_worth_what_the_analysis_of_its_position_says(name: str) -> None:
    start = new_game(2)
    objective = OwnPoints() if name == "points" else objective_for(name, SETUP)
    openings = Openings(solved_turn(objective, start))
    for which in np.random.default_rng(3).choice(len(openings.values), 12, replace=False).tolist():
        state = start._replace(turn=Turn(1, all_numbers()[which]))
        moves = Analysis(state, objective).turn.action_values(state)
        for kept, value in zip(KEPT, openings.values[which].tolist(), strict=True):
            if kept != ALL_DICE:
                assert moves[Roll(kept)] == pytest.approx(value)
        scores = [value for move, value in moves.items() if isinstance(move, Score)]
        assert max(scores) == pytest.approx(openings.values[which, -1])
        best_now = state.options[0].dice
        greedy = moves[Score(best_now) if len(best_now) == len(ALL_DICE) else Roll(best_now)]
        assert openings.greedy_values[which] == pytest.approx(greedy)


def test_the_advice_covers_every_roll_and_loses_nothing_negative() -> None:
    *parts, together = advice()
    openings = Openings(points_turn())
    assert [part.seen for part in parts] == list(Seen)
    assert sum(part.chance for part in parts) == pytest.approx(1)
    assert together.means.points == pytest.approx(30.902, abs=1e-3)
    best = openings.values.max(axis=1)
    assert together.means.greedy_loss == pytest.approx(float(openings.shares @ (best - openings.greedy_values)))
    for part in parts:
        assert 0.5 < part.means.right <= 1 + 1e-9
        assert 0 <= part.means.advised_loss < 0.5
        assert -1e-9 <= part.means.advised_loss <= part.means.greedy_loss + 1e-3
        assert part.means.greedy_chance_loss >= 0


def test_the_advised_kind_is_the_best_one_as_often_as_is_said() -> None:
    openings = Openings(points_turn())
    part = advice()[list(Seen).index(Seen.HIGH_PAIR)]
    best = right = 0.0
    for roll, share, values in zip(openings.rolls, openings.shares, openings.values, strict=True):
        if seen(roll) is Seen.HIGH_PAIR:
            best += share
            kept = [roll[die] for die in KEPT[int(values.argmax())]]
            right += share * (kind_of_keep(kept) is Keep.NUMBER)
    assert part.chance == pytest.approx(best)
    assert part.means.right == pytest.approx(right / best, abs=1e-6)


def test_the_table_names_every_pattern_in_data() -> None:
    rows = opening(catalog("de")).records()
    assert [row["roll"] for row in rows] == [*Seen, "all"]
    assert {row["keep"] for row in rows} == {"number", "colour", "single", None}
