"""Takes the pictures in docs/images, films a turn, and draws the picture for messengers: make screenshots."""

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from charidice.messages import LANGUAGES

from .conftest import CHROMIUM, FLAGS, Server
from .moving_picture import filmed
from .padding import choose_way, enter, open_pad, tap_faces
from .playing import OPTION, SCORE, choose_dice, new_table, roll, shown, wait_for_change, wait_until_still
from .preview_picture import draw

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PHONE: ViewportSize = {"width": 360, "height": 640}
PEOPLE = ("Lena", "Marko", "Florian")
# Dice that make a turn worth watching: three of a colour are kept, and the second roll completes a straight of five.
FILMED_DICE, KEPT = "turn-3102", (0, 4, 5)
FILMED_SIZE: ViewportSize = {"width": 960, "height": 640}
# For those who watch, in milliseconds.
LOOK, GLANCE = 1000, 350
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


class Camera:
    """Takes pictures of a page on a phone into a folder."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def take(self, name: str) -> None:
        wait_until_still(self.page)
        picture = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        # A palette of 256 colours makes a third of the file.
        path = self._folder / f"{name}-{PHONE['width']}x{PHONE['height']}.png"
        picture.quantize(256).save(path, optimize=True)


def take_a_game(camera: Camera, server: Server) -> None:
    """The start page, a turn, and the end, for the pages of every language."""
    page, take = camera.page, camera.take
    page.goto(server.address)
    new_table(page, "Lena", "@fox", rounds=7)
    page.goto(server.address)
    page.wait_for_selector("a[data-table]")
    take("start")
    new_table(page, *PEOPLE)
    page.evaluate(PLAY, 6)
    page.reload()
    page.wait_for_selector('[data-action="roll"]')
    roll(page)
    page.locator(OPTION).first.click()
    take("scoring")
    page.evaluate(PLAY, 100)
    page.wait_for_function("() => document.querySelector('table-screen')?.dataset.stage === 'over'")
    assert shown(page, "stage") == "over"
    take("end")


def take_review_and_pad(camera: Camera) -> None:
    page, take = camera.page, camera.take
    page.locator('[data-action="review"]').click()
    page.wait_for_selector('review-screen[data-state="shown"]', timeout=120_000)
    page.locator('[data-action="next-mistake"]').click()
    take("review")
    open_pad(page, *PEOPLE)
    for seat, boxes in enumerate(((14, 25, 12), (21, 0, 4), (20, 40, 3))):
        enter(page, 1, seat, boxes)
    choose_way(page, "dice")
    tap_faces(page, "B4", "B3", "B2", "B1", "B6", "P6")
    page.wait_for_selector(".pad-entry .entry-way")
    take("pad")


def film_a_turn(browser: Browser, server: Server) -> None:
    page = browser.new_context(locale="en-GB", viewport=FILMED_SIZE, reduced_motion="no-preference").new_page()
    choose_dice(page, FILMED_DICE)
    page.goto(server.address)
    new_table(page, *PEOPLE[:2])
    with filmed(page) as film:
        page.wait_for_timeout(LOOK)
        roll(page)
        page.wait_for_timeout(LOOK)
        for die in KEPT:
            page.locator(f'[data-die="{die}"]').click()
            page.wait_for_timeout(GLANCE)
        roll(page, *KEPT)
        page.wait_for_timeout(LOOK)
        page.locator(OPTION).first.click()
        page.wait_for_timeout(LOOK)
        # The still for those who want no motion.
        page.screenshot(path=IMAGES / "turn.png")
        seq = shown(page, "seq")
        page.locator(SCORE).click()
        wait_for_change(page, seq)
        page.wait_for_timeout(LOOK)
    film.save(IMAGES / "turn.webp")
    page.context.close()


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            draw(browser, server)
            for language in LANGUAGES:
                context = browser.new_context(locale=language, reduced_motion="reduce", viewport=PHONE)
                camera = Camera(context.new_page(), IMAGES if language == "en" else IMAGES / language)
                take_a_game(camera, server)
                if language == "en":
                    take_review_and_pad(camera)
                context.close()
            film_a_turn(browser, server)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
