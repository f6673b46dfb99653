"""What makes the table friendly: it says you, explains itself, and gives hints that are short."""

import re

from playwright.sync_api import Page, expect

from charidice.messages import catalog
from charidice.rules import Colour

from .conftest import NOWHERE, NewPage
from .playing import (
    OPTION,
    ROLL,
    SCORE,
    TEXT,
    asks_the_server,
    is_my_turn,
    new_table,
    play_to_the_end,
    roll,
    score,
    shown,
    wait_for_my_turn,
)

ENGLISH = catalog("en")
LEVELS = ("sparrow", "squirrel", "magpie", "fox", "owl")
COLOURS = {colour.letter: colour.name.lower() for colour in Colour}


def told(page: Page) -> None:
    """Gather all that is announced from now on."""
    page.evaluate(
        """() => {
            window.told = [];
            const announcer = document.getElementById("announcer");
            new MutationObserver(() => told.push(announcer.textContent)).observe(announcer, {childList: true});
        }"""
    )


def test_who_plays_alone_on_a_device_is_addressed_as_you(new_page: NewPage) -> None:
    texts = catalog("it")
    page = new_page(NOWHERE, locale="it")
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
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@sparrow", first=1)
    wait_for_my_turn(page)
    expect(page.locator(".last-turn h3")).not_to_have_text(ENGLISH.say("web.table.last-turn.name-you"))
    assert (
        ENGLISH.say("web.table.gave-to.name-you", points="").strip() in page.locator(".last-turn .gives").inner_text()
    )


