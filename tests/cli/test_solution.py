"""--solution: tables of one's own, for house rules and other dice, with any number of players."""

import json
from pathlib import Path

import numpy as np
import pytest

from charidice.messages import catalog
from charidice.record import read_position
from charidice.record.files import read_record
from charidice.rules import Ruleset, new_game
from charidice.rules.state import Setup
from charidice.solving.fitting import Fitting
from charidice.solving.solve import save, solver_of
from charidice.solving.training import new_network, stored
from charidice.solving.writing import write
from charidice.strategy.table_names import TABLES
from charidice.strategy.tables.files import TableFile
from charidice.strategy.tables.last_turn import last_turn, path_of
from charidice.strategy.tables.positions import Positions
from charidice.strategy.tables.shares import Residuals

from .running import Run

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
RULES = Ruleset(2, free_giving=True)
HOUSE = ("--rounds", "2", "--free-giving")
BEFORE = "C1 :2x/:2x/:2x - rounds=2 free-giving"
ROLLED = "C1 :2x/:2x/:2x 1:B4B3O6B1G5B5 rounds=2 free-giving"


def made(folder: Path, setup: Setup) -> Fitting:
    """Shares by networks that nobody has fitted, in a file, beside the chances in the last turn of other dice."""
    write(path_of(folder, setup.dice_set, setup.ruleset.free_giving), last_turn().tables._asdict())
    file = TableFile(f"shares{setup.players}", folder, setup.ruleset, setup.dice_set)
    fitting = solver_of(file)
    assert isinstance(fitting, Fitting)
    for turns_left in range(1, file.turns + 1):
        network = new_network(turns_left, setup.players, np.random.default_rng(turns_left))
        fitting.table.restore(turns_left, stored(Residuals(0.5, 0.25), network))
    save(fitting, file, file.turns)
    return fitting


def test_the_error_of_the_table_is_told(run: Run, table: Fitting, tmp_path: Path) -> None:
    # A quarter in each of the six turns.
    assert run("value", BEFORE, "--solution", tmp_path).out.startswith(f"Share of victory (about ± {25 * 6**0.5:.1f} ")
    assert run("value", BEFORE).out.startswith("Share of victory (estimated):")


@pytest.fixture
def table(tmp_path: Path) -> Fitting:
    return made(tmp_path, Setup(3, RULES))


def test_a_position_has_the_value_of_the_table(run: Run, table: Fitting, tmp_path: Path) -> None:
    bundled, own = (
        json.loads(run("value", BEFORE, "--json", *more).out)["values"] for more in ((), ("--solution", tmp_path))
    )
    # By a look one turn further.
    assert own == pytest.approx(table.solve_positions(Positions.of(read_position(BEFORE)), table.turns)[0], abs=2e-5)
    assert own != pytest.approx(bundled, abs=0.01)
    # Nothing is left behind for the next command in the same process.
    assert json.loads(run("value", BEFORE, "--json").out)["values"] == bundled


def test_shares_are_the_tables_of_three_and_of_four(run: Run, table: Fitting, tmp_path: Path) -> None:
    made(tmp_path, Setup(4, RULES))
    printed = run("solve", "shares", *HOUSE, "-o", tmp_path).out
    assert [name for name in TABLES if str(tmp_path / f"{name}.npz") in printed] == ["shares3", "shares4"]


def test_another_name_than_that_of_a_table_is_refused(run: Run, language: str) -> None:
    answer = run("--lang", language, "solve", "share")
    assert answer.code == 2
    assert catalog(language).say("cli.error.mistyped", text="share", nearest="shares") in answer.err
    answer = run("--lang", language, "solve", "everything")
    assert answer.code == 2
    choices = catalog(language).join(["lead", "victory", "shares2", "shares3", "shares4", "shares"], "list.or")
    assert catalog(language).say("cli.error.not-a-choice", text="everything", choices=choices) in answer.err


def test_hints_go_by_the_table(run: Run, table: Fitting, tmp_path: Path) -> None:
    bundled, own = (run("hint", ROLLED, "--json", *more) for more in ((), ("--solution", tmp_path)))
    assert (own.code, own.err) == (0, "")
    assert json.loads(own.out) != json.loads(bundled.out)


def test_reviews_go_by_the_table_of_the_same_players_and_dice(run: Run, tmp_path: Path) -> None:
    game = PLAYTHROUGHS / "four-players-own-dice.json"
    record = read_record(game)
    table = made(tmp_path, Setup(4, record.ruleset, record.dice_set))
    answer = run("review", game, "--json", "--solution", tmp_path)
    assert (answer.code, answer.err) == (0, "")
    (victory,) = json.loads(answer.out)["objectives"]
    start = table.solve_positions(Positions.of(new_game(4)), table.turns)[0]
    assert victory["start"] == pytest.approx(start.tolist(), abs=1e-4)


def test_the_owl_plays_by_the_table_in_every_process(run: Run, table: Fitting, tmp_path: Path) -> None:
    def totals(*more: str | Path) -> list[float]:
        answer = run("simulate", "owl", "owl", "fox", "--games", "12", "--json", *HOUSE, *more)
        assert (answer.code, answer.err) == (0, "")
        return [bot["total"] for bot in json.loads(answer.out)["bots"]]

    own = totals("--solution", tmp_path, "--processes", "1")
    assert own == totals("--solution", tmp_path, "--processes", "2")
    assert own != totals("--processes", "1")


@pytest.mark.parametrize(
    "command",
    [
        ("value", BEFORE),
        ("hint", ROLLED),
        ("simulate", "owl", "fox", "fox", *HOUSE),
        ("simulate", "lead", "fox", *HOUSE),
    ],
    ids=["value", "hint", "owl", "lead"],
)
def test_a_folder_without_a_table_of_the_game_is_refused(
    run: Run, tmp_path: Path, command: tuple[str, ...], language: str
) -> None:
    answer = run(*command, "--solution", tmp_path, "--lang", language)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("charidice: " + catalog(language).say("refused.not-a-solution", path=tmp_path)[:20])


def test_a_cluster_has_no_folder_of_this_machine(run: Run, table: Fitting, tmp_path: Path) -> None:
    answer = run("simulate", "owl", "fox", "fox", *HOUSE, "--solution", tmp_path, "--cluster", "tcp://127.0.0.1:1")
    assert answer.code == 2
    assert catalog("en").say("refused.solution-not-on-cluster") in answer.err
