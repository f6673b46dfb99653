"""The floods of bench/floods: what they send still reaches its routes."""

import asyncio
from pathlib import Path

import pytest
from bench.floods import material
from bench.floods.kinds import FLOODS, Flood, Histories, Imports, Pads, Reads
from bench.floods.strangers import Strangers
from bench.floods.tabs import Asked

from ..waiting import PATIENCE
from .servers import running, url_of


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little beforehand as shows that it works."""
    for of, name, few in (
        (material, "ROUNDS", 1),
        (Histories, "games", 20),
        (Histories, "names", 20),
        (Imports, "browsers", 2),
        (Pads, "before", 1),
        (Reads, "tables", 2),
    ):
        monkeypatch.setattr(of, name, few)


async def flooding(flood: Flood) -> None:
    """Until every route has answered as it does before it is too much."""
    await flood.prepare()
    flood.answers.clear()
    async with asyncio.timeout(PATIENCE):
        while not all(flood.answers[Asked(*each)] for each in flood.routes.items()):
            await asyncio.gather(*map(flood.ask, range(flood.connections)))
    flood.close()
    # Transports close in the next turn of the loop.
    await asyncio.sleep(0)


# Each is sent by code of its own in the bench; a few show that a server is still flooded by it.
FEW = ("imports", "pads", "sockets")


@pytest.mark.parametrize("name", [pytest.param(each, marks=[pytest.mark.long] * (each not in FEW)) for each in FLOODS])
def test_a_flood_is_answered_by_each_of_its_routes(name: str, tmp_path: Path) -> None:
    FLOODS[name].seed(url_of(tmp_path))
    # The limits that operators have.
    with running(tmp_path, messages=50, tables_per_hour=60) as address:
        asyncio.run(flooding(FLOODS[name](int(address.rpartition(":")[2]), 0)))


def test_strangers_play_and_read_a_history(tmp_path: Path) -> None:
    async def playing(port: int) -> None:
        strangers = await Strangers.at(port, 0)
        assert await strangers.play(0.1)
        assert await strangers.history(0)
        strangers.close()
        await asyncio.sleep(0)

    with running(tmp_path, messages=50) as address:
        asyncio.run(playing(int(address.rpartition(":")[2])))
