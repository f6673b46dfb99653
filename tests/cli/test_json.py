"""The commands with JSON; test_schemas.py checks what they print."""

import json
import sys
from pathlib import Path

import pytest

from charidice import load
from charidice.cli.parser import parser
from charidice.messages import catalog

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
    "db tables": ("db", "tables"),
    "agents": ("agents", "--games", "1", "--rounds", "1", "--", sys.executable, "-c", GREEDY),
}


def test_no_command_with_json_is_forgotten() -> None:
    found = {name for name, each in parser(catalog("en")).by_name.items() if "--json" in each._option_string_actions}
    # The last two of each print the same as the command above them, or a part of it.
    parts = {f"{above} {name}" for above in ("dice", "db tables") for name in ("list", "show")}
    assert found - parts == set(COMMANDS)
    assert parts <= found


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
