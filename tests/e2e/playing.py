"""What a person does at the table, with a finger or a mouse."""

from contextlib import suppress
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Page, Route, TimeoutError, expect

from ..waiting import PATIENCE
from .conftest import SEED, Server

ROLL = '[data-action="roll"]'
SCORE = '[data-action="score"]'
# Milliseconds in which a button may go that is to be pressed.
MOMENT = 1000
OPTION = "[data-option]"
# The module of texts that the page itself uses, in an expression of JavaScript.
TEXT = "import(new URL('lib/text.js', document.querySelector('script[type=module]').src))"


def shown(page: Page, name: str) -> str:
    """What the table says about itself: stage, seq, active, mine."""
    return page.locator("table-screen").get_attribute(f"data-{name}") or ""


def my_seats(page: Page) -> list[str]:
    return [seat for seat in shown(page, "mine").split(",") if seat]


def wait_for_change(page: Page, seq: str) -> None:
    """Wait for the answer to a move; where the tutor asks whether it is meant, it is."""
    now = page.wait_for_function(
        """seq => {
            if (document.querySelector('dialog[open] [data-action="do-it"]')) return "asked";
            const table = document.querySelector("table-screen");
            return table && table.dataset.seq !== seq && table.dataset.busy === "false" ? "changed" : "";
        }""",
        arg=seq,
    ).json_value()
    if now == "asked":
        page.locator('[data-action="do-it"]').click()
        wait_for_change(page, seq)


def press_roll(page: Page) -> None:
    """Press Roll, and mean it where a bonus on the table is rolled away."""
    page.locator(ROLL).click()
    mean_it(page)


def mean_it(page: Page) -> None:
    """Answer whether a bonus is really rolled away, if that is asked."""
    sure = page.locator('[data-action^="roll-"]')
    if sure.count():
        expect(page.locator("table-screen")).to_have_attribute("data-busy", "false")
        sure.press("Enter")


def roll(page: Page, *keep: int) -> None:
    """Roll all dice but those kept."""
    held = page.locator("[data-die]").evaluate_all("dice => dice.map((die) => die.ariaPressed === 'true')")
    for die, is_held in enumerate(held):
        if is_held != (die in keep):
            page.locator(f'[data-die="{die}"]').click()
    seq = shown(page, "seq")
    press_roll(page)
    wait_for_change(page, seq)


def score(page: Page, option: int = 0) -> None:
    """Choose a way to score and confirm it."""
    seq = shown(page, "seq")
    page.locator(OPTION).nth(option).click()
    page.locator(SCORE).click()
    wait_for_change(page, seq)


def wait_until_still(page: Page) -> None:
    """Wait until the layout is done and nothing moves any more."""
    page.evaluate(
        """async () => {
            for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
            const ends = (animation) => animation.effect.getComputedTiming().endTime < Infinity;
            await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
        }"""
    )


def is_my_turn(page: Page) -> bool:
    return shown(page, "stage") == "playing" and shown(page, "active") in my_seats(page)


def wait_for_my_turn(page: Page) -> bool:
    """Whether it is somebody's turn at this device, once no bot or other device is to move; gifts are let go by."""
    for _ in range(200):
        # All at one moment, since the table goes on meanwhile.
        now = page.wait_for_function(
            """() => {
                const { busy, stage, active, mine } = document.querySelector("table-screen")?.dataset ?? {};
                if (busy !== "false") return "";
                if (stage === "over") return "over";
                if (mine.split(",").includes(active)) return "turn";
                return document.querySelector('[data-action="decline"]')?.checkVisibility() ? "asked" : "";
            }"""
        ).json_value()
        if now != "asked":
            return bool(now == "turn")
        # The time to ask may be over before the press is done.
        with suppress(TimeoutError):
            page.locator('[data-action="decline"]').click(timeout=MOMENT)
    raise AssertionError("the gift is never let go by")


def take_turn(page: Page, rolls: int = 1) -> None:
    for _ in range(rolls):
        roll(page)
    score(page)


