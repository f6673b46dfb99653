"""What stays on a page when it is updated listens as what would have come in its place."""

from playwright.sync_api import expect

from .conftest import NewPage

TWICE = """async () => {
    const { src } = document.querySelector("script[type=module]");
    const { h, refill } = await import(new URL("lib/dom.js", src));
    const place = document.querySelector("main");
    const button = (name, state, says) => h("button", { class: name, on: { [says]: () => told.push(state) } }, name);
    const content = (state) => [
        button("same", state, "click"),
        h("div", {}, button("deep", state, "click"), h("p", {}, state)),
        button("other", state, state === "before" ? "click" : "keydown"),
        kept,
    ];
    const kept = button("kept", "kept", "click");
    window.told = [];
    place.replaceChildren();
    refill(place, content("before"));
    const nodes = [...place.querySelectorAll("button")];
    nodes[0].focus();
    refill(place, content("after"));
    const now = [...place.querySelectorAll("button")];
    return nodes.every((node, index) => node === now[index]) && document.activeElement === nodes[0];
}"""


def test_buttons_that_stay_do_what_they_now_mean(new_page: NewPage) -> None:
    page = new_page()
    expect(page.locator("start-screen")).to_be_visible()
    assert page.evaluate(TWICE)
    for name in ("same", "deep", "other", "kept"):
        page.locator(f"main .{name}").click()
    page.locator("main .other").press("a")
    assert page.evaluate("() => told") == ["after", "after", "kept", "after"]
