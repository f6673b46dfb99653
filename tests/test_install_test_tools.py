"""`make test` on a fresh machine: what happens when a browser, a database or a shell is missing."""

import subprocess
from pathlib import Path

import charidice

SCRIPT = Path(charidice.__file__).parents[2] / "install-test-tools"
APT = '#!/bin/sh\necho "apt-get $*" >> "$FAKE/apt.log"\n'
SHELLS = ("bash", "zsh", "fish")
OTHERS = ("firefox", "WebKitWebDriver", "Xvfb", *SHELLS, "postgres", "nginx", "openssl", "systemd-analyze")
# Where Debian has installed them, they are found there.
PLACES = {"postgresql": "lib/postgresql/*/bin/postgres", "nginx": "sbin/nginx"}
SERVERS = [package for package, place in PLACES.items() if not list(Path("/usr").glob(place))]


def run(folder: Path, user: int, *there: str, **environment: str) -> subprocess.CompletedProcess[str]:
    scripts = {"apt-get": APT, "id": f"#!/bin/sh\necho {user}\n"} | dict.fromkeys(there, "#!/bin/sh\n")
    for name, text in scripts.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    environment |= {"PATH": str(folder), "FAKE": str(folder)}
    return subprocess.run(["/bin/sh", str(SCRIPT)], env=environment, capture_output=True, text=True, check=False)


def test_where_all_is_there_nothing_happens(tmp_path: Path) -> None:
    done = run(tmp_path, 0, "google-chrome", *OTHERS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "apt.log").exists()


def test_as_a_user_it_says_what_to_install(tmp_path: Path) -> None:
    done = run(tmp_path, 1000, "bash")
    assert done.returncode == 1
    missing = [
        "chromium-headless-shell",
        "firefox-esr",
        "webkit2gtk-driver",
        "xvfb",
        "zsh",
        "fish",
        *SERVERS,
        "openssl",
        "systemd",
    ]
    assert f"sudo apt install {' '.join(missing)}\n" in done.stderr
    assert not (tmp_path / "apt.log").exists()


def test_as_root_it_installs_what_is_missing(tmp_path: Path) -> None:
    done = run(tmp_path, 0, "chromium", "firefox-esr", "Xvfb", "bash", "fish")
    assert done.returncode == 0, done.stderr
    packages = " ".join(["webkit2gtk-driver", "zsh", *SERVERS, "openssl", "systemd"])
    assert f"install -y -qq --no-install-recommends {packages}\n" in (tmp_path / "apt.log").read_text()


def test_a_browser_that_was_named_must_be_there(tmp_path: Path) -> None:
    done = run(tmp_path, 0, "chromium", *OTHERS, CHARIDICE_CHROMIUM="/nowhere/chrome")
    assert done.returncode == 1
    assert "/nowhere/chrome" in done.stderr
    assert run(tmp_path, 0, "my-chrome", *OTHERS, CHARIDICE_CHROMIUM="my-chrome").returncode == 0
