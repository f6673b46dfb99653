"""Both distributions, built and installed into empty environments: the whole game, and the engine alone."""

import re
import subprocess
import sys
import venv
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import httpx
import pytest

import charidice
from charidice.installed import GAME, missing
from charidice.messages import catalog

from ..waiting import PATIENCE
from .running import environment, started

PACKAGE = Path(charidice.__file__).parent
ROOT = PACKAGE.parents[1]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


class Built(NamedTuple):
    engine: Path
    game: Path
    source: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return distributions(tmp_path_factory.mktemp("dist"))


def distributions(folder: Path) -> Built:
    for target in (["sdist", "wheel"], ["wheel"]):
        where = ROOT if "sdist" in target else ROOT / "game"
        words = [word for each in target for word in ("-t", each)]
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder, *words], cwd=where, check=True)
    (engine,), (game,) = folder.glob("charidice_core-*.whl"), folder.glob("charidice-*.whl")
    (source,) = folder.glob("*.tar.gz")
    return Built(engine, game, source)


def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_every_file_of_the_package_is_in_the_engine(built: Built) -> None:
    here = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    with ZipFile(built.engine) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == {name for name in here if "__pycache__" not in name}


def test_the_tools_of_package_indexes_are_content(built: Built) -> None:
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *built], check=True)
    # Alembic numbers its migrations, and reads them as files (W004); the game has no code of its own (W007, W008).
    for wheel, known in ((built.engine, "W004"), (built.game, "W007,W008")):
        subprocess.run([sys.executable, "-m", "check_wheel_contents", "--ignore", known, wheel], check=True)


@pytest.mark.parametrize("wheel", ["engine", "game"])
def test_the_readme_on_a_package_index_has_absolute_links_and_pictures(built: Built, wheel: str) -> None:
    text = metadata(getattr(built, wheel)).get_payload()
    assert isinstance(text, str)
    targets = re.findall(r"\]\(([^)]+)\)", text)
    assert len(targets) > 10
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []


def test_the_game_needs_the_engine_of_its_version(built: Built) -> None:
    game, engine = metadata(built.game), metadata(built.engine)
    assert game["Version"] == engine["Version"] == charidice.__version__
    needed = game.get_all("Requires-Dist") or []
    pattern = re.compile(r"charidice-core\[(\w+)\]==(\S+?)(; extra == '(\w+)')?")
    found = [pattern.fullmatch(need) for need in needed]
    assert {(each[1], each[2]) for each in found if each} == {
        (extra, charidice.__version__) for extra in ("game", "postgres", "cluster", "rl", "mcp", "fast")
    }
    assert all(found)
    assert {each[1] for each in found if each} <= {*(engine.get_all("Provides-Extra") or [])}


class Installed(NamedTuple):
    python: Path
    home: Path

    def says(self, *words: str, code: int = 0, typed: str = "") -> str:
        command = [str(self.python), "-m", "charidice", *words]
        done = subprocess.run(command, env=environment(self.home), capture_output=True, text=True, input=typed)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


def installed(folder: Path, built: Built, *wheels: Path) -> Installed:
    venv.create(folder / "venv", symlinks=True)
    python = folder / "venv" / "bin" / "python"
    where = ["--find-links", str(built.engine.parent)]
    subprocess.run([*PIP, "--python", python, "install", "--no-compile", *where, *wheels], check=True)
    return Installed(python, folder)


@pytest.mark.long
@pytest.mark.usefixtures("site")
def test_the_game_is_its_command_its_server_and_its_pages(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    built = distributions(tmp_path / "dist")
    here = installed(tmp_path, built, built.game)
    program = here.python.with_name("charidice")
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    assert version.split() == ["charidice", charidice.__version__]
    assert "straight of four" in here.says("options", "B1", "B2", "B3", "B4", "B6", "P6")
    assert here.says("value")
    assert here.says("--lang", "pl", "rules")
    with started(tmp_path, program) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as browser:
        module = re.search(r'<script[^>]* src="([^"]+)"', browser.get("/").text)
        assert module
        assert browser.get(module[1]).headers["Content-Type"].startswith("text/javascript")
        assert "Your first game" in browser.get("/docs/").text
        assert browser.get("/api/openapi.json").json()["info"]["version"] == charidice.__version__
        seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "owl"}]
        assert browser.post("/api/tables", json={"seats": seats}).is_success


def test_the_engine_alone_needs_neither_the_web_nor_numpy(built: Built, tmp_path: Path) -> None:
    here = installed(tmp_path, built, built.engine)
    found = {path.name for path in (tmp_path / "venv").glob("lib/*/site-packages/*.dist-info")}
    assert {name.partition("-")[0] for name in found} == {"charidice_core", "platformdirs", "wcwidth"}
    assert "straight of four" in here.says("options", "B1", "B2", "B3", "B4", "B6", "P6")
    assert "2.1" in here.says("rules")
    # A whole game of one round; a hint is explained, and the game goes on.
    typed = "\n".join(["", "hint", "s 1", "", "s 1", ""])
    told = here.says("play", "Anna", "Ben", "--rounds", "1", typed=typed)
    assert "pip install charidice" in told
    (game,) = (tmp_path / "charidice" / "games").glob("*.json")
    assert charidice.load(game.read_text("utf-8")).state.is_over
    assert here.says("replay", str(game))
    assert here.says("verify", str(game))
    # In a program, too, which can catch the error and go on without the package.
    program = "try:\n from charidice import analyse\nexcept ImportError as missing:\n print(*missing.__notes__)"
    done = subprocess.run([here.python, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "This needs the package numpy. Install it with: pip install 'charidice-core[strategy]'\n"


@pytest.mark.parametrize(
    "words", ["", "value", "simulate fox owl", "play Anna --bot fox", "completion bash", "sheet -o x.pdf", "db tables"]
)
def test_what_the_engine_alone_lacks_is_explained(words: str, tmp_path: Path) -> None:
    """As in an environment that has only what the engine needs: this one, less all other packages."""
    light = tmp_path / "light.py"
    light.write_text(
        "import importlib.abc, importlib.metadata, runpy, sys\n"
        "class Absent(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        known = {*sys.stdlib_module_names, 'charidice', 'wcwidth', 'platformdirs'}\n"
        "        if name.partition('.')[0] not in known:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "runpy.run_module('charidice', run_name='__main__', alter_sys=True)\n"
    )
    command = [sys.executable, str(light), "--lang", "en", *words.split()]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2
    told = f"charidice: {catalog('en').refusal(missing('X', GAME))}\n"
    assert re.fullmatch(re.escape(told).replace("X", r"\w+"), done.stderr)
