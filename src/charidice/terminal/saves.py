"""Saved games: a folder with one file per game."""

from datetime import datetime
from pathlib import Path

from charidice.record import GameRecord
from charidice.record.files import read_record
from charidice.rules.errors import Refused


def games_folder() -> Path:
    # Loaded here because it takes a tenth of the start-up time and few commands need it.
    from platformdirs import user_data_path

    return user_data_path("charidice", appauthor=False) / "games"


def new_path(now: datetime) -> Path:
    """A file name that is not in use yet."""
    stem = games_folder() / now.strftime("%Y-%m-%d-%H%M%S")
    path, number = stem.with_suffix(".json"), 1
    while path.exists():
        number += 1
        path = stem.with_name(f"{stem.name}-{number}.json")
    return path


def newest_unfinished() -> tuple[Path, GameRecord] | None:
    """The game to resume, if there is one; files that are not games are skipped."""
    files = [path for path in games_folder().glob("*.json") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            record = read_record(path)
        except Refused:
            continue
        if not record.state.is_over and (record.pledge is None or record.pledge.is_kept):
            return path, record
    return None
