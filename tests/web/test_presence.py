"""Who is at a table, and what the others may do about those who are not."""

from collections.abc import Callable
from pathlib import Path

from charidice.web.live import TOO_SLOW, UNANSWERED

from .servers import Browser, closing, news, running

NewBrowser = Callable[..., Browser]


def test_a_page_that_says_nothing_is_let_go_and_one_that_answers_stays(browser: NewBrowser, tmp_path: Path) -> None:
    with running(tmp_path, heartbeat=0.4) as address:
        host = browser(address)
        table = host.started("Lena", "@owl")["table"]
        with host.live(table) as silent, host.live(table) as answering:
            for _ in range(UNANSWERED + 1):
                assert news(answering, "presence")["online"] == [True, True]
                answering.send("shown")
            assert closing(silent) == TOO_SLOW
            assert news(answering, "presence")
