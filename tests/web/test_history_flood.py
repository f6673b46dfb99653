"""Histories under load: nobody's moves, histories or stop wait for those of others."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection

from charidice.record import GameRecord, dump_json
from charidice.web.jobs import worker
from charidice.web.jobs.history_work import MOST_ASKED
from charidice.web.jobs.summing import IMPORTED
from charidice.web.jobs.worker import Worker
from charidice.web.store.history import HistoryStore
from charidice.web.store.storage import Storage

from ..coach.games import game
from ..family import children, command
from ..waiting import PATIENCE, until
from .processes import serving
from .servers import Browser, check_answer, done, error, running

# Seconds until a page goes that has asked for something.
SOON_GONE = 0.2


@contextmanager
def at_address(server: str, own: str) -> Iterator[Browser]:
    """A browser at another address of this machine."""
    with Browser(server) as browser:
        browser.client.close()
        way = httpx.HTTPTransport(local_address=own)
        hooks = {"response": [check_answer]}
        browser.client = httpx.Client(base_url=server, transport=way, timeout=PATIENCE, event_hooks=hooks)
        yield browser


def imports_game(browser: Browser, record: GameRecord) -> None:
    assert browser.ask("/history/import", games=[dump_json(record)])["added"] == 1


def work_processes(server: int) -> set[int]:
    """Those that the server with this number has started for heavy work."""
    return {child for child in children(server) if "charidice.web.jobs.worker" in command(child)}


@contextmanager
def stopped(server: int) -> Iterator[set[int]]:
    """The processes for heavy work, which go on only later, whatever they have begun."""
    processes = work_processes(server)
    assert processes
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield processes
    finally:
        for process in processes & work_processes(server):
            os.kill(process, signal.SIGCONT)


@pytest.fixture
def anna(tmp_path: Path) -> Iterator[Browser]:
    """With a game, and all of it worked out."""
    with running(tmp_path) as address, Browser(address) as anna:
        imports_game(anna, game(1, whims=0.5))
        until(lambda: done(anna.get("/history")), lambda found: not found["waiting"])
        yield anna


def one_refused(answers: "list[Future[httpx.Response]]") -> httpx.Response:
    """The first answer; when it is there, all others are waited for."""
    [refused] = until(lambda: [answer.result() for answer in answers if answer.done()])
    assert (refused.status_code, error(refused)["code"]) == (503, "busy")
    return refused


def test_all_tabs_of_a_browser_have_their_history_and_a_flood_is_refused(anna: Browser) -> None:
    with ThreadPoolExecutor() as tabs, Browser(anna.address) as ben:
        ben.started("Ben", "Cleo")
        with stopped(os.getpid()):
            answers = [tabs.submit(anna.get, "/history") for _ in range(MOST_ASKED + 1)]
            assert error(one_refused(answers))["wait"] > 0
            theirs = tabs.submit(ben.get, "/history")
        assert done(theirs.result())["waiting"] == 1
        assert sorted(answer.result().status_code for answer in answers) == [200] * MOST_ASKED + [503]


def test_a_backup_that_is_refused_reads_nothing(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    read, names = list[str](), HistoryStore.names

    def noted(store: HistoryStore, digest: str) -> dict[str, str]:
        read.append(digest)
        return names(store, digest)

    monkeypatch.setattr(HistoryStore, "names", noted)
    with ThreadPoolExecutor() as tabs, stopped(os.getpid()):
        # Once one of them is refused, all places are taken.
        one_refused([tabs.submit(anna.get, "/history") for _ in range(MOST_ASKED + 1)])
        until(lambda: read)
        before = len(read)
        refused = anna.get("/history/backup")
        assert (refused.status_code, error(refused)["code"]) == (503, "busy")
        assert len(read) == before


def test_games_that_somebody_invents_are_deleted_without_a_write_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes, writing = list[Storage](), Storage.writing

    def noted(storage: Storage) -> AbstractContextManager[Connection]:
        writes.append(storage)
        return writing(storage)

    with running(tmp_path) as address, Browser(address) as anna:
        table = anna.started("Anna", "Ben")["table"]
        imports_game(anna, game(1, whims=0.5))
        [line] = done(anna.get("/history?kind=pad"))["games"]
        until(lambda: done(anna.get("/history")), lambda found: not found["waiting"])
        monkeypatch.setattr(Storage, "writing", noted)
        invented = [f"{IMPORTED * (number % 2)}{number}" for number in range(98)]
        anna.ask("/history/delete", games=[*invented, table, line["game"]])
        assert len(writes) == 2, "for the table, and for all imported games together"
        assert done(anna.get("/history"))["total"] == 0


def test_a_history_whose_page_has_gone_is_given_up(anna: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "JOB_SECONDS", 2 * PATIENCE)

    def gone_after(processes: set[int]) -> set[int]:
        """Those ended when a page had asked and gone, perhaps before they had begun."""
        with suppress(httpx.TimeoutException):
            anna.client.get("/api/history", timeout=SOON_GONE)
        return processes - work_processes(os.getpid())

    with stopped(os.getpid()) as processes:
        assert until(lambda: gone_after(processes))
        assert done(anna.get("/history"))["total"] == 1


def test_a_stop_does_not_wait_for_histories(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'a.db'}", workers=0) as service, Browser(service.address) as anna:
        anna.started("Anna", "Ben")
        imports_game(anna, game(1, whims=0.5))
        [imported] = done(anna.get("/history?kind=pad"))["games"]
        record = f"/history/imported/{imported['game']}/record"
        paths = ["/history", "/history/csv", "/history/backup", record, "/history"]
        with stopped(service.process.pid), ThreadPoolExecutor() as threads:
            answers = [threads.submit(anna.get, path) for path in paths]
            one_refused(answers)
            service.process.send_signal(signal.SIGTERM)
            assert [error(answer.result())["code"] for answer in answers] == ["busy"] * len(paths)
            # uvicorn ends with the signal that it was sent.
            assert service.process.wait(PATIENCE) == -signal.SIGTERM


def test_reviews_for_one_address_keep_nobody_elses_history_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, order, review = threading.Event(), list[str](), Worker.run_when_idle

    async def noted(reviewer: Worker, work: Callable[..., object], body: str, *more: object) -> object:
        order.append(body)
        await asyncio.to_thread(first.wait, PATIENCE)
        return await review(reviewer, work, body, *more)

    monkeypatch.setattr(Worker, "run_when_idle", noted)
    with running(tmp_path) as server, at_address(server, "127.0.0.2") as honest:
        table = honest.started("Lena", "Marko")["table"]
        for number in range(6):
            with Browser(server) as stranger:
                imports_game(stranger, game(number, whims=0.5))
                assert done(stranger.get("/history"))["waiting"] == 1
        until(lambda: order)
        # Sums do not wait for reviews, not even for one that goes on.
        found = until(lambda: done(honest.get("/history")), lambda found: not found["waiting"])
        assert table in [line["game"] for line in found["games"]]
        imports_game(honest, replace(game(7, whims=0.5), players=("Lena", "Marko")))
        assert done(honest.get("/history"))["waiting"] == 1
        first.set()
        until(lambda: done(honest.get("/history")), lambda found: not found["waiting"])
    assert ["Lena" in body for body in order[:2]] == [False, True]
