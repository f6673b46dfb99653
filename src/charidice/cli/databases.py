"""The database that --db names, or the usual one; `charidice db backup`, `db restore` and `db move`."""

import shutil
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from charidice.cli.arguments import add_db
from charidice.cli.exit_codes import OK
from charidice.messages import Catalog, os_error_name
from charidice.record.files import FileError, check_new, unwritable
from charidice.terminal.saves import games_folder
from charidice.web.store.address import UnusableDatabase, name_of, opened, read_address
from charidice.web.store.backups import check_backup, forget_checksum, write_checksum
from charidice.web.store.claim import claim
from charidice.web.store.copying import Contents, copy
from charidice.web.store.engine import file_of
from charidice.web.store.private import BESIDE
from charidice.web.store.storage import Storage

DATABASE = "charidice.db"
Announce = Callable[[str], None]


def add_backup(command: ArgumentParser, texts: Catalog) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help=texts.say("cli.db.backup.file"))
    add_db(command, texts.say("cli.db.database"), SUPPRESS)


def add_move(move: ArgumentParser, texts: Catalog) -> None:
    for name in ("from", "to"):
        move.add_argument(name, metavar=name.upper(), help=texts.say(f"cli.db.move.{name}"))


def database_of(options: Namespace) -> URL:
    return read_address(options.db or str(games_folder().with_name(DATABASE)))


@contextmanager
def claimed(options: Namespace) -> Iterator[tuple[str, Announce]]:
    """The URL of the database to serve, migrated, and a function that tells other starts where it is served."""
    url = database_of(options)
    with _unserved(url) as announce:
        with opened(url, migrate=True) as storage:
            forget_checksum(storage)
        yield url.render_as_string(hide_password=False), announce


@contextmanager
def existing(url: URL, migrate: bool = False) -> Iterator[Storage]:
    file = file_of(url)
    if file and not file.exists():
        raise FileError("file-not-found", path=file)
    with opened(url, migrate, new=False) as storage:
        yield storage


def backup(options: Namespace, texts: Catalog) -> int:
    """Copy the database, even while it is served, into a new file."""
    file: Path = options.file.absolute()
    check_new(file)
    unfinished = file.with_name(f"{file.name}.part")
    try:
        with existing(database_of(options)) as source:
            _remove(unfinished)
            with opened(_sqlite(unfinished), migrate=True) as target:
                copied = copy(source, target)
                write_checksum(target)
        unfinished.rename(file)
    except FileError as refused:
        if refused.values["path"] == unfinished:
            refused.values["path"] = file
        raise
    except OSError as error:
        raise unwritable(file, error) from error
    finally:
        _remove(unfinished)
    _tell(copied, str(file), texts)
    return OK


def restore(options: Namespace, texts: Catalog) -> int:
    """Copy a backup, which is left as it is, into an empty database."""
    url = database_of(options)
    with TemporaryDirectory() as folder:
        copied = Path(folder) / options.file.name
        try:
            shutil.copyfile(options.file, copied)
        except FileNotFoundError:
            raise FileError("file-not-found", path=options.file) from None
        except OSError as error:
            raise FileError("file-unreadable", path=options.file, detail=os_error_name(error)) from error
        has_checksum = check_backup(copied, options.file)
        try:
            with opened(_sqlite(copied), migrate=True) as source, _unserved(url), opened(url, migrate=True) as target:
                found = copy(source, target)
        except UnusableDatabase as refused:
            if refused.values.get("path") == str(copied):
                refused.values["path"] = options.file
            raise
    _tell(found, name_of(url), texts)
    if not has_checksum:
        print(texts.say("databases.no-checksum", path=options.file))
    return OK


def move(options: Namespace, texts: Catalog) -> int:
    source, target = read_address(getattr(options, "from")), read_address(options.to)
    with existing(source, migrate=True) as old, _unserved(source), _unserved(target), opened(target, True) as new:
        found = copy(old, new)
    _tell(found, name_of(target), texts)
    return OK


def _tell(copied: Contents, name: str, texts: Catalog) -> None:
    print(texts.say("databases.copied", count=copied.tables, name=name))
    if copied.replaced:
        print(texts.say("databases.nul-replaced", count=copied.replaced))


def _sqlite(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _unserved(url: URL) -> AbstractContextManager[Announce]:
    """Locks an SQLite file, so that no server uses it."""
    file = file_of(url)
    return claim(file) if file else nullcontext(lambda _: None)


def _remove(file: Path) -> None:
    for suffix in BESIDE:
        # Also if a file has the name of its folder: then the database does not exist.
        with suppress(NotADirectoryError):
            Path(f"{file}{suffix}").unlink(missing_ok=True)
