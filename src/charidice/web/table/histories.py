"""The entry of a table in the history of each browser that sat at it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from pydantic import TypeAdapter

from charidice.history.games import Game, game_of, key_of, kind_of
from charidice.web.events import Played
from charidice.web.store.history import HistoryStore
from charidice.web.store.writer import Writer
from charidice.web.table.table import Table

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The stored summary of a table, for histories."""

    game: Game | None
    """None before the start."""
    holders: tuple[int | None, ...] = ()
    """By seat: the holder number of its browser."""


GAME_SUMMARY: TypeAdapter[GameSummary] = TypeAdapter(GameSummary)


class Histories:
    """The store of histories for an event loop."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self._store = HistoryStore(writer.storage)

    async def run(self, work: Callable[Concatenate[HistoryStore, P], T], *arguments: P.args, **options: P.kwargs) -> T:
        """Call a method of the store in a thread; raises DatabaseAway."""
        return await self.writer.run(lambda: work(self._store, *arguments, **options))


def summary_of_table(table: Table) -> GameSummary:
    if table.record is None:
        return GameSummary(None)
    record = table.record.public()
    people = {seat.holder for seat in table.seats if seat.person}
    game = game_of(record, table.id, key_of(record, table.game_id), table.log[-1].at, kind_of(record, len(people)))
    return GameSummary(game, tuple(seat.holder for seat in table.seats))


def stand_ins(table: Table) -> list[frozenset[int]]:
    """By event of the game: the seats that a bot played for a person; at a pad there are no bots."""
    if table.pad:
        return []
    again = Table(table.id, table.seed)
    found: list[frozenset[int]] = []
    for entry in table.log:
        again.apply(entry)
        if isinstance(entry.event, Played):
            found.append(frozenset(at for at, seat in enumerate(again.seats) if seat.person and seat.bot))
        elif again.match:
            # What was undone is gone.
            del found[len(again.match.history) :]
    return found
