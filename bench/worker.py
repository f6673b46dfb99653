"""The browser's engine where it works, in the Worker of a page: reviews beside Python's, and the owl's decisions.

    make bench

A Chromium opens the game as files. Reviews are of games of foxes, from the record to what the page shows; the first of
them, which loads the tables, is told apart. Python reviews the same games in the same run. Decisions are the owl's
first ones of all turns of a few games, which solve the turn: the median by number of turns left, and of these numbers
the worst. The page counts its frames meanwhile, and then for as long without decisions.

A review is measured in processor time of all threads of the page. How long one waits for it is told, too: on a machine
with other work that is longer, and so are the decisions, which are measured by the clock.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright
from tests.e2e.hosts import PLACE, Host

from bench.page import SWITCHES, browser_path
from charidice.arena import deal_dice, play_game
from charidice.record import GameRecord
from charidice.record.jsonform import dump_json
from charidice.rules import Event, new_game
from charidice.strategy.bots.points import Fox
from charidice.web.http.static_site import write_site
from charidice.web.jobs.reviews import review_answer

SCRIPT = Path(__file__).with_suffix(".js").read_text().replace("export ", "")
REVIEW_LIMITS = {2: 0.5, 4: 2.0}
REVIEWS = 7
DECISION_LIMITS_MS = {2: 15, 3: 60, 4: 150}
GAMES = 12
# Milliseconds between frames of which one was left out.
LATE = 25


@contextmanager
def game_page() -> Iterator[Page]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder) / PLACE.strip("/"))
        host = Host(Path(folder))
        browser = playwright.chromium.launch(executable_path=browser_path(), args=SWITCHES)
        try:
            page = browser.new_page(service_workers="block")
            page.goto(f"{host.address}/")
            page.wait_for_selector("[data-action=play-now]")
            yield page
        finally:
            browser.close()
            host.close()


def measured(page: Page, name: str, *words: object) -> Any:
    return page.evaluate(f"async (words) => {{ {SCRIPT}; return {name}(...words); }}", list(words))


def foxes_game(players: int, deal: int) -> GameRecord:
    events: list[Event] = []
    play_game([Fox()] * players, new_game(players).setup, deal_dice(1, deal), events.append)
    return GameRecord(players=tuple(map(str, range(players))), events=tuple(events))


def python_seconds(record: GameRecord) -> float:
    begin = time.process_time()
    review_answer(record, "en")
    return time.process_time() - begin


def page_seconds(page: Page) -> float:
    """The processor time of the processes of all pages, of which there is one."""
    assert page.context.browser
    session = page.context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(each["cpuTime"] for each in processes if each["type"] == "renderer"))


class Review(NamedTuple):
    seconds: float
    """Processor time."""
    waited: float


def reviewed(page: Page, record: GameRecord) -> Review:
    before = page_seconds(page)
    waited = measured(page, "review", dump_json(record)) / 1000
    return Review(page_seconds(page) - before, waited)


def show_reviews(page: Page, players: int, limit: float) -> None:
    games = [foxes_game(players, deal) for deal in range(REVIEWS + 1)]
    first, *later = (reviewed(page, game) for game in games)
    _, *pythons = map(python_seconds, games)
    here, there = median(each.seconds for each in later), median(pythons)
    print(f"review, {players} players: {here:.2f} s, {here / limit:.2f} of {limit} s;", end=" ")
    print(f"by Python {there:.2f} s: {here / there:.1f};", end=" ")
    print(f"waited {median(each.waited for each in later):.2f} s;", end=" ")
    print(f"the first {first.seconds:.2f} s, waited {first.waited:.2f} s")


def frames(gaps: list[float]) -> str:
    late = sum(gap > LATE for gap in gaps)
    return f"{1000 * len(gaps) / sum(gaps):.0f} frames a second, {late} of {len(gaps)} late, {max(gaps):.0f} ms at most"


def show_decisions(page: Page, players: int, limit: float) -> None:
    found = measured(page, "decisions", players, GAMES)
    levels = {int(left): median(spent) for left, spent in found["spent"].items()}
    worst = max(levels, key=levels.__getitem__)
    print(f"owl's decision, {players} players: {levels[worst]:.1f} ms with {worst} turns left,", end=" ")
    print(f"{median(levels.values()):.1f} ms as a rule, at most {limit}")
    print(f"  the page meanwhile: {frames(found['frames'])}")
    print(f"  without decisions:  {frames(measured(page, 'idle', sum(found['frames'])))}")


def main() -> None:
    for players, limit in REVIEW_LIMITS.items():
        # A page of its own, since another game's tables would be there.
        with game_page() as page:
            show_reviews(page, players, limit)
    with game_page() as page:
        for players, limit_ms in DECISION_LIMITS_MS.items():
            show_decisions(page, players, limit_ms)


if __name__ == "__main__":
    main()
