"""Every JSON output has its format and version, and where there is a seed, that."""

import json
import sys
from pathlib import Path

import pytest

from charidice import load
from charidice.cli.parser import parser
from charidice.messages import catalog
from charidice.web.store.address import opened, read_address

from .clients import GREEDY
from .running import Run

GAMES = Path(__file__).parents[1] / "playthroughs"
FINISHED = GAMES / "two-players.txt"
ROLLED = "C1 16+0-10:2x/16+0-1:2x 2:P5K5K4G6O4P6"
SIMULATE = ("simulate", "sparrow", "sparrow", "--games", "2", "--processes", "1", "--seed", "7")
COMMANDS: dict[str, tuple[str | Path, ...]] = {
    "options": ("options", "B1B2B3B4B6P6"),
    "value": ("value", ROLLED, "--objective", "points"),
    "hint": ("hint", ROLLED),
    "review": ("review", FINISHED),
    "history": ("history", FINISHED),
    "dice": ("dice",),
    "simulate": SIMULATE,
    "study": ("study", "giving"),
    "tables": ("tables",),
    "agents": ("agents", "--games", "1", "--rounds", "1", "--", sys.executable, "-c", GREEDY),
}


@pytest.fixture
def usual_database(tmp_path: Path) -> None:
    with opened(read_address(str(tmp_path / "charidice" / "charidice.db")), migrate=True):
        pass


def test_no_command_with_json_is_forgotten() -> None:
    commands = next(action.choices for action in parser(catalog("en"))._actions if action.dest == "command")
    assert isinstance(commands, dict)
    assert {name for name, command in commands.items() if "--json" in command._option_string_actions} == set(COMMANDS)


@pytest.mark.usefixtures("usual_database")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_answer_names_its_format_and_version(command: str, run: Run) -> None:
    name, *words = COMMANDS[command]
    answer = run(name, "--json", *words)
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(answer.out)
    names = {"simulate": "simulation", "history": "statistics"}
    assert list(data)[:2] == ["format", "version"]
    assert (data["format"], data["version"]) == (f"charidice-{names.get(command, command)}", 1)


def test_a_match_names_its_seed(run: Run) -> None:
    assert json.loads(run(*SIMULATE, "--json").out)["seed"] == 7


def test_a_record_and_a_review_name_the_seed_once_the_game_is_over(run: Run) -> None:
    pledge = load(FINISHED.read_text("utf-8")).pledge
    assert pledge
    assert pledge.seed
    record = json.loads(run("replay", FINISHED, "--form", "json").out)
    assert (record["format"], record["version"], record["pledge"]["seed"]) == ("charidice", 1, pledge.seed.hex())
    assert json.loads(run("review", FINISHED, "--json").out)["seed"] == pledge.seed.hex()


@pytest.mark.parametrize("name", ["running-stopped", "real-dice"])
def test_a_review_names_no_seed_that_is_secret_or_was_never_there(name: str, run: Run) -> None:
    assert json.loads(run("review", GAMES / f"{name}.txt", "--json").out)["seed"] is None
