"""Broadcasts who is at a table to pages and other processes: soon after a change, and with every heartbeat."""

import asyncio

from charidice.web.store.peers import HoldersThere, NoPeers
from charidice.web.table.room import Room
from charidice.web.table.view import presence_json

# At most one broadcast per table in this time, besides heartbeats.
PRESENCE_SECONDS = 0.2


class PresenceUpdates:
    def __init__(self, peers: NoPeers) -> None:
        self._peers = peers

    def changed(self, room: Room) -> None:
        """Broadcast soon if there is a difference then, since many may come and go at once."""
        if not room.presence_is_due:
            room.presence_is_due = True
            asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._broadcast_soon, room)

    def on_report(self, room: Room, process: str, report: HoldersThere) -> None:
        room.listeners.update_remote(process, report)
        self._broadcast_difference(room)

    def heartbeat(self, room: Room) -> None:
        """Broadcast even without a change: a page that receives nothing knows that its connection is dead."""
        self._broadcast(room, presence_json(room))
        self._report_to_peers(room)

    def _broadcast_soon(self, room: Room) -> None:
        room.presence_is_due = False
        self._broadcast_difference(room)
        self._report_to_peers(room)

    def _broadcast_difference(self, room: Room) -> None:
        message = presence_json(room)
        if message != room.last_presence:
            self._broadcast(room, message)

    def _broadcast(self, room: Room, message: str) -> None:
        room.last_presence = message
        room.listeners.broadcast_presence(message)

    def _report_to_peers(self, room: Room) -> None:
        self._peers.publish(room.table.id, room.listeners.report())
