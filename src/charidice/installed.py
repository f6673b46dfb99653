"""What is not installed is explained with the command that installs it."""

from collections.abc import Iterator
from contextlib import contextmanager

from charidice.rules.errors import Refused

STRATEGY = "'charidice-core[strategy]'"
"""What to give to pip for solver, bots and coach."""


class NotInstalled(Refused, ModuleNotFoundError):
    """A package that is missing; `install` is what to give to pip."""


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
