"""Before the first roll: who sits where, who starts, what the bots are called."""

from collections.abc import Sequence
from datetime import date
from secrets import choice

from charidice.messages import catalog
from charidice.web.events import Seat
from charidice.web.models import TableSettings


def twins(seats: Sequence[Seat]) -> list[int]:
    """By seat: its 1-based index among bots of the same level, so that two foxes can be told apart."""
    levels = [None if seat.person else seat.bot for seat in seats]
    return [levels[: index + 1].count(level) if level else 1 for index, level in enumerate(levels)]


def names(seats: Sequence[Seat], language: str) -> list[str]:
    """What the players are called; a bot by a name in the language of whoever reads it."""
    return [seat.name or _bot_name(seat.bot, twin, language) for seat, twin in zip(seats, twins(seats), strict=True)]


def _bot_name(bot: str | None, twin: int, language: str) -> str:
    say = catalog(language).say
    if bot is None:
        return say("web.open-seat")
    return say(f"bot.{bot}") + (f" {twin}" if twin > 1 else "")


def starter(seats: Sequence[Seat], settings: TableSettings, today: date) -> int:
    """The seat of whoever starts (clause 2.1)."""
    if settings.start == "seat":
        return settings.first
    birthdays = [(seat.birthday, index) for index, seat in enumerate(seats) if seat.birthday]
    if settings.start == "birthday" and birthdays:
        now = f"{today:%m-%d}"
        # Later this year comes before next year; a birthday today is the next one.
        return min(birthdays, key=lambda row: (row[0] < now, row[0]))[1]
    return choice(range(len(seats)))
