"""How the tests find texts that are cut off."""

from .conftest import NewPage
from .languages import outside


def test_what_is_cut_off_is_reported(new_page: NewPage) -> None:
    page = new_page()
    assert outside(page) == []
    page.locator(".tagline").evaluate(
        "words => { words.style.whiteSpace = 'nowrap'; words.textContent += 'x'.repeat(99); }"
    )
    assert [what for what in outside(page) if "xxx" in what]
    assert "the page scrolls sideways" in outside(page)
