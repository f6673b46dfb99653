"""Playing many games on a Dask cluster."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from charidice import __version__
from charidice.installed import needing
from charidice.rules.errors import Refused

SECONDS_TO_CONNECT = 5


class NoCluster(Refused):
    """A cluster that cannot be used."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of the cluster with this scheduler.

    Tasks are sent with all they need, external bots included; the workers must have the same version of Charidice, so
    that the games are the same everywhere.
    """
    with needing("charidice[cluster]"):
        from distributed import Client
    try:
        # Checked first without a Client: one that cannot connect logs another error at exit.
        asyncio.run(asyncio.wait_for(_call(address), SECONDS_TO_CONNECT))
    except Exception as error:
        # Anything may listen at that address, so any exception means that it is no scheduler.
        raise NoCluster("cluster-unreachable", address=address) from error
    with Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False) as client:
        if not client.nthreads():
            raise NoCluster("cluster-without-workers", address=address)
        for found in client.run(_version_probe()).values():
            if found != __version__:
                raise NoCluster("cluster-of-another-version", address=address, version=__version__)
        yield client.get_executor()


async def _call(address: str) -> None:
    """Connect to the scheduler and disconnect."""
    from distributed.comm import connect
    from distributed.security import Security

    comm = await connect(address, **Security().get_connection_args("client"))
    await comm.close()


def _version_probe() -> Callable[[], str | None]:
    """A nested function, which is pickled by value: a worker without Charidice could not import it."""

    def version() -> str | None:
        from importlib import metadata

        try:
            return metadata.version("charidice")
        except metadata.PackageNotFoundError:
            return None

    return version
