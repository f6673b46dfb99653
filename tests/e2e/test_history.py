"""The history in a browser: play, look, filter, rename, join, save, delete, import."""

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import pypdfium2
import pytest
from playwright.sync_api import Page, Route, expect

from charidice import GameRecord
from charidice.history.backup import SavedGame, dump_backup, dump_game
from charidice.history.page import MOST_PEOPLE
from charidice.history.people import Aliases
from charidice.messages import LANGUAGES
from charidice.record import dump_json
from charidice.rules.moves import Noted
from charidice.rules.ruleset import Ruleset

from ..coach.games import game
from .axe import complaints
from .conftest import NewPage
from .playing import new_table, play_to_the_end
from .test_accessibility import switch_language
from .test_languages import outside
from .test_layout import apart, boxes

SIZES = ((360, 640), (740, 360), (820, 1180), (1440, 900))
SHOWN = 'history-screen[data-state="shown"]'


def open_history(page: Page) -> None:
    """From the start page, when everything is worked out."""
    page.locator("#bar-menu").click()
    page.locator('dialog a[href="/"]').click()
    page.locator('[data-action="history"]').click()
    worked_out(page)


def worked_out(page: Page) -> None:
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator(".history-page .felt-soft")).to_have_count(0)


def played(page: Page, *seats: str, rounds: int = 1) -> None:
    new_table(page, *seats, rounds=rounds)
    play_to_the_end(page)


def test_a_newcomer_is_shown_what_will_be_here(new_page: NewPage) -> None:
    page = new_page()
    page.locator('[data-action="history"]').click()
    expect(page.locator(".history-nothing")).to_be_visible()
    page.locator('.history-nothing a[href="/"]').click()
    expect(page.locator("start-screen")).to_be_visible()


def test_a_game_against_a_bot_from_its_end_to_the_backup_and_back(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    played(page, "Lena", "@sparrow")
    played(page, "Leni", "Marko")
    open_history(page)
    expect(page.locator(".history-game")).to_have_count(2)

    # Filters
    page.locator("#history-kind").select_option("bots")
    expect(page.locator(".history-game")).to_have_count(1)
    page.locator("#history-players").select_option("4")
    expect(page.locator(".history-game")).to_have_count(0)
    page.locator("#history-kind").select_option("")
    page.locator("#history-players").select_option("")
    expect(page.locator(".history-game")).to_have_count(2)

    # Statistics of a person, a table behind each chart
    page.locator('[data-person="lena"]').click()
    expect(page.locator("#history-person")).to_have_text("Lena")
    expect(page.locator(".history-game")).to_have_count(1)
    for chart in ("points", "losses", "luck"):
        figure = page.locator(f".chart-{chart}")
        expect(figure.locator("svg.history-chart")).to_be_visible()
        figure.locator("summary").click()
        assert figure.locator("tbody tr").count() >= 1
    page.locator("details", has_text="How the rating is made").locator("summary").click()
    expect(page.get_by_text("never at the dice")).to_be_visible()

    # Rename, then join
    page.locator('[data-action="rename"]').click()
    page.locator('input[name="called"]').fill("Mum")
    page.locator('[data-action="rename-now"]').click()
    expect(page.locator("#history-person")).to_have_text("Mum")
    page.locator('[data-action="everybody"]').click()
    page.locator('[data-person="leni"]').click()
    page.locator('[data-action="join"]').click()
    page.locator('select[name="other"]').select_option("mum")
    page.locator('[data-action="join-now"]').click()
    expect(page.locator("#history-person")).to_have_text("Mum")
    expect(page.locator(".history-game")).to_have_count(2)

    # Saved, deleted, imported again: nothing is lost, and nothing is there twice
    with page.expect_download() as download:
        page.locator('[data-action="backup"]').click()
    saved = tmp_path / "backup.json"
    download.value.save_as(saved)
    assert len(json.loads(saved.read_text("utf-8"))["games"]) == 2
    with page.expect_download() as download:
        page.locator('[data-action="csv"]').click()
    download.value.save_as(tmp_path / "games.csv")
    assert len((tmp_path / "games.csv").read_text("utf-8").splitlines()) == 5
    page.locator('[data-action="delete"]').first.click()
    expect(page.locator("dialog")).to_contain_text("gone for good")
    page.locator('[data-action="think-again"]').click()
    expect(page.locator(".history-game")).to_have_count(2)
    page.locator('[data-action="delete"]').first.click()
    page.locator('[data-action="delete-game"]').click()
    expect(page.locator(".history-game")).to_have_count(1)
    for added in ("1 game added. 1 was there already.", "0 games added. 2 were there already."):
        page.locator("#history-import").set_input_files(saved)
        expect(page.locator(".history-yours")).to_contain_text(added)
        expect(page.locator(".history-game")).to_have_count(2)
    worked_out(page)
    imported = page.locator(".history-game", has_text="imported")
    imported.locator('a[href^="/review/"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]')


def test_a_bad_file_says_what_is_wrong(new_page: NewPage) -> None:
    page = new_page("/history")
    bad = {"format": "charidice-history", "version": 1, "names": {}, "games": [{"record": {"format": "chess"}}]}
    file = {"name": "bad.json", "mimeType": "application/json", "buffer": json.dumps(bad).encode()}
    page.locator("#history-import").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".history-yours .error")).to_contain_text("Game 1 isn’t added")


