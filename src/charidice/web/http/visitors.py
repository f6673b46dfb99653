"""The browser behind a request: session and permissions."""

from typing import Annotated

from fastapi import Depends, Request, Response

from charidice.web.door.limits import network_of
from charidice.web.door.tokens import COOKIE, digest, new_token
from charidice.web.jobs.history_work import Asker
from charidice.web.refusals import WebRefused, accepted_language
from charidice.web.table.room import Room
from charidice.web.table.rooms import Rooms
from charidice.web.table.table import Table

COOKIE_AGE = 400 * 24 * 3600
# Set by proxies and tunnels, which may run on this machine and forward for anybody.
FORWARDING = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class Visitor:
    """A browser, identified by the session token in its cookie once it has taken a seat."""

    def __init__(self, request: Request) -> None:
        self.browser: str | None = request["browser"]
        self._request = request
        self._new_token: str | None = None

    @property
    def language(self) -> str:
        return accepted_language(self._request.headers.get("accept-language"))

    @property
    def address(self) -> str:
        return network_of(self._request.client.host) if self._request.client else ""

    @property
    def asker(self) -> Asker | None:
        """The reader of a history; None for a browser without games."""
        return Asker(self.browser, self.address) if self.browser else None

    def at(self, table: Table) -> int | None:
        """This browser's holder number at a table, None for a spectator."""
        return table.holder_of(self.browser) if self.browser else None

    def new_or_known(self) -> str:
        """The digest of this browser's token; creates one if needed."""
        if self.browser is None:
            self._new_token = new_token()
            self.browser = digest(self._new_token)
        return self.browser

    def set_cookie(self, response: Response, renew: bool = False) -> None:
        """Send a newly created token, or the known one again, so that it expires later."""
        known = self._request.cookies.get(COOKIE) if renew and self.browser else None
        if token := self._new_token or known:
            secure = self._request.app.state.rooms.settings.secure
            response.set_cookie(COOKIE, token, max_age=COOKIE_AGE, secure=secure, httponly=True, samesite="strict")

    def require_some_seat(self, table: Table) -> int:
        """The holder number of this browser; refuses one without a seat, such as a removed guest."""
        holder = self.at(table)
        if holder is None or not table.has_seat(holder):
            raise WebRefused("not-your-seat")
        return holder

    def require_seat(self, table: Table, seat: int) -> int:
        holder = self.require_some_seat(table)
        if seat >= len(table.seats) or table.seats[seat].holder != holder:
            raise WebRefused("not-your-seat")
        return holder

    def require_host(self, room: Room) -> int:
        holder = self.require_some_seat(room.table)
        if holder not in room.hosts():
            raise WebRefused("not-the-host")
        return holder

    def require_seat_or_host(self, room: Room, seat: int) -> int:
        holder, seats = self.require_some_seat(room.table), room.table.seats
        if seat < len(seats) and seats[seat].holder == holder:
            return holder
        return self.require_host(room)


def is_from_this_machine(request: Request) -> bool:
    """Whether both ends of the connection have the same address, as only a program on this machine can have it."""
    client, server = request.client, request.scope.get("server")
    is_direct = not any(name in request.headers for name in FORWARDING)
    return is_direct and client is not None and server is not None and client.host == server[0]


# FastAPI runs dependencies that are not `async` in a thread.
async def rooms_of(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def visitor_of(request: Request) -> Visitor:
    return Visitor(request)


async def room_of(request: Request, table: str) -> Room:
    rooms = await rooms_of(request)
    # A change finds missed events when it is refused or written.
    return await (rooms.get_current(table) if request.method == "GET" else rooms.get(table))


AllRooms = Annotated[Rooms, Depends(rooms_of)]
ThisRoom = Annotated[Room, Depends(room_of)]
ThisVisitor = Annotated[Visitor, Depends(visitor_of)]
