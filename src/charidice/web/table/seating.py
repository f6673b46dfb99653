"""Names of the players, and who starts."""

from collections.abc import Sequence
from datetime import date
from secrets import choice

from charidice.messages import catalog
from charidice.show.words import bot_name
from charidice.web.events import Seat
from charidice.web.models import TableSettings


def twins(seats: Sequence[Seat]) -> list[int]:
    """By seat: its 1-based index among bots of the same level, to tell two foxes apart."""
    levels = [None if seat.person else seat.bot for seat in seats]
    return [levels[: index + 1].count(level) if level else 1 for index, level in enumerate(levels)]


def names(seats: Sequence[Seat], language: str) -> list[str]:
    """The names of the players, those of bots in the given language."""
    return [seat.name or _bot_name(seat.bot, twin, language) for seat, twin in zip(seats, twins(seats), strict=True)]


def _bot_name(bot: str | None, twin: int, language: str) -> str:
    texts = catalog(language)
    if bot is None:
        return texts.say("web.open-seat")
    return bot_name(texts, bot) + (f" {twin}" if twin > 1 else "")


def starter(seats: Sequence[Seat], settings: TableSettings, today: date) -> int:
    """The seat that starts (clause 2.1)."""
    if settings.start == "seat":
        return settings.first
    birthdays = [(seat.birthday, index) for index, seat in enumerate(seats) if seat.birthday]
    if settings.start == "birthday" and birthdays:
        now = f"{today:%m-%d}"
        # The next birthday: today counts, and dates already past this year come last.
        return min(birthdays, key=lambda row: (row[0] < now, row[0]))[1]
    return choice(range(len(seats)))
