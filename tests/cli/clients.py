"""MCP clients that play by simple rules: the one in docs/evaluation.md, and a worse one."""

import re
from pathlib import Path

import charidice

DOCUMENT = Path(charidice.__file__).parents[2] / "docs" / "evaluation.md"
(GREEDY,) = re.findall(r"```python\n(import asyncio\n.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
# Makes two mistakes, then one move, and leaves.
HASTY = GREEDY.replace(
    'while state["decision"] != "over":',
    'for mistake in ("win", "win", None):\n'
    "            if mistake:\n"
    '                assert (await client.call_tool("move", {"move": mistake})).is_error\n'
    "                continue",
)
