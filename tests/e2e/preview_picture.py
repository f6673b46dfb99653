"""Draws the picture that messengers show beside a link to the game: the name and the dice of the start page."""

from pathlib import Path

from playwright.sync_api import Browser

from .conftest import Server

PICTURE = Path(__file__).parents[2] / "src" / "charidice" / "web" / "static" / "preview.png"
WIDTH, HEIGHT = 1200, 630
STYLE = """
    body { background: #1F4D3C; }
    main { display: grid; place-items: center; height: 100vh; }
    .start.start { display: grid; grid-template: none; width: auto; padding: 0; gap: 100px; justify-items: center; }
    .start.start h1 { font-size: 156px; letter-spacing: -.035em; line-height: 1; }
    .start.start .hero { --hero-die: 132px; padding: 0; gap: 54px; }
    .start.start .hero-kept { gap: 34px; }
    .start.start .hero-kept .die { outline-width: 6px; outline-offset: 5px; }
"""


def draw(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector(".start .hero")
    page.add_style_tag(content=STYLE)
    page.evaluate(
        """() => {
            const [title, hero] = [".welcome h1", ".hero"].map((part) => document.querySelector(part));
            document.querySelector(".start").replaceChildren(title, hero);
            document.getElementById("bar").remove();
        }"""
    )
    page.screenshot(path=PICTURE)
    context.close()
