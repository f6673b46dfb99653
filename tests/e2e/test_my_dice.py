"""The dice of one's own box: entered once, checked, saved, and played with."""

from pathlib import Path

from playwright.sync_api import Page, expect

from charidice.rules.dice import DiceSet, Face

from ..cli.running import CHARIDICE, in_a_process, started
from .conftest import NewPage, Server
from .my_dice import OWN, OWN_DICE, TO_PRESS, enter_dice, known
from .padding import fill_in_form
from .playing import play_ahead, roll, table_of, view
from .test_layout import boxes, in_view, nothing_sideways


def enter_and_save(page: Page, name: str) -> int:
    page.wait_for_selector(TO_PRESS)
    taps = enter_dice(page, OWN_DICE)
    page.locator("#dice-name").fill(name)
    page.locator('[data-action="save"]').click()
    expect(page.locator(f'.dice-sets [data-set="{name}"]')).to_be_visible()
    return taps


def test_1_3_a_box_is_entered_in_few_taps_saved_and_played_with(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    page.locator("#bar-menu").click()
    page.locator('.menu-entry[href="/my-dice"]').click()
    page.locator('[data-action="enter-dice"]').click()
    taps = enter_and_save(page, "Grandma’s box")
    assert taps <= 20
    page.reload()
    expect(page.locator(".dice-sets [data-set]")).to_have_count(1)
    page.goto(f"{server.address}/#new")
    page.locator("#new-dice").select_option("Grandma’s box")
    page.locator(".house-rules summary").click()
    page.locator("#new-rounds").fill("1")
    page.locator('[data-action="create"]').click()
    page.wait_for_selector('[data-action="roll"]')
    roll(page)
    table = table_of(page)
    game = view(server, table)["game"]
    assert isinstance(game, dict)
    own = DiceSet.read(OWN)
    assert [own.die_of(Face.read(face)) for face in game["faces"]] == [*range(6)]
    play_ahead(page, rounds=1)
    # The dice are verified by their layout.
    page.goto(f"{server.address}/fair-dice/{table}")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fair")
    # It is offered again, and no longer once it is removed.
    page.goto(f"{server.address}/#new")
    expect(page.locator("#new-dice")).to_have_value("Grandma’s box")
    page.locator('dice-choice a[href="/my-dice"]').click()
    page.locator(".dice-sets summary").click()
    page.locator('[data-action="remove"]').click()
    page.locator('[data-action="remove-dice"]').click()
    expect(page.locator(".dice-sets")).to_have_count(0)
    page.goto(f"{server.address}/#new")
    expect(page.locator('dice-choice a[href="/my-dice"]')).to_be_visible()
    expect(page.locator("#new-dice")).to_have_count(0)


def test_saved_dice_are_chosen_on_a_new_pad_unless_somebody_wants_others(new_page: NewPage, server: Server) -> None:
    page = new_page("/")
    # A pad was opened before the dice were entered.
    fill_in_form(page, server.address, "Lena", "Marko")
    page.wait_for_selector("pad-screen .entry-panel")
    page.goto(f"{server.address}/my-dice#enter")
    enter_and_save(page, "Our box")
    page.goto(f"{server.address}/#pad")
    expect(page.locator("#new-dice")).to_have_value("Our box")
    page.locator("#new-create").click()
    page.wait_for_selector("pad-screen .entry-panel")
    settings = view(server, page.url.split("/")[-1])["settings"]
    assert isinstance(settings, dict)
    assert settings["dice"] == OWN
    # Whoever chooses the standard dice finds them chosen the next time.
    page.goto(f"{server.address}/#pad")
    expect(page.locator("#new-dice")).to_have_value("Our box")
    page.locator("#new-dice").select_option("")
    page.locator("#new-create").click()
    page.wait_for_selector("pad-screen .entry-panel")
    page.goto(f"{server.address}/#pad")
    expect(page.locator("#new-dice option")).to_have_count(2)
    expect(page.locator("#new-dice")).to_have_value("")
    # A game with dice of the computer is played with the standard ones.
    page.goto(f"{server.address}/#new")
    expect(page.locator("#new-dice option")).to_have_count(2)
    expect(page.locator("#new-dice")).to_have_value("")


def test_1_3_a_face_that_cannot_be_there_says_why_and_nothing_is_lost(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter")
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, [["Y1", "O2"]])
    page.locator('[data-face="Y4"]').click(force=True)
    expect(page.locator(".dice-how")).to_contain_text("Die 1 has yellow twice")
    assert known(page, 0) == 2
    # A face tapped again is taken back, and so is the last one by the button.
    page.locator('[data-face="O2"]').click()
    expect(page.locator('[data-face="O2"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-action="undo"]').click()
    expect(page.locator('[data-face="Y1"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator('[data-action="undo"]')).to_be_disabled()


def test_1_3_what_follows_is_filled_in_and_says_so(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter")
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, [["Y1", "O2", "G3", "B4", "P5"]])
    expect(page.locator("dice-form h2").first).to_have_text("Die 2 of 6")
    page.locator('[data-die="0"]').click()
    follows = page.locator('[data-face="K6"]')
    expect(follows).to_have_attribute("aria-pressed", "true")
    expect(follows).to_have_attribute("aria-label", "black 6, follows from the others")
    follows.click()
    expect(page.locator(".dice-how")).to_contain_text("follows from the faces you’ve tapped")


def test_1_3_dice_are_entered_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter", viewport={"width": 1440, "height": 900})
    page.wait_for_selector(TO_PRESS)
    page.locator('[data-face="Y1"]').focus()
    for steps in ("", "ArrowDown ArrowRight", "ArrowDown ArrowRight"):
        for key in steps.split():
            page.keyboard.press(key)
        page.keyboard.press("Space")
    expect(page.locator('.board-face[aria-pressed="true"]')).to_have_count(3)
    for face in ("Y1", "O2", "G3"):
        expect(page.locator(f'[data-face="{face}"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    expect(page.locator('[data-die="0"]')).to_be_focused()


def test_a_name_is_taken_only_once(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter")
    enter_and_save(page, "box")
    page.locator('[data-action="enter-dice"]').click()
    page.wait_for_selector(TO_PRESS)
    enter_dice(page, OWN_DICE)
    page.locator("#dice-name").fill("box")
    page.locator('[data-action="save"]').click()
    expect(page.locator(".dice-done .trouble")).to_have_text("“box” already exists. Choose another name.")
    page.locator("#dice-name").fill("another")
    page.keyboard.press("Enter")
    expect(page.locator(".dice-sets [data-set]")).to_have_count(2)


def test_the_whole_board_is_in_view_and_large_enough_for_a_thumb(new_page: NewPage) -> None:
    page = new_page("/my-dice#enter", locale="de-DE")
    page.wait_for_selector(TO_PRESS)
    for width, height in ((360, 640), (740, 360), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        in_view(page, ".board-face")
        in_view(page, ".dice-chip")
        nothing_sideways(page)
        for left, top, right, bottom in boxes(page, ".board-face"):
            assert min(right - left, bottom - top) >= 44, (width, height)


def test_on_ones_own_computer_the_command_line_has_the_set_too(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    with started(tmp_path, *CHARIDICE, "--no-browser") as home:
        page.goto(f"{home.url}/my-dice#enter")
        enter_and_save(page, "box")
        assert in_a_process(tmp_path, "dice").out == f"box  {OWN}\n"
        in_a_process(tmp_path, "dice", "save", "another", OWN)
        page.reload()
        expect(page.locator(".dice-sets [data-set]")).to_have_count(2)
