"""Reading and writing game files."""

import os
import tempfile
from pathlib import Path

from charidice.messages import os_error_name
from charidice.record import GameRecord, RecordError, dump_json, load
from charidice.record.game import RECORD_LIMIT
from charidice.rules.errors import Refused

MEBI = 1024 * 1024
# The most characters of a file; backups of many games are the largest files.
FILE_LIMIT = 256 * MEBI


class FileError(Refused):
    """A file that cannot be found, read or written, or has the wrong ending."""


def read_text(path: Path, most: int = FILE_LIMIT) -> str:
    """Read a text file of at most `most` characters."""
    try:
        with path.open(encoding="utf-8") as file:
            # Its size on disk says nothing about a pipe or a device.
            text = file.read(most + 1)
    except FileNotFoundError:
        raise FileError("file-not-found", path=path) from None
    except UnicodeDecodeError:
        raise RecordError("not-text", field=str(path)) from None
    except OSError as error:
        raise FileError("file-unreadable", path=path, detail=os_error_name(error)) from error
    if len(text) > most:
        raise FileError("file-too-large", path=path, most=most // MEBI)
    return text


def read_record(path: Path) -> GameRecord:
    return load(read_text(path, RECORD_LIMIT))


def check_new(path: Path, *endings: str) -> None:
    """Refuse a path that exists, or has none of the endings, before the work is done."""
    if endings and path.suffix.lower() not in endings:
        raise FileError("wrong-ending", path=path, allowed=endings)
    try:
        exists = path.exists()
    except OSError as error:
        raise unwritable(path, error) from error
    if exists:
        raise FileError("output-exists", path=path)


def make_folder(folder: Path, file: Path | None = None) -> None:
    """Create a folder and its parents unless they exist; an error names `file`, if given."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(file or folder, error) from error


def write_new(path: Path, content: str | bytes) -> None:
    """Write a file, and its folder if it is missing, but never over an existing file."""
    make_folder(path.parent, path)
    try:
        with path.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    except FileExistsError:
        raise FileError("output-exists", path=path) from None
    except OSError as error:
        raise unwritable(path, error) from error


def save(path: Path, record: GameRecord) -> None:
    """The whole record, seed included."""
    replace_file(path, dump_json(record))


def replace_file(path: Path, text: str) -> None:
    """Replace the file atomically; only its owner can read it."""
    make_folder(path.parent, path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".charidice-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> FileError:
    return FileError("file-unwritable", path=path, detail=os_error_name(error))
