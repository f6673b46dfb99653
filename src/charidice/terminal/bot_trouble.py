"""The report on a bot that failed: the reason, its traceback, the position, and how to reproduce it."""

from charidice.messages import Catalog
from charidice.rules.errors import Refused


def trouble_lines(refused: Refused, texts: Catalog) -> list[str]:
    """The lines for all values that an error has."""
    values = refused.values
    lines = [texts.refusal(refused)]
    if values.get("traceback"):
        lines.append(str(values["traceback"]))
    for key in ("position", "seed", "command"):
        if key in values:
            lines.append(texts.say(f"bot.trouble.{key}", **values))
    return lines
