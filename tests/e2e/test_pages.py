"""The pages beside the table, in a real browser."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from charidice.match import Match
from charidice.messages import catalog
from charidice.record import dump_json
from charidice.rules.moves import Roll, Score

from .conftest import NOWHERE, NewPage, Server
from .playing import controlled, new_table, play_ahead, table_of


def finished_record() -> str:
    match = Match.new(["Anna", "Ben"], seed=bytes(range(32)))
    match.add_entropy(0, "clover")
    while not match.state.is_over:
        seat = match.state.active
        match.submit(seat, Roll())
        match.submit(seat, Score(match.state.options[0].dice))
    return dump_json(match.record)


def test_the_fair_dice_page_checks_a_game_that_was_played_here(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@owl", rounds=1)
    play_ahead(page, rounds=1)
    table = table_of(page)
    page.goto(page.url.replace(f"/table/{table}", f"/fair-dice/{table}"))
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fair")


def test_the_fair_dice_page_finds_a_tampered_record(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/fair-dice")
    honest, changed, seeded = (
        json.loads(finished_record()),
        json.loads(finished_record()),
        json.loads(finished_record()),
    )
    rolled = next(event for event in changed["events"] if event["event"] == "rolled")
    # The die of the first face also shows its next number: on the next colour of the same die.
    number = int(rolled["faces"][0][1]) % 6
    rolled["faces"][0] = f"{changed['dice'][0][number]}{number + 1}"
    seeded["pledge"]["seed"] = "00" * 32
    for name, record, verdict in (
        ("honest", honest, "fair"),
        ("changed", changed, "unfair"),
        ("seed", seeded, "unfair"),
    ):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(record), "utf-8")
        page.goto(page.url)
        page.locator("input[type=file]").set_input_files(path)
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", verdict)


def test_a_game_is_reviewed_with_one_click_and_stepped_through(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@owl", rounds=1)
    play_ahead(page, rounds=1)
    page.locator('a[href^="/review/"]').first.click()
    page.wait_for_selector('review-screen[data-state="shown"]')
    first = page.locator("review-screen").get_attribute("data-step")
    page.locator('[data-action="next"]').click()
    expect(page.locator("review-screen")).not_to_have_attribute("data-step", first or "")
    page.locator('[data-action="last"]').click()
    page.locator('[data-action="first"]').click()
    expect(page.locator("review-screen")).to_have_attribute("data-step", "0")


def test_any_record_can_be_reviewed_and_a_broken_one_says_why(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/review")
    path = tmp_path / "game.json"
    path.write_text(finished_record()[:-40], "utf-8")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector('review-screen[data-state="failed"]')
    path.write_text(finished_record(), "utf-8")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector('review-screen[data-state="shown"]')
    page.locator("select[name=language]").first.select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.wait_for_selector('review-screen[data-state="shown"]')


def test_the_examples_of_the_rules_can_be_clicked(new_page: NewPage) -> None:
    page = new_page("/rules")
    example = page.locator('[data-example="7.1"]')
    expect(example).to_be_visible()
    faces = example.locator("[data-die]")
    expect(faces).to_have_count(6)


def test_the_page_opens_offline_and_goes_on_by_itself(new_page: NewPage, own_server: Server) -> None:
    page = new_page("/", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    new_table(page, "Lena", "@owl")
    own_server.kill()
    page.reload()
    expect(page.locator("body")).to_contain_text(catalog("en").say("web.table.away"))
    # The page that is kept is the game, not the documentation.
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        page.context.new_page().goto(f"{own_server.address}/docs/")
    own_server.start()
    page.wait_for_selector('table-screen[data-stage="playing"]')
