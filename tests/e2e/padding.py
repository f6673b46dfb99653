"""What people do at a score pad."""

from random import Random
from typing import Any, NamedTuple
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Page, expect

from charidice.rules.dice import STANDARD_DICE, read_faces
from charidice.rules.scoring import ScoringOption, scoring_options

from ..waiting import PATIENCE, until
from .conftest import NewPage, Server

SAVE = '[data-action="save-entry"]'
PHONE = {"width": 360, "height": 640}


class Turn(NamedTuple):
    """Six faces, and the way they are scored."""

    faces: list[str]
    option: ScoringOption

    @property
    def scored(self) -> list[str]:
        return [self.faces[die] for die in self.option.dice]

    @property
    def boxes(self) -> tuple[int, int, int]:
        """Points, bonus and gift."""
        return self.option.points, self.option.bonus, self.option.gift


def random_turn(rng: Random) -> Turn:
    numbers = tuple(rng.choices(range(1, 7), k=6))
    faces = [str(face) for face in STANDARD_DICE.faces(numbers)]
    return Turn(faces, max(scoring_options(" ".join(faces)), key=lambda option: (option.total, option.gift)))


class Taps:
    """Counts the taps of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.count = 0

    def __call__(self, selector: str) -> None:
        self._page.locator(selector).click()
        self.count += 1


# Opens a pad, and starts it unless somebody has still to join.
OPEN = """async ([names, settings]) => {
    const post = (path, body) => fetch(`/api/tables${path}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    }).then((answer) => answer.json());
    const seats = names.map((name) => name ? { who: "here", name } : { who: "link" });
    const { table } = (await post("", { seats, settings: { pad: true, start: "seat", ...settings } })).view;
    if (!names.includes("")) await post(`/${table}/start`, {});
    return table;
}"""


def open_pad(page: Page, *names: str, **settings: object) -> str:
    """The first name starts; an empty one is somebody who joins by the link."""
    table: str = page.evaluate(OPEN, [list(names), settings])
    page.goto(urljoin(page.url, f"/pad/{table}"))
    page.wait_for_selector("pad-screen .entry-panel, table-screen .lobby")
    return table


def fill_in_form(page: Page, address: str, *names: str) -> None:
    """Open a pad by the form of the start page."""
    page.goto(f"{address}/#pad")
    for number, name in enumerate(names):
        page.locator(f"#seat-{number}-name").fill(name)
    page.locator("#start-seat").check()
    page.locator("#new-create").click()


def two_phones(new_page: NewPage, server: Server, *names: str, rounds: int = 3) -> tuple[Page, Page]:
    """A pad on two phones; whoever is named last has joined by the link."""
    here = new_page()
    open_pad(here, *names[:-1], "", rounds=rounds)
    link = here.locator("[data-link=join]").first.input_value()
    there = new_page(link.removeprefix(server.address), offline_expected=True)
    there.locator("#join-name").fill(names[-1])
    there.locator("#join-send").click()
    here.locator("[data-action=start]").click()
    for page in (here, there):
        ready(page)
    return here, there


def pad_of(server: Server, table: str) -> dict[str, Any]:
    pad: dict[str, Any] = httpx.get(f"{server.address}/api/tables/{table}", timeout=PATIENCE).json()["view"]["pad"]
    return pad


def boxes_of(server: Server, table: str, round_: int, seat: int) -> Any:
    return until(lambda: pad_of(server, table)["turns"][round_ - 1][seat]["boxes"])


def choose_way(page: Page, kind: str, name: str = "enter-by") -> None:
    way = page.locator(f"#{name}-{kind}")
    if not way.is_checked():
        page.locator(f"label:has(#{name}-{kind})").click()


def ready(page: Page) -> None:
    """Enter by points, and wait until there are numbers to tap."""
    page.locator("#enter-by-points").check()
    expect(page.locator(".pad-entry .chips.points .chip").first).to_be_visible()


def by_points(page: Page, points: int, bonus: int, gift: int, asked: bool = False) -> int:
    """Enter the open turn by its boxes; returns the number of taps."""
    ready(page)
    tap = Taps(page)
    if bonus:
        tap(f".pad-entry [data-chip=bonus-{bonus}]")
    tap(f".pad-entry [data-chip=points-{points}]")
    if asked:
        tap(".pad-entry [name=asked]")
    if page.locator(f".pad-entry [data-chip=gift-{gift}][aria-pressed=true]").count() == 0:
        tap(f".pad-entry [data-chip=gift-{gift}]")
    tap(".pad-entry .save-entry")
    return tap.count


def enter(page: Page, round_: int, seat: int, boxes: tuple[int, int, int]) -> None:
    """Enter a turn by its points, bonus and gift without pressing anything; the page shows it."""
    value = dict(zip(("points", "bonus", "gift"), boxes, strict=True))
    entry = {"entry": f"entry-{round_}-{seat}", "round": round_, "seat": seat, "value": {"by": "points", **value}}
    answer = page.request.post(urljoin(page.url, f"/api/tables/{page.url.split('/')[-1]}/entries"), data=entry)
    assert answer.ok, answer.text()
    expect(page.locator(f"[data-turn='{round_}-{seat}'] b")).to_be_visible()


def tap_faces(page: Page, *faces: str, place: str = ".pad-entry") -> int:
    """Returns the number of taps."""
    tap = Taps(page)
    for face in faces:
        tap(f'{place} .face-board [data-face="{face}"]')
    return tap.count


def by_dice(page: Page, faces: list[str], scored: list[str], asked: bool = False, place: str = ".pad-entry") -> int:
    """Enter a turn by its dice; returns the number of taps."""
    choose_way(page, "dice", "enter-by" if place == ".pad-entry" else "correct-by")
    tap = Taps(page)
    tap.count = tap_faces(page, *faces, place=place)
    page.wait_for_selector(f"{place} .entry-way")
    if asked:
        tap(f'{place} .dice-entry [name="asked"]')
    dice = sorted(STANDARD_DICE.die_of(face) for face in read_faces(" ".join(scored)))
    way = f'{place} [data-option="{"-".join(map(str, dice))}"]'
    if page.locator(way).get_attribute("aria-pressed") == "false":
        tap(way)
    tap(f"{place} {SAVE}")
    return tap.count


def correct_gift(page: Page, round_: int, seat: int, gift: int) -> None:
    """Write another number into box 4 of a turn, which is then one by points."""
    page.locator(f"[data-turn='{round_}-{seat}']").click()
    choose_way(page, "points", "correct-by")
    if not page.locator("dialog #typed-gift").count():
        page.locator('dialog [data-action="type-entry"]').click()
    page.locator("dialog #typed-gift").fill(str(gift))
    page.locator(f"dialog {SAVE}").click()


def turn(page: Page, round_: int, seat: int) -> str:
    """What the table of all rounds shows for a turn."""
    return page.locator(f"[data-turn='{round_}-{seat}']").inner_text().strip()


def totals(page: Page) -> list[str]:
    return [text.split(":")[-1].strip() for text in page.locator(".glance-seats .sum").all_inner_texts()]


def handed_in(page: Page) -> None:
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "0")
