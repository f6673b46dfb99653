"""The database that --db names, or the usual one."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from sqlalchemy import URL

from charidice.terminal.saves import games_folder
from charidice.web.store.address import file_of, open_migrated, read_address
from charidice.web.store.claim import claim

DATABASE = "charidice.db"


def database_of(options: Namespace) -> URL:
    return read_address(options.db or str(games_folder().with_name(DATABASE)))


@contextmanager
def claimed(options: Namespace) -> Iterator[tuple[str, Callable[[str], None]]]:
    """The URL of the database to serve, migrated, and a function that tells other starts where it is served."""
    url = database_of(options)
    file = file_of(url)
    with claim(file) if file else nullcontext(lambda _: None) as announce:
        open_migrated(url).close()
        yield url.render_as_string(hide_password=False), announce
