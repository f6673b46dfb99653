"""The chance of victory in every state: against the rules, outcome by outcome; interrupted; beside another table."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib.format import open_memmap

from charidice.rules import Refused, Ruleset
from charidice.rules.ruleset import GREAT_CHARITY_BONUS
from charidice.rules.sheet import charity_bonuses
from charidice.solving.exact import ExactVictory, RowKey
from charidice.solving.rows import solve_rows
from charidice.solving.victory import VictorySolver
from charidice.strategy.tables.lead import LeadSolution, Pair, empty_solution, lead_solution
from charidice.strategy.tables.victory import VictorySolution
from charidice.strategy.turn.solver import turn_value

from .short_games import with_all_levels


class Stopped(Exception):
    """The run is interrupted."""


class Here(Executor):
    """Does everything at once, in this process; counts what was asked of it, and stops after so many tasks."""

    def __init__(self, most: int | None = None) -> None:
        self.tasks = 0
        self._most = most

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> "Future[Any]":
        if self.tasks == self._most:
            raise Stopped
        self.tasks += 1
        done: Future[Any] = Future()
        done.set_result(work(*arguments))
        return done


def after(exact: ExactVictory, pair: Pair, factor: int) -> list[float]:
    """The active player's chance after each outcome, with the gift times `factor`, by the rules."""
    found = []
    for total, gift in zip(exact.lead.outcomes.total.tolist(), exact.lead.outcomes.gift.tolist(), strict=True):
        given, ahead = pair.own + factor * gift, pair.difference + total - factor * gift
        if pair.turns_left > 1:
            theirs = Pair(pair.turns_left - 1, pair.other, given, pair.other_has_gift, pair.has_gift, -ahead)
            found.append(1 - exact.chance_of(theirs))
            continue
        own_bonus, other_bonus = charity_bonuses((given, pair.other))
        margin = ahead + own_bonus - other_bonus
        found.append(0.5 if margin == 0 else float(margin > 0))
    return found


def solved(exact: ExactVictory, pair: Pair) -> float:
    plain = np.array(after(exact, pair, 1))[:, None]
    asked = np.array(after(exact, pair.asked, 2))[:, None] if pair.other_has_gift else None
    return float(turn_value(exact.lead.outcomes, plain, asked, exact.lead.ruleset.late_asking)[0])


@pytest.mark.parametrize(
    "pair",
    [
        Pair(1, 0, 0, True, True, -30),
        Pair(1, 0, 12, True, True, -18),
        Pair(1, 0, 9, True, True, 6),
        Pair(1, 0, 0, True, True, -96),
        Pair(1, 0, 24, False, True, -8),
        Pair(1, 0, 66, False, True, 58),
        Pair(2, 0, 0, True, True, 0),
    ],
)
def test_every_state_is_solved_from_the_outcomes_of_its_turn(one_round: ExactVictory, pair: Pair) -> None:
    assert one_round.chance_of(pair) == pytest.approx(solved(one_round, pair), abs=1e-6)


def test_the_states_that_can_occur_are_those_after_each_outcome(one_round: ExactVictory) -> None:
    found, span = one_round.lead.outcomes, one_round.span(1)
    rows: dict[tuple[int, int, int], set[int]] = {}
    for total, gift in zip(found.total.tolist(), found.gift.tolist(), strict=True):
        for has_gift, factor in ((1, 1), (0, 2)):
            place = (
                one_round.places(1).tolist().index(one_round.lead.grid.index_of(np.array(0), np.array(factor * gift)))
            )
            column = min(max(factor * gift - total, span.least), span.most) - span.least
            rows.setdefault((has_gift, 1, place), set()).add(column)
    columns = one_round.columns(1)
    assert columns.sizes.sum() == sum(max(found) + 1 - min(found) for found in rows.values()) == one_round.states(1)
    for row, occurring in rows.items():
        assert (columns.start[row], columns.stop[row]) == (min(occurring), max(occurring) + 1)
    assert one_round.states(2) == 1


def test_the_start_of_a_game_of_one_round(one_round: ExactVictory) -> None:
    assert one_round.start == pytest.approx(0.316785, abs=1e-6)


