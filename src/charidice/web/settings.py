"""The settings of a server: one table of their names, defaults and switches."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")


def _switch(default: Any, value: str = "N", kind: str = "number", **settings: Any) -> Any:
    """A setting with a switch of `charidice serve`; `value` is the placeholder of its value in the help."""
    return field(default=default, metadata={"kind": kind, "argument": {"metavar": value, **settings}})


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of an operator; the defaults suit a game on your own computer."""

    database: str
    """An SQLAlchemy URL, like sqlite:////home/anna/charidice.db"""
    url: str | None = _switch(None, "URL", "url")
    """The public URL, like https://example.org; by default that of each request."""
    hosts: tuple[str, ...] = THIS_MACHINE
    """The allowed host names, or "*" for any."""
    secure: bool = False
    """Whether all clients connect over TLS."""
    messages: int = 50
    window: float = 30.0
    """Rate limit of a browser: `messages` per `window` seconds."""
    heartbeat: float = 3.0
    """Seconds between heartbeats to a page, which replies to each; live.js has the page's timeout."""
    tables_per_hour: int = _switch(60)
    """Rate limit of new tables per address, at all processes together."""
    imports_per_hour: int = 100
    """Rate limit of parts of histories that an address imports, each as large as a record may be, likewise."""
    renamings_per_hour: int = 500
    """Rate limit of changes of names in histories per address, likewise; each changes up to 100 names."""
    wrong_codes_per_hour: int = 100
    """Rate limit of wrong codes of join links and personal links per address, at all processes together."""
    connections: int = 5_000
    """Open connections of a process."""
    connections_per_address: int = 200
    """Those from one address, unless a proxy makes all of them."""
    sockets_per_address: int = _switch(100)
    """Open WebSockets of an address, also behind a proxy."""
    metrics_port: int | None = _switch(None, kind="port")
    """The port for Prometheus, on this machine only."""
    keep_unfinished: float = _switch(30, "DAYS")
    keep_finished: float | None = _switch(None, "DAYS")
    """Days without an event after which a table is deleted; None keeps it."""
    dice_file: Path | None = None
    """The file of saved dice sets, for browsers on this machine; None, and all other browsers, keep their own."""
    bots: tuple[str, ...] = _switch((), "BOT", "text", nargs="+")
    """Installed bots that may play at tables, beside ours."""
    bot_seconds: float = 5.0
    """How long an invited bot may think; then the fox plays this move."""
    reveal: float = 5.0
    """Seconds in which the browsers reveal their words for the dice; then a game starts without those missing."""
    pace: float = 0.8
    """Seconds a bot pauses after animations end, at normal speed."""
    motion: bool = True
    """Whether bots and clocks wait for animations in the browsers."""
