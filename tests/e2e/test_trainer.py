"""The trainer: lessons from one's own games and from those that come with the game."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from charidice.messages import catalog
from charidice.record import dump_json, load
from charidice.web.http.assets import static

from .axe import complaints
from .conftest import NewPage, Server
from .hosts import Host
from .playing import await_tables

SAY = catalog("en").say
GAME = Path(__file__).parents[1] / "playthroughs" / "two-players.json"
SHOWN = 'trainer-screen[data-state="shown"]'
ASKED = '.trainer-exercise[data-state="asked"]'
CARD = ".trainer-card"
THEMES = json.loads(static()["exercises.json"].content)["themes"]
# By the idea of the best move.
RIGHT = {"ask": "web.trainer.ask", "wait": "web.trainer.decline"}
WRONG = {"ask": RIGHT["wait"], "wait": RIGHT["ask"]}


def backup(folder: Path) -> Path:
    """A game that was played here, as the first seat."""
    record = load(GAME.read_text("utf-8"))
    game = {"id": "one", "at": "2026-05-04T10:00:00Z", "kind": "bots", "mine": [0]}
    path = folder / "backup.json"
    games = [{**game, "record": json.loads(dump_json(record))}]
    path.write_text(json.dumps({"format": "charidice-history", "version": 1, "names": {}, "games": games}))
    return path


def idea(page: Page) -> str:
    """Of the best move in the exercise of the set that is shown."""
    theme, _, number = str(page.locator(ASKED).get_attribute("data-exercise")).partition(".")
    return str(THEMES[theme][int(number)][1])


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.id"))


def press(page: Page, key: str) -> None:
    """Press the button of this text by keyboard."""
    button = page.get_by_role("button", name=SAY(key), exact=True)
    while not button.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_a_lesson_by_keyboard_is_resumed_after_a_reload(new_page: NewPage, server: Server) -> None:
    page = new_page("/trainer")
    page.clock.install()
    page.reload()
    page.wait_for_selector(SHOWN)
    assert complaints(page) == ""
    theme = SAY("web.trainer.theme.asking")
    page.get_by_role("button", name=theme).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(theme)
    # What is read first is the situation.
    expect(page.locator(".trainer-situation h2")).to_be_focused()
    expect(page.get_by_role("group", name=SAY("web.table.dice")).get_by_role("img")).to_have_count(6)
    expect(page.get_by_role("button", name=SAY("web.trainer.ask"))).to_be_in_viewport(ratio=1)
    press(page, RIGHT[idea(page)])
    expect(page.get_by_role("heading", name=SAY("web.trainer.verdict.best"))).to_be_focused()
    expect(page.locator(".trainer-better")).to_have_count(0)
    assert complaints(page) == ""
    press(page, "web.trainer.next")
    page.wait_for_selector(ASKED)
    best = {"ask": "web.trainer.better.ask", "wait": "web.trainer.better.decline"}[idea(page)]
    press(page, WRONG[idea(page)])
    expect(page.locator("#trainer-verdict")).to_be_focused()
    assert page.locator(CARD).get_attribute("data-verdict") in {"near", "other"}
    expect(page.locator(".trainer-better")).to_have_text(SAY(best))
    expect(page.locator(CARD)).to_contain_text("of 100 games")

    page.reload()
    expect(page.locator(".trainer-place")).to_have_text(SAY("web.trainer.place", number=3, count=8))
    page.get_by_role("button", name=SAY("web.trainer.leave")).click()
    page.wait_for_selector(SHOWN)
    expect(page.locator("[data-theme=asking] .trainer-stars")).to_be_visible()
    expect(page.locator("[data-theme=lead] .trainer-new")).to_be_visible()
    expect(page.locator(".trainer-rating")).to_contain_text("between")
    expect(page.locator("#trainer-resume")).to_have_text(SAY("web.trainer.resume", number=3, count=8))
    # Days later the theme is due, which the start page says.
    page.goto(f"{server.address}/")
    card = page.locator('.learning a[href="/trainer"]')
    expect(card).to_contain_text(SAY("web.start.trainer.why"))
    page.clock.set_fixed_time("2050-01-01")
    page.reload()
    expect(card).to_contain_text(SAY("web.start.trainer.due", count=1))


def test_dice_are_kept_or_scored_as_at_the_table(new_page: NewPage) -> None:
    page = new_page("/trainer")
    page.locator("[data-theme=keep-or-roll]").click()
    page.wait_for_selector(f'{ASKED}[data-mode="keeping"]')
    page.locator("#trainer-die-1").click()
    page.keyboard.press("3")
    expect(page.locator('.trainer-dice [aria-pressed="true"]')).to_have_count(2)
    expect(page.locator("#trainer-roll")).to_have_text(SAY("web.trainer.roll", count=4))
    page.locator("#trainer-score").click()
    expect(page.locator(".trainer-way").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".trainer-way").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#trainer-confirm")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator("#trainer-score")).to_be_focused()
    page.locator("#trainer-score").click()
    page.locator(".trainer-way").first.click()
    page.locator("#trainer-confirm").click()
    expect(page.locator(CARD)).to_contain_text(SAY("web.table.hint-more"))
    page.locator("[data-action=lab]").click()
    page.wait_for_selector("lab-screen")


def test_children_learn_in_pictures_without_percent_signs(new_page: NewPage) -> None:
    page = new_page("/trainer")
    page.locator("[data-theme=straight]").click()
    page.wait_for_selector(ASKED)
    page.locator(".trainer-way").last.click()
    page.locator("#trainer-confirm").click()
    expect(page.locator("#trainer-verdict")).to_be_focused()
    assert page.locator(CARD).get_attribute("data-verdict") == "other"
    expect(page.locator(".trainer-better .die")).not_to_have_count(0)
    text = page.locator("trainer-screen").inner_text()
    assert "%" not in text
    assert "of 100" not in text


def test_a_mistake_of_a_game_here_comes_without_its_move(new_page: NewPage, host: Host, tmp_path: Path) -> None:
    page = new_page("/?/history", at=host)
    page.locator("#history-import").set_input_files(backup(tmp_path))
    page.wait_for_selector(".history-game")
    page.goto(f"{host.address}/?/trainer")
    insights = page.locator(".trainer-insights")
    expect(insights).to_have_attribute("data-waiting", "0")
    expect(insights.locator("li")).not_to_have_count(0)
    assert complaints(page) == ""
    page.locator("#trainer-start").click()
    exercise = page.locator(ASKED)
    expect(exercise).to_contain_text(SAY("web.trainer.from.own", date="May 4"))
    assert str(exercise.get_attribute("data-exercise")).startswith("imported-")
    expect(exercise.locator('[aria-pressed="true"]')).to_have_count(0)
    assert "In the game" not in exercise.inner_text()
    page.locator("#trainer-roll, #trainer-ask").click()
    expect(page.locator(".trainer-verdict")).to_contain_text("in the game, too" if is_same(page) else "In the game")
    # Each row of the insights leads to exercises like it.
    page.locator("#trainer-leave").click()
    page.wait_for_selector(SHOWN)
    page.locator("#trainer-practise-kinds-scoring").click()
    expect(page.locator(f'{ASKED}[data-mode="scoring"]')).to_be_visible()
    # A backup has the answers, too.
    page.goto(f"{host.address}/?/history")
    with page.expect_download() as saved:
        page.locator("#history-backup").click()
    assert len(json.loads(Path(saved.value.path()).read_text("utf-8"))["training"]["answers"]) == 1


def is_same(page: Page) -> bool:
    """Whether the answer is what was played in the game."""
    return SAY("web.trainer.last.same") in page.locator(CARD).inner_text()


def test_the_costliest_decisions_are_practised_after_a_review(new_page: NewPage) -> None:
    page = new_page("/review")
    page.locator("input[type=file]").set_input_files(GAME)
    page.locator("[data-action=practise]").click()
    expect(page.locator(".trainer-place")).to_have_text(SAY("web.trainer.place", number=1, count=3))


def test_a_static_site_trains_without_a_network(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host, offline_expected=True, service_workers="allow")
    await_tables(page)
    host.close()
    page.goto(f"{host.address}/?/trainer")
    page.locator("[data-theme=asking]").click()
    page.locator("#trainer-ask").click()
    expect(page.locator("#trainer-verdict")).to_be_focused()
