"""Simulated games as a Parquet file: one row per game and bot."""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from charidice.arena import GameRow
from charidice.installed import needing
from charidice.record.files import make_folder, unwritable

# Rows per row group.
ROWS_AT_ONCE = 10_000


@contextmanager
def parquet_file(path: Path, names: Sequence[str]) -> Iterator[Callable[[Iterable[GameRow]], None]]:
    """A function that takes rows; the file appears only when all are written."""
    with needing("pyarrow"):
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    kinds = {"victory": pyarrow.float64(), "bot": pyarrow.string()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int32())) for name in GameRow._fields])
    unfinished = path.with_name(f"{path.name}.part")
    make_folder(path.parent, path)
    with _telling(path):
        # Fail before the first game, not after the last.
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        file = unfinished.open("wb")
    with file, ParquetWriter(file, schema) as writer:
        kept: list[GameRow] = []

        def keep(rows: Iterable[GameRow]) -> None:
            kept.extend(rows)
            if len(kept) >= ROWS_AT_ONCE:
                write()

        def write() -> None:
            columns: dict[str, list[Any]] = dict(zip(GameRow._fields, map(list, zip(*kept, strict=True)), strict=True))
            columns["bot"] = [names[bot] for bot in columns["bot"]]
            with _telling(path):
                writer.write_table(pyarrow.table(columns, schema))
            kept.clear()

        try:
            yield keep
            if kept:
                write()
        except BaseException:
            unfinished.unlink()
            raise
    with _telling(path):
        unfinished.replace(path)


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from error
