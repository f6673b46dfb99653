"""Races between processes on one PostgreSQL database, over HTTP."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from threading import Barrier

import httpx
import pytest

from charidice.web.store.storage import Storage, StoredEvent

from ..waiting import PATIENCE
from .postgres import Postgres
from .processes import serving
from .servers import Browser, Json, done, error
from .takeover import take_over

PROCESSES = 3
TIMES = 10
Ask = Callable[[], httpx.Response]


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> Iterator[str]:
    with postgres.new_database() as url:
        yield url


@pytest.fixture(scope="module")
def addresses(database: str) -> Iterator[list[str]]:
    with ExitStack() as stack:
        yield [stack.enter_context(serving(database, workers=0)).address for _ in range(PROCESSES)]


def at_once(*asked: Ask) -> list[httpx.Response]:
    ready = Barrier(len(asked))

    def ask(one: Ask) -> httpx.Response:
        ready.wait()
        return one()

    with ThreadPoolExecutor(len(asked)) as threads:
        return [*threads.map(ask, asked)]


def log_of(database: str, table: str) -> list[StoredEvent]:
    storage = Storage(database)
    try:
        found = storage.load(table)
    finally:
        storage.close()
    assert found
    return found.events


def test_the_same_move_sent_ten_times_to_three_processes_at_once_is_one_event(
    database: str, addresses: list[str]
) -> None:
    with Browser(addresses[0]) as lena:
        view = lena.started("Lena", "Marko")
        for number in range(4):
            game, move_id = view["game"], f"move-{number:04}"
            scoring: Json = {"action": "score", "dice": game["options"][0]["dice"]} if game["rolls"] else {}
            move = {"move_id": move_id, "seq": view["seq"], "seat": game["active"], "action": "roll", **scoring}
            places = [f"{address}/api/tables/{view['table']}/moves" for address in addresses]
            # Each on a connection of its own: a client that is shared closes some of so many while they are used.
            cookies = dict(lena.client.cookies)
            post = partial(httpx.post, json=move, cookies=cookies, timeout=PATIENCE)
            send = [partial(post, place) for place in places for _ in range(TIMES)]
            updates = [done(answer) for answer in at_once(*send)]
            assert all(update["events"] == updates[0]["events"] for update in updates)
            assert [event["seq"] for event in updates[0]["events"]] == [view["seq"] + 1]
            assert [event.move_id for event in log_of(database, view["table"])].count(move_id) == 1
            view = updates[0]["view"]
        assert [event.seq for event in log_of(database, view["table"])] == [*range(view["seq"] + 1)]


@pytest.mark.parametrize("number", range(4))
def test_of_two_players_moves_for_one_seq_one_wins_and_the_other_gets_the_missing_event(
    addresses: list[str], number: int
) -> None:
    here, there = addresses[number % PROCESSES], addresses[(number + 1) % PROCESSES]
    with Browser(here) as lena, Browser(there) as ola:
        table = lena.open_table("Lena", "link")["table"]
        ola.ask(f"/tables/{table}/join", code=lena.join_code(table), name="Ola")
        view = lena.ask(f"/tables/{table}/start")["view"]
        view = lena.moved(view, 0, "roll")
        ola.view(table)
        answers = at_once(lambda: lena.move(view, 0, "roll", keep=[0]), lambda: ola.move(view, 1, "ask"))
        won = [answer.is_success for answer in answers]
        assert sorted(won) == [False, True]
        kinds = ["rolled", "gift-asked"]
        winner = won.index(True)
        refused = error(answers[1 - winner])
        assert refused["code"] == "stale"
        assert [event["event"] for event in refused["events"]] == [kinds[winner]]
        assert refused["events"] == done(answers[winner])["events"]
        assert refused["view"]["seq"] == view["seq"] + 1
        # Knowing of it, the other one can still do the same: two rolls have been made at most.
        known = refused["view"]
        after = ola.moved(known, 1, "ask") if winner == 0 else lena.moved(known, 0, "roll", keep=[0])
        assert (after["seq"], after["game"]["asked"], after["game"]["rolls"]) == (view["seq"] + 2, True, 2)


def test_no_two_processes_play_a_bots_move_and_another_takes_over_from_one_that_is_killed(postgres: Postgres) -> None:
    with postgres.new_database() as database:
        taken_over, conflicts = take_over(database, tables=4)
    assert len(taken_over) == 4
    assert not conflicts
    assert any(seconds is not None for _, seconds in taken_over)
    for table, _ in taken_over:
        assert table.seq == len(table.log) - 1
        assert table.match
        assert [len(sheet.points) for sheet in table.match.state.sheets] == [1, 1, 1]
