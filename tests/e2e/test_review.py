"""The review, drawn in a real browser from what the server says."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

from playwright.sync_api import Page, Route, expect

from charidice import Scored
from charidice.messages import LANGUAGES, catalog
from charidice.record import GameRecord, dump_json, load
from charidice.web.jobs.reviews import review_answer

from .conftest import NOWHERE, NewPage, Server
from .languages import switch_language
from .padding import by_dice, by_points, enter, open_pad, random_turn
from .playing import new_table, roll
from .test_table_looks import tidy

PHONE, DESK = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
HEADINGS = ("review.moments", "review.summary", "review.turns")
GAME = Path(__file__).parents[1] / "playthroughs" / "two-players.json"


def two_players() -> GameRecord:
    return load(GAME.read_text("utf-8"))


def reviewed(new_page: NewPage, tmp_path: Path, record: GameRecord, **options: object) -> Page:
    page = new_page("/review", **{"viewport": DESK, **options})
    path = tmp_path / "game.json"
    path.write_text(dump_json(record), "utf-8")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector('review-screen[data-state="shown"]')
    return page


def test_the_report_shows_all_that_the_coach_says(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players())
    report, shown = page.locator(".report"), review_answer(two_players(), "en").page
    say = catalog("en").say
    expect(page).to_have_title(f"{shown.title} · {say('web.title')}")
    expect(report.locator("h2")).to_have_text([shown.curve.title, *map(say, HEADINGS)])
    expect(report.get_by_role("group", name=shown.curve.title).locator("desc")).to_have_text(shown.curve.description)
    expect(report.locator("polyline")).to_have_count(2)
    expect(report.locator(".mark > title")).to_have_text([mark.title for mark in shown.curve.marks])
    for player in shown.players:
        assert player.by_round
        chart = report.get_by_role("img", name=player.by_round.title)
        expect(chart.locator("desc")).to_have_text(player.by_round.description)
        expect(report.locator(".player", has_text=player.name).locator("dd").first).to_have_text(
            player.figures[0].value
        )
    turns = [turn for turns in shown.rounds for turn in turns]
    expect(report.locator(".turn")).to_have_count(len(turns))
    for card, turn in zip(report.locator(".turn").all(), turns, strict=True):
        expect(card.get_by_role("button")).to_have_text(turn.name)
        expect(card.locator(".rolled .die")).to_have_count(6 * len(turn.rolls))
        expect(card.locator(".dice .kept")).to_have_count(sum(len(roll.kept) for roll in turn.rolls))
        expect(card.locator(".dice .scored")).to_have_count(sum(len(roll.scored) for roll in turn.rolls))
        expect(card.locator(".better")).to_have_count(
            sum(bool(step.assessment and step.assessment.better) for roll in turn.rolls for step in roll.steps)
        )


def test_a_busy_server_is_asked_again_by_itself(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page("/review")
    answers = []

    def answer(route: Route) -> None:
        """Too busy twice; the first time long enough to see it."""
        answers.append(route)
        if len(answers) > 2:
            route.continue_()
            return
        expect(page.locator(".review-looking")).to_contain_text(
            catalog("en").say("web.review.busy" if len(answers) == 2 else "web.review.patience")
        )
        busy = {"code": "busy", "message": "", "wait": 1}
        route.fulfill(status=503, json={"error": busy})

    page.route("**/api/reviews", answer)
    path = tmp_path / "game.json"
    path.write_text(dump_json(two_players()), "utf-8")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector('review-screen[data-state="shown"]')
    assert len(answers) == 3


def test_curve_and_turns_lead_to_their_steps(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players(), viewport={"width": 1440, "height": 900})
    screen, shown = page.locator("review-screen"), review_answer(two_players(), "en").page
    last = len(two_players().events)
    curve = page.locator(".curve")
    box = curve.bounding_box()
    assert box
    curve.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    expect(screen).to_have_attribute("data-step", str(last))
    expect(page.locator(".curve .cursor")).to_have_attribute("x1", "100%")
    expect(page.locator(".turn.current .turn-button")).to_have_text(shown.rounds[-1][-1].name)
    second = shown.rounds[1][0]
    page.get_by_role("button", name=second.name).click()
    expect(screen).to_have_attribute("data-step", str(second.rolls[0].events))
    expect(page.locator(".turn.current .turn-button")).to_have_text(second.name)
    step = second.rolls[0].steps[0]
    page.locator(".turn.current .step").first.click()
    expect(screen).to_have_attribute("data-step", str(step.events))


def test_another_language_is_spoken_at_once_and_at_the_same_step(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players())
    page.locator('[data-action="next"]').click()
    page.locator("select[name=language]").first.select_option("de")
    shown = review_answer(two_players(), "de").page
    expect(page.locator(".report h2")).to_have_text([shown.curve.title, *map(catalog("de").say, HEADINGS)])
    expect(page.locator("review-screen")).to_have_attribute("data-step", "2")


def test_a_name_is_never_markup(new_page: NewPage, tmp_path: Path) -> None:
    nasty = '<b>"&amp;</b>'
    page = reviewed(new_page, tmp_path, replace(two_players(), players=(nasty, "Ben")))
    expect(page.locator(".player h3 bdi").first).to_have_text(nasty)
    expect(page.locator(".turn-button").first).to_contain_text(nasty)


def test_kept_and_scored_dice_stay_apart_with_forced_colours(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players(), forced_colors="active")
    ring = "die => getComputedStyle(die).outlineColor"
    kept, scored = (page.locator(f".report .die.{kind}").first.evaluate(ring) for kind in ("kept", "scored"))
    assert scored == page.evaluate("getComputedStyle(document.body).color")
    assert kept != scored


def test_a_game_kept_by_points_is_told_by_its_sums(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", rounds=2)
    for number, boxes in enumerate(((10, 25, 24), (15, 15, 13), (10, 0, 3), (10, 25, 24))):
        enter(page, number // 2 + 1, number % 2, boxes)
    page.locator("[data-action=review]").click()
    page.wait_for_selector('review-screen[data-state="shown"]')
    screen, say = page.locator("review-screen"), catalog("en").say
    lena = page.locator(".player", has_text="Lena")
    expect(lena.locator(".facts")).to_contain_text(say("points", count=27))
    expect(lena.locator(".figures dd")).to_have_text(["20", "25", "0"])
    expect(page.locator(".curve polyline")).to_have_count(2)
    for words in ("expected", say("review.gift.no-chance", player="Lena"), "without luck", "Accuracy", "?"):
        expect(screen).not_to_contain_text(words)
    for nothing in (
        ".luck",
        ".rolls",
        ".rounds",
        ".account",
        ".step-dice",
        "[data-action=next-mistake]",
        "a[href^='/fair-dice']",
    ):
        expect(screen.locator(nothing)).to_have_count(0)
    page.locator("[data-action=last]").click()
    expect(page.locator(".step-told")).to_contain_text("Marko writes down, without dice: 10 + 25 = 35.")


def test_a_turn_entered_by_dice_is_told_with_its_dice(new_page: NewPage) -> None:
    page = new_page(NOWHERE)
    open_pad(page, "Lena", "Marko", rounds=1)
    turn = random_turn(Random(4))
    by_dice(page, turn.faces, turn.scored)
    by_points(page, 10, 25, 24)
    page.locator("[data-action=review]").click()
    page.wait_for_selector('review-screen[data-state="shown"]')
    # What one known turn says about decisions stands beside the sums of all turns, not in their place.
    figures = page.locator(".player", has_text="Lena").locator(".figures dd")
    assert figures.all_inner_texts()[:2] == [str(turn.option.points), str(turn.option.bonus)]
    assert figures.count() > page.locator(".player", has_text="Marko").locator(".figures dd").count() == 3
    page.locator(".round summary").click()
    first, second = page.locator(".turn").all()
    expect(first.locator(".rolled .die")).to_have_count(6)
    expect(first.locator(".rolled .luck")).to_have_count(0)
    expect(second.locator(".die")).to_have_count(0)
    dice = page.locator(".step-dice")
    first.get_by_role("button").click()
    expect(dice.locator(".die:not(.blank)")).to_have_count(6)
    page.locator("[data-action=last]").click()
    expect(dice).to_be_hidden()


def test_it_begins_with_the_curve_and_three_moments(new_page: NewPage, tmp_path: Path) -> None:
    for viewport in (PHONE, DESK):
        page = reviewed(new_page, tmp_path, two_players(), viewport=viewport)
        shown = review_answer(two_players(), "en").page
        assert len(shown.moments) == 3
        assert "decision" in {moment.kind for moment in shown.moments}
        order = "[...document.querySelectorAll('.curve, .key-moments, .step-dice')].map((part) => part.classList[0])"
        assert page.evaluate(order) == ["curve", "key-moments", "step-dice"]
        expect(page.locator(".step-dice .die.blank")).to_have_count(0)
        tidy(page.locator(".key-moment .dice-row"))
        for button, moment in zip(page.locator(".key-moment").all(), shown.moments, strict=True):
            expect(button).to_contain_text(moment.title)
            expect(button).to_contain_text(moment.change)
            button.click()
            expect(page.locator("review-screen")).to_have_attribute("data-step", str(moment.events))
    assert page.locator(".curve").bounding_box()["x"] < page.locator(".step-dice").bounding_box()["x"]  # type: ignore[index]


def test_on_a_phone_the_rounds_are_folded(new_page: NewPage, tmp_path: Path) -> None:
    desk = reviewed(new_page, tmp_path, two_players(), viewport=DESK)
    expect(desk.locator(".round[open]")).to_have_count(7)
    page = reviewed(new_page, tmp_path, two_players(), viewport=PHONE)
    expect(page.locator(".round")).to_have_count(7)
    expect(page.locator(".round[open]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
    second = page.locator(".round").nth(1)
    second.locator("summary").click()
    expect(second.locator(".turn").first).to_be_visible()
    second.locator(".turn-button").first.click()
    expect(page.locator("review-screen")).to_have_attribute("data-step", "8")


def test_every_button_has_words_on_a_phone(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players(), viewport=PHONE)
    for language in LANGUAGES:
        switch_language(page, language)
        for button in page.locator(".review-links > *, .step-buttons > *").all():
            expect(button.locator("span")).to_be_visible()
            assert button.locator("span").evaluate("word => word.offsetWidth") > 10
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], language
        overflow = (
            "[...document.querySelectorAll('.step-buttons > *')].filter((one) => one.scrollWidth > one.clientWidth)"
        )
        assert page.evaluate(f"{overflow}.map((one) => one.textContent)") == [], language


def test_luck_and_lead_are_told_in_words(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players())
    told = page.locator("review-screen").inner_text()
    assert not re.search(r"\bpp\b|percentage point|xpected lead", told)
    expect(page.locator(".rolled .luck").first).to_contain_text("of 100 games")
    expect(page.locator(".facts dd").first).to_have_text(re.compile(r"[\d.]+%, [+−][\d.]+ points$"))


def test_no_line_begins_with_the_mark_after_dice(new_page: NewPage, tmp_path: Path) -> None:
    page = reviewed(new_page, tmp_path, two_players(), viewport=PHONE)
    for step in range(1, len(two_players().events) + 1):
        page.locator(".step-track input").fill(str(step))
        expect(page.locator("review-screen")).to_have_attribute("data-step", str(step))
        after = "(rows) => rows.map((row) => row.nextSibling?.textContent ?? '')"
        texts = page.locator(".step-told .dice-row").evaluate_all(after)
        assert not [text for text in texts if text[:1] in {":", ".", ","}]
        lines = """[...document.querySelectorAll(".step-told .last-die")].map((last) => {
            const mark = document.createRange();
            mark.selectNode(last.lastChild);
            const [die, sign] = [last.firstElementChild.getBoundingClientRect(), mark.getBoundingClientRect()];
            return die.right <= sign.left + 1 && sign.top < die.bottom && sign.bottom > die.top;
        })"""
        beside = page.evaluate(lines)
        assert all(beside)
        assert len(beside) == (two_players().events[step - 1].__class__ is Scored)


def test_the_reader_is_you(new_page: NewPage, server: Server) -> None:
    page = new_page(NOWHERE)
    new_table(page, "Lena", "@fox")
    roll(page)
    table = page.url.rsplit("/", 1)[-1].split("#")[0]
    page.goto(f"{server.address}/review/{table}")
    page.wait_for_selector('review-screen[data-state="shown"]')
    expect(page.locator(".step-told")).to_contain_text("You roll 6 dice")
    expect(page.locator(".legend .you")).to_have_text(["you"])
    expect(page.locator(".player h3", has_text="Lena").locator(".you")).to_be_visible()
    expect(page.locator(".step-chances .you")).to_have_count(1)
