"""The progress bar, on a terminal only."""

import re
from pathlib import Path

from .running import in_a_process, on_a_terminal

MATCH = ("simulate", "magpie", "sparrow", "--games", "20", "--processes", "1", "--lang", "en")
COLOURED = re.compile(r"\x1b\[[\d;]+m")


def test_a_bar_shows_from_the_first_moment_and_how_long_the_rest_takes(tmp_path: Path) -> None:
    sent = COLOURED.sub("", on_a_terminal(tmp_path, *MATCH, TERM="xterm-256color", COLUMNS="80"))
    first, *others = re.findall(r"(\d+)%\s+(\d+)/(\?|\d+)\s+([-\d]:[-\d]{2}:[-\d]{2})?", sent)
    assert first == ("0", "0", "?", ""), "even before it is known how much there is to do"
    assert others[-1] == ("100", "20", "20", "0:00:00")
    # It makes room for the answer.
    shown, answer = sent.split("\x1b[?25h")
    assert "sparrow" not in shown
    assert "━" not in answer
    assert "sparrow" in answer


def test_a_bar_is_coloured_only_where_that_is_wanted(tmp_path: Path) -> None:
    coloured, plain = (
        on_a_terminal(tmp_path, *MATCH, TERM="xterm-256color", COLUMNS="80", **others)
        for others in ({}, {"NO_COLOR": "1"})
    )
    assert COLOURED.search(coloured)
    assert not COLOURED.search(plain)
    assert "20/20" in plain


def test_where_no_bar_can_be_drawn_only_the_answer_is_shown(tmp_path: Path) -> None:
    piped = in_a_process(tmp_path, *MATCH)
    assert (piped.code, piped.err) == (0, "")
    assert on_a_terminal(tmp_path, *MATCH, TERM="dumb").splitlines() == piped.out.splitlines()
