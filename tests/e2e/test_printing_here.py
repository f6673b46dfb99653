"""The score sheets of a game on this device, printed by the browser."""

from itertools import product
from random import Random

import pypdfium2
from playwright.sync_api import Page, expect

from charidice.messages import LANGUAGES, catalog
from charidice.pad.pad import Pad
from charidice.record import dump_json
from charidice.rules.sheet import results
from charidice.show.sheets import shown_sheets

from ..coach.games import game
from ..pad.turns import as_points, enter, random_game
from .conftest import NewPage
from .hosts import Host
from .languages import outside, switch_language
from .my_dice import OWN
from .padding import ready
from .test_pad_here import CREATE

NAMES = ("Anna-Katharina", "Ben", "Żółw & Co", "Ola")
# Playwright prints by itself; a browser would show its dialog.
NO_DIALOG = "() => { window.printing = 0; window.print = () => { window.printing += 1; }; }"
ENTER = """async (turns) => {
    const { src } = document.querySelector("script[type=module]");
    const { postHere } = await import(new URL("lib/api.js", src));
    const table = /here-\\w+/.exec(location.href)[0];
    for (const turn of turns) await postHere(`/api/tables/${table}/entries`, turn);
}"""


def printed(page: Page, number: int) -> tuple[list[tuple[int, int]], str]:
    """The sizes of the pages that the browser prints, in millimetres, and their words."""
    page.wait_for_function("number => window.printing === number", arg=number)
    before = page.viewport_size
    # As wide as what the margins leave of A4, turned sideways for two.
    is_upright = page.locator(".printed.upright").count()
    page.set_viewport_size({"width": 733 if is_upright else 1062, "height": 700})
    page.emulate_media(media="print")
    assert outside(page) == []
    data = page.pdf(prefer_css_page_size=True, print_background=True)
    document = pypdfium2.PdfDocument(data)
    # It tells the page that it has printed.
    expect(page.locator(".printed")).to_have_count(0)
    page.emulate_media(media="screen")
    assert before
    page.set_viewport_size(before)
    sizes = [
        (round(width / 72 * 25.4), round(height / 72 * 25.4))
        for width, height in (each.get_size() for each in document)
    ]
    return sizes, " ".join(each.get_textpage().get_text_range() for each in document)


def test_a_pad_of_four_with_own_dice_is_printed_in_every_language(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    page.evaluate(CREATE, [[*NAMES], {"dice": OWN}])
    ready(page)
    pad, turns = Pad(NAMES), []
    for (round_, seat), turn in zip(product(range(1, 8), range(4)), random_game(Random(4), 4), strict=True):
        value = as_points(turn)
        enter(pad, round_, seat, value)
        boxes = {"points": value.points, "bonus": value.bonus, "gift": value.gift, "asked": value.asked}
        entry = {"entry": f"turn-{round_}-{seat}", "round": round_, "seat": seat}
        turns.append({**entry, "value": {"by": "points", **boxes, "received": None}, "replaces": []})
    page.evaluate(NO_DIALOG)
    page.evaluate(ENTER, turns)
    sheets = shown_sheets(pad.record.state, NAMES)
    for number, language in enumerate(LANGUAGES, 1):
        switch_language(page, language)
        page.locator("[data-action=more]").click()
        page.locator("dialog [data-action=print]").click()
        sizes, words = printed(page, number)
        assert [width < height for width, height in sizes] == [True]
        texts = catalog(language)
        assert words.count(texts.say("paper.victory")) == sum(sheet.won for sheet in sheets)
        for sheet in sheets:
            assert sheet.name in words
            numbers = [number for row in sheet.rows for number in row] + [*sheet.sums, sheet.charity, sheet.total]
            found = {*words.split(sheet.name)[1].split()}
            assert {*map(str, numbers)} <= found, language
        page.keyboard.press("Escape")


def test_an_imported_game_of_two_is_printed_from_the_history(new_page: NewPage, host: Host) -> None:
    page = new_page("/?/history", at=host)
    page.evaluate(NO_DIALOG)
    record = game(5, whims=0.5)
    file = {"name": "game.json", "mimeType": "application/json", "buffer": dump_json(record).encode()}
    page.locator("#history-import").set_input_files(file)  # type: ignore[arg-type]
    page.locator("[data-action=more]").click()
    page.locator("[data-action=print]").click()
    sizes, words = printed(page, 1)
    assert [width > height for width, height in sizes] == [True]
    assert all(str(result.total) in words.split() for result in results(record.state.sheets))