def test_more_points_never_hurt(one_round: ExactVictory) -> None:
    columns, chances = one_round.columns(1), one_round.level(1)
    for row in np.ndindex(columns.start.shape):
        assert np.diff(chances[row][columns.start[row] : columns.stop[row]]).min(initial=0) > -1e-6


@pytest.mark.parametrize("turns_left", [1, 2, 3])
def test_beyond_what_can_be_caught_up_it_is_decided(turns_left: int, tmp_path: Path) -> None:
    exact = ExactVictory(lead_solution(), tmp_path)
    found, own_turns = exact.lead.outcomes, (turns_left + 1) // 2
    gains = sorted(
        ((found.total - found.gift).max(), (found.total - found.gift).min(), (found.total - 2 * found.gift).min())
    )
    worst, bad, best = map(int, gains)

    def most(turns: int, others: int) -> int:
        return turns * best - (worst + (others - 1) * bad if others else 0) + GREAT_CHARITY_BONUS

    span = exact.span(turns_left)
    assert span.least + most(own_turns, turns_left - own_turns) == -1
    assert span.most - most(turns_left - own_turns, own_turns) == 1


def test_an_interrupted_run_goes_on_where_it_was(one_round: ExactVictory, tmp_path: Path) -> None:
    again, stopped = one_round._replace(folder=tmp_path), Here(3)
    with pytest.raises(Stopped):
        again.solve(stopped, 1)
    assert not (tmp_path / "1.npy").exists()
    # Killed while it wrote a row: what is not whole is solved again.
    unfinished = open_memmap(tmp_path / "1.part", "r+")
    row = tuple(np.argwhere(one_round.columns(1).sizes)[0])
    assert not np.isnan(unfinished[row]).any()
    unfinished[row][1:] = np.nan
    unfinished.flush()
    rest = Here()
    states: list[float] = []
    again.solve(rest, 1, lambda done, total: states.append(done / total))
    whole = Here()
    one_round._replace(folder=tmp_path / "whole").solve(whole, 1)
    assert 0 < states[0] < states[-1] == 1
    assert rest.tasks < whole.tasks
    for turns_left in (1, 2):
        np.testing.assert_array_equal(again.level(turns_left), one_round.level(turns_left))
    done = Here()
    again.solve(done, 1)
    assert done.tasks == 0, "what is solved is not solved again"


def test_a_folder_is_of_one_game(one_round: ExactVictory) -> None:
    with pytest.raises(Refused) as refused:
        one_round._replace(lead=empty_solution(Ruleset(rounds=1, late_asking=True))).solve(Here(), 1)
    assert refused.value.code == "folder-of-another-game"


def test_only_some_tasks_are_in_memory(one_round: ExactVictory, tmp_path: Path) -> None:
    waiting: list[tuple[Future[Any], tuple[Any, ...]]] = []
    most = 0

    class Slow(Executor):
        def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> "Future[Any]":
            nonlocal most
            future: Future[Any] = Future()
            waiting.append((future, arguments))
            most = max(most, len(waiting))
            # The first of them is done when there is no place for more.
            if len(waiting) == 3:
                first, tasks = waiting.pop(0)
                first.set_result(solve_rows(*tasks))
            return future

    rows = [RowKey(0, 1, place) for place in range(30)]
    found = one_round._solved(rows, 1, Slow(), 3)
    assert next(found)[0] == RowKey(0, 1, 0)
    assert most == 3


def test_the_error_of_a_table_is_that_of_its_states(one_round: ExactVictory, one_round_lead: LeadSolution) -> None:
    table = with_all_levels(VictorySolver(VictorySolution(one_round_lead))).table
    start = Pair(2, 0, 0, has_gift=True, other_has_gift=True, difference=0)
    assert table.chance_of(start) == pytest.approx(one_round.start, abs=1e-5)
    errors = [one_round.error_of(table, turns_left) for turns_left in (1, 2)]
    assert max(error.largest for error in errors) < 2e-5
    assert 0 < errors[0].mean < errors[0].largest
    table.levels[1].chances[...] = 0.5
    wrong = one_round.error_of(table, 1)
    columns = one_round.columns(1)
    chances = [
        one_round.level(1)[row][columns.start[row] : columns.stop[row]] for row in np.ndindex(columns.start.shape)
    ]
    assert wrong.largest == pytest.approx(np.abs(np.concatenate(chances) - 0.5).max(), abs=1e-6)