def imported(page: Page, *games: GameRecord, at: str | None = None) -> None:
    """A file with these games is in the history; their reviews may still be worked out."""
    saved = [dump_game(SavedGame(each, str(number), at)) for number, each in enumerate(games)]
    backup = "".join(dump_backup(Aliases({}), saved))
    file = {"name": "backup.json", "mimeType": "application/json", "buffer": backup.encode()}
    page.locator("#history-import").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".history-game")).to_have_count(len(games))


# Texts below the charts that hang over their edges, and tables that have to be scrolled to be seen.
TOO_WIDE = """() => [
    ...[...document.querySelectorAll(".history-person .axis text")].filter((text) => {
        const [label, figure] = [text, text.closest("figure")].map((each) => each.getBoundingClientRect());
        return label.left < figure.left - 1 || label.right > figure.right + 1;
    }),
    ...[...document.querySelectorAll(".history-person .scrolled")].filter((box) => box.scrollWidth > box.clientWidth),
].map((each) => each.textContent)"""


def test_on_a_small_phone_charts_and_tables_are_whole_in_every_language(new_page: NewPage) -> None:
    page = new_page("/history")
    names = ("Maximilian-Alexander", "Aleksandra")
    imported(page, *(replace(game(seed), players=names) for seed in range(5)))
    page.locator('[data-person="maximilian-alexander"]').click()
    page.wait_for_selector("#history-person")
    for summary in page.locator(".history-person figure summary").all():
        summary.click()
    found = {}
    for language in LANGUAGES:
        switch_language(page, language)
        assert page.locator(".history-person .axis text").count() > 2
        found[language] = page.evaluate(TOO_WIDE)
    assert found == {language: [] for language in LANGUAGES}


def a_family(page: Page) -> None:
    """Some games of three people, and the page of one of them."""
    names = ("Maximilian-Alexander", "Aleksandra", "Lena")
    bots = ("fox", "magpie", "squirrel")
    imported(page, *(replace(game(seed, bots[: 2 + seed % 2]), players=names[: 2 + seed % 2]) for seed in range(4)))
    worked_out(page)
    page.locator('[data-person="aleksandra"]').click()
    page.wait_for_selector("#history-person")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_person_at_every_size_in_every_language(new_page: NewPage, theme: str) -> None:
    page = new_page("/history", color_scheme=theme)
    a_family(page)
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert outside(page) == [], (language, width)
            apart(page, ".history-person figure, .history-person .against")
            apart(page, ".history-figures > div")
    assert complaints(page) == ""
    # On a wide screen two charts stand beside each other, and the figures in two whole rows.
    tops = [top for _, top, _, _ in boxes(page, ".history-person figure, .history-person .against")]
    assert tops[::2] == tops[1::2]
    assert len({top for _, top, _, _ in boxes(page, ".history-figures > div")}) == 2


