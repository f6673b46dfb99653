"""How one server is set up."""

from dataclasses import dataclass

THIS_MACHINE = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator may choose; the defaults are those of a game on one's own computer."""

    database: str
    """An SQLAlchemy address, like sqlite:////home/anna/charidice.db"""
    url: str | None = None
    """The public address, like https://example.org; otherwise that of each request."""
    hosts: tuple[str, ...] = THIS_MACHINE
    """The names this server answers to, or "*" for any."""
    secure: bool = False
    """Whether everybody comes by TLS."""
    messages: int = 50
    window: float = 30.0
    """So many messages in so many seconds are taken from one browser."""
    heartbeat: float = 3.0
    """Seconds between two signs of life to a page, which answers each; live.js knows how long silence may last."""
    tables_per_hour: int = 60
    """New tables for one address."""
    unfinished_days: float = 30
    finished_days: float | None = None
    """After so many days without an event a table is removed; None keeps it."""
    pace: float = 0.8
    """Seconds a bot lets people look once the dice lie still, at normal speed."""
    motion: bool = True
    """Whether bots and clocks wait for what moves in the browsers."""
