"""Who asks: the browser behind a request, and what it may do at a table."""

from typing import Annotated

from fastapi import Depends, Request, Response

from charidice.web.door.tokens import COOKIE, digest, new_token
from charidice.web.refusals import WebRefused, accepted_language
from charidice.web.table.table import Table
from charidice.web.table.tables import Tables

COOKIE_AGE = 400 * 24 * 3600


class Visitor:
    """A browser, known by the token in its cookie once it has taken a seat somewhere."""

    def __init__(self, request: Request) -> None:
        self.token = request.cookies.get(COOKIE)
        self.language = accepted_language(request.headers.get("accept-language"))
        self.address = request.client.host if request.client else ""
        self._is_new = False
        self._secure = request.app.state.tables.settings.secure

    def at(self, table: Table) -> int | None:
        """The number of this browser at a table, None for a watcher."""
        return table.holder_of(digest(self.token)) if self.token else None

    def new_or_known(self) -> str:
        """The token of this browser; a newcomer gets one."""
        if self.token is None:
            self.token = new_token()
            self._is_new = True
        return self.token

    def set_cookie(self, response: Response) -> None:
        """Give a newcomer the token."""
        if self._is_new and self.token:
            response.set_cookie(
                COOKIE, self.token, max_age=COOKIE_AGE, secure=self._secure, httponly=True, samesite="strict"
            )

    def require_holder(self, table: Table) -> int:
        holder = self.at(table)
        if holder is None:
            raise WebRefused("not-your-seat")
        return holder

    def require_seat(self, table: Table, seat: int) -> int:
        holder = self.require_holder(table)
        if seat >= len(table.seats) or table.seats[seat].holder != holder:
            raise WebRefused("not-your-seat")
        return holder

    def require_some_seat(self, table: Table) -> int:
        holder = self.require_holder(table)
        if not table.has_seat(holder):
            raise WebRefused("not-your-seat")
        return holder

    def require_host(self, table: Table) -> int:
        holder = self.require_holder(table)
        if holder not in table.hosts():
            raise WebRefused("not-the-host")
        return holder

    def require_seat_or_host(self, table: Table, seat: int) -> int:
        holder = self.require_holder(table)
        if seat < len(table.seats) and table.seats[seat].holder == holder:
            return holder
        return self.require_host(table)


# Dependencies that are not `async` would each be sent to a thread.
async def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def visitor_of(request: Request) -> Visitor:
    return Visitor(request)


async def table_named(request: Request, table: str) -> Table:
    return await request.app.state.tables.get(table)  # type: ignore[no-any-return]


AllTables = Annotated[Tables, Depends(tables_of)]
ThisTable = Annotated[Table, Depends(table_named)]
ThisVisitor = Annotated[Visitor, Depends(visitor_of)]
