"""What the documents show is what the program does."""

import re
import shlex
from pathlib import Path

import pytest

import charidice
from charidice import load_notation, read_position, write_position
from charidice.cli import main
from charidice.cli.parser import parser
from charidice.messages import catalog
from charidice.rules import new_game
from charidice.rules.scoring import best_first
from charidice.rules.state import Turn
from charidice.tui.words import Teller

ROOT = Path(charidice.__file__).parents[2]
DOCUMENTS = ("architecture", "records", "review", "strategy")
STRATEGY = (ROOT / "docs" / "strategy.md").read_text("utf-8")
RECORDS = (ROOT / "docs" / "records.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def blocks(text: str) -> list[str]:
    return re.findall(r"```text\n(.*?)```", text, re.DOTALL)


def test_the_notation_in_the_docs_can_be_read() -> None:
    notation = next(block for block in blocks(RECORDS) if block.startswith("charidice 1"))
    assert load_notation(notation).state.round == 2


def test_the_positions_in_the_docs_can_be_read() -> None:
    position = next(block for block in blocks(RECORDS) if block.startswith("C1")).strip()
    assert write_position(read_position(position)) == position
    assert "`C1 :2x/:2x -`" in RECORDS
    assert read_position("C1 :2x/:2x -") == new_game(2)


def test_the_notation_in_the_module_can_be_read() -> None:
    from charidice.record import notation

    lines = [line.strip() for line in (notation.__doc__ or "").splitlines() if line.startswith("    ")]
    assert load_notation("\n".join(lines)).players == ("Anna", "Ben")


def test_the_game_in_the_readme_is_what_the_terminal_shows() -> None:
    state = new_game(2)
    state = state._replace(round=3, turn=Turn(1, state.setup.dice_set.numbers(charidice.read_faces("B1B2B3B4B6P6"))))
    teller = Teller(catalog("en"), ("Lena", "Marko"))
    good, _ = best_first(state.options)
    shown = [teller.turn(state), teller.dice(state), *teller.options(good, state.faces, doubled=False)]
    game = blocks(README)[0]
    assert [line for line in shown if line not in game.splitlines()] == []


def shown_commands() -> list[tuple[str, str]]:
    """Every command in the document on strategy that stands with what it prints."""
    return [
        (command, printed)
        for block in blocks(STRATEGY)
        for command, printed in re.findall(r"^\$ charidice (.*)\n((?:[^$\n].*\n)*)", block, re.MULTILINE)
    ]


def test_there_are_figures_to_check() -> None:
    assert len(shown_commands()) >= 7


@pytest.mark.parametrize(("command", "printed"), shown_commands())
def test_the_figures_on_strategy_are_what_the_program_prints(
    command: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*shlex.split(command), "--lang", "en"]) == 0
    assert capsys.readouterr().out == printed


def test_every_other_command_on_strategy_is_one() -> None:
    """They take minutes, so only that they could be run is checked."""
    commands = re.findall(r"^    charidice (.*)$", STRATEGY, re.MULTILINE)
    assert len(commands) > 8
    for command in commands:
        parser(catalog("en")).parse_args(shlex.split(command))


@pytest.mark.parametrize(
    "path",
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/records.md", "docs/review.md"],
)
def test_links_between_documents_lead_somewhere(path: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", (ROOT / path).read_text("utf-8"))
    assert [link for link in links if not (ROOT / path).parent.joinpath(link).exists()] == []
