"""Optimal play: values of turns and positions, and bots.

`analyse` evaluates a position and every move in it. NumPy and the tables are loaded on first use.
"""

from typing import TYPE_CHECKING

from charidice.installed import on_demand

if TYPE_CHECKING:
    from charidice.strategy.analysis import Analysis, ObjectiveName, analyse
    from charidice.strategy.objectives.contest import CannotValue
    from charidice.strategy.objectives.solo import Target
    from charidice.strategy.turn.forecast import Forecast

__all__ = ["Analysis", "CannotValue", "Forecast", "ObjectiveName", "Target", "analyse"]

_MODULES = {
    "Analysis": "charidice.strategy.analysis",
    "CannotValue": "charidice.strategy.objectives.contest",
    "Forecast": "charidice.strategy.turn.forecast",
    "ObjectiveName": "charidice.strategy.analysis",
    "Target": "charidice.strategy.objectives.solo",
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
