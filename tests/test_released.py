"""The lines that wait for the first release, and the switch that turns them on."""

import re
import runpy
import shutil
from pathlib import Path

import pytest

from .site import ROOT
from .test_docs import README, lost_links

SWITCH = runpy.run_path(str(ROOT / "docs" / "released.py"))
# Commands that fail until then.
FROM_AN_INDEX = re.compile(r"pipx (?:install|run) |uvx |pip install '?charidice")


@pytest.fixture
def after(tmp_path: Path) -> Path:
    """A copy of the pages, released."""
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CITATION.cff", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    for name in ("src", "deploy", "conformance"):
        (tmp_path / name).symlink_to(ROOT / name)
    SWITCH["main"](tmp_path)
    return tmp_path


def test_the_readme_has_no_command_that_fails_today_but_below_a_notice() -> None:
    hidden = re.sub(r"<!-- from the first release on:.*?-->", "", README, flags=re.DOTALL)
    notice = "**From the first release on**, and not before, a package index has Charidice too:\n<!-- end -->\n```sh\n"
    before, below = hidden.split(notice)
    block, rest = below.split("```\n", 1)
    assert [line for line in (before + rest).splitlines() if FROM_AN_INDEX.search(line)] == []
    assert all(FROM_AN_INDEX.match(line) for line in block.splitlines())


def test_the_switch_turns_the_marked_lines_on(after: Path) -> None:
    text = (after / "README.md").read_text("utf-8")
    assert "first release" not in text
    assert "```sh\npipx install charidice " in text
    assert "Install PettingZoo, Gymnasium and OpenSpiel with `pip install 'charidice[rl]'`. " in text
    assert len(text.splitlines()) <= 120
    assert SWITCH["released"](text) == text


def test_a_marker_at_the_beginning_of_a_line_stands_alone() -> None:
    """The rest of its line would be shown as it is written, with all asterisks and brackets."""
    for page in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")):
        alone = [line for line in page.read_text("utf-8").splitlines() if re.match(r"\s*<!--.*-->.*\S", line)]
        assert [line for line in alone if not re.fullmatch(r"<!-- [^>]* -->", line)] == [], page.name


def test_no_page_waits_for_a_release_that_has_been(after: Path) -> None:
    for page in after.glob("docs/**/*.md"):
        text = page.read_text("utf-8")
        assert "first release -->" not in text, page.name
        assert "package index yet" not in text, page.name
        assert page.name == "releasing.md" or "before-the-first-release" not in text, page.name
        assert lost_links(page, after) == [], page.name


def test_the_switch_is_a_step_of_a_release() -> None:
    assert "`.venv/bin/python docs/released.py`" in (ROOT / "docs" / "releasing.md").read_text("utf-8")
