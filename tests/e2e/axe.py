"""What axe has to say about a page."""

import json
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from ..waiting import until
from .drivers import Driver

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], "preload": False}
# Only what is wrong: to hand over all that axe looked at takes time, too.
RUN = "options => axe.run(options).then(({violations}) => violations)"


def complaints(page: Page) -> str:
    """A report of what is wrong, or nothing."""
    # Once per document: it is large.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return report_of(page.evaluate(RUN, OPTIONS))


def complaints_in(page: Driver) -> str:
    """The same in another browser."""
    page.value(f"(() => {{ {AXE_SCRIPT}; }})()")
    # Its answer has to be a text.
    run = f"({RUN})({json.dumps(OPTIONS)}).then((found) => {{ window.found = JSON.stringify(found) }})"
    page.value(f"(window.found = '', {run}, true)")
    return report_of(json.loads(until(lambda: page.value("window.found"))))


def report_of(found: list[dict[str, Any]]) -> str:
    report: str = AxeResults({"violations": found}).generate_report() if found else ""
    return report
