"""Tells pages and other processes who is at a table: soon after a change, and with every heartbeat."""

import asyncio
from typing import cast

from charidice.web.models import Fields
from charidice.web.store.peers import Alone
from charidice.web.table.listeners import HoldersHere
from charidice.web.table.room import Room
from charidice.web.table.view import presence_json

# At most one message of a table in this time, besides heartbeats.
PRESENCE_SECONDS = 0.2
PRESENCE = "presence"


class PresenceUpdates:
    def __init__(self, peers: Alone) -> None:
        self._peers = peers

    def changed(self, room: Room) -> None:
        """Tell soon, if there is a difference then; many may come and go at once."""
        if not room.presence_is_due:
            room.presence_is_due = True
            asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_soon, room)

    def heard(self, room: Room, process: str, message: Fields) -> None:
        """Another process tells of its listeners."""
        room.listeners.heard(process, cast(HoldersHere, message))
        self._tell_difference(room)

    def heartbeat(self, room: Room) -> None:
        """Tell in any case, so that a page without messages knows that its connection is dead."""
        self._tell(room, presence_json(room))
        self._tell_peers(room)

    def _tell_soon(self, room: Room) -> None:
        room.presence_is_due = False
        self._tell_difference(room)
        self._tell_peers(room)

    def _tell_difference(self, room: Room) -> None:
        message = presence_json(room)
        if message != room.told_presence:
            self._tell(room, message)

    def _tell(self, room: Room, message: str) -> None:
        room.told_presence = message
        room.listeners.broadcast_presence(message)

    def _tell_peers(self, room: Room) -> None:
        self._peers.tell(room.table.id, {"type": PRESENCE, **room.listeners.here()})
