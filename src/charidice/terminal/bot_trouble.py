"""What is told of a bot that failed: the reason, the lines of its own files, the position, and how to see it again."""

from charidice.messages import Catalog
from charidice.rules.errors import Refused


def trouble_lines(refused: Refused, texts: Catalog) -> list[str]:
    """Whatever a refusal knows of it."""
    values = refused.values
    lines = [texts.refusal(refused)]
    if values.get("traceback"):
        lines.append(str(values["traceback"]))
    for key in ("position", "seed", "command"):
        if key in values:
            lines.append(texts.say(f"bot.trouble.{key}", **values))
    return lines
