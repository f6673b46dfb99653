"""The history in a browser: play, look, filter, rename, join, save, delete, import."""

import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import pypdfium2
import pytest
from playwright.sync_api import Page, Route, expect

from charidice import GameRecord
from charidice.history.backup import SavedGame, dump_backup, dump_game
from charidice.history.people import Aliases
from charidice.messages import LANGUAGES, catalog
from charidice.record import dump_json
from charidice.rules.moves import Noted
from charidice.rules.ruleset import Ruleset
from charidice.show.histories.page import MOST_PEOPLE

from ..coach.games import game
from .axe import complaints
from .conftest import NOWHERE, NewPage
from .languages import outside, switch_language
from .playing import new_table, play_ahead
from .test_layout import CUT_OFF, THEMES, apart, boxes, in_view

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
    play_ahead(page, rounds)
    page.wait_for_selector('table-screen[data-stage="over"]')


def test_a_newcomer_is_shown_what_will_be_here(new_page: NewPage) -> None:
    page = new_page()
    page.locator('[data-action="history"]').click()
    expect(page.locator(".history-nothing")).to_be_visible()
    in_view(page, ".history-nothing, .history-nothing .hero, .history-nothing .button")
    page.locator('.history-nothing a[href="/"]').click()
    expect(page.locator("start-screen")).to_be_visible()


def test_a_game_against_a_bot_from_its_end_to_the_backup_and_back(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(NOWHERE)
    played(page, "Lena", "@sparrow")
    played(page, "Lena", "@sparrow")
    played(page, "Leni", "Marko")
    open_history(page)
    expect(page.locator(".history-game")).to_have_count(3)

    # Filters
    page.locator('[data-kind="people"]').click()
    expect(page.locator(".history-game")).to_have_count(1)
    page.locator('[data-kind="bots"]').click()
    expect(page.locator(".history-game")).to_have_count(2)
    page.locator('[data-action="filter"]').click()
    page.locator("#history-players").select_option("4")
    expect(page.locator(".history-game")).to_have_count(0)
    page.locator('[data-action="show-all"]').click()
    expect(page.locator(".history-game")).to_have_count(3)
    page.locator("#history-kind").select_option("table")
    expect(page.locator(".history-game")).to_have_count(1)
    page.locator("#history-kind").select_option("")
    expect(page.locator(".history-game")).to_have_count(3)

    # Statistics of a person, a table behind each chart
    page.locator('[data-person="lena"]').click()
    expect(page.locator("#history-person")).to_have_text("Lena")
    expect(page.locator(".history-game")).to_have_count(2)
    for chart in ("points", "losses", "luck"):
        figure = page.locator(f".chart-{chart}")
        expect(figure.locator("svg.history-chart")).to_be_visible()
        figure.locator("summary").click()
        assert figure.locator("tbody tr").count() >= 1
    page.locator("details", has_text="How the rating works").locator("summary").click()
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
    expect(page.locator(".history-game")).to_have_count(3)

    # Saved, deleted, imported again: nothing is lost, and nothing is there twice
    with page.expect_download() as download:
        page.locator('[data-action="backup"]').click()
    saved = tmp_path / "backup.json"
    download.value.save_as(saved)
    assert len(json.loads(saved.read_text("utf-8"))["games"]) == 3
    with page.expect_download() as download:
        page.locator('[data-action="csv"]').click()
    download.value.save_as(tmp_path / "games.csv")
    assert len((tmp_path / "games.csv").read_text("utf-8").splitlines()) == 7
    page.locator('[data-action="more"]').first.click()
    page.locator('[data-action="delete"]').click()
    expect(page.locator("dialog")).to_contain_text("gone for good")
    page.locator('[data-action="think-again"]').click()
    expect(page.locator(".history-game")).to_have_count(3)
    page.locator('[data-action="delete"]').click()
    page.locator('[data-action="delete-game"]').click()
    expect(page.locator(".history-game")).to_have_count(2)
    for added in ("1 game added. 2 were there already.", "0 games added. 3 were there already."):
        page.locator("#history-import").set_input_files(saved)
        expect(page.locator(".history-yours")).to_contain_text(added)
        expect(page.locator(".history-game")).to_have_count(3)
    worked_out(page)
    imported = page.locator(".history-game", has_text="imported")
    imported.locator('a[href^="/review/"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]')


def test_a_bad_file_says_what_is_wrong(new_page: NewPage) -> None:
    page = new_page("/history")
    bad = {"format": "charidice-history", "version": 1, "names": {}, "games": [{"record": {"format": "chess"}}]}
    file = {"name": "bad.json", "mimeType": "application/json", "buffer": json.dumps(bad).encode()}
    page.locator("#history-import").set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".history-yours .error")).to_contain_text("Game 1 wasn’t added")


def imported(page: Page, *games: GameRecord, at: str | None = None, mine: tuple[int, ...] = ()) -> None:
    """A file with these games is in the history; their reviews may still be worked out."""
    saved = [dump_game(SavedGame(each, str(number), at, mine=mine)) for number, each in enumerate(games)]
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


