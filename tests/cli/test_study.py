"""`charidice study`: small tables that follow from the solution."""

import re

import pytest

from charidice.cli import main
from charidice.cli.arguments import SUBJECTS
from charidice.cli.study import STUDIES, even_game
from charidice.messages import LANGUAGES, catalog
from charidice.rules import legal_actions
from charidice.strategy.tables.lead import lead_solution


def numbers(line: str) -> list[float]:
    return [float(found.replace("\N{MINUS SIGN}", "-")) for found in re.findall(r"[-\N{MINUS SIGN}]?\d+\.\d+", line)]


def table(subject: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["study", subject, "--lang", "en"]) == 0
    return capsys.readouterr().out.splitlines()


def test_every_subject_has_its_table() -> None:
    assert tuple(STUDIES) == SUBJECTS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_tables_are_aligned_and_titled(subject: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", subject, "--lang", language]) == 0
    title, *rows = capsys.readouterr().out.splitlines()
    assert title == catalog(language).say(f"study.{subject}")
    assert len({len(row) for row in rows}) == 1


def test_the_greatest_gift_is_worth_something_in_every_round(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, *rows = table("gift", capsys)
    assert [row.split()[0] for row in rows] == list("1234567")
    solution = lead_solution()
    with_it, without = (solution.value(14, 0, 0, own, True) for own in (True, False))
    assert numbers(rows[0])[0] == pytest.approx(with_it - without, abs=0.006)
    # In the last round nobody gives to the first player any more but the second one does.
    assert all(value >= 0 for row in rows for value in numbers(row))


def test_combinations_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, *rows = table("combinations", capsys)
    *kinds, points, _ = rows
    for column in (0, 1):
        assert sum(numbers(row)[column] for row in kinds) == pytest.approx(100, abs=0.05)
    assert numbers(points)[0] == pytest.approx(30.902, abs=1e-3)


def test_giving_pays_where_the_charity_bonus_is_at_stake(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, *rows = table("giving", capsys)
    solution = lead_solution()
    assert numbers(rows[-1])[2] == pytest.approx(
        solution.value(2, 58, 48, True, True) - solution.value(2, 48, 48, True, True), abs=0.006
    )
    assert max(numbers(rows[-1])) > 10


def test_an_even_game_can_go_on() -> None:
    for round_ in range(1, 8):
        state = even_game(round_, (8 * (round_ - 1),) * 2, (True, False))
        assert state.sheets[0].subtotal == state.sheets[1].subtotal
        assert legal_actions(state, 0)
