"""What a newcomer meets around the table, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, expect

from charidice.messages import LANGUAGES, catalog

from .conftest import NOWHERE, NewPage
from .languages import switch_language
from .playing import my_seats, new_table, play_ahead, roll, score

GOLD = "rgb(233, 185, 73)"


def has_gold_ring(die: Locator) -> bool:
    """Whether a die, or what lies around it, is ringed in gold."""
    looks = die.evaluate(
        """die => [[die], [die, "::after"], [die.querySelector(".slot"), "::after"], [die.querySelector(".die")]]
            .filter(([element]) => element)
            .map(([element, part]) => getComputedStyle(element, part))
            .map((style) => [style.boxShadow,
                style.borderTopStyle !== "none" && style.borderTopColor,
                style.outlineStyle !== "none" && style.outlineColor].join())"""
    )
    return any(GOLD in look for look in looks)


def test_an_unknown_address_says_so_in_the_chosen_language_and_leads_home(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator("select[name=language]").select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    answer = page.goto(page.url + "nowhere")
    assert answer
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text(catalog("pl").say("refused.no-such-page"))
    page.locator("missing-screen a").click()
    expect(page.locator('[data-action="play-now"]')).to_be_visible()
    page.go_back()
    expect(page.locator("missing-screen")).to_be_visible()


def test_one_press_leads_to_a_lobby_with_a_link(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator('[data-action="friend"]').click()
    expect(page.locator('[data-link="join"]')).to_have_value(re.compile(r"/table/[\w-]+#join=\w+$"))
    assert my_seats(page) == ["0"]
    expect(page.locator(".seat-name").first).to_have_text(catalog("en").say("web.start.guest"))


def test_a_name_that_was_entered_is_that_of_the_lobby(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator("#my-name").fill("Lena")
    page.locator('[data-action="friend"]').click()
    expect(page.locator(".seat-name").first).to_have_text("Lena")


def test_one_name_for_me_in_every_form_and_language(new_page: NewPage) -> None:
    page = new_page("/")
    home = page.url
    guest = catalog("en").say("web.start.guest")
    mine = page.locator("#seat-0-name")
    page.locator('[data-action="new-table"]').click()
    expect(mine).to_have_attribute("placeholder", guest)
    page.locator('[data-action="create"]').click()
    expect(page.locator(".seat .who", has=page.locator(".you"))).to_contain_text(guest)
    page.goto(home)
    page.locator("select[name=language]").select_option("de")
    expect(page.locator("#my-name")).to_have_value(guest)
    # Changed in one place, it is changed in all, also in the form that was sent before.
    page.locator("#my-name").fill("Lena")
    page.locator('[data-action="new-table"]').click()
    expect(mine).to_have_value("Lena")
    mine.fill("Leni")
    page.locator('[data-action="create"]').click()
    expect(page.locator(".seat .who", has=page.locator(".you"))).to_contain_text("Leni")
    page.goto(home)
    expect(page.locator("#my-name")).to_have_value("Leni")
    page.locator('[data-action="keep-score"]').click()
    expect(mine).to_have_value("Leni")


def test_typing_replaces_the_name_that_was_filled_in(new_page: NewPage) -> None:
    host, guest = new_page("/"), new_page("/")
    guest.locator('[data-action="play-now"]').click()
    guest.wait_for_selector('table-screen[data-stage="playing"]')
    new_table(host, "Lena", "link")
    guest.goto(host.locator('[data-link="join"]').input_value())
    name = guest.locator("#join-name")
    expect(name).to_have_value(catalog("en").say("web.start.guest"))
    name.click()
    guest.keyboard.type("Ola")
    expect(name).to_have_value("Ola")
    # Pressed again, the field has a cursor for corrections.
    name.click(position={"x": 4, "y": 20})
    guest.keyboard.press("Home")
    guest.keyboard.type("L")
    expect(name).to_have_value("LOla")


def test_a_first_visit_begins_with_the_tutorial_and_a_later_one_with_playing(new_page: NewPage) -> None:
    page = new_page("/")
    first = page.locator(".play .button.primary")
    expect(first).to_have_attribute("data-action", "tutorial")
    offers = page.locator('a[href="/tutorial"]:visible')
    expect(offers).to_have_count(1)
    first.click()
    page.wait_for_selector("tutorial-screen")
    page.goto(page.url.replace("/tutorial", "/"))
    expect(first).to_have_attribute("data-action", "play-now")
    expect(offers).to_have_count(1)


def test_a_game_that_waits_for_me_comes_first(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    home, table = page.url.split("table/")
    page.goto(home)
    first = page.locator(".play .button.primary")
    expect(first).to_have_attribute("data-action", "continue")
    page.locator("select[name=language]").select_option("de")
    expect(first).to_contain_text(catalog("de").say("web.start.continue"))
    first.click()
    page.wait_for_selector('table-screen[data-stage="playing"]')
    assert page.url.endswith(table)


def test_whoever_joins_hears_what_it_is_and_can_learn_it_without_losing_the_seat(new_page: NewPage) -> None:
    host = new_page(NOWHERE)
    new_table(host, "Lena", "link")
    link = host.locator('[data-link="join"]').input_value()
    guest = new_page("/" + link.split("/", 3)[3])
    expect(guest.locator(".joining")).to_contain_text(catalog("en").say("web.lobby.about"))
    guest.locator('input[name="name"]').fill("Marko")
    guest.locator('[data-action="join"]').click()
    guest.locator('[data-action="learn"]').click()
    guest.locator("tutorial-screen [data-die='4']").click()
    guest.locator("tutorial-screen .lesson-skip").click()
    assert my_seats(guest) == ["1"]
    guest.locator('[data-action="learn"]').click()
    expect(guest.locator("tutorial-screen")).to_be_visible()
    # The game begins in front of everybody.
    host.locator('[data-action="start"]').click()
    guest.wait_for_selector('table-screen[data-stage="playing"]')
    expect(guest.locator("tutorial-screen")).to_have_count(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutorial_names_the_letter_that_is_on_the_dice(language: str, new_page: NewPage) -> None:
    page = new_page("/tutorial", locale=language)
    words, letter = page.locator(".lesson-words"), page.locator("[data-die='4'] .letter").inner_text()
    page.locator("[data-die='0']").click()
    expect(words).to_contain_text(re.compile(rf"\b{letter}\b"))
    page.locator("[data-die='4']").click()
    expect(words).to_contain_text(re.compile(rf"\b{letter}\b"))


def test_the_tutorial_explains_by_doing_and_ends_with_a_game(new_page: NewPage) -> None:
    page = new_page("/tutorial")
    screen, dice = page.locator("tutorial-screen"), page.locator("tutorial-screen [data-die]")
    go_on, words = page.locator("tutorial-screen .lesson-main"), page.locator(".lesson-words")
    # Nothing goes on until it is done.
    expect(screen).to_have_attribute("data-step", "1")
    expect(page.locator("tutorial-screen [data-action=next]")).to_have_attribute("aria-disabled", "true")
    dice.nth(4).click()
    # Gold is for dice that are kept, here as at the table; what was found or scored is bright.
    assert not has_gold_ring(dice.nth(4))
    for _ in range(2):
        go_on.click()
    for die in (1, 2, 3):
        dice.nth(die).click()
        assert has_gold_ring(dice.nth(die))
    go_on.click()
    page.locator("[data-option='0']").click()
    expect(page.locator("[data-look=scored]")).to_have_count(4)
    assert not any(map(has_gold_ring, dice.all()))
    for _ in range(2):
        go_on.click()
    expect(screen).to_have_attribute("data-name", "gift")
    go_on.click()
    page.wait_for_selector(".receiver .lesson-parcel")
    go_on.click()
    expect(screen).to_have_attribute("data-name", "greatest")
    expect(page.locator("[data-look=scored], [data-look=gift]")).to_have_count(0)
    page.locator("[data-action=ask]").click()
    go_on.click()
    expect(page.locator("[data-look=scored]")).to_have_count(4)
    expect(page.locator(".receiver")).to_contain_text("24")
    go_on.click()
    # Four equal numbers: what is left over is a gift, and steps back.
    expect(screen).to_have_attribute("data-name", "equal")
    dice.nth(4).click()
    expect(words).to_contain_text(catalog("en").say("face.orange", number=4))
    for die in (0, 1, 2, 5):
        dice.nth(die).click()
    expect(page.locator("[data-look=scored]")).to_have_count(4)
    expect(page.locator("[data-look=gift]")).to_have_count(2)
    expect(page.locator("[data-look=scored] .lesson-tag")).to_have_text([catalog("en").say("web.learn.scored")] * 4)
    for given in page.locator("[data-look=gift] .die").all():
        assert float(given.evaluate("die => getComputedStyle(die).opacity")) < 0.7
    expect(page.locator(".lesson-sheet")).to_contain_text("35")
    go_on.click()
    expect(words).to_contain_text(re.compile(r"\b20\b.*\b30\b.*\b60\b"))
    progress = page.locator(".lesson-head progress")
    before = progress.bounding_box()
    go_on.click()
    expect(screen).to_have_attribute("data-step", "11")
    assert progress.bounding_box() == before
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.locator("[data-action=play]").click()
    page.wait_for_selector('table-screen[data-stage="playing"]')


def test_gold_means_kept_at_the_table_and_in_the_review(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko", rounds=1)
    roll(page)
    page.locator('[data-die="0"]').click()
    assert has_gold_ring(page.locator('[data-die="0"]'))
    roll(page, 0)
    score(page)
    play_ahead(page, rounds=1)
    page.locator('[data-action="review"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]')
    dice = page.locator(".step-dice .die")
    for step, (look, is_gold) in {2: ("step-kept", True), 3: ("step-scored", False)}.items():
        page.locator(".step-track input").fill(str(step))
        expect(page.locator("review-screen")).to_have_attribute("data-step", str(step))
        assert page.locator(f".{look}").count()
        assert any(map(has_gold_ring, dice.all())) == is_gold


def test_help_begins_with_its_title_and_a_picture_of_all_bonuses(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "Marko")
    dialog = page.locator("dialog[open]")
    bonuses = dialog.locator(".combination-bonus")
    for language in LANGUAGES:
        switch_language(page, language)
        page.locator("#bar-help").click()
        word = catalog(language).say("box.bonus").capitalize()
        expect(bonuses).to_have_text([f"{word} +{bonus}" for bonus in (15, 25, 40, 50, 15, 30, 60)])
        assert dialog.evaluate("dialog => dialog.scrollTop") == 0
        expect(dialog.locator("h2")).to_be_in_viewport()
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_the_rules_begin_with_the_picture_and_end_with_the_formula(new_page: NewPage) -> None:
    page = new_page("/rules")
    expect(page.locator(".combination-bonus")).to_have_count(7)
    parts = page.locator(".combinations, .clause").evaluate_all(
        "parts => parts.map((part) => part.id || part.className)"
    )
    assert parts[0] == "combinations"
    assert parts[-1] == "rule-1.3"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