def a_family(page: Page) -> None:
    """Some games of three people, and the page of one of them."""
    names = ("Maximilian-Alexander", "Aleksandra", "Lena")
    bots = ("fox", "magpie", "squirrel")
    imported(page, *(replace(game(seed, bots[: 2 + seed % 2]), players=names[: 2 + seed % 2]) for seed in range(5)))
    worked_out(page)
    page.locator('[data-person="aleksandra"]').click()
    page.wait_for_selector("#history-person")


def test_a_person_at_every_size_in_every_language(new_page: NewPage) -> None:
    page = new_page("/history")
    a_family(page)
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert outside(page) == [], (language, width)
            apart(page, ".history-person figure, .history-person .against")
            apart(page, ".history-figures > div")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert complaints(page) == "", theme
    # On a wide screen two charts stand beside each other, and the figures in two whole rows.
    tops = [top for _, top, _, _ in boxes(page, ".history-person figure, .history-person .against")]
    assert tops[::2] == tops[1::2]
    assert len({top for _, top, _, _ in boxes(page, ".history-figures > div")}) == 2
    # On a small phone, with all tables open: charts and tables are whole, and so is each question.
    page.set_viewport_size({"width": 360, "height": 640})
    for summary in page.locator(".history-person figure summary").all():
        summary.click()
    page.locator("[data-action=more]").first.click()
    questions = ("#history-rename", "#history-join", ".game-more [data-action=delete]")
    for number, language in enumerate(LANGUAGES):
        switch_language(page, language)
        assert page.locator(".history-person .axis text").count() > 2
        assert page.evaluate(TOO_WIDE) == [], language
        for action in questions:
            page.locator(action).first.click()
            expect(page.locator("dialog")).to_be_visible()
            assert outside(page) == [], (language, action)
            # axe looks at one of them in each language.
            if action == questions[number % 3]:
                assert complaints(page) == "", f"{language}, {action}"
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "day"), [("en-GB", "1 Feb 2026"), ("en-US", "Feb 1, 2026"), ("de-AT", "01.02.2026")]
)
def test_days_are_written_as_in_the_region_of_the_browser(new_page: NewPage, locale: str, day: str) -> None:
    page = new_page("/history", locale=locale, timezone_id="Europe/Vienna")
    by_points = GameRecord(("Lena", "Marko"), Ruleset(1), events=(Noted(20, 15, 13, 13),) * 2)
    imported(page, by_points, at="2026-02-01T12:00:00.000+00:00")
    page.locator("[data-action=more]").click()
    expect(page.locator(".history-game time")).to_have_text(day)


