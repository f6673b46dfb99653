"""Hints and reviews of games on a server are worked out by the page where it can, and are the same as the server's."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..waiting import until
from .conftest import NOWHERE, NewPage
from .padding import open_pad, tap_faces
from .playing import asks_the_server, new_table, play_to_the_end, roll, table_of

HINT = '[data-action="hint"]'
OWN_DICE = "YOGBPK OGBPKY GBPKYO BPKYOG PKYOGB KYOGBP"
# Plays a game of two by its hints, each from here and from the server; the greatest of gifts is asked for in round two.
BOTH = """async ([table, late]) => {
    const script = document.querySelector("script[type=module]").src;
    const { hintHere } = await import(new URL("device/online.js", script));
    const at = `/api/tables/${table}`;
    const json = async (answer) => (await answer).json();
    const headers = { "Content-Type": "application/json" };
    const ask = (path, body) =>
        fetch(`${at}${path}`, body && { method: "POST", headers, body: JSON.stringify(body) });
    const found = [];
    let { view } = await json(ask(""));
    const compare = async (seat) => {
        let here = null;
        while (!here) here = await hintHere(view, seat);
        found.push([here, await json(ask(`/hint?seat=${seat}`))]);
        return here.action;
    };
    const move = async (seat, action) => {
        const sent = { move_id: crypto.randomUUID(), seq: view.seq, seat, sure: true };
        ({ view } = await json(ask("/moves", { ...sent, ...action })));
    };
    while (view.stage !== "over") {
        const { active, recipient, rolls, round, asked, may } = view.game;
        if (!rolls) await move(active, { action: "roll" });
        else if (round === 2 && !asked && may[recipient].includes("ask") && (!late || view.game.stopped)) {
            await compare(recipient);
            await move(recipient, { action: "ask" });
        } else if (view.game.stopped && may[recipient].includes("decline")) {
            await compare(recipient);
            await move(recipient, { action: "decline" });
        } else await move(active, await compare(active));
    }
    return found;
}"""


def shares_of(hint: dict[str, Any]) -> list[float]:
    """The lengths of its bars, which are taken out: in words they are rounded."""
    return [chance.pop("share") for chance in (hint["brief"] or {"chances": ()})["chances"]]


def is_worked_out_here(page: Page) -> bool:
    """Whether a hint is shown without a question to the server."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator(HINT).click()
    expect(page.locator(".hint")).to_be_visible()
    page.locator('[data-action="hint-shut"]').click()
    return not any("/hint?" in url for url in asked)


