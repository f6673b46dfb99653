"""Tests wait for what happens, so that they pass on a busy machine and are quick on an idle one."""

import ast
from pathlib import Path

HERE = Path(__file__).parent
# `until` looks again after a moment; the slow network of the proxy is slow; a crowd pauses like people, retries like
# pages, and its workers are killed at random moments. No test depends on how long any of that takes.
ALLOWED = {HERE / name for name in ("waiting.py", "e2e/proxies.py", "web/crowd.py", "web/killing.py")}


def waits_for_a_time(call: ast.Call) -> bool:
    """`asyncio.sleep(0)` does not: it only lets others go first."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in {"sleep", "wait_for_timeout"} and ast.unparse(call) != "asyncio.sleep(0)"


def test_nothing_else_waits_for_a_time() -> None:
    found = [
        f"{path.relative_to(HERE)}:{node.lineno}"
        for path in HERE.rglob("*.py")
        if path not in ALLOWED
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and waits_for_a_time(node)
    ]
    assert not found
