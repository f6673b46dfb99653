"""A server for a test in a process of its own, so that it can be killed: port, database, pace of the bots,
how many times as fast absence counts, and anything else for a later build of the game."""

import hashlib
import sys
import time
from collections import Counter
from contextvars import ContextVar

from starlette.types import ASGIApp, Receive, Scope, Send

from charidice.chance import new_seed
from charidice.web.app import create_app
from charidice.web.http import assets
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings

SEED = b"x-seed"
wanted: ContextVar[bytes | None] = ContextVar("wanted", default=None)
opened: Counter[bytes] = Counter()


def seed() -> bytes:
    """A test has the same dice each time: its requests name it, and each of its tables has another seed."""
    name = wanted.get()
    if name is None:
        return new_seed()
    opened[name] += 1
    return hashlib.sha256(b"%b %d" % (name, opened[name])).digest()


class Seeded:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            wanted.set(dict(scope["headers"]).get(SEED))
        await self.app(scope, receive, send)


if __name__ == "__main__":
    port, database, pace, haste, *later = sys.argv[1:]
    if later:
        assets.static()["later.txt"] = assets.Asset(b"", "text/plain")
    # Nothing moves in the browsers of the tests, which want no motion.
    address = f"sqlite:///{database}"
    settings = Settings(address, messages=10_000, tables_per_hour=10_000, pace=float(pace), motion=False)
    app = create_app(settings, lambda: float(haste) * time.monotonic(), seed)
    app.add_middleware(Seeded)
    serve(app, settings, listen("127.0.0.1", int(port)), lambda: None)
