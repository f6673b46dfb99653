"""What people do at a score pad."""

from playwright.sync_api import Page, expect

PHONE = {"width": 360, "height": 640}


class Taps:
    """Counts the taps of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.count = 0

    def __call__(self, selector: str) -> None:
        self._page.locator(selector).click()
        self.count += 1


def open_pad(page: Page, address: str, *names: str, rounds: int = 7) -> None:
    """By the start page; the first name starts. An empty name is somebody who joins by the link."""
    page.goto(f"{address}/#pad")
    for number, name in enumerate(names):
        if number > 1:
            page.locator("[data-action=add-seat]").click()
        if name:
            page.locator(f"#seat-{number}-name").fill(name)
        else:
            page.locator(f"#seat-{number}-who").select_option("link")
    page.locator("#start-seat").check()
    if rounds != 7:
        page.locator(".house-rules summary").click()
        page.locator("#new-rounds").fill(str(rounds))
        page.locator("#new-rounds").blur()
    page.locator("#new-create").click()


def ready(page: Page) -> None:
    """Enter by points, and wait until there are numbers to tap."""
    page.locator("#enter-by-points").check()
    expect(page.locator(".pad-entry .chips.points .chip").first).to_be_visible()


def by_points(page: Page, points: int, bonus: int, gift: int, asked: bool = False) -> int:
    """Enter the open turn by its boxes; returns the number of taps."""
    ready(page)
    tap = Taps(page)
    if bonus:
        tap(f".pad-entry [data-chip=bonus-{bonus}]")
    tap(f".pad-entry [data-chip=points-{points}]")
    if asked:
        tap(".pad-entry [name=asked]")
    if page.locator(f".pad-entry [data-chip=gift-{gift}][aria-pressed=true]").count() == 0:
        tap(f".pad-entry [data-chip=gift-{gift}]")
    tap(".pad-entry .save-entry")
    return tap.count


def turn(page: Page, round_: int, seat: int) -> str:
    """What the table of all rounds shows for a turn."""
    return page.locator(f"[data-turn='{round_}-{seat}']").inner_text().strip()


def totals(page: Page) -> list[str]:
    return [text.split(":")[-1].strip() for text in page.locator(".glance-seats .sum").all_inner_texts()]


def handed_in(page: Page) -> None:
    expect(page.locator("pad-screen")).to_have_attribute("data-waiting", "0")
