"""Takes the pictures in docs/images and draws the one for messengers: make screenshots."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from .conftest import CHROMIUM, FLAGS, Server
from .playing import OPTION, new_table, roll, shown, wait_until_still
from .preview_picture import draw

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SIZES = ((360, 640), (820, 1180), (1440, 900))
PEOPLE = ("Lena", "Marko", "Florian")
# Plays for everybody at this device as the coach says, until so many turns are done.
PLAY = """async (turns) => {
    const table = location.pathname.split("/")[2];
    const get = async (path) => (await fetch(`/api/tables/${table}${path}`)).json();
    for (let done = 0; done < turns;) {
        const {view} = await get("");
        if (view.stage === "over") return;
        const {active, rolls} = view.game;
        const move = rolls === 0 ? {action: "roll", keep: []} : (await get(`/hint?seat=${active}`)).action;
        await fetch(`/api/tables/${table}/moves`, {
            method: "POST", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({move_id: `${table}-${view.seq}`, seq: view.seq, seat: active, ...move}),
        });
        if (move.action === "score") done += 1;
    }
}"""


def take(page: Page, name: str) -> None:
    """The same moment in all sizes."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_until_still(page)
        page.screenshot(path=IMAGES / f"{name}-{width}x{height}.png")


def take_all(page: Page, server: Server) -> None:
    new_table(page, "Lena", "@fox", rounds=7)
    page.goto(server.address)
    page.wait_for_selector("a[data-table]")
    take(page, "start")
    new_table(page, *PEOPLE)
    page.evaluate(PLAY, 6)
    page.reload()
    page.wait_for_selector('[data-action="roll"]')
    roll(page)
    best = page.locator(OPTION).first.get_attribute("data-option") or ""
    roll(page, *map(int, best.split("-")[:4]))
    for die in best.split("-")[:4]:
        held = page.locator(f'[data-die="{die}"]')
        if held.get_attribute("aria-pressed") != "true":
            held.click()
    take(page, "turn")
    page.locator(OPTION).first.click()
    take(page, "scoring")
    page.evaluate(PLAY, 100)
    page.wait_for_function("() => document.querySelector('table-screen')?.dataset.stage === 'over'")
    assert shown(page, "stage") == "over"
    take(page, "end")
    page.locator('[data-action="review"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]', timeout=120_000)
    page.locator('[data-action="next-mistake"]').click()
    take(page, "review")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            draw(browser, server)
            page = browser.new_context(locale="en-GB", reduced_motion="reduce").new_page()
            page.goto(server.address)
            take_all(page, server)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
