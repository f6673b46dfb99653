"""The end of a game: the count, a word for the player, what the coach has seen, and what to do next."""

from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Response, expect

from charidice.messages import catalog
from charidice.record import read_position

from .conftest import NOWHERE, NewPage, Server
from .playing import (
    OPTION,
    SCORE,
    choose_dice,
    my_seats,
    new_table,
    play_to_the_end,
    roll,
    score,
    table_of,
    take_turn,
    view,
    wait_for_my_turn,
)
from .test_accessibility import at_the_end_of_a_pad
from .test_table_looks import tidy

SAY = catalog("en").say
IN_VIEW = ("rematch", "review", "picture", "more")

# Games against a bot, without the page, until one ends as wanted; null takes the first. The first rounds are played
# badly: the worst way to score, and later the best.
PLAY = """async ({bot, settings, wanted, badly}) => {
    const ask = async (path, body) => (await fetch(`/api/tables${path}`, body && {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    })).json();
    for (;;) {
        const seats = [{who: "here", name: "Lena"}, {who: "bot", bot}];
        const {view: {table}} = await ask("", {seats, settings: {start: "seat", wait: 0, ...settings}});
        await ask(`/${table}/start`, {});
        let {view} = await ask(`/${table}`);
        while (view.stage !== "over") {
            const {game, seq} = view;
            if (game.active === 0 && game.may[0].length) {
                const {dice} = game.options.at(game.sheets[0].points.length < badly ? -1 : 0) ?? {};
                const move = game.rolls ? {action: "score", dice} : {action: "roll"};
                await ask(`/${table}/moves`, {move_id: crypto.randomUUID(), seq, seat: 0, ...move});
            } else await new Promise((resolve) => setTimeout(resolve, 20));
            ({view} = await ask(`/${table}`));
        }
        if (wanted === null || view.game.winners.includes(0) === wanted) return table;
    }
}"""


def finished(
    page: Page, bot: str = "sparrow", *, wanted: bool | None = None, badly: int = 0, **settings: object
) -> str:
    """A game against a bot that is over, opened."""
    asked = {"bot": bot, "settings": settings, "wanted": wanted, "badly": badly}
    table = page.evaluate(PLAY, asked)
    page.goto(urljoin(page.url, f"/table/{table}"))
    page.wait_for_selector('table-screen[data-stage="over"]')
    return str(table)


def results_of(server: Server, table: str) -> list[dict[str, int]]:
    game: Any = view(server, table)["game"]
    return [sheet["result"] for sheet in game["sheets"]]


# Every change of the end: whether the points are being counted, whether the headline shows, totals, parts of the bars.
WATCH_THE_END = """
    window.seen = [];
    new MutationObserver(() => {
        const end = document.querySelector(".end");
        if (!end?.checkVisibility() || !end.querySelector(".total")) return;
        const all = (selector, read) => [...end.querySelectorAll(selector)].map(read);
        window.seen.push({
            counting: end.classList.contains("counting"),
            headline: getComputedStyle(end.querySelector(".victory")).opacity !== "0",
            crowned: end.querySelectorAll(".won").length,
            totals: all(".total", (total) => Number(total.lastChild.data)),
            own: all("dl > div:not(.charity) dd", (part) => Number(part.textContent)),
            charity: all(".parts-bar .charity", (part) => Number(part.style.getPropertyValue("--part"))),
        });
    }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
"""
# A tap as soon as the counting begins; then whether it goes on.
TAP_AT_ONCE = """
    const watch = new MutationObserver(() => {
        const ranks = document.querySelector(".end.counting .ranks");
        if (!ranks) return;
        watch.disconnect();
        ranks.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
        setTimeout(() => (window.goesOn = Boolean(document.querySelector(".end.counting"))));
    });
    watch.observe(document, {subtree: true, attributes: true});
"""


def to_the_end(page: Page, motion: bool = False) -> None:
    """A game of one round; only its last step may move, which is shown on the way to the result."""
    new_table(page, "Lena", "Marko", rounds=1)
    take_turn(page)
    roll(page)
    if motion:
        page.emulate_media(reduced_motion="no-preference")
    score(page)
    expect(page.locator("table-screen")).to_have_attribute("data-stage", "over")
    expect(page.locator(".end.counting")).to_have_count(0)


# What live regions say.
WATCH_THE_ANNOUNCER = """
    window.told = [];
    addEventListener("DOMContentLoaded", () => new MutationObserver(() =>
        told.push(document.getElementById("announcer").textContent)).observe(
            document.getElementById("announcer"), {childList: true, characterData: true, subtree: true}));
"""


def the_result_is_heard_once(page: Page) -> None:
    headline = page.locator(".victory")
    expect(headline).to_be_focused()
    # The focus says it; no live region says it again.
    assert headline.inner_text() not in " ".join(page.evaluate("told"))
    expect(page.locator(".end [aria-live], .end [role=status], .end [role=alert]")).to_have_count(0)


