"""Tests wait for what happens, so that they pass on a busy machine and are quick on an idle one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from .waiting import PATIENCE

HERE = Path(__file__).parent
# `until` looks again after a moment; the slow network of the proxy is slow; a crowd pauses like people, retries like
# pages, and its workers are killed at random moments; a film shows each step for a while. No test depends on how long
# any of that takes.
ALLOWED = {HERE / f"{name}.py" for name in ("waiting", "e2e/proxies", "e2e/screenshots", "web/crowd", "web/killing")}


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def waits_for_a_time(call: ast.Call) -> bool:
    """`asyncio.sleep(0)` does not: it only lets others go first."""
    return called(call) in {"sleep", "wait_for_timeout"} and ast.unparse(call) != "asyncio.sleep(0)"


def is_impatient(call: ast.Call) -> bool:
    """A short limit, unless it has a name that says why."""
    limits = [ast.unparse(each.value) for each in call.keywords if each.arg and each.arg.endswith("timeout")]
    return any(re.fullmatch(r"[\d.]+", limit) and float(limit) < PATIENCE for limit in limits)


def evaluates_text(call: ast.Call) -> bool:
    """Playwright polls an expression by evaluating text, which the policy of our pages forbids; a function it calls."""
    if called(call) != "wait_for_function":
        return False
    [first, *_] = call.args
    return isinstance(first, ast.Constant) and not re.match(r"\s*(async\s*)?(\(.*?\)|\w+)\s*=>", str(first.value))


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in {*HERE.rglob("*.py")} - ALLOWED:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield f"{path.relative_to(HERE)}:{node.lineno}", node


def test_nothing_waits_for_a_time_or_for_too_short_a_time() -> None:
    assert [place for place, call in calls() if waits_for_a_time(call) or is_impatient(call)] == []


def test_pages_wait_for_functions() -> None:
    assert [place for place, call in calls() if evaluates_text(call)] == []


def test_what_waits_badly_is_found() -> None:
    bad = ["time.sleep(1)", "run(timeout=60)", "connect(open_timeout=1.5)", 'page.wait_for_function("window.ready")']
    good = ["asyncio.sleep(0)", "run(timeout=PATIENCE)", 'page.wait_for_function("seq => seen >= seq")']
    for text, expected in [*((each, True) for each in bad), *((each, False) for each in good)]:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        assert any(look(call) for look in (waits_for_a_time, is_impatient, evaluates_text)) == expected, text