def test_a_hint_of_a_game_on_the_server_is_worked_out_here_once_the_tables_are_there(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@squirrel")
    roll(page)
    until(lambda: is_worked_out_here(page))


def test_who_saves_data_asks_the_server_and_loads_no_tables(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    fetched: list[str] = []
    page.context.on("request", lambda request: fetched.append(request.url))
    asks_the_server(page)
    new_table(page, "Clover", "@squirrel")
    roll(page)
    assert not is_worked_out_here(page)
    assert not [url for url in fetched if "/engine/worker.js" in url or "/tables/" in url.partition("/api/")[0]]


def test_no_hint_is_worked_out_where_the_table_has_none(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@squirrel", hints="off")
    roll(page)
    none = """async (table) => {
        const script = document.querySelector("script[type=module]").src;
        const { hintHere } = await import(new URL("device/online.js", script));
        return hintHere((await (await fetch(`/api/tables/${table}`)).json()).view, 0);
    }"""
    assert page.evaluate(none, table_of(page)) is None


@pytest.mark.parametrize(
    ("locale", "settings"),
    [("en-GB", {}), ("de", {"late_asking": True}), ("pl", {"free_giving": True, "dice": OWN_DICE})],
    ids=["standard", "late asking", "own dice"],
)
def test_hints_from_here_and_from_the_server_are_the_same(
    new_page: NewPage, locale: str, settings: dict[str, Any]
) -> None:
    page = new_page(NOWHERE, locale=locale)
    new_table(page, "Clover", "Ola", rounds=3, start="seat", first=0, wait=0, **settings)
    found = page.evaluate(BOTH, [table_of(page), "late_asking" in settings])
    assert len(found) >= 6
    for here, there in found:
        assert shares_of(here) == pytest.approx(shares_of(there), abs=1e-6)
        assert here == there


# Hints on a pad with a turn by dice and one by points, from here and from the server, and one that the server refuses.
PAD = """async (table) => {
    const script = document.querySelector("script[type=module]").src;
    const { padHintHere } = await import(new URL("device/online.js", script));
    const at = `/api/tables/${table}`, headers = { "Content-Type": "application/json" };
    const faces = "B1,B2,B3,B4,B6,P6";
    const dice = { by: "dice", rolls: [{ faces: faces.split(",") }], scored: ["B1", "B2", "B3", "B4"], asked: true };
    const boxes = { by: "points", points: 15, bonus: 15, gift: 13 };
    let view;
    for (const [seat, value] of [dice, boxes].entries()) {
        const body = JSON.stringify({ entry: `entry of seat ${seat}`.replaceAll(" ", "-"), round: 1, seat, value });
        ({ view } = await (await fetch(`${at}/entries`, { method: "POST", headers, body })).json());
    }
    const found = [];
    for (const question of [
        { round: 2, seat: 0, faces, rolls: 1, asked: false },
        { round: 2, seat: 0, faces, rolls: 2, asked: true },
        { round: 2, seat: 1, faces, rolls: 1, asked: false },
    ]) {
        const query = new URLSearchParams(question);
        const there = await (await fetch(`${at}/pad-hint?${query}`)).json();
        let here = null;
        do here = await padHintHere(view, question); while (!here && !there.error);
        found.push([here, there]);
    }
    return found;
}"""


def test_hints_on_a_pad_from_here_and_from_the_server_are_the_same(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    *found, (gap, refused) = page.evaluate(PAD, open_pad(page, "Clover", "Ola", rounds=2))
    for here, there in found:
        assert shares_of(here) == pytest.approx(shares_of(there), abs=1e-6)
        assert here == there
    assert (gap, refused["error"]["code"]) == (None, "pad-gaps")


def test_a_hint_on_a_pad_of_the_server_is_worked_out_here_once_the_tables_are_there(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Clover", "Ola", rounds=1)
    tap_faces(page, "B1", "B2", "B3", "O2", "Y3", "K1")
    page.locator("[data-action=pad-hint]").click()

    def is_here() -> bool:
        """Whether the hint after another roll came without a question to the server."""
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/pad-hint" in request.url else None)
        for number in (2, 1):
            page.locator(f'.entry-rolls [data-roll="{number}"]').click()
            expect(page.locator(".entry-hint")).not_to_be_empty()
        return not asked

    until(is_here)


REVIEW = "/api/reviews"
# The reviews of a table from here and from the server, from here again until they come.
REVIEWS = """async (table) => {
    const script = document.querySelector("script[type=module]").src;
    const { reviewHere } = await import(new URL("device/online.js", script));
    const { view } = await (await fetch(`/api/tables/${table}`)).json();
    let here = null;
    while (!here) here = await reviewHere(view);
    const headers = { "Content-Type": "application/json" };
    const there = await fetch("/api/reviews", { method: "POST", headers, body: JSON.stringify({ table }) });
    return [here, await there.json()];
}"""


def requests_of(page: Page, ending: str) -> list[str]:
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith(ending) else None)
    return found


# As a link of the page does, which stays.
GO = """async (path) => {
    const script = document.querySelector("script[type=module]").src;
    (await import(new URL("shell/router.js", script))).go(path);
}"""


def reviewed_here(page: Page, path: str) -> bool:
    """Whether the review is shown without a question to the server."""
    asked = requests_of(page, REVIEW)
    for each in ("/rules", path):
        page.evaluate(GO, each)
    page.wait_for_selector('review-screen[data-state="shown"]')
    return not asked


def has_its_cards_from_here_after_a_rematch(page: Page) -> bool:
    """Whether the end of the next game has its two cards without a question to the server."""
    asked, table = requests_of(page, REVIEW), table_of(page)
    page.locator('[data-action="rematch"]').click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    play_to_the_end(page)
    expect(page.locator(".end-moments")).to_have_attribute("data-state", "done")
    return not asked


def test_the_review_of_a_game_on_the_server_is_worked_out_here_once_the_tables_are_there(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@squirrel", rounds=1)
    play_to_the_end(page)
    table = table_of(page)
    until(lambda: reviewed_here(page, f"/review/{table}"))
    page.evaluate(GO, f"/table/{table}")
    until(lambda: has_its_cards_from_here_after_a_rematch(page))


def test_the_end_of_a_game_loads_no_tables(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    workers = requests_of(page, "/engine/worker.js")
    asked = requests_of(page, REVIEW)
    new_table(page, "Clover", "@squirrel", rounds=1)
    play_to_the_end(page)
    expect(page.locator(".end-moments")).to_have_attribute("data-state", "done")
    assert asked
    assert not workers


@pytest.mark.parametrize(
    ("locale", "seats", "settings"),
    [("de", ["Clover", "@squirrel", "@squirrel"], {}), ("en-GB", ["Clover", "@fox"], {"dice": OWN_DICE})],
    ids=["three", "own dice"],
)
def test_reviews_from_here_and_from_the_server_are_the_same(
    new_page: NewPage, locale: str, seats: list[str], settings: dict[str, Any]
) -> None:
    page = new_page(NOWHERE, locale=locale)
    new_table(page, *seats, rounds=2, **settings)
    play_to_the_end(page)
    here, there = page.evaluate(REVIEWS, table_of(page))
    assert here["players"] == there["players"]
    assert here == rounded(there)


def rounded(value: Any) -> Any:
    """With numbers as far as they are proved to be the same."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [*map(rounded, value)]
    return pytest.approx(value, abs=1e-4) if isinstance(value, float) else value
