"""`charidice site`."""

import re
from pathlib import Path

import pytest

from charidice.messages import LANGUAGES, catalog

from .running import Run


def test_the_folder_has_the_game_and_no_address_outside_it(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "site"
    assert run("site", folder, "--lang", "en") == (0, f"{catalog('en').say('site.written', path=folder)}\n", "")
    page = (folder / "index.html").read_text("utf-8")
    addresses = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert addresses
    assert not [address for address in addresses if not (folder / address).is_file()]
    assert "frame-ancestors" not in page
    assert "script-src &#x27;self&#x27;" in page
    build = re.findall(r"static/([0-9a-f]{12})/", page)[0]
    for name in ("js/engine/worker.js", "texts/here/pl.json", "css/rest.css"):
        assert (folder / "static" / build / name).is_file()
    assert build in (folder / "sw.js").read_text("utf-8")
    assert (folder / "static" / "tables" / "victory.npz").stat().st_size > 1_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_of_others_stay(run: Run, tmp_path: Path, language: str) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    told = catalog(language).say("refused.folder-not-empty", path=tmp_path)
    assert run("site", tmp_path, "--lang", language) == (2, "", f"charidice: {told}\n")
    assert [*tmp_path.iterdir()] == [tmp_path / "mine.txt"]
