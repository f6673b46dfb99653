"""The built wheel in an empty environment: its command, its server and its pages."""

import re
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

import charidice

from ..waiting import PATIENCE
from .running import environment, started

PACKAGE = Path(charidice.__file__).parent
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(PACKAGE.parents[1])]
    subprocess.run(build, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    here = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == {name for name in here if "__pycache__" not in name}


def test_in_an_empty_environment_its_command_its_server_and_its_pages_work(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", symlinks=True)
    programs = tmp_path / "venv" / "bin"
    subprocess.run([*PIP, "--python", programs / "python", "install", "--no-compile", wheel], check=True)
    program = programs / "charidice"

    def says(*words: str) -> str:
        where = environment(tmp_path)
        return subprocess.run([program, *words], env=where, check=True, capture_output=True, text=True).stdout

    assert says("--version").split() == ["charidice", charidice.__version__]
    assert "straight of four" in says("options", "B1", "B2", "B3", "B4", "B6", "P6")
    assert says("value")
    assert says("--lang", "pl", "rules")
    with started(tmp_path, program) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as browser:
        module = re.search(r'<script[^>]* src="([^"]+)"', browser.get("/").text)
        assert module
        assert browser.get(module[1]).headers["Content-Type"].startswith("text/javascript")
        assert browser.get("/api/openapi.json").json()["info"]["version"] == charidice.__version__
        seats = [{"who": "here", "name": "Lena"}, {"who": "bot", "bot": "owl"}]
        assert browser.post("/api/tables", json={"seats": seats}).is_success