def test_the_questions_of_the_history_in_every_language(new_page: NewPage) -> None:
    page = new_page("/history")
    a_family(page)
    for language in LANGUAGES:
        switch_language(page, language)
        for action in ("#history-rename", "#history-join", ".history-game [data-action=delete]"):
            page.locator(action).first.click()
            expect(page.locator("dialog")).to_be_visible()
            assert outside(page) == [], (language, action)
            assert complaints(page) == "", f"{language}, {action}"
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "day"), [("en-GB", "1 Feb 2026"), ("en-US", "Feb 1, 2026"), ("de-AT", "01.02.2026")]
)
def test_days_are_written_as_in_the_region_of_the_browser(new_page: NewPage, locale: str, day: str) -> None:
    page = new_page("/history", locale=locale, timezone_id="Europe/Vienna")
    imported(page, game(5), at="2026-02-01T12:00:00.000+00:00")
    expect(page.locator(".history-game time")).to_have_text(day)


def test_an_imported_game_has_sheets_to_print_and_a_picture(new_page: NewPage) -> None:
    page = new_page("/history")
    imported(page, replace(game(5), players=("Łucja", "Ben")))
    with page.expect_download() as download:
        page.locator(".history-game [data-action=print]").click()
    [first, *_] = pypdfium2.PdfDocument(Path(download.value.path()))
    assert "Łucja" in first.get_textpage().get_text_range()
    page.locator(".history-game [data-action=picture]").click()
    picture = page.locator("dialog .picture img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1440
    with page.expect_download() as download:
        page.locator("dialog [data-action=save-png]").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    played(page, "Lena", "Marko")
    open_history(page)
    page.locator("#history-who").focus()
    page.keyboard.type("Marko")
    expect(page.locator("#history-person")).to_have_text("Marko")
    expect(page.locator("#history-who")).to_be_focused()
    page.locator('[data-action="everybody"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".history-people")).to_be_visible()


def test_on_paper_there_are_no_buttons(new_page: NewPage) -> None:
    page = new_page()
    played(page, "Lena", "Marko")
    open_history(page)
    page.locator('[data-person="lena"]').click()
    page.wait_for_selector("#history-person")
    page.emulate_media(media="print")
    expect(page.locator(".history-filters")).to_be_hidden()
    expect(page.locator("#bar")).to_be_hidden()
    expect(page.locator(".chart-points")).to_be_visible()


def test_a_crowd_is_cut_and_a_busy_server_is_asked_again(new_page: NewPage) -> None:
    page = new_page()
    tables = [("Lena", *(f"Guest {number}.{seat}" for seat in range(3))) for number in range(68)]
    records = [GameRecord(players, Ruleset(1), events=(Noted(20, 15, 13, 13),) * 4) for players in tables]
    imported = page.request.post(urljoin(page.url, "/api/history/import"), data={"games": [*map(dump_json, records)]})
    assert imported.ok
    refusals = [{"error": {"code": "busy", "message": "A moment, please.", "wait": 1}}]

    def refuse_first(route: Route) -> None:
        route.fulfill(status=503, json=refusals.pop()) if refusals else route.continue_()

    page.route("**/api/history?*", refuse_first)
    page.locator('[data-action="history"]').click()
    rows = page.locator(".history-people tbody tr")
    expect(rows).to_have_count(MOST_PEOPLE)
    assert not refusals
    expect(rows.first).to_contain_text("Lena")
    expect(page.get_by_text("5 more people, with fewer games, aren’t listed.")).to_be_visible()
    page.locator("#history-who").select_option("name lena")
    expect(page.locator("#history-person")).to_have_text("Lena")
