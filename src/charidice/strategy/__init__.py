"""Optimal play: exact values of turns and positions, and bots.

`analyse` says what a position and every move in it is worth. NumPy and the tables are loaded on first use.
"""

from typing import TYPE_CHECKING

from charidice.installed import on_demand

if TYPE_CHECKING:
    from charidice.strategy.analysis import Analysis, Goal, analyse
    from charidice.strategy.goals.objectives import CannotValue
    from charidice.strategy.goals.solo import Target
    from charidice.strategy.turn.forecast import Forecast

__all__ = ["Analysis", "CannotValue", "Forecast", "Goal", "Target", "analyse"]

_MODULES = {
    "Analysis": "charidice.strategy.analysis",
    "CannotValue": "charidice.strategy.goals.objectives",
    "Forecast": "charidice.strategy.turn.forecast",
    "Goal": "charidice.strategy.analysis",
    "Target": "charidice.strategy.goals.solo",
    "analyse": "charidice.strategy.analysis",
}


if not TYPE_CHECKING:
    # For type checkers a name that does not exist stays an error.
    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return on_demand(_MODULES[name], name)


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
