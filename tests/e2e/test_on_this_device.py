"""Games without a server: on a static site, and while the server is away."""

import csv
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from charidice.history.backup import read_backup, read_game
from charidice.messages import LANGUAGES, catalog
from charidice.record import GameRecord, load, load_json
from charidice.rules.sheet import results
from charidice.web.http.static_site import write_site
from charidice.web.jobs.reviews import review_answer

from .axe import complaints
from .conftest import NewPage, Server
from .hosts import PLACE, Host
from .languages import in_languages_and_sizes, outside
from .playing import (
    NOTICED,
    OPTION,
    ROLL,
    SCORE,
    await_tables,
    controlled,
    gather_notices,
    is_my_turn,
    roll,
    score,
    shown,
    take_turn,
    wait_for_change,
    wait_for_my_turn,
)

ENGLISH = catalog("en")
SETTLED = 'table-screen[data-busy="false"]'
REVIEWED = 'review-screen[data-state="shown"]'
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
SIZES = ((360, 640), (1440, 900))


def open_here(page: Page, bot: str, **settings: object) -> None:
    """Open a table against a bot as the form does; nobody waits long for a fast one."""
    page.evaluate(
        """async ([bot, settings]) => {
            const { src } = document.querySelector("script[type=module]");
            const { openTable } = await import(new URL("shell/new-tables.js", src));
            await openTable([{ who: "here", name: "Lena" }, { who: "bot", bot }], settings);
        }""",
        [bot, {"start": "seat", "first": 0, "wait": 0, "speed": "fast", "hints": "ask", **settings}],
    )
    expect(page.locator(SETTLED)).to_have_attribute("data-stage", "playing")


def faces_of(page: Page) -> list[list[str]]:
    """The letter and the number of each die."""
    return [text.split()[:2] for text in page.locator("[data-die]").all_inner_texts()]


def play_to_the_end(page: Page) -> None:
    skip = page.locator("[data-action=skip]")
    page.add_locator_handler(skip, lambda: skip.click(), no_wait_after=True)
    while wait_for_my_turn(page):
        take_turn(page)


def record_of(page: Page) -> GameRecord:
    """The record of the table or the review that is shown."""
    table = page.url.partition("here-")[2].partition("#")[0]
    found = page.evaluate(
        """async (path) => {
            const { src } = document.querySelector("script[type=module]");
            const { getHere } = await import(new URL("lib/api.js", src));
            return getHere(path);
        }""",
        f"/api/tables/here-{table}/record",
    )
    return load_json(json.dumps(found))


def expect_review(page: Page, record: GameRecord) -> None:
    """The page shows what a server would send."""
    told = review_answer(record, "en").page
    expect(page.locator(REVIEWED)).to_be_visible()
    expect(page).to_have_title(f"{told.title} · {ENGLISH.say('web.title')}")
    expect(page.locator(".curve desc")).to_have_text(told.curve.description)
    expect(page.locator(".moment-title")).to_have_text([moment.title for moment in told.moments])
    expect(page.locator(".moment-change")).to_have_text([moment.change for moment in told.moments])
    for card, player in zip(page.locator(".player").all(), told.players, strict=True):
        expect(card.locator("dd")).to_have_text([fact.value for fact in (*player.figures, *player.facts)])
    turns = [turn for turns in told.rounds for turn in turns]
    expect(page.locator(".turn .total")).to_have_text([turn.values for turn in turns])


def open_record(page: Page, name: str) -> None:
    page.locator("input[type=file]").set_input_files(PLAYTHROUGHS / name)