def test_an_imported_game_has_sheets_to_print_and_a_picture(new_page: NewPage) -> None:
    page = new_page("/history")
    imported(page, replace(game(5), players=("Łucja", "Ben")))
    page.locator("[data-action=more]").click()
    with page.expect_download() as download:
        page.locator(".history-game [data-action=print]").click()
    [first, *_] = pypdfium2.PdfDocument(Path(download.value.path()))
    assert "Łucja" in first.get_textpage().get_text_range()
    page.locator(".history-game [data-action=picture]").click()
    picture = page.locator("dialog .picture img")
    expect(picture).to_be_visible()
    # An SVG is only for the command line.
    expect(page.locator("dialog .picture button")).to_have_text([catalog("en").say("web.picture.png")])
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1440
    with page.expect_download() as download:
        page.locator("dialog [data-action=save-png]").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def test_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    played(page, "Lena", "Marko")
    played(page, "Lena", "Marko")
    open_history(page)
    page.locator("#chip-filter").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chip-filter")).to_be_focused()
    page.locator("#history-who").focus()
    page.keyboard.type("Marko")
    expect(page.locator("#history-person")).to_have_text("Marko")
    expect(page.locator("#history-who")).to_be_focused()
    page.locator('[data-action="everybody"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".history-people")).to_be_visible()


def test_on_paper_there_are_no_buttons(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    played(page, "Lena", "Marko")
    played(page, "Lena", "Marko")
    open_history(page)
    page.locator('[data-person="lena"]').click()
    page.wait_for_selector("#history-person")
    page.emulate_media(media="print")
    expect(page.locator(".history-filters")).to_be_hidden()
    expect(page.locator("#bar")).to_be_hidden()
    expect(page.locator(".chart-points")).to_be_visible()


def short(number: int) -> GameRecord:
    """A game of one round, kept by points, that nobody can rate."""
    return GameRecord(("Lena", f"Guest {number % 7}"), Ruleset(1), events=(Noted(20 + number % 9, 15, 13, 13),) * 2)


def whole(seed: int) -> GameRecord:
    return replace(game(seed), players=("Lena", "Fox"), bots=(None, "fox"))


PARTS = ".history-record, .history-course, .history-filters, .history-games, .history-people, .history-yours"


@pytest.mark.parametrize("count", [1, 2, 5, 100])
def test_it_begins_with_oneself_however_many_games_there_are(count: int, new_page: NewPage) -> None:
    page = new_page("/history")
    games = [whole(seed) for seed in range(min(count, 5))] + [short(number) for number in range(count - 5)]
    saved = [dump_game(SavedGame(each, str(number), mine=(0,))) for number, each in enumerate(games)]
    assert page.request.post(urljoin(page.url, "/api/history/import"), data={"games": saved}).ok
    page.reload()
    worked_out(page)

    # Record, best game and rating are in view on a small phone, above all that can be chosen.
    in_view(page, ".history-record > div")
    assert page.locator(".record-games .value").inner_text() == str(count)
    assert page.locator(".record-rating .value").inner_text().isdigit()
    expect(page.locator(".record-rating .note")).to_have_text(re.compile("^like "))
    parts = page.locator(PARTS).evaluate_all("parts => parts.map((part) => part.className.split(' ').pop())")
    course, choice = ["report"] * (count > 1), ["history-filters"] * (count > 1)
    assert parts == ["history-record", *course, *choice, "history-games", "history-people", "history-yours"]
    tops = [box[1] for box in boxes(page, PARTS)]
    assert tops == sorted(tops)
    # One game has no chart, neither here nor on the page of a person.
    expect(page.locator("svg.history-chart")).to_have_count(1 if count > 1 else 0)
    expect(page.locator(".history-game")).to_have_count(min(count, 20))
    first = page.locator(".history-game .game-seats").first
    assert first.inner_text().startswith("You ")
    page.locator('[data-person="lena"]').click()
    page.wait_for_selector("#history-person")
    if count == 1:
        expect(page.locator("svg.history-chart")).to_have_count(0)


def test_the_games_say_how_they_went_and_open_with_one_press(new_page: NewPage) -> None:
    page = new_page("/history")
    imported(page, whole(1), whole(2), mine=(0,))
    worked_out(page)
    words = page.locator(".history-game .game-words > .soft").all_inner_texts()
    assert all(re.match("won|lost|shared victory", each) for each in words)
    assert all("costly decision" in each for each in words)
    assert sum("your best game" in each for each in words) == 1
    # What is seldom wanted is folded.
    expect(page.locator(".history-game [data-action=delete]")).to_have_count(0)
    expect(page.locator(".more-filters")).to_have_count(0)
    page.locator("#history-figures").click()
    expect(page.locator("#history-person")).to_have_text("Lena")
    page.locator(".history-game .game-open").first.click()
    page.wait_for_selector('review-screen[data-state="shown"]')


def test_bots_of_one_level_are_told_apart_as_at_the_table(new_page: NewPage) -> None:
    page = new_page("/history")
    bots = ("squirrel", "squirrel")
    names = ("Lena", "Squirrel", "Squirrel 2")
    imported(page, replace(game(1, ("fox", *bots)), players=names, bots=(None, *bots)), mine=(0,))
    assert {*re.findall(r"Squirrel(?: 2)?(?= \d+)", page.locator(".game-seats").inner_text())} == {*names[1:]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ones_own_games_at_every_size_in_every_language(new_page: NewPage, theme: str) -> None:
    page = new_page("/history", color_scheme=theme)
    names = ("Maximilian-Alexander", "Aleksandra", "Katarzyna")
    records = [replace(game(seed, ("fox", "magpie", "squirrel")), players=names) for seed in range(2)]
    imported(page, *records, replace(short(1), players=names[:2]), mine=(0,))
    worked_out(page)
    page.locator("[data-action=more]").first.click()
    page.locator("[data-action=filter]").click()
    for language in LANGUAGES:
        switch_language(page, language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert outside(page) == [], (language, width)
            apart(
                page,
                ".history-record > div",
                ".history-course",
                ".history-filters",
                ".history-games",
                ".history-people",
            )
            apart(page, ".game-open", ".game-toggle", ".game-more")
            assert page.evaluate(CUT_OFF, [".history-record > div, .filter-chip, .game-words", 1]) == []
            # The chart keeps to its place, with the colours of a chart.
            apart(page, ".course-head", ".course-chart .lines", ".history-course > p, .history-course > .button")
        assert complaints(page) == "", language
    band = page.locator(".course-chart .band").evaluate("band => getComputedStyle(band).fill")
    assert band not in ("rgb(0, 0, 0)", "none")
    # On a wide screen the games are beside the person whose they are.
    page.set_viewport_size({"width": 1440, "height": 900})
    [course], [games] = boxes(page, ".history-course"), boxes(page, ".history-list")
    assert course[2] < games[0]
    assert course[1] == pytest.approx(games[1], abs=1)


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
    page.locator('[data-action="filter"]').click()
    page.locator("#history-who").select_option("name lena")
    expect(page.locator("#history-person")).to_have_text("Lena")