# Plays for those at this device until so many rounds are over, the way that brings most.
PLAY_AHEAD = """async ([table, rounds]) => {
    const ask = async (path, body) => (await fetch(`/api/tables/${table}${path}`, body && {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    })).json();
    for (;;) {
        const {me, view} = await ask("");
        const {game, seats, seq, stage} = view;
        if (stage === "over" || game.sheets.every(({points}) => points.length >= rounds)) return seq;
        const mine = seats.filter(({holder, bot}) => holder === me && !bot).map(({seat}) => seat);
        const asked = mine.find((seat) => game.may[seat].includes("decline"));
        const [{dice}] = game.options.length ? game.options : [{}];
        const move = game.rolls ? {action: "score", dice} : {action: "roll"};
        const send = (seat, what) => ask("/moves", {move_id: crypto.randomUUID(), seq, seat, sure: true, ...what});
        // Nobody who waits for an answer has to wait.
        if (asked !== undefined) await send(asked, {action: "decline"});
        else if (mine.includes(game.active) && game.may[game.active].length) await send(game.active, move);
        else await new Promise((resolve) => setTimeout(resolve, 100));
    }
}"""


def play_ahead(page: Page, rounds: int) -> None:
    """Play some rounds without pressing anything; the page shows how far the game is."""
    seq = page.evaluate(PLAY_AHEAD, [table_of(page), rounds])
    page.wait_for_function("seq => Number(document.querySelector('table-screen').dataset.seq) >= seq", arg=seq)


def play_to_the_end(page: Page, rolls: int = 1) -> None:
    while wait_for_my_turn(page):
        take_turn(page, rolls)
    expect(page.locator("table-screen")).to_have_attribute("data-stage", "over")


def asks_the_server(page: Page) -> None:
    """Hints come from the server, as for everybody who saves data."""
    saving = "Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })"
    page.add_init_script(saving)
    page.evaluate(saving)


def table_of(page: Page) -> str:
    return page.url.partition("/table/")[2].partition("#")[0]


def view(server: Server, table: str) -> dict[str, object]:
    found: dict[str, object] = httpx.get(f"{server.address}/api/tables/{table}", timeout=PATIENCE).json()["view"]
    return found


def choose_dice(page: Page, name: str) -> None:
    """The dice of the tables that the page opens from now on, instead of those named by the test."""
    page.set_extra_http_headers({SEED: name})


def new_table(page: Page, *seats: str, **settings: object) -> None:
    """Open a table as the form does: `link`, a bot level with an @, or the name of somebody here."""
    table = page.evaluate(
        """async ([seats, settings]) => {
            const post = async (path, body) => {
                const answer = await fetch(path, {
                    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
                });
                if (!answer.ok) throw new Error(await answer.text());
                return answer.json();
            };
            const wanted = seats.map((seat) => seat === "link" ? {who: "link"}
                : seat.startsWith("@") ? {who: "bot", bot: seat.slice(1)} : {who: "here", name: seat});
            const {view} = await post("/api/tables", {seats: wanted, settings});
            if (!seats.includes("link")) await post(`/api/tables/${view.table}/start`, {});
            return view.table;
        }""",
        [list(seats), {"start": "seat", "wait": 0, **settings}],
    )
    page.goto(urljoin(page.url, f"/table/{table}"))
    page.wait_for_selector("table-screen[data-stage]")


# Whether a message with this text was shown: it lasts for seconds, in which a busy machine may do something else.
NOTICED = "text => notices.some((each) => each.includes(text))"


def gather_notices(page: Page) -> None:
    """Keep the messages of a page from now on."""
    page.evaluate(
        """() => {
            window.notices = [];
            const place = document.getElementById("toasts");
            new MutationObserver(() => notices.push(place.textContent)).observe(place, {childList: true});
        }"""
    )


def controlled(page: Page) -> None:
    """Wait until the service worker answers for the page, which therefore needs no server any more."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def lose_answer(page: Page, path: str) -> list[str]:
    """The server does what the first POST there asks, but the answer is lost; returns the address of that request."""
    lost = list[str]()

    def lose(route: Route) -> None:
        if route.request.method != "POST" or lost:
            return route.continue_()
        lost.append(route.request.url)
        route.fetch()
        return route.abort()

    page.route(path, lose)
    return lost


def await_tables(page: Page) -> None:
    """The worker of a static site keeps all tables of the solver."""
    tables = page.evaluate("JSON.parse(document.documentElement.dataset.constants).tables")
    page.evaluate(
        """async (tables) => {
            const kept = (table) => caches.match(`./static/${table}`);
            while (!(await Promise.all(tables.map(kept))).every(Boolean)) await new Promise((r) => setTimeout(r, 100));
        }""",
        tables,
    )
