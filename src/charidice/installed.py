"""A missing package is explained with the command that installs it."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from charidice.rules.errors import Refused

GAME = "charidice"
"""The requirement for pip that brings the whole game."""
STRATEGY = "charidice-core[strategy]"
"""The one that brings solver, bots and coach."""
MCP = "charidice[mcp]"
"""The one that brings games for agents."""
_ROOT = Path(__file__).parents[2]


class NotInstalled(Refused, ModuleNotFoundError):
    """A package that is missing; `install` is the requirement for pip, `how` is the command that installs it."""


class NeedsPackage(Refused, AttributeError):
    """A name whose package is missing: an AttributeError, so that `hasattr` and `inspect` skip it."""


def missing(package: str, install: str) -> NotInstalled:
    return NotInstalled("package-missing", package=package, install=install, how=_how(install))


def _how(install: str) -> str:
    """What installs a requirement; in a checkout, its extra from there, into the environment that runs."""
    if not (_ROOT / "pyproject.toml").exists():
        return shlex.join(("pip", "install", install))
    name, _, extra = install.partition("[")
    ours = name in (GAME, "charidice-core")
    where = ("-e", f"{_ROOT}[{extra or 'game]'}") if ours else (install,)
    return shlex.join((sys.executable, "-m", "pip", "install", *where))


def on_demand(module: str, name: str) -> object:
    """For `__getattr__` of a package: the name from its module, which needs NumPy."""
    try:
        with needing(STRATEGY):
            return getattr(import_module(module), name)
    except (NotInstalled, NeedsPackage) as error:
        # After an AttributeError, `from charidice import analyse` would only say that it cannot import the name.
        importing = sys._getframe(2).f_code.co_name == "_handle_fromlist"
        raise (NotInstalled if importing else NeedsPackage)(error.code, **error.values) from error


def require(package: str, install: str = GAME) -> None:
    """For a package of ours of which nothing works without somebody else's."""
    if find_spec(package) is None:
        raise missing(package, install)


@contextmanager
def needing(install: str = GAME) -> Iterator[None]:
    """Turn a failed import of somebody else's package into NotInstalled."""
    try:
        yield
    except NotInstalled as error:
        # A caller that needs the strategy may need more than that.
        if error.values["install"] != STRATEGY:
            raise
        raise missing(str(error.values["package"]), install) from error
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "charidice"):
            raise
        raise missing(package, install) from error
