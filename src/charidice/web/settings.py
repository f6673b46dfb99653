"""The settings of a server."""

from dataclasses import dataclass
from pathlib import Path

THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of an operator; the defaults suit a game on one's own computer."""

    database: str
    """An SQLAlchemy URL, like sqlite:////home/anna/charidice.db"""
    url: str | None = None
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
    tables_per_hour: int = 60
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
    sockets_per_address: int = 100
    """Open WebSockets of an address, also behind a proxy."""
    metrics_port: int | None = None
    """The port for Prometheus, on this machine only."""
    unfinished_days: float = 30
    finished_days: float | None = None
    """Days without an event after which a table is deleted; None keeps it."""
    dice_file: Path | None = None
    """The file of saved dice sets, for browsers on this machine; None, and all other browsers, keep their own."""
    bots: tuple[str, ...] = ()
    """Installed bots that may play at tables, beside ours."""
    bot_seconds: float = 5.0
    """How long an invited bot may think; then the fox plays this move."""
    reveal: float = 5.0
    """Seconds in which the browsers reveal their words for the dice; then a game starts without those missing."""
    pace: float = 0.8
    """Seconds a bot pauses after animations end, at normal speed."""
    motion: bool = True
    """Whether bots and clocks wait for animations in the browsers."""
