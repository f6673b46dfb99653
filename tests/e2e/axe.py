"""What axe has to say about a page."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], "preload": False}
# Only what is wrong: to hand over all that axe looked at takes time, too.
RUN = "options => axe.run(options).then(({violations}) => violations)"


def complaints(page: Page) -> str:
    """A report of what is wrong, or nothing."""
    # Once per document: it is large.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, OPTIONS)
    report: str = AxeResults({"violations": found}).generate_report() if found else ""
    return report
