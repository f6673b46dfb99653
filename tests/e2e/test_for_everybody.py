"""What makes the table friendly: it says you, explains itself, and gives hints that are short."""

import pytest
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES, catalog

from .conftest import NewPage
from .playing import is_my_turn, new_table, play_to_the_end, roll, score, wait_for_my_turn

ENGLISH = catalog("en")


def told(page: Page) -> None:
    """Gather all that is announced from now on."""
    page.evaluate(
        """() => {
            window.told = [];
            const announcer = document.getElementById("announcer");
            new MutationObserver(() => told.push(announcer.textContent)).observe(announcer, {childList: true});
        }"""
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_alone_on_a_device_is_addressed_as_you(new_page: NewPage, language: str) -> None:
    texts = catalog(language)
    page = new_page(locale=language)
    new_table(page, "Clover", "@sparrow", rounds=1)
    mine = page.locator('[data-seat="0"]')
    expect(mine.locator(".you")).to_have_text(texts.say("web.table.you"))
    expect(page.locator('[data-seat="1"] .you')).to_have_count(0)
    start = texts.say("web.table.seat.name-you", name="Clover", points="", given="").partition(":")[0]
    assert (mine.get_attribute("aria-label") or "").startswith(start)
    expect(page.locator("h1.unseen")).to_have_text(texts.say("web.table.heading.name-you", round=1, rounds=1))
    told(page)
    roll(page)
    score(page)
    start = texts.say("event.scored.player-you", faces="|", points="", bonus="", sum="").partition("|")[0]
    page.wait_for_function("start => told.some((text) => text.includes(start))", arg=start)
    play_to_the_end(page)
    assert "Clover" not in "".join(page.evaluate("told"))
    assert "Clover" not in page.locator(".victory").inner_text()
    assert "Clover" not in page.locator(".most-given").inner_text()
    expect(page.locator(".ranks .you")).to_have_count(1)


def test_the_last_turn_and_the_way_of_the_gift_say_you_too(new_page: NewPage) -> None:
    page = new_page()
    new_table(page, "Clover", "@sparrow", first=1)
    wait_for_my_turn(page)
    expect(page.locator(".last-turn h3")).not_to_have_text(ENGLISH.say("web.table.last-turn.name-you"))
    assert (
        ENGLISH.say("web.table.gave-to.name-you", points="").strip() in page.locator(".last-turn .gives").inner_text()
    )


def test_names_are_kept_where_several_share_the_device_and_for_watchers(new_page: NewPage) -> None:
    page = new_page()
    new_table(page, "Ana", "Ben", rounds=1)
    watcher = new_page(page.url.partition("/table/")[1] + page.url.partition("/table/")[2])
    for at in (page, watcher):
        expect(at.locator("[data-seat]")).to_have_count(2)
        expect(at.locator(".you")).to_have_count(0)
    roll(page)
    score(page)
    assert is_my_turn(page)
    for at in (page, watcher):
        expect(at.locator(".last-turn h3")).to_have_text(ENGLISH.say("web.table.last-turn", name="Ana"))
