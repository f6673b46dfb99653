"""What the documents show is what the program does."""

import re
from pathlib import Path

import pytest

import charidice
from charidice import load_notation, read_position, write_position
from charidice.messages import catalog
from charidice.rules import new_game
from charidice.rules.state import Turn
from charidice.tui.words import Teller, best_first

ROOT = Path(charidice.__file__).parents[2]
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


@pytest.mark.parametrize(
    "path", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/records.md"]
)
def test_links_between_documents_lead_somewhere(path: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", (ROOT / path).read_text("utf-8"))
    assert [link for link in links if not (ROOT / path).parent.joinpath(link).exists()] == []
