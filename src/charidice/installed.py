"""What is not installed is explained with the command that installs it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from charidice.rules.errors import Refused

STRATEGY = "'charidice-core[strategy]'"
"""What to give to pip for solver, bots and coach."""


class NotInstalled(Refused, ModuleNotFoundError):
    """A package that is missing; `install` is what to give to pip."""


class NeedsPackage(Refused, AttributeError):
    """A name that exists only with a package that is missing, so that `hasattr` and `inspect` pass over it."""


def on_demand(module: str, name: str) -> object:
    """For `__getattr__` of a package: the name from its module, which needs NumPy."""
    try:
        with needing(STRATEGY):
            return getattr(import_module(module), name)
    except (NotInstalled, NeedsPackage) as error:
        # Of an AttributeError the statement `from charidice import analyse` says only that it cannot import the name.
        importing = sys._getframe(2).f_code.co_name == "_handle_fromlist"
        raise (NotInstalled if importing else NeedsPackage)(error.code, **error.values) from error


@contextmanager
def needing(install: str = "charidice") -> Iterator[None]:
    """Turn a failed import of somebody else's package into NotInstalled."""
    try:
        yield
    except NotInstalled as error:
        # Whatever needs the strategy may need more than that.
        if error.values["install"] != STRATEGY:
            raise
        raise NotInstalled(error.code, **error.values | {"install": install}) from error
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "charidice"):
            raise
        raise NotInstalled("package-missing", package=package, install=install) from error
