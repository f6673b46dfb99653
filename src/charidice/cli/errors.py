"""Errors as lines: the reason, and for a bot that failed its traceback, the position, and how to reproduce it."""

from charidice.messages import Catalog
from charidice.rules.errors import Refused


def error_lines(error: Refused, texts: Catalog) -> list[str]:
    values = error.values
    lines = [texts.refusal(error)]
    if values.get("traceback"):
        lines.append(str(values["traceback"]))
    for key in ("position", "seed", "command"):
        if key in values:
            lines.append(texts.say(f"bot.trouble.{key}", **values))
    return lines
