"""Clauses 4.2, 6 and 9: the score sheet, the charity bonus and the result."""

import pytest

from charidice.rules import Result, Row, Sheet, charity_bonuses, new_game, results, winners

from .play import full_turn


def sheet(points: int = 0, bonus: int = 0, received: int = 0, given: int = 0) -> Sheet:
    """A sheet with these sums in one row."""
    return Sheet((points,), (bonus,), (received,), (given,))


def result_of(total: int) -> Result:
    return Result(points=total, bonus=0, received=0, given=0, charity=0)


def test_4_2_a_gift_stands_in_the_row_of_the_round_for_giver_and_recipient() -> None:
    state = full_turn(new_game(3))
    assert state.sheets[0].row(1) == Row(points=10, bonus=25, received=None, given=24)
    assert state.sheets[1].row(1) == Row(points=None, bonus=None, received=24, given=None)
    assert state.sheets[2].row(1) == Row(None, None, None, None)


def test_4_2_the_last_player_gives_the_first_in_the_row_of_the_round_that_ends() -> None:
    state = new_game(3)
    for _ in range(3):
        state = full_turn(state)
    assert state.round == 2
    assert [sheet.row(1) for sheet in state.sheets] == [Row(10, 25, 24, 24)] * 3
    assert [sheet.row(2) for sheet in state.sheets] == [Row(None, None, None, None)] * 3


def test_9_a_row_has_four_boxes_and_those_not_written_yet_are_empty() -> None:
    half_full = Sheet(points=(10, 12), bonus=(25, 0), received=(7,), given=(24, 3))
    assert half_full.row(1) == Row(points=10, bonus=25, received=7, given=24)
    assert half_full.row(2) == Row(points=12, bonus=0, received=None, given=3)
    assert half_full.row(3) == half_full.row(7) == Row(None, None, None, None)


def test_9_a_zero_is_written_and_not_an_empty_box() -> None:
    assert sheet().row(1) == Row(0, 0, 0, 0)


def test_9_a_new_sheet_is_empty_and_its_2x_box_free() -> None:
    assert Sheet().row(1) == Row(None, None, None, None)
    assert Sheet().has_gift
    assert (Sheet().subtotal, Sheet().total_given) == (0, 0)


def test_9_sums_leave_out_what_was_given() -> None:
    written = Sheet(points=(10, 12), bonus=(25, 0), received=(7, 1), given=(24, 3))
    assert written.subtotal == 10 + 12 + 25 + 7 + 1
    assert written.total_given == 27


@pytest.mark.parametrize(
    ("given", "bonuses"),
    [
        ((30, 20), (20, 0)),
        ((20, 30), (0, 20)),
        ((60, 59), (20, 0)),
        ((61, 60), (30, 0)),
        ((0, 61, 60), (0, 30, 0)),
        ((300, 299, 1, 2), (30, 0, 0, 0)),
    ],
)
def test_6_1_most_given_brings_20_and_more_than_60_brings_30(given: tuple[int, ...], bonuses: tuple[int, ...]) -> None:
    assert charity_bonuses(given) == bonuses


@pytest.mark.parametrize(
    ("given", "bonuses"),
    [
        ((60, 60), (20, 20)),
        ((61, 61), (30, 30)),
        ((61, 12, 61), (30, 0, 30)),
        ((5, 5, 5, 5), (20, 20, 20, 20)),
        ((0, 0), (20, 20)),
    ],
)
def test_6_1_all_who_tie_for_the_most_receive_it(given: tuple[int, ...], bonuses: tuple[int, ...]) -> None:
    assert charity_bonuses(given) == bonuses


def test_6_1_what_counts_is_the_total_of_all_rounds() -> None:
    often, once = Sheet(given=(21, 20, 20)), Sheet(given=(0, 60, 0))
    assert [result.charity for result in results([once, often])] == [0, 30]


def test_6_2_the_result_is_points_bonus_received_and_charity_but_not_given() -> None:
    assert results([sheet(100, 50, 20, 61), sheet(90, 40, 30, 10)]) == (
        Result(points=100, bonus=50, received=20, given=61, charity=30),
        Result(points=90, bonus=40, received=30, given=10, charity=0),
    )
    assert [result.total for result in results([sheet(100, 50, 20, 61), sheet(90, 40, 30, 10)])] == [200, 160]


def test_6_2_columns_are_summed_over_all_rows() -> None:
    (result, _) = results([Sheet((1, 2), (15, 25), (3, 4), (5, 6)), Sheet((9, 9), (0, 0), (5, 6), (3, 4))])
    assert result == Result(points=3, bonus=40, received=7, given=11, charity=20)
    assert result.total == 70


@pytest.mark.parametrize(
    ("totals", "seats"),
    [
        ((3, 2), (0,)),
        ((2, 3), (1,)),
        ((7, 8, 9), (2,)),
        ((7, 9, 8, 6), (1,)),
    ],
)
def test_6_3_most_points_win(totals: tuple[int, ...], seats: tuple[int, ...]) -> None:
    assert winners([result_of(total) for total in totals]) == seats


@pytest.mark.parametrize(
    ("totals", "seats"),
    [((5, 5), (0, 1)), ((9, 8, 9), (0, 2)), ((1, 7, 7, 7), (1, 2, 3)), ((4, 4, 4, 4), (0, 1, 2, 3))],
)
def test_6_3_a_tie_is_a_shared_victory(totals: tuple[int, ...], seats: tuple[int, ...]) -> None:
    assert winners([result_of(total) for total in totals]) == seats


def test_6_3_the_charity_bonus_can_decide_and_can_tie() -> None:
    assert winners(results([sheet(100, 0, 0, 10), sheet(119, 0, 0, 9)])) == (0,)
    assert winners(results([sheet(100, 0, 0, 10), sheet(120, 0, 0, 9)])) == (0, 1)
    assert winners(results([sheet(100, 0, 0, 60), sheet(121, 0, 0, 9)])) == (1,)
    assert winners(results([sheet(100, 0, 0, 61), sheet(121, 0, 0, 9)])) == (0,)


def test_6_3_what_was_given_breaks_no_tie() -> None:
    assert winners(results([sheet(120, given=10), sheet(100, given=12)])) == (0, 1)


def test_7_4_the_sheet_in_the_rulebook() -> None:
    example, other = sheet(points=126, bonus=75, received=22, given=60), sheet(given=59)
    assert example.subtotal == 223
    result, _ = results([example, other])
    assert (result.charity, result.total) == (20, 243)
