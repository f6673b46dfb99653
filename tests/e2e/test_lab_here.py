"""The lab's Worker: a page asks about any position, and the newest question wins."""

from .conftest import NewPage

ROLLED = "C1 16+15-10,20+0-3,18+0-8,16+15-4:--/16+0-1,12+25-0,18+0-9,17+0-6:2x 2:P5K5K4G6O4P6"
ASKING = """async (position) => {
    const { thinker } = await import(new URL("device/thinker.js", document.querySelector("script[type=module]").src));
    const refused = (question) => question.then(() => null, ({ code, values }) => ({ code, values }));
    const [overtaken, answer] = await Promise.all([thinker.lab(position, "points"), thinker.lab(position, "victory")]);
    const forecast = await thinker.labForecast(position, "victory", answer.moves[3].move);
    const parts = [];
    const strip = await thinker.labStrip(position, "victory", "total", (part) => parts.push(part.samples.length));
    const ended = thinker.labStrip(position, "victory", "donated", () => thinker.labRest());
    return {
        overtaken, forecast, strip, parts,
        best: answer.moves[0],
        ended: await ended,
        refused: await refused(thinker.lab("C1 :2x/:2x/:2x -", "lead")),
    };
}"""


def test_the_worker_answers_the_lab(new_page: NewPage) -> None:
    page = new_page("/")
    found = page.evaluate(ASKING, ROLLED)
    assert found["overtaken"] is found["ended"] is None
    assert found["best"]["loss"] == 0
    assert found["forecast"]["move"] != found["best"]["move"]
    strip = found["strip"]
    assert strip["done"]
    assert found["parts"] == list(range(1, len(strip["samples"])))
    [there] = [sample for sample in strip["samples"] if sample["at"] == strip["now"]]
    assert (there["move"], there["value"]) == (found["best"]["move"], found["best"]["value"])
    assert found["refused"]["code"] == "two-players-only"
