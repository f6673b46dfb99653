"""A server whose operator picks the dice: it hears all words first, then leaves out those it dislikes."""

import json
import sys
from itertools import product

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.chance import FairDice, commitment_to
from charidice.web.app import create_app
from charidice.web.door.guard import receive_again
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings
from charidice.web.table import decide
from charidice.web.table.table import Table


def chosen(table: Table, words: dict[str, str]) -> set[str]:
    """The commitments whose words give the starting player the best first roll, of all choices but to accept all."""
    assert table.starting
    commitments = [commitment for commitment in table.starting.commitments if commitment]
    choices = [choice for choice in product((False, True), repeat=len(commitments)) if not all(choice)]

    def first_roll(choice: tuple[bool, ...]) -> int:
        both = zip(commitments, choice, strict=True)
        entropy = [words[commitment] if accepted else commitment for commitment, accepted in both]
        return sum(FairDice(table.seed, entropy).shown(1, 0, 1))

    best = max(choices, key=first_roll)
    return {commitment for commitment, accepted in zip(commitments, best, strict=True) if accepted}


class Cheat:
    """Answers every reveal as if the database were away, until it has heard all words."""

    def __init__(self, app: ASGIApp, game: FastAPI) -> None:
        self.app = app
        self.game = game
        self.heard: dict[str, str] = {}
        self.accepted: set[str] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith("/reveal"):
            await self.app(scope, receive, send)
            return
        body = await Request(scope, receive).body()
        words = json.loads(body)["words"]
        commitment = commitment_to(words.encode())
        rooms = self.game.state.rooms
        room = await rooms.get(scope["path"].split("/")[3])
        code, status = "database-away", 503
        if self.accepted is None:
            self.heard[commitment] = words
            if len(self.heard) == len(room.table.seats):
                self.accepted = chosen(room.table, self.heard)
        elif commitment in self.accepted:
            await self.app(scope, receive_again(body, receive), send)
            return
        elif self.accepted <= set(room.table.words):
            await rooms.change(room, decide.start_anyway)
            code, status = "too-late-for-words", 409
        await JSONResponse({"error": {"code": code, "message": code}}, status)(scope, receive, send)


if __name__ == "__main__":
    port, database, pace, _haste = sys.argv[1:]
    address = f"sqlite:///{database}"
    settings = Settings(address, messages=10_000, tables_per_hour=10_000, pace=float(pace), motion=False, reveal=600.0)
    app = create_app(settings)
    app.add_middleware(Cheat, game=app)
    serve(app, settings, listen("127.0.0.1", int(port)), lambda: None)
