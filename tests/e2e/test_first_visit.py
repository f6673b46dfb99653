"""What a newcomer meets around the table, in a real browser."""

from playwright.sync_api import expect

from charidice.messages import catalog

from .conftest import NewPage


def test_an_unknown_address_says_so_in_the_chosen_language_and_leads_home(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator("select[name=language]").select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    answer = page.goto(page.url + "nowhere")
    assert answer
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text(catalog("pl").say("refused.no-such-page"))
    page.locator("missing-screen a").click()
    expect(page.locator('[data-action="play-now"]')).to_be_visible()
    page.go_back()
    expect(page.locator("missing-screen")).to_be_visible()