def test_names_are_kept_where_several_share_the_device_and_for_watchers(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
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


def test_every_choice_of_a_bot_says_how_hard_it_is(new_page: NewPage) -> None:
    page = new_page()
    for stars, level in enumerate(LEVELS, 1):
        choice = page.locator(f'label.level:has([value="{level}"])')
        expect(choice.locator(".stars")).to_have_text("★" * stars)
        expect(choice.get_by_role("img", name=ENGLISH.say(f"bot.{level}.level"))).to_be_visible()
        choice.click()
        expect(page.locator(".temper")).to_contain_text(ENGLISH.say(f"bot.{level}.level"))
    new_table(page, "Lena", "link", "@owl")
    hardness = [ENGLISH.say(f"bot.{level}.level") for level in LEVELS]
    assert all(word in text for word, text in zip(hardness, page.locator("option").all_inner_texts()[-5:], strict=True))
    expect(page.locator(".lobby-seats .stars")).to_have_text("★★★★★")


def test_the_2x_badge_and_the_points_given_explain_themselves(new_page: NewPage) -> None:
    page = new_page(NOWHERE, has_touch=True)
    new_table(page, "Clover", "@squirrel")
    told(page)
    bubble = page.locator(".bubble:popover-open")
    for sign, seat, words in (
        (".of-gift", 0, ENGLISH.say("web.table.explain.gift.name-you")),
        (".of-gift", 1, ENGLISH.say("web.table.explain.gift", name=ENGLISH.say("bot.squirrel"))),
        (".of-given", 0, ENGLISH.say("web.table.explain.given.name-you", points=ENGLISH.say("points", count=0))),
    ):
        page.locator(f".seats li:nth-child({seat + 1}) {sign}").tap()
        expect(bubble).to_have_text(words)
        page.wait_for_function("words => told.includes(words)", arg=words)
        page.keyboard.press("Escape")
        expect(bubble).to_have_count(0)
    page.locator(".of-gift").first.focus()
    page.keyboard.press("Enter")
    expect(bubble).to_have_text(ENGLISH.say("web.table.explain.gift.name-you"))
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator('[data-seat="0"]').tap()
    expect(page.locator("dialog[open]")).to_be_visible()


def test_a_gift_says_in_words_which_dice_count_double(new_page: NewPage) -> None:
    page = new_page("/rules")
    page.wait_for_selector("rules-screen")
    for doubled, numbers in (([0], "5"), ([0, 1], "5 and 6")):
        words = page.evaluate(
            f"doubled => {TEXT}.then((text) => text.giftWords({{gift: 22, doubled}}, ['B5', 'G6']))", doubled
        )
        assert words == ENGLISH.say("web.table.gives-doubled", count=len(doubled), gift=22, numbers=numbers)


def test_dice_carry_the_letters_of_the_readers_language_or_of_the_notation_if_wanted(new_page: NewPage) -> None:
    german = catalog("de")
    page = new_page(NOWHERE, locale="de")
    new_table(page, "Clover", "@squirrel")
    roll(page)

    def letters() -> list[str]:
        return page.locator(".tray .letter").all_inner_texts()

    faces = page.locator(".tray .slot").evaluate_all("slots => slots.map((slot) => slot.dataset.face)")
    own = [german.say(f"letter.{COLOURS[face[0]]}") for face in faces]
    assert letters() == own
    page.locator("#bar-menu").click()
    page.locator('label:has([name="letters"][value="international"])').click()
    assert letters() == [face[0] for face in faces]
    page.reload()
    page.wait_for_selector(".tray .letter")
    assert letters() == [face[0] for face in faces]


def test_there_is_nothing_to_choose_where_the_letters_are_those_of_the_notation(new_page: NewPage) -> None:
    page = new_page()
    page.locator("#bar-menu").click()
    expect(page.locator('[name="theme"]')).to_have_count(3)
    expect(page.locator('[name="letters"]')).to_have_count(0)


def advise(page: Page, action: dict[str, object], dice: list[int]) -> None:
    """Let the coach say this, in four stages."""
    chances = [{"label": "a", "share": 0.5, "percent": "50%"}, {"label": "b", "share": 0.25, "percent": "25%"}]
    advice = {
        "stages": ["Look.", "Dice.", "Move.", "Reason. " * 40],
        "brief": {"lines": ["Points.", "Chance of victory."], "chances": chances},
        "dice": dice,
        "action": action,
    }
    asks_the_server(page)
    page.route("**/hint?*", lambda route: route.fulfill(json=advice))


def see_the_whole_hint(page: Page) -> None:
    page.locator('[data-action="hint"]').click()
    for _ in range(3):
        page.locator('[data-action="hint-more"]').click()


def test_the_last_hint_is_three_lines_with_bars_and_keeps_its_dice_when_told(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@squirrel")
    roll(page)
    page.locator('[data-die="5"]').click()
    advise(page, {"action": "roll", "keep": [0, 2]}, [0, 2])
    told(page)
    see_the_whole_hint(page)
    page.wait_for_function("() => told.some((text) => text.endsWith('Points. Chance of victory. a: 50%. b: 25%.'))")
    expect(page.locator(".hint p:visible")).to_have_count(3)
    expect(page.locator(".hint p .die")).to_have_count(2)
    expect(page.locator(".hint .chances li")).to_have_text(["a50%", "b25%"])
    expect(page.locator(".hint .chances li").first).to_have_css("--share", "0.5")
    follow = page.locator('[data-action="hint-follow"]')
    for seen in (page.locator(ROLL), page.locator('[data-die="0"]'), page.locator('[data-die="5"]'), follow):
        expect(seen).to_be_in_viewport(ratio=1)
    expect(follow).to_have_text(ENGLISH.say("web.table.hint-keep"))
    follow.click()
    for die in range(6):
        expect(page.locator(f'[data-die="{die}"]')).to_have_attribute("aria-pressed", str(die in (0, 2)).lower())
    expect(page.locator(".hint")).to_be_hidden()


def test_a_hint_to_keep_dice_shows_them_kept_while_others_were_chosen_for_scoring(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@squirrel")
    roll(page)
    again, pick = page.locator(ROLL), page.locator('[data-action="pick"]')
    expect(again).to_have_class(re.compile("primary"))
    pick.click()
    # Who is about to score is not led on to roll.
    expect(again).not_to_have_class(re.compile("primary"))
    page.locator(OPTION).first.click()
    advise(page, {"action": "roll", "keep": [0, 2]}, [0, 2])
    see_the_whole_hint(page)
    page.locator('[data-action="hint-follow"]').click()
    expect(pick).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".tray .held")).to_have_count(2)
    expect(page.locator(SCORE)).to_have_count(0)
    expect(again).to_have_class(re.compile("primary"))


def test_a_hint_to_score_chooses_its_way_and_leaves_the_rest_to_the_player(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Clover", "@squirrel")
    roll(page)
    way = page.locator(OPTION).first
    dice = [int(die) for die in (way.get_attribute("data-option") or "").split("-")]
    advise(page, {"action": "score", "dice": dice}, dice)
    see_the_whole_hint(page)
    seq = shown(page, "seq")
    page.locator('[data-action="hint-follow"]').click()
    expect(way).to_have_attribute("aria-pressed", "true")
    expect(page.locator(SCORE)).to_be_visible()
    assert shown(page, "seq") == seq
