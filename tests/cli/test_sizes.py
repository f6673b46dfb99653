"""Commands refuse what is too large, from files and from standard input."""

from pathlib import Path

from charidice.record.game import RECORD_LIMIT

from .running import Run


def test_a_large_record_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text("{" * 2 * RECORD_LIMIT)
    refused = run("replay", path)
    assert (refused.code != 0, refused.err) == (True, f"charidice: {path} is too large: at most 1 MiB.\n")
    refused = run("replay", "-", stdin=" " * 2 * RECORD_LIMIT)
    too_large = "This is too large for a saved game: at most 1024 KiB."
    assert (refused.code != 0, refused.err) == (True, f"charidice: {too_large}\n")


def test_a_long_line_of_rolls_is_refused(run: Run) -> None:
    refused = run("options", "-", stdin="B1" * RECORD_LIMIT)
    assert refused.code != 0
    assert refused.err.startswith("charidice: Line 1: ")
    assert len(refused.err) < 400
