"""`charidice` alone, `charidice --lan` and `charidice serve`: what they set up, what they say, and how they end."""

import io
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection
from websockets.typing import Origin

from charidice.cli import serve
from charidice.messages import catalog
from charidice.web.door.headers import FOR_PAGES, HEADERS
from charidice.web.serving import listen
from charidice.web.settings import THIS_MACHINE, Settings

from ..waiting import PATIENCE, until
from ..web.servers import connected
from .running import Process, Run, started

say = catalog("en").say


# What is set up


class Server:
    """Stands in for the server: notes how it was set up, is ready, and ends."""

    settings: Settings
    port: int
    proxies: str | None

    def create_app(self, settings: Settings) -> FastAPI:
        self.settings = settings
        return FastAPI()

    def serve(
        self,
        app: FastAPI,
        settings: Settings,
        bound: socket.socket,
        ready: Callable[[], None],
        proxies: str | None = None,
    ) -> None:
        assert settings is self.settings
        self.port = bound.getsockname()[1]
        self.proxies = proxies
        bound.close()
        ready()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    stand_in = Server()
    monkeypatch.setattr(serve, "create_app", stand_in.create_app)
    monkeypatch.setattr(serve, "serve", stand_in.serve)
    monkeypatch.setattr(serve, "set_up_logging", lambda verbose: None)
    monkeypatch.setattr(serve, "address_at_home", lambda: "192.0.2.7")
    monkeypatch.setattr(serve, "names_at_home", lambda: ("laptop", "laptop.local"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return stand_in


def test_the_name_of_the_program_is_enough(run: Run, server: Server, tmp_path: Path, language: str) -> None:
    code, out, err = run("--lang", language)
    assert (code, err) == (0, "")
    assert server.settings.url is None
    assert set(server.settings.hosts) == set(THIS_MACHINE)
    assert not server.settings.secure
    assert server.proxies is None
    texts = catalog(language)
    assert texts.say("serve.ready", url=f"http://127.0.0.1:{server.port}") in out
    assert texts.say("serve.stop") in out
    assert texts.say("serve.goodbye", command="\0").split("\0")[0] in out
    database = tmp_path / "charidice" / "charidice.db"
    assert server.settings.database == f"sqlite:///{database}"
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert stat.S_IMODE(database.parent.stat().st_mode) == 0o700


def test_a_database_of_ones_own(run: Run, server: Server, tmp_path: Path) -> None:
    path = tmp_path / "our games.db"
    assert run("--db", path, "--port", "0").code == 0
    assert path.exists()
    assert not (tmp_path / "charidice").exists()


def test_the_way_back_to_the_games_is_told_as_it_can_be_typed(run: Run, server: Server, tmp_path: Path) -> None:
    path = tmp_path / "our games.db"
    assert run("--lan", "--db", path, "--port", "0").out.endswith(f" --lan --db '{path}'\n")


def test_where_the_usual_port_is_taken_the_next_one_is_used_and_told(
    run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listen("127.0.0.1", 0) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", usual)
        out = run().out
    assert 0 < server.port - usual <= 10
    assert say("serve.port-instead", port=usual, other=server.port) in out


@pytest.mark.parametrize("command", ["", "serve"])
def test_a_port_that_was_asked_for_and_is_taken(run: Run, server: Server, language: str, command: str) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        reason = catalog(language).say("refused.port-taken", port=port)
        answer = run("--lang", language, *command.split(), "--port", str(port))
        assert answer == (2, "", f"charidice: {reason}\n")


@pytest.mark.parametrize("port", ["x", "-1", "65536", "99999", ""])
def test_a_port_that_is_none(run: Run, server: Server, port: str) -> None:
    code, out, err = run("--port", port)
    assert (code, out) == (2, "")
    assert say("cli.error.not-a-port", text=port) in err


def test_the_home_network_is_told_where_to_come(run: Run, server: Server) -> None:
    out = run("--lan", "--port", "0").out
    url = f"http://192.0.2.7:{server.port}"
    assert server.settings.url == url
    assert set(server.settings.hosts) == {*THIS_MACHINE, "192.0.2.7", "laptop", "laptop.local"}
    assert say("serve.ready", url=url) in out
    assert say("serve.lan", url=url) in out
    assert "▀" not in out, "no picture in a file or pipe"


def test_on_a_terminal_a_camera_can_read_the_address(run: Run, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    screen = Terminal(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", screen)
    run("--lan", "--port", "0")
    screen.seek(0)
    assert "▀" in screen.read()


def test_without_a_network_the_game_is_for_this_machine(
    run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "address_at_home", lambda: None)
    out = run("--lan", "--port", "0").out
    assert say("serve.no-network") in out
    assert say("serve.ready", url=f"http://127.0.0.1:{server.port}") in out


def test_the_browser_is_opened_unless_it_is_not_wanted(
    run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(serve, "_has_a_screen", lambda: True)
    run("--port", "0", "--no-browser")
    assert opened == []
    run("--port", "0")
    until(lambda: opened == [f"http://127.0.0.1:{server.port}"])


def test_a_server_behind_tls(run: Run, server: Server, tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    words = [
        "--url",
        "https://dice.example/",
        "--keep-unfinished",
        "7",
        "--keep-finished",
        "90",
        "--proxy",
        "192.0.2.1",
        "--tables-per-hour",
        "300",
        "--sockets-per-address",
        "500",
        "--metrics-port",
        "9166",
    ]
    code, out, err = run("serve", "--db", database, "--port", "0", *words)
    assert (code, err) == (0, "")
    settings = server.settings
    assert (settings.url, settings.secure, settings.hosts) == ("https://dice.example", True, THIS_MACHINE)
    assert (settings.keep_unfinished, settings.keep_finished, settings.metrics_port) == (7, 90, 9166)
    assert (settings.tables_per_hour, settings.sockets_per_address) == (300, 500)
    assert server.proxies == "192.0.2.1"
    assert out == say("serve.ready", url="https://dice.example") + "\n"


def test_a_server_keeps_finished_games_and_trusts_only_this_machine_unless_told_otherwise(
    run: Run, server: Server
) -> None:
    run("serve", "--port", "0")
    settings = server.settings
    assert (settings.url, settings.secure, settings.hosts) == (None, True, ("*",))
    assert (settings.keep_unfinished, settings.keep_finished, settings.metrics_port) == (30, None, None)
    usual = Settings("")
    assert settings.tables_per_hour == usual.tables_per_hour
    assert settings.sockets_per_address == usual.sockets_per_address
    assert server.proxies == "127.0.0.1"


def test_switches_of_a_server_may_stand_before_its_name(run: Run, server: Server, tmp_path: Path) -> None:
    run("--db", tmp_path / "a.db", "--port", "0", "serve")
    assert server.settings.database.endswith("/a.db")


@pytest.mark.parametrize("url", ["dice.example", "ftp://dice.example", "https://", "https://x/path", "https://x y"])
def test_an_address_that_is_none(run: Run, server: Server, url: str) -> None:
    code, out, err = run("serve", "--url", url)
    assert (code, out) == (2, "")
    assert say("cli.error.not-an-address", text=url) in err


@pytest.mark.parametrize("words", ["--port 9 rules", "--lan serve", "--no-browser play A B", "--db x verify y"])
def test_switches_that_a_command_would_not_heed(run: Run, server: Server, words: str) -> None:
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    switch = words.split()[0]
    command = next(word for word in words.split() if word in ("rules", "serve", "play", "verify"))
    message = say("cli.error.at", argument=switch, message=say("cli.error.not-together", text=command))
    assert message in err


def test_one_address_or_the_whole_network(run: Run, server: Server) -> None:
    assert run("--lan", "--host", "127.0.0.1").code == 2


def test_a_file_that_is_no_database(run: Run, server: Server, tmp_path: Path, language: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna")
    reason = catalog(language).say("refused.not-our-database", path=path)
    assert run("--lang", language, "--db", path) == (2, "", f"charidice: {reason}\n")


def test_a_database_that_cannot_be_written(run: Run, server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, _, err = run("--db", tmp_path / "file" / "tables.db")
    assert code == 2
    assert err.startswith(
        f"charidice: {say('refused.file-unwritable', path=tmp_path / 'file' / 'tables.db', detail='')}"
    )


def test_other_commands_load_nothing_of_the_server() -> None:
    code = "import sys, charidice.cli; print({'fastapi', 'uvicorn', 'sqlalchemy', 'segno'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


# A real one


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with started(tmp_path_factory.mktemp("home")) as process:
        yield process


def test_the_server_answers_when_it_says_so_and_opens_the_browser(process: Process) -> None:
    assert httpx.get(f"{process.url}/healthz", timeout=PATIENCE).status_code == 200
    until(lambda: process.opened.exists() and process.opened.read_text().strip() == process.url)


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/js/main.js", "/api/tables", "/no-such-page", "/api/none"])
def test_every_answer_of_the_server_has_the_security_headers(process: Process, path: str) -> None:
    answer = httpx.get(f"{process.url}{path}", timeout=PATIENCE)
    wanted = set(HEADERS) - (set(FOR_PAGES) if path.startswith("/static/") else set())
    assert wanted <= set(answer.headers)
    assert "server" not in answer.headers


def test_a_chunked_body_too_large_is_refused_by_the_server(process: Process) -> None:
    headers = {"content-type": "application/json"}
    pieces = (b"x" * 1024 for _ in range(20))
    answer = httpx.post(f"{process.url}/api/tables", headers=headers, content=pieces, timeout=PATIENCE)
    assert answer.status_code == 413


def live(process: Process) -> str:
    """The address of the news of a new table."""
    seats = [{"who": "here", "name": "Anna"}, {"who": "bot", "bot": "sparrow"}]
    answer = httpx.post(f"{process.url}/api/tables", json={"seats": seats}, timeout=PATIENCE)
    return f"{process.url.replace('http', 'ws', 1)}/api/tables/{answer.json()['view']['table']}/live"


def test_pages_of_others_cannot_listen(process: Process) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connected(live(process), origin=Origin("http://evil.example"))
    assert refused.value.response.status_code == 403


def test_a_frame_has_its_limit(process: Process) -> None:
    for length, is_taken in ((8 * 1024, True), (8 * 1024 + 1, False)):
        with connected(live(process)) as listener:
            listener.recv(timeout=PATIENCE)
            listener.send("x" * length)
            if is_taken:
                assert listener.ping().wait(PATIENCE)
            else:
                assert was_closed(listener)


def was_closed(listener: ClientConnection) -> bool:
    """Whether the server ended the connection because of a message too big, after whatever news there were."""
    try:
        while True:
            listener.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd is not None and closed.rcvd.code == CloseCode.MESSAGE_TOO_BIG


def test_ctrl_c_ends_with_a_goodbye(tmp_path: Path) -> None:
    with started(tmp_path) as process, connected(live(process)) as listener:
        listener.recv(timeout=PATIENCE)
        code, out, err = process.interrupt()
    assert (code, err) == (0, "")
    assert say("serve.goodbye", command="\0").split("\0")[0] in out


def test_no_bot_can_be_invited_where_none_is_installed(run: Run, language: str) -> None:
    told = catalog(language).say("refused.no-bots-installed", text="hare")
    assert run("serve", "--bots", "hare", "--lang", language) == (2, "", f"charidice: {told}\n")