def test_points_are_counted_up_charity_last_and_the_headline_after_it(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    page.add_init_script(WATCH_THE_END + WATCH_THE_ANNOUNCER)
    to_the_end(page, motion=True)
    the_result_is_heard_once(page)
    seen = page.evaluate("seen")
    counting = [each for each in seen if each["counting"]]
    assert counting[0]["crowned"] == 0
    assert seen[-1]["crowned"] >= 1
    assert counting[0]["totals"] == [0, 0]
    assert not any(each["headline"] for each in counting)
    sums = [sum(each["totals"]) for each in counting]
    assert sums == sorted(sums)
    last = seen[-1]
    assert sorted(last["totals"]) == sorted(result["total"] for result in results_of(server, table_of(page)))
    # While a charity bonus is counted, nothing else is left to count.
    assert all(each["own"] == last["own"] for each in counting if any(each["charity"]))


def test_a_tap_ends_the_counting(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    page.add_init_script(TAP_AT_ONCE)
    to_the_end(page, motion=True)
    page.wait_for_function("() => 'goesOn' in window")
    assert page.evaluate("goesOn") is False


def test_with_reduced_motion_the_result_is_there_at_once(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    page.add_init_script(WATCH_THE_END + WATCH_THE_ANNOUNCER)
    to_the_end(page)
    the_result_is_heard_once(page)
    assert not any(each["counting"] for each in page.evaluate("seen"))
    assert len({tuple(each["totals"]) for each in page.evaluate("seen")}) == 1


@pytest.mark.parametrize("seats", [("Lena", "Marko"), ("Lena", "Marko", "Ola", "Ben")], ids=["two", "four"])
def test_four_buttons_in_view_and_a_menu_with_the_rest(new_page: NewPage, seats: tuple[str, ...]) -> None:
    page = new_page(NOWHERE)
    new_table(page, *seats, rounds=1)
    play_to_the_end(page)
    for action in IN_VIEW:
        expect(page.locator(f'[data-action="{action}"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".end-actions .button")).to_have_count(len(IN_VIEW))
    page.locator('[data-action="more"]').click()
    for action in ("check", "print", "save", "lab", "home"):
        expect(page.locator(f'dialog [data-action="{action}"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-action="more"]')).to_be_focused()
    # The start page is one press away.
    page.locator('#bar a[href="/"]').click()
    expect(page.locator("start-screen")).to_be_visible()


def test_the_last_decision_opens_in_the_lab(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    finished(page, rounds=1)
    page.locator('[data-action="more"]').click()
    page.locator('dialog [data-action="lab"]').click()
    page.wait_for_selector('lab-screen[data-state="shown"]')
    state = read_position(page.url.partition("#")[2].replace("_", " "))
    assert (state.round, state.active, state.turn.rolls > 0) == (1, 1, True)
    expect(page.locator(".lab-seat .name").first).to_have_text("Lena")


def test_after_a_victory_the_next_bot_is_offered(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    finished(page, "magpie", wanted=True, rounds=1, hints="off")
    next_level = page.locator('[data-action="next-level"]')
    expect(next_level).to_contain_text(SAY("web.table.end.next", bot=SAY("bot.fox")))
    for action in ("next-level", *IN_VIEW):
        expect(page.locator(f'[data-action="{action}"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".end-line")).to_be_hidden()
    # Without the coach's cards the buttons stay as small, at the bottom of the screen.
    boxes = page.locator(".end-actions .button").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height])"
    )
    assert max(height for _, height in boxes) < 60
    assert max(bottom for bottom, _ in boxes) > 600
    before = table_of(page)
    next_level.click()
    page.wait_for_function("before => !location.pathname.endsWith(before)", arg=before)
    page.wait_for_selector('table-screen[data-stage="playing"]')
    opened: Any = view(server, table_of(page))
    assert [seat["bot"] for seat in opened["seats"]] == [None, "fox"]
    assert opened["seats"][0]["name"] == "Lena"
    assert opened["settings"]["rounds"] == 1


def test_after_the_strongest_bot_there_is_only_a_rematch(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    choose_dice(page, "owl 11")
    finished(page, "owl", wanted=True, rounds=1, hints="off")
    expect(page.locator('[data-action="rematch"]')).to_be_visible()
    expect(page.locator('[data-action="next-level"]')).to_have_count(0)


def test_after_a_defeat_a_kind_line(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    table = finished(page, wanted=False, badly=1, rounds=1, hints="off")
    mine, theirs = (result["total"] for result in results_of(server, table))
    short = theirs - mine
    close = SAY("web.table.end.close", points=SAY("points", count=short))
    expect(page.locator(".end-line")).to_have_text(close if short <= 20 else SAY("web.table.end.kind"))
    expect(page.locator('[data-action="next-level"]')).to_have_count(0)


def test_confetti_is_for_a_victory(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE, reduced_motion="no-preference")
    choose_dice(page, "confetti 1")
    seen: set[bool] = set()
    while len(seen) < 2:
        new_table(page, "Lena", "@sparrow", rounds=1, hints="off", first=1)
        assert wait_for_my_turn(page)
        roll(page)
        ways = page.locator(f"{OPTION}:visible")
        (ways.first if False in seen else ways.last).click()
        page.locator(SCORE).click()
        expect(page.locator('table-screen[data-stage="over"] .end:not(.counting) .victory')).to_be_visible()
        game: Any = view(server, table_of(page))["game"]
        # The seat that starts is the first.
        won = int(my_seats(page)[0]) in game["winners"]
        expect(page.locator(".confetti")).to_have_count(int(won))
        seen.add(won)


def test_the_best_game_of_this_browser_by_the_standard_rules(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    stored = "JSON.parse(localStorage.getItem('charidice') ?? '{}').best ?? null"
    line = page.locator(".end-line")
    finished(page, rounds=1, hints="off")
    assert page.evaluate(stored) is None
    first = finished(page, badly=7, hints="off")
    [total, _] = [result["total"] for result in results_of(server, first)]
    expect(page.locator(".ranks .you")).to_be_visible()
    assert page.evaluate(stored) == {"table": first, "total": total, "before": None}
    # The first game has beaten none.
    assert "best game" not in page.locator(".end").inner_text()
    page.evaluate(
        """() => {
            const settings = JSON.parse(localStorage.getItem("charidice"));
            localStorage.setItem("charidice", JSON.stringify({...settings, best: {...settings.best, total: 1}}));
        }"""
    )
    page.goto(server.address)
    second = finished(page, hints="off")
    best = SAY("web.table.end.best", points=SAY("points", count=1))
    expect(line).to_have_text(best)
    assert page.evaluate(stored)["table"] == second
    # It is still the best when it is opened again; several people at one device have no best in common.
    page.reload()
    expect(line).to_have_text(best)
    new_table(page, "Lena", "Marko", rounds=1)
    play_to_the_end(page)
    assert page.evaluate(stored)["table"] == second


def test_one_to_think_about_is_a_question_of_the_trainer(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    reviews: list[str] = []

    # A review that the coach has no time for is asked for once more.
    def given(answer: Response) -> bool:
        return answer.url.endswith("/api/reviews") and answer.ok

    page.on("response", lambda answer: reviews.append(answer.url) if given(answer) else None)
    # The worst way to score, every time: something is worth a thought.
    with page.expect_response(given) as answer:
        finished(page, badly=2, rounds=2)
    expect(page.locator(".end-moments")).to_have_attribute("data-state", "done")
    worst = answer.value.json()["page"]["players"][0]["worst_move"]
    question = "web.table.end.what.ask" if worst["asking"] else "web.table.end.what"
    think = page.locator('[data-action="think"]')
    expect(think).to_contain_text(SAY("web.table.end.think"))
    expect(think).to_contain_text(SAY(question, round=worst["round"]))
    expect(think.locator(".die")).to_have_count(6)
    tidy(page.locator(".moment .dice-row"))
    assert len(reviews) == 1
    think.click()
    expect(page.locator(".trainer-place")).to_have_text(SAY("web.trainer.place", number=1, count=1))
    expect(page.locator(".trainer-situation")).to_contain_text(SAY("web.trainer.round", round=worst["round"], rounds=2))


def test_on_a_small_phone_what_the_coach_has_seen_is_above_the_buttons(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    moments = page.locator(".moment")
    choose_dice(page, "moments 249")
    while moments.count() < 2:
        finished(page, badly=1, rounds=2)
        expect(page.locator(".end-moments")).to_have_attribute("data-state", "done")
    bottom, top = (page.locator(part).bounding_box() for part in (".moment >> nth=1", ".end-actions"))
    assert bottom
    assert top
    assert bottom["y"] + bottom["height"] <= top["y"]


def test_without_hints_nothing_is_asked_of_the_coach(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    reviews: list[str] = []
    page.on("request", lambda request: reviews.append(request.url) if "/api/reviews" in request.url else None)
    finished(page, badly=1, rounds=1, hints="off")
    expect(page.locator('[data-action="review"]')).to_be_visible()
    expect(page.locator(".end-moments")).to_be_hidden()
    assert reviews == []


def test_the_end_of_a_pad(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    at_the_end_of_a_pad(page)
    expect(page.locator(".victory")).to_be_focused()
    for action in IN_VIEW:
        expect(page.locator(f'[data-action="{action}"]')).to_be_in_viewport(ratio=1)
    page.locator('[data-action="more"]').click()
    expect(page.locator('dialog [data-action="print"]')).to_be_visible()
    expect(page.locator('dialog [data-action="check"]')).to_have_count(0)
