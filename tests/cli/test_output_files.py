"""Commands that write a file treat its folder alike: a missing one is created, an impossible one is refused."""

from pathlib import Path

import pytest

from charidice.messages import catalog
from charidice.web.store.storage import Storage

from .running import Run

GAME = Path(__file__).parents[1] / "playthroughs" / "two-players.txt"
say = catalog("en").say
# By the words before the path of the output.
COMMANDS: dict[str, tuple[str | Path, ...]] = {
    "sheet.pdf": ("sheet", "-o"),
    "picture.svg": ("picture", GAME, "-o"),
    "review.html": ("review", GAME, "-o"),
    "plot.svg": ("study", "gift", "-o"),
    "games.parquet": ("simulate", "sparrow", "sparrow", "--games", "2", "-o"),
    "conformance": ("conformance", "--count", "1", "-o"),
    "tables": ("solve", "lead", "--rounds", "1", "-o"),
    "backup.db": ("db", "backup"),
}


@pytest.fixture(autouse=True)
def _database(tmp_path: Path) -> None:
    """The usual one, for the backup."""
    storage = Storage(f"sqlite:///{tmp_path / 'charidice' / 'charidice.db'}")
    storage.migrate()
    storage.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_missing_folder_is_created(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "new" / "deep" / name
    answer = run(*COMMANDS[name], path)
    assert (answer.code, path.exists()) == (0, True), answer.err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_in_the_place_of_a_folder_is_refused_by_the_name_of_the_output(
    run: Run, tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / name, tmp_path / "file" / "deeper" / name):
        told = say("refused.file-unwritable", path=path, detail=say("trouble.no-such-folder"))
        assert run(*COMMANDS[name], path) == (2, "", f"charidice: {told}\n")
