"""Games on disk: each in a file of its own, written anew after every event and never half."""

import os
import tempfile
from datetime import datetime
from pathlib import Path

from charidice.messages import trouble
from charidice.record import GameRecord, RecordError, dump_json, load
from charidice.rules.errors import Refused


class FileTrouble(Refused):
    """A file that cannot be found, read or written."""


def games_folder() -> Path:
    # Only games that are kept need it, and it costs a tenth of the start-up time.
    from platformdirs import user_data_path

    return user_data_path("charidice", appauthor=False) / "games"


def new_path(now: datetime) -> Path:
    """A file name that no game has yet."""
    stem = games_folder() / now.strftime("%Y-%m-%d-%H%M%S")
    path, number = stem.with_suffix(".json"), 1
    while path.exists():
        number += 1
        path = stem.with_name(f"{stem.name}-{number}.json")
    return path


def newest_unfinished() -> tuple[Path, GameRecord] | None:
    """The game to go on with, if there is one; files that are not games are passed over."""
    files = [path for path in games_folder().glob("*.json") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            record = read_record(path)
        except Refused:
            continue
        if not record.state.is_over and (record.pledge is None or record.pledge.is_kept):
            return path, record
    return None


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise FileTrouble("file-not-found", path=path) from None
    except UnicodeDecodeError:
        raise RecordError("not-text", field=str(path)) from None
    except OSError as error:
        raise FileTrouble("file-unreadable", path=path, detail=trouble(error)) from error


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FileTrouble("output-exists", path=path) from None
    except OSError as error:
        raise FileTrouble("file-unwritable", path=path, detail=trouble(error)) from error


def read_record(path: Path) -> GameRecord:
    return load(read_text(path))


def save(path: Path, record: GameRecord) -> None:
    """Write the record, seed included, so that a crash leaves the old file or the new one, readable by its owner."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".charidice-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(dump_json(record))
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> FileTrouble:
    return FileTrouble("file-unwritable", path=path, detail=trouble(error))
