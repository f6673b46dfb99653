"""`make play` on a fresh machine: what happens when Python cannot make a virtual environment."""

import os
import re
import subprocess
from pathlib import Path

import pytest

import charidice

SCRIPT = Path(charidice.__file__).parents[2] / "make-venv"
# What a make that runs the tests, perhaps with another Python, hands on to its commands.
HANDED_ON = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "PYTHON")

# A Python of Debian without its venv package, as far as the script asks it; `apt-get install` mends it.
PYTHON = """#!/bin/sh
case "$*" in
  *ensurepip*) test -e "$FAKE/mended" ;;
  *version_info*print*|*print*version_info*) echo python3.11-venv ;;
  *version_info*) exit ${TOO_OLD:-0} ;;
  --version) echo "Python 3.9.2" ;;
  "-m venv .venv") mkdir .venv ;;
  *) exit 9 ;;
esac
"""
APT = '#!/bin/sh\necho "apt-get $*" >> "$FAKE/apt.log"\ncase "$*" in *install*) touch "$FAKE/mended" ;; esac\n'


def run(folder: Path, user: int, **environment: str) -> subprocess.CompletedProcess[str]:
    scripts = {"fakepython": PYTHON, "apt-get": APT, "id": f"#!/bin/sh\necho {user}\n"}
    for name, text in scripts.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    environment |= {"PATH": f"{folder}:{os.environ['PATH']}", "FAKE": str(folder)}
    return subprocess.run(
        ["sh", str(SCRIPT), "fakepython", ".venv"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_as_a_user_it_says_what_to_install(tmp_path: Path) -> None:
    done = run(tmp_path, user=1000)
    assert done.returncode == 1
    assert "sudo apt install python3.11-venv" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_as_root_it_installs_what_is_missing(tmp_path: Path) -> None:
    done = run(tmp_path, user=0)
    assert done.returncode == 0, done.stderr
    assert "install -y -qq python3.11-venv" in (tmp_path / "apt.log").read_text()
    assert (tmp_path / ".venv").is_dir()


def test_a_python_too_old_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, user=1000, TOO_OLD="1")
    assert done.returncode == 1
    assert "Python 3.11 or newer" in done.stderr
    assert "3.9.2" in done.stderr


@pytest.mark.parametrize(("chosen", "folder"), [([], ".venv"), (["PYTHON=/opt/bin/python3.13"], ".venv-python3.13")])
def test_a_python_that_is_named_has_an_environment_of_its_own(chosen: list[str], folder: str, tmp_path: Path) -> None:
    command = ["make", "--dry-run", "--makefile", str(SCRIPT.parent / "Makefile"), "--always-make", "test", *chosen]
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "package-lock.json").touch()
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "pyproject.toml").touch()
    own = {name: value for name, value in os.environ.items() if name not in HANDED_ON}
    told = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, check=True).stdout
    assert re.search(rf"^sh ./make-venv \S+ {re.escape(folder)}$", told, re.MULTILINE)
    assert f"\n{folder}/bin/pytest " in told
