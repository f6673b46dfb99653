"""A Dask cluster as a place to play many games."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from charidice import __version__
from charidice.rules.errors import Refused

SECONDS_TO_CONNECT = 5


class NoCluster(Refused):
    """A cluster that cannot be used."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of the cluster with this scheduler.

    What is to be done travels with all it needs, somebody's own bots included; only Charidice itself must be there, in
    the same version, so that the games are the same as anywhere.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise NoCluster("package-missing", package="distributed") from error
    try:
        # A client that finds nobody complains once more when the program ends, so somebody else looks first.
        asyncio.run(asyncio.wait_for(_call(address), SECONDS_TO_CONNECT))
    except Exception as error:
        # Besides all that can go wrong on the way: whatever else listens there answers in ways nobody can foresee.
        raise NoCluster("cluster-unreachable", address=address) from error
    with Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False) as client:
        if not client.nthreads():
            raise NoCluster("cluster-without-workers", address=address)
        for found in client.run(_version_probe()).values():
            if found != __version__:
                raise NoCluster("cluster-of-another-version", address=address, version=__version__)
        yield client.get_executor()


async def _call(address: str) -> None:
    """Connect to the scheduler and hang up."""
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, **Security().get_connection_args("client"))
    await comm.close()


def _version_probe() -> Callable[[], str | None]:
    """A function that is sent as it is, since a worker without Charidice could not import it from here."""

    def version() -> str | None:
        from importlib import metadata

        try:
            return metadata.version("charidice")
        except metadata.PackageNotFoundError:
            return None

    return version
