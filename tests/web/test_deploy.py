"""The files in deploy/: nginx with TLS in front of the server, and the command lines of the others."""

import json
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.typing import Origin

from charidice.cli.parser import parser
from charidice.messages import catalog

from ..ports import free_ports
from ..waiting import PATIENCE, until
from .postgres import Postgres
from .servers import connected, done

DEPLOY = Path(__file__).parents[2] / "deploy"
MAKE_CERTIFICATE = shlex.split(
    "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
)
AROUND = """daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors; {user}
events {{ worker_connections 100; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site;
}}
"""


class Site(NamedTuple):
    plain: str
    secure: str
    context: ssl.SSLContext


@contextmanager
def running(args: list[str], env: dict[str, str] | None = None) -> Iterator[None]:
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, env=env) as process:
        try:
            yield
        finally:
            process.terminate()


def answers(address: str, **how: ssl.SSLContext) -> bool:
    try:
        return httpx.get(address, verify=how.get("context", True), timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server behind nginx as deploy/nginx.conf has it, but for names, ports and the certificate."""
    folder = tmp_path_factory.mktemp("nginx")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run([*MAKE_CERTIFICATE, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    server, plain, secure = free_ports(3)
    text = (DEPLOY / "nginx.conf").read_text()
    for ours, here in {
        "127.0.0.1:8166": f"127.0.0.1:{server}",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{secure} ssl",
        "/etc/letsencrypt/live/charidice.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/charidice.example/privkey.pem": str(key),
        "charidice.example": "localhost",
    }.items():
        assert ours in text
        text = text.replace(ours, here)
    (folder / "site").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user))
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    serve = [sys.executable, "-m", "charidice", "serve", "--port", str(server), "--db", str(folder / "a.db")]
    context = ssl.create_default_context(cafile=certificate)
    found = Site(f"http://localhost:{plain}", f"https://localhost:{secure}", context)
    with running([*serve, "--url", found.secure]), running([nginx, "-e", "stderr", "-c", str(folder / "nginx.conf")]):
        until(lambda: answers(f"{found.secure}/healthz", context=context))
        yield found


def test_a_game_is_played_through_nginx_and_tls(site: Site) -> None:
    with httpx.Client(
        base_url=site.secure, verify=site.context, headers={"Origin": site.secure}, timeout=PATIENCE
    ) as lena:
        assert lena.get("/").headers["strict-transport-security"]
        seats = [{"who": "here", "name": name} for name in ("Lena", "Marko")]
        opened = lena.post("/api/tables", json={"seats": seats, "settings": {"start": "seat"}})
        assert "Secure" in opened.headers["set-cookie"]
        table = done(opened)["view"]["table"]
        with connected(
            f"wss{site.secure[5:]}/api/tables/{table}/live?since=-1",
            ssl=site.context,
            origin=Origin(site.secure),
            additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in lena.cookies.items())},
        ) as page:
            assert json.loads(page.recv(PATIENCE))["me"] == 0
            lena.post(f"/api/tables/{table}/start", json={})
            while json.loads(page.recv(PATIENCE)).get("view", {}).get("stage") != "playing":
                pass


def test_plain_http_leads_to_tls(site: Site) -> None:
    answer = httpx.get(f"{site.plain}/rules?x=1", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/rules?x=1")


@pytest.mark.parametrize("path", ["/rules/", "/api/tables/"])
def test_a_slash_too_many_leads_nowhere_rather_than_away_from_tls(site: Site, path: str) -> None:
    answer = httpx.get(f"{site.secure}{path}", verify=site.context, timeout=PATIENCE)
    assert answer.status_code == 404
    assert "location" not in answer.headers


def test_a_body_that_is_too_large_does_not_reach_the_server(site: Site) -> None:
    answer = httpx.post(f"{site.secure}/api/reviews", content=b" " * 400_000, verify=site.context, timeout=PATIENCE)
    assert answer.status_code == 413
    assert "nginx" in answer.text


def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "charidice.service").read_text()
    unit = tmp_path / "charidice.service"
    # It complains about a program that is not installed.
    unit.write_text(text.replace("/opt/charidice/bin/charidice", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=True)
    assert (checked.stdout, checked.stderr) == ("", "")


def commands() -> list[list[str]]:
    """What the files in deploy/ start."""
    unit = (DEPLOY / "charidice.service").read_text()
    found = [shlex.split(line) for line in re.findall(r"^#? ?ExecStart=(.+)$", unit, re.MULTILINE)]
    contained = (DEPLOY / "Containerfile").read_text()
    entry, usual = (json.loads(words) for words in re.findall(r"^(?:ENTRYPOINT|CMD) (.+)$", contained, re.MULTILINE))
    composed = re.findall(r"^ +- (--.+)$", (DEPLOY / "compose.yaml").read_text(), re.MULTILINE)
    given = [re.sub(r"\$\{.*\}", "https://charidice.example", word) for word in composed]
    return [*found, [*entry, *usual], [*entry, *given]]


@pytest.mark.parametrize("command", commands(), ids=lambda command: " ".join(command[-2:]))
def test_what_is_started_is_a_command_of_ours(command: list[str]) -> None:
    assert Path(command[0]).name == "charidice"
    options = parser(catalog("en")).parse_args(command[1:])
    assert options.command.name == "serve"
    assert options.db


# A shell in a root directory of its own, with the programs of this machine and its network, but none of its files.
ENTER = """
for each in usr opt dev proc "$PYTHON"; do mkdir -p "$ROOT/$each"; mount --rbind "/$each" "$ROOT/$each"; done
exec chroot --userspec="$WHO" "$ROOT" sh -c 'cd "$WHERE" && exec "$@"' sh "$@"
"""


def is_root() -> bool:
    """Whether this user may have mounts of its own."""
    found = shutil.which("unshare")
    return found is not None and os.geteuid() == 0 and not subprocess.call([found, "--mount", "true"])


class Image:
    """A stage of the Containerfile, built step by step in a folder."""

    def __init__(self, root: Path, steps: str, before: "Image | None") -> None:
        self._root = root
        self._where, self._who = "/", "root"
        for folder in ("tmp", "var/lib", "root/.config"):
            (root / folder).mkdir(parents=True)
        (root / "tmp").chmod(0o1777)
        for name in ("bin", "lib", "lib64", "sbin", "etc"):
            subprocess.run(["cp", "-a", f"/{name}", root], check=True)
        packages = Path.home() / ".config" / "pip"
        if packages.exists():
            shutil.copytree(packages, root / "root/.config/pip")
        subprocess.run(**self.command("python3", "-m", "venv", "/python"), check=True)
        for step, words in re.findall(r"^(WORKDIR|COPY|RUN|USER) (.+)$", steps, re.MULTILINE):
            self._do(step, words, before)

    def command(self, *words: str) -> dict[str, Any]:
        """How to run a command inside, as an argument of `subprocess`."""
        python = Path(sys.base_prefix)
        inside = {"ROOT": str(self._root), "WHO": self._who, "WHERE": self._where, "PYTHON": str(python)[1:]}
        home = "/root" if self._who == "root" else "/"
        path = f"/python/bin:{python}/bin:{os.environ['PATH']}"
        env = {**os.environ, **inside, "PATH": path, "HOME": home}
        return {"args": ["unshare", "--mount", "sh", "-euc", ENTER, "sh", *words], "env": env}

    def _do(self, step: str, words: str, before: "Image | None") -> None:
        if step == "WORKDIR":
            self._where = words
            (self._root / words[1:]).mkdir()
        elif step == "USER":
            self._who = words
        elif step == "RUN":
            subprocess.run(**self.command("sh", "-c", words), check=True)
        else:
            *sources, target = words.removeprefix("--from=wheel ").split()
            origin = before._root if before and "--from" in words else DEPLOY.parent
            copied = [origin / source.strip("/") for source in sources]
            subprocess.run(["cp", "-r", *copied, self._root / self._where[1:] / target.strip("/")], check=True)


@pytest.mark.long
@pytest.mark.skipif(not is_root(), reason="only root has a root directory of its own")
def test_the_steps_of_the_container_lead_to_a_server_that_is_ready(tmp_path: Path) -> None:
    """One by one in clean root directories, since containers cannot be built everywhere."""
    image = None
    tmp_path.chmod(0o755)
    for number, steps in enumerate(re.split(r"^FROM .+$", (DEPLOY / "Containerfile").read_text(), flags=re.M)[1:]):
        image = Image(tmp_path / str(number), steps, image)
    assert image
    (port,) = free_ports(1)
    usual = commands()[2]
    with running(**image.command(*usual, "--port", str(port), "--url", f"http://127.0.0.1:{port}")):
        until(lambda: answers(f"http://127.0.0.1:{port}/readyz"))
    database = tmp_path / "1/var/lib/charidice/charidice.db"
    assert database.stat().st_uid == database.parent.stat().st_uid != os.geteuid(), "a user of its own"


def test_the_server_of_the_compose_file_is_ready_with_its_postgresql(postgres: Postgres) -> None:
    (port,) = free_ports(1)
    with postgres.new_database() as database:
        theirs, ours = "postgresql://charidice@database/charidice", database.replace("+psycopg", "")
        words = [word.replace(theirs, ours) for word in commands()[3][1:]]
        assert f"--db={ours}" in words
        with running([sys.executable, "-m", "charidice", *words, "--port", str(port)]):
            until(lambda: answers(f"http://127.0.0.1:{port}/readyz"))


def test_there_are_four_of_them() -> None:
    assert len(commands()) == 4
