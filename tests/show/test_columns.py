"""Columns stay aligned whatever text they have."""

import pytest
from wcwidth import width

from charidice.messages import catalog
from charidice.rules import new_game
from charidice.show.columns import aligned
from charidice.show.html.markup import tag
from charidice.show.telling import Teller
from charidice.terminal.console import painted, wrapped

PAINTED = "\x1b[48;5;26;38;5;231m B1 \x1b[0m"


@pytest.mark.parametrize("name", ["Anna", "🦊", "👩‍👩‍👧 Ola", "お茶", PAINTED])
def test_columns_count_cells_not_characters(name: str) -> None:
    first, second = aligned([[name, 1, "x"], ["Somebody else", None, "y"]], "<><")
    assert width(first) == width(second) == len("Somebody else") + 6
    assert second == "Somebody else     y"


def test_the_end_of_a_line_is_not_padded() -> None:
    assert aligned([["a", ""], ["b", "long"]], "<<") == ["a", "b  long"]


def test_a_line_with_emoji_is_broken_where_the_screen_ends() -> None:
    lines = wrapped("🦊" * 5 + " " + "🦉" * 5 + " and nobody else", 22).split("\n")
    assert lines[0] == "🦊" * 5 + " " + "🦉" * 5
    assert all(width(line) <= 22 for line in lines)


def test_ways_to_score_are_aligned_painted_or_not() -> None:
    state = new_game(2)
    options = state.setup.scoring.options((1, 1, 1, 1, 1, 1)).values()
    faces = state.setup.dice_set.faces((1, 1, 1, 1, 1, 1))
    plain, coloured = (
        [width(line) for line in Teller(catalog("en"), ("Anna", "Ben"), written).options([*options], faces, False)]
        for written in (str, painted)
    )
    assert len({more - less for less, more in zip(plain, coloured, strict=True)}) == 1


def test_markup_is_escaped_once() -> None:
    child = tag("b", "<&>", title='"')
    assert child == '<b title="&#34;">&lt;&amp;&gt;</b>'
    assert tag("p", child, 1, lang=None) == f"<p>{child}1</p>"
