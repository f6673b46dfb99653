"""A server for a test in a process of its own, so that it can be killed: port, database, pace of the bots,
how many times as fast absence counts, and anything else for a later build of the game."""

import sys
import time

from charidice.web.app import create_app
from charidice.web.http import assets
from charidice.web.serving import listen, serve
from charidice.web.settings import Settings
from charidice.web.table import listeners, room

if __name__ == "__main__":
    port, database, pace, haste, *later = sys.argv[1:]
    if later:
        assets.static()["later.txt"] = assets.Asset(b"", "text/plain")
    for module in (listeners, room):
        module.monotonic = lambda: float(haste) * time.monotonic()  # type: ignore[attr-defined]
    # Nothing moves in the browsers of the tests, which want no motion.
    address = f"sqlite:///{database}"
    settings = Settings(address, messages=10_000, tables_per_hour=10_000, pace=float(pace), motion=False)
    serve(create_app(settings), settings, listen("127.0.0.1", int(port)), lambda: None)