def test_a_static_site_plays_a_whole_game_without_asking_any_server(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    open_here(page, "owl", rounds=2)
    assert "?/table/here-" in page.url
    play_to_the_end(page)
    expect(page.locator(".end .victory")).to_be_visible()
    page.locator("[data-action=rematch], [data-action=next-level]").first.click()
    expect(page.locator(SETTLED)).to_have_attribute("data-stage", "playing")
    assert asked == []


def test_a_static_site_offers_only_what_it_has(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    expect(page.locator(".recent")).to_contain_text(ENGLISH.say("web.start.friend.site"))
    page.locator("#bar-menu").click()
    expect(page.locator("dialog .places a")).not_to_have_count(0)
    offered = page.locator("main a, dialog a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    # A host knows one page, so the path of a screen is the query.
    assert [href for href in offered if not href.startswith("./")] == []
    assert {"./?/history", "./#pad"} <= {*offered}
    assert "./?/paper" not in offered
    assert page.locator("[data-action=friend]").count() == 0


def test_a_game_goes_on_where_it_was_after_every_step(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "magpie")
    assert is_my_turn(page)
    for step in (roll, score):
        step(page)
        seq, dice = shown(page, "seq"), page.locator("[data-die]").all_inner_texts()
        page.reload()
        if step is roll:
            expect(page.locator(SETTLED)).to_have_attribute("data-seq", seq)
            assert page.locator("[data-die]").all_inner_texts() == dice
    assert wait_for_my_turn(page)
    page.goto(host.address + "/")
    expect(page.locator(".recent li")).to_have_count(1)
    page.locator(".recent li a").click()
    assert wait_for_my_turn(page)


def test_a_game_with_a_reload_at_every_step_comes_to_its_end(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "squirrel", rounds=2)
    while wait_for_my_turn(page):
        for step in (roll, score):
            step(page)
            # After a score the bot may be in the middle of its turn.
            page.reload()
            expect(page.locator(SETTLED)).to_have_count(1)
    expect(page.locator(".end .victory")).to_be_visible()
    total = page.locator(".ranks .total").all_inner_texts()
    page.reload()
    expect(page.locator(".ranks .total")).to_have_text(total, use_inner_text=True)


@pytest.mark.parametrize("hours", [-10_000, 10_000])
def test_a_clock_that_jumps_changes_nothing(new_page: NewPage, host: Host, hours: int) -> None:
    page = new_page("/", at=host)
    open_here(page, "squirrel", rounds=2)
    roll(page)
    page.add_init_script(
        f"""const real = Date;
        const now = () => real.now() + {hours} * 3_600_000;
        Date = class extends real {{
            constructor(...given) {{ given.length ? super(...given) : super(now()); }}
            static now() {{ return now(); }}
        }};"""
    )
    seq, faces = shown(page, "seq"), faces_of(page)
    page.reload()
    expect(page.locator(SETTLED)).to_have_attribute("data-seq", seq)
    assert faces_of(page) == faces
    score(page)
    play_to_the_end(page)
    expect(page.locator(".end .victory")).to_be_visible()
    page.goto(f"{host.address}/?/history")
    worked_out(page)
    expect(page.locator(".history-game")).to_have_count(1)


def test_two_tabs_show_the_same_game_and_no_move_is_made_twice(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "squirrel")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(SETTLED)).to_have_attribute("data-seq", shown(page, "seq"))
    roll(page)
    expect(other.locator(SETTLED)).to_have_attribute("data-seq", shown(page, "seq"))
    # Both at once: the log takes one.
    seq = shown(page, "seq")
    for tab in (page, other):
        tab.locator(OPTION).first.click()
    for tab in (page, other):
        tab.evaluate(f"() => document.querySelector('{SCORE}')?.click()")
    for tab in (page, other):
        wait_for_change(tab, seq)
    assert wait_for_my_turn(page)
    assert wait_for_my_turn(other)
    assert shown(page, "seq") == shown(other, "seq")
    expect(page.locator(".sheet").first).to_have_text(other.locator(".sheet").first.inner_text(), use_inner_text=True)


def test_hints_and_the_tutor_come_from_this_device(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "fox")
    roll(page)
    page.locator("[data-action=hint]").click()
    expect(page.locator(".hint")).to_contain_text("Look")
    for _ in range(3):
        page.locator("[data-action=hint-more]").click()
    expect(page.locator(".hint")).to_contain_text("chance of victory")


def test_a_tutor_who_still_loads_the_tables_delays_no_move(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    asked: list[str] = []
    # As over a slow network, they do not come.
    page.route("**/static/tables/**", lambda route: asked.append(route.request.url))
    open_here(page, "fox", hints="tutor")
    for _ in range(2):
        assert wait_for_my_turn(page)
        roll(page)
        score(page)
    assert asked
    page.unroute_all()


def test_a_finished_game_is_reviewed_on_this_device(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "fox", rounds=2)
    play_to_the_end(page)
    expect(page.locator(".end .victory")).to_be_visible()
    record = record_of(page)
    you = next(player for player in review_answer(record, "en").page.players if player.name == "Lena")
    expect(page.locator(".end-moments")).to_have_attribute("data-state", "done")
    for action, move in (("best-move", you.best_move), ("think", you.worst_move)):
        expect(page.locator(f".end-moments [data-action={action}]")).to_have_count(1 if move else 0)
    # The picture to share is drawn here, too.
    page.locator("[data-action=picture]").click()
    picture = page.locator("dialog .picture img")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1440
    with page.expect_download() as download:
        page.locator("dialog [data-action=save-png]").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    page.locator("[data-action=review]").click()
    expect_review(page, record)
    with page.expect_download() as download:
        page.locator(".review-links [data-action=save]").click()
    assert load(Path(download.value.path()).read_text("utf-8")) == record
    page.reload()
    expect_review(page, record)


@pytest.mark.parametrize("name", ["two-players.json", "score-pad.json"])
def test_a_record_file_is_reviewed_on_this_device(new_page: NewPage, host: Host, name: str) -> None:
    page = new_page("/?/review", at=host)
    open_record(page, name)
    expect_review(page, load((PLAYTHROUGHS / name).read_text("utf-8")))


def test_a_file_that_is_no_record_is_refused_in_words(new_page: NewPage, host: Host) -> None:
    page = new_page("/?/review", at=host)
    page.locator("textarea").fill("charidice 1\nplayer 1: Anna\n")
    page.locator("form [type=submit]").click()
    reason = ENGLISH.say("refused.players-out-of-range", least=2, most=4, players=1)
    expect(page.locator("[role=alert]")).to_have_text(ENGLISH.say("where.line", line=2, reason=reason))


@pytest.mark.slow
def test_the_review_of_a_static_site_in_all_languages(new_page: NewPage, host: Host) -> None:
    page = new_page("/?/review", at=host)
    open_record(page, "two-players.json")
    expect(page.locator(REVIEWED)).to_be_visible()
    for place in in_languages_and_sizes(page, LANGUAGES, *SIZES):
        assert outside(page) == [], place
        assert complaints(page) == "", place


def worked_out(page: Page) -> None:
    """The history is there, and every game is reviewed."""
    expect(page.locator('history-screen[data-state="shown"]')).to_have_count(1)
    expect(page.locator(".history-page .felt-soft")).to_have_count(0)


def test_finished_games_are_in_the_history_of_this_device(new_page: NewPage, host: Host, tmp_path: Path) -> None:
    page = new_page("/", at=host)
    open_here(page, "magpie", rounds=1)
    play_to_the_end(page)
    expect(page.locator(".end .victory")).to_be_visible()
    record = record_of(page)
    page.goto(f"{host.address}/?/history")
    worked_out(page)
    expect(page.locator(".history-game")).to_have_count(1)
    expect(page.locator(".record-games .value")).to_have_text("1")
    total = results(record.state.sheets)[record.players.index("Lena")].total
    expect(page.locator(".record-best .value")).to_have_text(str(total))
    # People: renamed, and back
    page.locator('[data-person="lena"]').click()
    expect(page.locator("#history-person")).to_have_text("Lena")
    page.locator('[data-action="rename"]').click()
    page.locator('input[name="called"]').fill("Mum")
    page.locator('[data-action="rename-now"]').click()
    expect(page.locator("#history-person")).to_have_text("Mum")
    page.reload()
    worked_out(page)
    expect(page.locator('[data-person="mum"]')).to_have_count(1)
    # Saved, deleted, imported again: nothing is lost, and nothing is there twice.
    with page.expect_download() as download:
        page.locator('[data-action="backup"]').click()
    saved = tmp_path / "backup.json"
    download.value.save_as(saved)
    (line,) = read_backup(saved.read_text("utf-8")).games
    kept = read_game(line)
    assert (kept.record.events, kept.mine) == (record.events, (record.players.index("Lena"),))
    # For a spreadsheet, as a server writes it.
    with page.expect_download() as download:
        page.locator('[data-action="csv"]').click()
    assert re.fullmatch(r"charidice-\d{4}-\d\d-\d\d\.csv", download.value.suggested_filename)
    rows = csv.DictReader(Path(download.value.path()).read_text("utf-8").splitlines())
    assert [row["total"] for row in rows] == [str(result.total) for result in results(record.state.sheets)]
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="delete"]').click()
    page.locator('[data-action="delete-game"]').click()
    expect(page.locator(".history-nothing")).to_be_visible()
    for added in ("1 game added.", "0 games added. 1 was there already."):
        page.locator("#history-import").set_input_files(saved)
        expect(page.locator(".history-yours")).to_contain_text(added)
        expect(page.locator(".history-game")).to_have_count(1)
    worked_out(page)
    page.locator(".history-game a[href*='review/']").first.click()
    expect_review(page, kept.record)


def test_where_a_browser_deletes_games_it_is_said_once_with_a_backup_to_save(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    # As Safari is.
    page.add_init_script(
        """Object.defineProperty(Navigator.prototype, "vendor", { get: () => "Apple Computer, Inc." });
        StorageManager.prototype.persist = StorageManager.prototype.persisted = async () => false;"""
    )
    page.reload()
    open_here(page, "sparrow")
    take_turn(page)
    page.goto(f"{host.address}/")
    notice = page.locator(".seven-days")
    expect(notice).to_contain_text(ENGLISH.say("here.seven-days"))
    for place in in_languages_and_sizes(page, LANGUAGES, *SIZES):
        assert outside(page) == [], place
    assert complaints(page) == ""
    with page.expect_download() as download:
        notice.locator("[data-action=backup]").click()
    assert len(read_backup(Path(download.value.path()).read_text("utf-8")).games) == 1
    expect(notice).to_have_count(0)
    page.reload()
    expect(page.locator(".recent li")).to_have_count(1)
    assert notice.count() == 0


def test_the_browser_is_asked_to_keep_the_games(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    page.evaluate("StorageManager.prototype.persist = async () => { window.asked = true; return true; }")
    open_here(page, "sparrow")
    assert page.evaluate("window.asked") is True


def newer_build(folder: Path) -> None:
    """Replace a site by one of another build, as a host does: the files of the build before are gone."""
    (before,) = (path for path in (folder / "static").iterdir() if re.fullmatch("[0-9a-f]{12}", path.name))
    after = before.name[::-1]
    for path in folder.rglob("*"):
        if path.is_file() and before.name.encode() in (content := path.read_bytes()):
            path.write_bytes(content.replace(before.name.encode(), after.encode()))
    before.rename(before.with_name(after))


def test_an_update_in_mid_game_is_told_and_the_game_goes_on(new_page: NewPage, tmp_path: Path) -> None:
    write_site(tmp_path / PLACE.strip("/"))
    host = Host(tmp_path)
    page = new_page("/", at=host, service_workers="allow")
    controlled(page)
    page.reload()
    open_here(page, "fox")
    roll(page)
    gather_notices(page)
    newer_build(tmp_path / PLACE.strip("/"))
    other = page.context.new_page()
    other.goto(f"{host.address}/")
    page.wait_for_function(NOTICED, arg=ENGLISH.say("web.newer"))
    # Scores, the bot's turn, and what has not been loaded before.
    score(page)
    assert wait_for_my_turn(page)
    page.evaluate(
        """async () => {
            const { src } = document.querySelector("script[type=module]");
            const { go } = await import(new URL("shell/router.js", src));
            go("/history");
        }"""
    )
    expect(page.locator(".history-game")).to_have_count(1)
    # The new page goes on with the same game, and says nothing about itself.
    other.locator(".recent li a").click()
    assert wait_for_my_turn(other)
    assert other.locator(".toast").count() == 0
    host.close()


# The database as the first build had it, which knew no history.
FIRST_DATABASE = """async () => {
    const done = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const rows = {};
    const now = await done(indexedDB.open("charidice"));
    const all = (store) => done(now.transaction(store).objectStore(store).getAll());
    for (const store of ["tables", "events"]) rows[store] = await all(store);
    now.close();
    await done(indexedDB.deleteDatabase("charidice"));
    const opening = indexedDB.open("charidice", 1);
    opening.onupgradeneeded = () => {
        opening.result.createObjectStore("tables", { keyPath: "id" });
        opening.result.createObjectStore("events", { keyPath: ["table", "seq"] });
    };
    const first = await done(opening);
    const writing = first.transaction(["tables", "events"], "readwrite");
    for (const [store, each] of Object.entries(rows)) for (const row of each) writing.objectStore(store).add(row);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    first.close();
}"""


def test_games_of_an_earlier_database_go_on(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "sparrow", rounds=1)
    roll(page)
    address, seq = page.url, shown(page, "seq")
    page.goto(f"{host.address}/static/preview.png")
    page.evaluate(FIRST_DATABASE)
    page.goto(address)
    expect(page.locator(SETTLED)).to_have_attribute("data-seq", seq)
    score(page)
    play_to_the_end(page)
    expect(page.locator(".end .victory")).to_be_visible()
    page.goto(f"{host.address}/?/history")
    worked_out(page)
    expect(page.locator(".history-game")).to_have_count(1)


def test_a_tab_whose_database_a_newer_build_has_taken_says_so(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "sparrow")
    other = page.context.new_page()
    other.goto(f"{host.address}/static/preview.png")
    other.evaluate(
        """() => new Promise((resolve) => {
            const request = indexedDB.open("charidice", 99);
            request.onsuccess = () => resolve(request.result.close());
        })"""
    )
    page.locator(ROLL).click()
    expect(page.locator(".toast")).to_have_text(ENGLISH.say("refused.newer-build"))


def test_games_of_this_device_are_offered_to_the_server(new_page: NewPage, own_server: Server) -> None:
    page = new_page("/", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    # As if the server had been away.
    table = page.evaluate(
        """async () => {
            const { src } = document.querySelector("script[type=module]");
            const { postHere } = await import(new URL("lib/api.js", src));
            const seats = [{ who: "here", name: "Lena" }, { who: "bot", bot: "magpie" }];
            const { view } = await postHere("/api/tables", { seats, settings: { rounds: 1, speed: "fast", wait: 0 } });
            return view.table;
        }"""
    )
    page.goto(f"{own_server.address}/table/{table}")
    play_to_the_end(page)
    expect(page.locator(".end .victory")).to_be_visible()
    own_server.kill()
    page.goto(f"{own_server.address}/history")
    expect(page.locator(".trouble")).to_have_text(ENGLISH.say("web.history.here"))
    expect(page.locator(".history-game")).to_have_count(1)
    own_server.start()
    page.reload()
    expect(page.locator(".history-unsent")).to_contain_text(ENGLISH.say("web.history.here.unsent", count=1))
    expect(page.locator(".history-game")).to_have_count(0)
    page.locator("[data-action=unsent]").click()
    expect(page.locator(".history-game")).to_have_count(1)
    page.reload()
    expect(page.locator(".history-game")).to_have_count(1)
    expect(page.locator(".history-unsent")).to_have_count(0)


def test_a_browser_that_keeps_nothing_still_plays_and_says_so(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    page.add_init_script("delete window.indexedDB; Object.defineProperty(window, 'indexedDB', {value: undefined});")
    page.reload()
    gather_notices(page)
    open_here(page, "sparrow")
    page.wait_for_function(NOTICED, arg=ENGLISH.say("web.start.forgets"))
    take_turn(page)
    assert wait_for_my_turn(page)


def test_on_a_full_device_a_move_is_refused_in_words_and_nothing_is_lost(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host)
    open_here(page, "sparrow")
    roll(page)
    seq, faces = shown(page, "seq"), faces_of(page)
    page.evaluate(
        """() => {
            window.add = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
        }"""
    )
    page.locator(OPTION).first.click()
    page.locator(SCORE).click()
    expect(page.locator(".toast").last).to_have_text(ENGLISH.say("refused.device-full"))
    assert (shown(page, "seq"), faces_of(page)) == (seq, faces)
    page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    page.locator(SCORE).click()
    wait_for_change(page, seq)
    page.reload()
    assert wait_for_my_turn(page)


def test_while_the_server_is_away_a_game_is_on_this_device(new_page: NewPage, own_server: Server) -> None:
    page = new_page("/", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    own_server.kill()
    page.goto(f"{own_server.address}/")
    page.locator("[data-action=play-now]").click()
    expect(page.locator(".toast")).to_have_text(ENGLISH.say("web.start.here"))
    take_turn(page)
    assert wait_for_my_turn(page)
    own_server.start()
    # Back at the server, it is among the recent games and goes on.
    page.goto(f"{own_server.address}/")
    page.locator(".recent li a").click()
    assert wait_for_my_turn(page)
    page.locator(ROLL).click()


def test_a_record_is_reviewed_while_the_server_is_away(new_page: NewPage, own_server: Server) -> None:
    page = new_page("/review", at=own_server, offline_expected=True, service_workers="allow")
    controlled(page)
    tables = page.evaluate("JSON.parse(document.documentElement.dataset.constants).tables")
    page.evaluate("tables => Promise.all(tables.map((table) => fetch(`/static/${table}`))).then(() => null)", tables)
    own_server.kill()
    open_record(page, "two-players.json")
    expect_review(page, load((PLAYTHROUGHS / "two-players.json").read_text("utf-8")))


def test_a_static_site_reviews_without_a_network_from_the_first_visit_on(new_page: NewPage, host: Host) -> None:
    page = new_page("/", at=host, offline_expected=True, service_workers="allow")
    await_tables(page)
    host.close()
    page.goto(f"{host.address}/?/review")
    open_record(page, "two-players.json")
    expect_review(page, load((PLAYTHROUGHS / "two-players.json").read_text("utf-8")))
