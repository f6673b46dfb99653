"""`charidice serve --workers`: several processes on one port, started again when they die, and stopped gently."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from charidice.messages import catalog
from charidice.web.serving import listen

from ..waiting import PATIENCE, until
from .postgres import Postgres
from .servers import Browser, Json, done

SERVE = [sys.executable, "-u", "-m", "charidice", "--lang", "en", "serve", "--workers", "2"]
ROUNDS = 6
GOING_AWAY = 1012


def children(pid: int) -> set[int]:
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def workers(server: subprocess.Popen[str]) -> set[int]:
    """The workers, but not the helpers that multiprocessing and the coach have."""
    return {each for each in children(server.pid) if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()}


@contextmanager
def serving(database: str, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with listen("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [*SERVE, "--port", str(port), "--url", address, "--db", database, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert address in server.stdout.readline()
        try:
            yield server, address
        finally:
            server.terminate()
            server.wait()


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    with postgres.new_database() as url:
        yield url.replace("+psycopg", "")


def patiently(ask: Callable[[], httpx.Response]) -> Json:
    """What is answered in the end: a request to a worker that dies is sent again, as the page does."""

    def answers() -> list[httpx.Response]:
        try:
            return [ask()]
        except httpx.TransportError:
            return []

    return done(until(answers)[0])


def test_moves_that_were_acknowledged_survive_the_death_of_workers(database: str) -> None:
    with serving(database) as (server, address), Browser(address) as lena:
        first = until(lambda: workers(server), lambda found: len(found) == 2)
        table = lena.open_table("Lena", "Marko", rounds=20)["table"]
        view = lena.ask(f"/tables/{table}/start", words="ab")["view"]
        acknowledged = []
        for number in range(ROUNDS):
            os.kill(sorted(until(lambda: workers(server)))[number % 2 - 1], signal.SIGKILL)
            for what in ({"action": "roll"}, {"action": "score"}):
                game = view["game"]
                move = {"move_id": f"move-{number}-{what['action']}", "seat": game["active"], **what}
                if what["action"] == "score":
                    move["dice"] = game["options"][0]["dice"]
                seq = view["seq"]
                view = patiently(lambda: lena.post(f"/tables/{table}/moves", seq=seq, **move))["view"]  # noqa: B023
                acknowledged.append(view["seq"])
        last = until(lambda: workers(server), lambda found: len(found) == 2)
        assert not first & last
        update = patiently(lambda: lena.get(f"/tables/{table}?since=-1"))
        assert update["view"]["seq"] == view["seq"]
        assert [event["seq"] for event in update["events"]] == [*range(view["seq"] + 1)]
        assert acknowledged == [*range(acknowledged[0], view["seq"] + 1)]


def test_a_stop_answers_what_is_under_way_and_tells_pages_to_come_back(database: str) -> None:
    with serving(database) as (server, address), Browser(address) as lena:
        table = lena.open_table("Lena", "Marko")["table"]
        found = until(lambda: workers(server), lambda found: len(found) == 2)
        with connect(f"ws{address[4:]}/api/tables/{table}/live") as page:
            page.recv(PATIENCE)
            server.send_signal(signal.SIGTERM)
            with suppress(ConnectionClosed):
                while True:
                    page.recv(PATIENCE)
            assert page.close_code == GOING_AWAY
        assert server.wait(PATIENCE) == 0
        assert not any(Path(f"/proc/{worker}").exists() for worker in found)


def test_workers_end_when_their_supervisor_is_killed(database: str) -> None:
    with serving(database) as (server, _):
        found = until(lambda: workers(server), lambda found: len(found) == 2)
        server.kill()
        until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in found))


def test_each_worker_has_a_port_for_what_it_measures(database: str) -> None:
    with listen("127.0.0.1", 0, 1) as one:
        port = one.getsockname()[1]
    with serving(database, "--metrics", str(port)):
        for each in (port, port + 1):
            assert "charidice_moves_total" in httpx.get(f"http://127.0.0.1:{each}/metrics").text


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "charidice",
        "--lang",
        "en",
        "serve",
        "--workers",
        "2",
        "--db",
        str(tmp_path / "a.db"),
    ]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert catalog("en").say("refused.workers-need-postgres") in refused.stderr
