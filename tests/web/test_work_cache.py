"""Reviews are computed once for all who ask, one at a time for each address, and not for those who have gone."""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest

from charidice.messages import catalog
from charidice.web.jobs import work_cache
from charidice.web.jobs.reviews import Reviewed, reviewed
from charidice.web.jobs.work_cache import WorkCache
from charidice.web.jobs.worker import Worker
from charidice.web.refusals import WebRefused

from ..waiting import PATIENCE
from .servers import Browser, done, error, play, running

NewBrowser = Callable[..., Browser]


class Reviewer(Worker):
    """Reviews nothing until it is told what to answer."""

    def __init__(self) -> None:
        super().__init__(0, 3.0)
        self.asked: list[tuple[object, ...]] = []
        self.answers: asyncio.Queue[Reviewed] = asyncio.Queue()
        self.given_up = 0

    async def run(self, _: object, *arguments: object) -> Reviewed:  # type: ignore[override]
        self.asked.append(arguments)
        try:
            return await self.answers.get()
        except asyncio.CancelledError:
            self.given_up += 1
            raise


def with_cache(use: Callable[[WorkCache, Reviewer], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        reviewer = Reviewer()
        async with asyncio.timeout(PATIENCE):
            await use(WorkCache(reviewer), reviewer)

    asyncio.run(run())


def asks(cache: WorkCache, text: str = "game", language: str = "en", at: str = "home") -> "asyncio.Task[Reviewed]":
    return asyncio.ensure_future(cache.get(at, (text, language), reviewed, text, language))


async def settled() -> None:
    """Everybody has gone as far as they can."""
    for _ in range(5):
        await asyncio.sleep(0)


def answer(content: bytes = b"{}") -> Reviewed:
    return Reviewed(content, {}, None)


def test_equal_requests_share_one_computation_and_its_result_is_kept() -> None:
    async def use(cache: WorkCache, reviewer: Reviewer) -> None:
        asking = [asks(cache, at=address) for address in ("home", "home", "elsewhere")]
        await settled()
        reviewer.answers.put_nowait(answer())
        assert await asyncio.gather(*asking) == [answer()] * 3
        assert await asks(cache) == answer()
        assert reviewer.asked == [("game", "en")]
        asks(cache, language="de")
        await settled()
        assert reviewer.asked[1:] == [("game", "de")]

    with_cache(use)


def test_an_address_has_one_review_computed_at_a_time() -> None:
    async def use(cache: WorkCache, reviewer: Reviewer) -> None:
        first = asks(cache)
        with pytest.raises(WebRefused, match="busy") as refused:
            await asks(cache, "another game")
        assert refused.value.details["wait"] == 3000
        asks(cache, "another game", at="elsewhere")
        await settled()
        assert len(reviewer.asked) == 2
        reviewer.answers.put_nowait(answer())
        await first
        asks(cache, "a third game")
        await settled()
        assert len(reviewer.asked) == 3

    with_cache(use)


def test_a_review_that_nobody_waits_for_any_more_is_given_up() -> None:
    async def use(cache: WorkCache, reviewer: Reviewer) -> None:
        first, second = asks(cache), asks(cache)
        await settled()
        first.cancel()
        await settled()
        assert reviewer.given_up == 0, "somebody else waits"
        second.cancel()
        await settled()
        assert reviewer.given_up == 1
        again = asks(cache)
        await settled()
        reviewer.answers.put_nowait(answer())
        assert await again == answer()

    with_cache(use)


def test_what_is_kept_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_cache, "MOST_BYTES", 25)

    async def use(cache: WorkCache, reviewer: Reviewer) -> None:
        async def asked(text: str) -> bool:
            """Whether the review had to be computed."""
            before = len(reviewer.asked)
            reviewer.answers.put_nowait(answer(b"0123456789"))
            await asks(cache, text)
            return len(reviewer.asked) > before

        assert [await asked(text) for text in ("a", "b", "a", "c", "a", "b")] == [True, True, False, True, False, True]

    with_cache(use)


class Job:
    """A job that begins and never ends by itself."""

    def __init__(self) -> None:
        self.begun, self.given_up = threading.Event(), threading.Event()

    async def run(self, *_: object) -> None:
        self.begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.given_up.set()


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    """What all workers do."""
    endless = Job()
    monkeypatch.setattr(Worker, "run", endless.run)
    return endless


@contextmanager
def waiting(address: str, job: Job) -> Iterator[None]:
    """A client that waits for a review, and hangs up in the end."""
    host, body = urlsplit(address), b'{"record": "{}"}'
    head = f"Host: {host.netloc}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    with socket.create_connection((host.hostname, host.port)) as connection:
        connection.sendall(f"POST /api/reviews HTTP/1.1\r\n{head}\r\n\r\n".encode() + body)
        assert job.begun.wait(PATIENCE)
        yield


def test_a_client_that_hangs_up_ends_its_review(tmp_path: Path, job: Job) -> None:
    with running(tmp_path) as address:
        with waiting(address, job):
            assert not job.given_up.is_set()
        assert job.given_up.wait(PATIENCE)


def test_a_second_review_is_refused_in_words_and_says_when_to_come_back(
    tmp_path: Path, browser: NewBrowser, job: Job
) -> None:
    with running(tmp_path) as address, waiting(address, job):
        refused = browser(address, "pl").post("/reviews", record="[]")
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "3"
        assert error(refused)["wait"] == 3000
        assert error(refused)["message"] == catalog("pl").say("refused.busy", count=3)


def test_bots_and_moves_do_not_wait_for_reviews(tmp_path: Path, browser: NewBrowser, job: Job) -> None:
    with running(tmp_path) as address, waiting(address, job):
        guest = browser(address)
        assert play(guest, guest.started("Lena", "@fox", rounds=1))["stage"] == "over"


def test_a_game_is_reviewed_once_until_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Mock(side_effect=Worker.run, autospec=True)
    monkeypatch.setattr(Worker, "run", lambda *arguments: run(*arguments))
    with running(tmp_path) as address, Browser(address) as guest:
        view = guest.started("Lena", "Marko", rounds=1)
        table = guest.moved(view, 0, "roll")["table"]
        first, again = guest.post("/reviews", table=table), guest.post("/reviews", table=table)
        assert first.headers["content-encoding"] in ("br", "gzip")
        assert done(first) == done(again)
        assert run.call_count == 1
        view = guest.view(table)
        guest.moved(view, 0, "score", dice=view["game"]["options"][0]["dice"])
        longer = done(guest.post("/reviews", table=table))
        record = guest.get(f"/tables/{table}/record").text
        assert len(longer["steps"]) == len(done(first)["steps"]) + 1
        assert done(guest.post("/reviews", record=record)) == longer
