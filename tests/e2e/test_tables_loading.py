"""While the solver's tables load, the page says so in words, and how much has come; a failed load can be repeated."""

from playwright.sync_api import Page, expect

from charidice.messages import Catalog, catalog

from .conftest import NewPage
from .hosts import SlowHost
from .playing import ROLL, roll, score, wait_for_my_turn
from .test_on_this_device import REVIEWED, open_here, open_record

SEAT = ".seat[data-seat='1'] .seat-loading"
HINT = "[data-action=hint]"
AGAIN = "[data-action=again]"
# What screen readers are told from now on.
LISTEN = """() => {
    window.heard = [];
    const place = document.getElementById("announcer");
    new MutationObserver(() => heard.push(place.textContent)).observe(place, { childList: true });
}"""


def heard(page: Page, text: str) -> int:
    """How often screen readers have been told a text."""
    count: int = page.evaluate("text => heard.filter((each) => each.includes(text)).length", text)
    return count


def expect_part(page: Page, place: str, key: str, part: int, texts: Catalog) -> None:
    """The words with their figure, which is not read aloud at every step."""
    note = page.locator(place)
    expect(note).to_contain_text(texts.say(key, percent="").strip())
    expect(note.locator("[aria-hidden=true]")).to_contain_text(str(part))


def test_the_owl_says_at_its_seat_how_much_of_its_tables_has_come(
    new_page: NewPage, slow_host: SlowHost, language: str
) -> None:
    texts = catalog(language)
    slow_host.hand_out(0)
    page = new_page("/", at=slow_host, locale=language)
    page.evaluate(LISTEN)
    open_here(page, "owl")
    roll(page)
    score(page)
    for part in (0, 37, 99):
        slow_host.hand_out(part)
        expect_part(page, SEAT, "here.loading.seat", part, texts)
    start, end = (texts.say(f"here.loading.{key}", bot=texts.say("bot.owl")) for key in ("bot", "bot-ready"))
    page.wait_for_function("text => heard.some((each) => each.includes(text))", arg=start)
    assert heard(page, end) == 0
    slow_host.hand_out(100)
    page.wait_for_function("text => heard.some((each) => each.includes(text))", arg=end)
    assert wait_for_my_turn(page)
    expect(page.locator(SEAT)).to_have_count(0)
    assert (heard(page, start), heard(page, end)) == (1, 1)


def test_a_hint_and_a_review_say_how_much_of_the_tables_has_come_and_other_bots_play_on(
    new_page: NewPage, slow_host: SlowHost, language: str
) -> None:
    texts = catalog(language)
    slow_host.hand_out(37)
    page = new_page("/", at=slow_host, locale=language)
    open_here(page, "fox")
    roll(page)
    page.locator(HINT).click()
    expect_part(page, ".toast.tables-loading", "here.loading.tables", 37, texts)
    score(page)
    assert wait_for_my_turn(page)
    page.goto(f"{slow_host.address}/?/review")
    open_record(page, "two-players.json")
    expect_part(page, ".review-patience", "here.loading.tables", 37, texts)
    slow_host.hand_out(100)
    expect(page.locator(REVIEWED)).to_be_visible()


def test_tables_that_could_not_be_loaded_are_asked_for_again_at_once_by_a_button(
    new_page: NewPage, slow_host: SlowHost, language: str
) -> None:
    texts = catalog(language)
    slow_host.lose_tables()
    page = new_page("/", at=slow_host, locale=language, offline_expected=True)
    page.clock.install()
    open_here(page, "owl")
    # From here on, no attempt comes by itself.
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.locator(ROLL).click()
    trouble = page.locator(".connection")
    expect(trouble).to_contain_text(texts.say("web.table.bot-waits", bot=texts.say("bot.owl")))
    expect(page.locator(SEAT)).to_have_count(0)
    slow_host.hand_out(100)
    trouble.locator(AGAIN).click()
    expect(trouble).to_be_hidden()
    page.clock.resume()
    score(page)
    assert wait_for_my_turn(page)


def test_a_hint_that_failed_is_asked_for_again_by_the_button_of_its_message(
    new_page: NewPage, slow_host: SlowHost, language: str
) -> None:
    slow_host.lose_tables()
    page = new_page("/", at=slow_host, locale=language, offline_expected=True)
    page.clock.install()
    open_here(page, "fox")
    roll(page)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.locator(HINT).click()
    expect(page.locator(".toast")).to_contain_text(catalog(language).say("refused.hints-not-here"))
    slow_host.hand_out(100)
    page.locator(f".toast {AGAIN}").click()
    expect(page.locator(".hint")).to_be_visible()
