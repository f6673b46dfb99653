"""The lab: any position, its address, its values, and where the best move changes."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from charidice.messages import catalog
from charidice.record import load_json, read_position, write_position
from charidice.record.moves import write_move
from charidice.rules import replay
from charidice.strategy import analyse

from ..waiting import until
from .axe import complaints
from .conftest import NOWHERE, NewPage, Server
from .hosts import Host
from .languages import in_languages_and_sizes, outside

SHOWN = 'lab-screen[data-state="shown"]'
REVIEWED = 'review-screen[data-state="shown"]'
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
STRIP = '.lab-strip[data-state="shown"]'
ENGLISH = catalog("en")
SIZES = ((360, 640), (740, 360), (820, 1180), (1440, 900))
# Round 6 of 7: straights are near, and who leads in giving matters.
LATE = (
    "C1 16+25-10,18+0-12,20+15-3,14+15-4,16+0-12:2x/16+25-14,18+15-10,22+15-3,14+15-4,16+0-17:-- 2:B4B3B2P2K2P6",
    "C1 16+25-10,18+0-12:2x/16+25-14,18+15-10:2x 1:B4B3B2P2K2P6",
    "C1 :2x/:2x/:2x 1:Y1Y6Y5Y4Y3Y2",
    "C1 16+25-10:2x/16+25-14:2x 3:B4B3B2P2K2P6 free-giving",
)


def address(position: str) -> str:
    return "/lab#" + position.replace(" ", "_")


def open_lab(new_page: NewPage, position: str, **options: Any) -> Page:
    page = new_page(address(position), **options)
    wait_for(page, position)
    return page


def wait_for(page: Page, position: str) -> None:
    """Until the page shows what there is to know about a position."""
    expect(page.locator(SHOWN)).to_have_attribute("data-position", position)


def shown(page: Page) -> str:
    """The position of the address."""
    return page.url.partition("#")[2].replace("_", " ")


def faces_of(position: str) -> list[str]:
    return [str(face) for face in read_position(position).faces]


def rows(page: Page) -> dict[str, tuple[str, str]]:
    """The value and the loss of each move of the list."""
    found = page.locator(".lab-table tbody tr").evaluate_all(
        "rows => rows.map(row => [row.dataset.move, ...[...row.cells].slice(1).map(cell => cell.textContent)])"
    )
    return {move: (value, loss) for move, value, loss in found}


def faces(page: Page) -> list[str]:
    texts = page.locator(".lab-die .die").all_inner_texts()
    return ["".join(text.split()[:2]) for text in texts]


def test_the_lab_shows_the_values_of_the_library(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[0], locale="en-GB")
    for position in LATE:
        if shown(page) != position:
            page.evaluate("hash => { location.hash = hash; }", position.replace(" ", "_"))
            wait_for(page, position)
        page.locator("#lab-filter-all").check()
        analysis = analyse(read_position(position))
        state = analysis.state
        values = analysis.moves(state.active)
        best = max(values.values())
        listed = rows(page)
        assert len(listed) == len(values)
        for action, value in values.items():
            move = write_move(action, state)
            told, loss = listed[move]
            assert abs(float(told.rstrip("%")) - 100 * value) < 0.06, move
            lost = 0.0 if loss == ENGLISH.say("web.lab.no-loss") else float(loss.replace("\u2212", ""))
            assert abs(lost - 100 * (best - value)) < 0.06, move
        shares = page.locator(".lab-share b").all_inner_texts()
        for seat, told in enumerate(shares):
            assert abs(float(told.rstrip("%")) - 100 * analysis.value(seat)) < 0.06


def test_a_die_that_is_turned_changes_list_and_address_and_back_leads_back(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[0])
    before = rows(page)
    page.locator("#lab-die-5").click()
    turned = LATE[0].replace("P6", "K1")
    wait_for(page, turned)
    assert shown(page) == turned
    assert rows(page) != before
    assert faces(page)[5] == "K1"
    page.go_back()
    wait_for(page, LATE[0])
    assert rows(page) == before
    # The whole page was not drawn anew.
    page.go_forward()
    wait_for(page, turned)
    page.reload()
    wait_for(page, turned)


def test_everything_of_a_position_can_be_entered(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[0], viewport={"width": 1440, "height": 900})

    def state() -> Any:
        return read_position(shown(page))

    page.locator("#lab-total-0").fill("200")
    page.locator("#lab-given-1").fill("50")
    page.locator("#lab-total-0").press("Tab")
    expect(page.locator("#lab-given-1")).to_have_value("50")
    page.locator("#lab-given-1").press("Enter")
    expect(page).to_have_url(re.compile(r"16\+0-19"))
    assert state().sheets[0].subtotal == 200
    assert [sheet.total_given for sheet in state().sheets] == [41, 50]
    page.locator("#lab-round").select_option("3")
    expect(page.locator("#lab-round")).to_have_value("3")
    assert state().round == 3
    page.locator("#lab-active-1").check()
    expect(page.locator(".lab-seats-table .active input[type=radio]")).to_have_id("lab-active-1")
    assert state().active == 1
    page.locator("#lab-add").click()
    expect(page.locator(".lab-share li")).to_have_count(3)
    page.locator("#lab-type").click()
    page.locator("#lab-typed").fill("123456")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    assert [face[1] for face in faces(page)] == list("123456")
    # What cannot be is said, with what is possible.
    page.locator("#lab-total-0").fill("999")
    page.locator("#lab-total-0").press("Enter")
    expect(page.locator(".lab-position .error")).to_contain_text(re.compile(r"\d"))
    assert not complaints(page)


def test_the_position_follows_the_strip(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[1])
    page.locator(STRIP).wait_for()
    slider = page.locator("#lab-slider")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, middle, steps=4)
    page.mouse.up()
    expect(page.locator("#lab-slider")).not_to_have_value("132")
    dragged = int(slider.input_value())
    expect(page.locator("#lab-total-0")).to_have_value(str(dragged))
    slider.press("ArrowRight")
    expect(page.locator("#lab-total-0")).to_have_value(str(dragged + 1))
    wait_for(page, shown(page))
    best = page.locator(".lab-table tr.best").get_attribute("data-move")
    assert best
    analysis = analyse(read_position(shown(page)))
    assert best == write_move(analysis.best(0), analysis.state)
    # A whole drag is one step of the history.
    page.go_back()
    wait_for(page, LATE[1])


def test_an_old_answer_is_never_shown_beside_new_dice(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[1])
    held: list[Route] = []
    page.context.route("**/tables/shares3*", lambda route: held.append(route))
    page.locator("#lab-add").click()
    expect(page.locator(".lab-seats-table tbody tr")).to_have_count(3)
    until(lambda: bool(page.locator("lab-screen").count() and held))
    for part in (".lab-table", ".lab-share", ".lab-forecast", ".lab-kindness-body", ".lab-stretch-list li"):
        expect(page.locator(part).first).to_be_hidden()
    held[0].continue_()
    wait_for(page, shown(page))
    expect(page.locator(".lab-table")).to_be_visible()


def test_a_bad_or_huge_address_is_told_and_leads_to_a_fresh_position(new_page: NewPage) -> None:
    page = new_page("/lab#C1_:2x/:2x_9:nonsense")
    expect(page.locator(".lab-bad .error")).to_contain_text(ENGLISH.say("refused.position-turn-unreadable"))
    page.evaluate("() => { location.hash = 'C1_' + ',16+25-10'.repeat(2000); }")
    expect(page.locator(".lab-bad .error")).to_contain_text("8000")
    page.locator("[data-action=fresh]").click()
    page.locator(SHOWN).wait_for()
    state = read_position(shown(page))
    assert (state.turn.rolls, state.round, len(state.sheets)) == (1, 1, 2)


def test_keyboard_alone_turns_dice_and_plays_a_move(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[0])
    page.locator("#lab-die-0").focus()
    page.keyboard.press("1")
    expect(page.locator("#lab-die-1")).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator("#lab-die-2")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#lab-die-2 .number")).to_have_text("3")
    assert [face[1] for face in faces(page)] == list("123226")
    wait_for(page, shown(page))
    expect(page.locator("#announcer")).to_contain_text(re.compile(r"\d"))
    page.locator("#lab-filter-score").focus()
    page.keyboard.press("Space")
    first = page.locator(".lab-move").first
    first.focus()
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(page.locator("#lab-play")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".lab-seats-table .active input[type=radio]")).to_have_id("lab-active-1")
    assert len(read_position(shown(page)).sheets[0].points) == 6


def test_it_fits_in_every_language_and_size_and_axe_is_content(new_page: NewPage, language: str) -> None:
    page = open_lab(new_page, LATE[1])
    page.locator(STRIP).wait_for()
    page.locator(".lab-move").first.click()
    for where in in_languages_and_sizes(page, [language], *SIZES):
        wait_for(page, LATE[1])
        page.locator(STRIP).wait_for()
        assert not outside(page), where
    assert not complaints(page)


def test_it_works_without_a_network_on_a_static_site(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host, offline_expected=True, service_workers="allow")
    page.evaluate(
        """async () => {
            const { tables } = JSON.parse(document.documentElement.dataset.constants);
            const kept = (table) => caches.match(`./static/${table}`);
            while (!(await Promise.all(tables.map(kept))).every(Boolean)) await new Promise((r) => setTimeout(r, 100));
        }"""
    )
    host.close()
    page.goto(f"{host.address}/?{address(LATE[0])}")
    wait_for(page, LATE[0])
    page.locator("#lab-die-5").click()
    turned = LATE[0].replace("P6", "K1")
    wait_for(page, turned)
    assert page.url == f"{host.address}/?{address(turned)}"


def test_a_step_of_a_review_opens_in_the_lab_with_its_names(new_page: NewPage, language: str) -> None:
    page = new_page("/review", locale=language)
    page.locator("input[type=file]").set_input_files(PLAYTHROUGHS / "two-players.json")
    page.locator(REVIEWED).wait_for()
    page.locator("[data-action=next]").click()
    link = page.locator("[data-action=lab]")
    position = str(link.get_attribute("href")).partition("#")[2].replace("_", " ")
    record = load_json((PLAYTHROUGHS / "two-players.json").read_text())
    assert position == write_position(replay(record.start, record.events[:2]))
    link.click()
    wait_for(page, position)
    expect(page.locator(".lab-seat .name")).to_have_text(list(record.players))


def test_a_tree_of_variations_is_kept_and_is_a_file(new_page: NewPage, tmp_path: Path) -> None:
    page = open_lab(new_page, LATE[0], viewport={"width": 1440, "height": 900})
    for place in (1, 0):
        page.locator(".lab-move").nth(place).click()
        page.locator("#lab-play").click()
        expect(page.locator("#lab-rolls-3")).to_be_checked()
        wait_for(page, shown(page))
        page.locator("#lab-comment").fill(f"Try {place}")
        page.locator("#lab-tree-back").click()
        wait_for(page, LATE[0])
    lines = page.locator(".lab-tree li li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Try 1")
    with page.expect_download() as saving:
        page.locator("[data-action=save-tree]").click()
    file = tmp_path / "lab.txt"
    saving.value.save_as(file)
    head, first, *others = file.read_text().splitlines()
    assert (head, first) == ("Charidice lab 1", LATE[0])
    assert [line.strip() for line in others if "#" in line] == ["# Try 1", "# Try 0"]
    read_position(others[0].partition(" | ")[2])
    # Kept by the browser, and read from the file again.
    page.reload()
    expect(lines).to_have_count(2)
    page.locator("#lab-tree-remove").click()
    expect(lines).to_have_count(0)
    page.locator("#lab-tree-file").set_input_files(file)
    expect(lines).to_have_count(2)
    file.write_text("nonsense")
    page.locator("#lab-tree-file").set_input_files(file)
    expect(page.locator(".lab-variations .error")).not_to_be_empty()
    page.locator(".lab-variations summary").click()
    expect(page.locator(".lab-recent li")).to_have_count(3)


def test_a_game_goes_on_from_a_position(new_page: NewPage) -> None:
    page = open_lab(new_page, LATE[0])
    page.locator("#lab-play-on").click()
    expect(page.locator("table-screen")).to_have_attribute("data-stage", "playing")
    assert [text.split()[:2] for text in page.locator("[data-die]").all_inner_texts()] == [
        [face[0], face[1]] for face in faces_of(LATE[0])
    ]


def test_the_lab_may_be_part_of_another_page(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    frame = page.request.get(server.address + "/embed/lab").headers["content-security-policy"]
    usual = page.request.get(server.address + "/lab").headers["content-security-policy"]
    assert frame == usual.replace("frame-ancestors 'none'", "frame-ancestors *") != usual
    page.goto(server.address + "/embed" + address(LATE[0]))
    wait_for(page, LATE[0])
    expect(page.locator("#bar")).to_be_hidden()
    before = page.evaluate("() => history.length")
    page.locator("#lab-die-5").click()
    wait_for(page, LATE[0].replace("P6", "K1"))
    assert page.evaluate("() => history.length") == before
    assert write_position(read_position(shown(page))) == shown(page)
