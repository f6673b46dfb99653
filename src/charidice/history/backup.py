"""A history as a file: all games with their records, and the names of people. docs/backups.md describes it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from charidice.chance import is_one_line
from charidice.history.games import GameKind, key_of
from charidice.history.people import KEY_LIMIT, Aliases, name_key
from charidice.record import GameRecord, RecordError, dump_json, load, load_json
from charidice.record.game import NAME_LIMIT, check_name, reading
from charidice.record.jsonform import Reader, parse_json

FORMAT = "charidice-history"
VERSION = 1
ID_LIMIT = 64


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record with facts that it does not contain; they are empty if it was kept alone."""

    record: GameRecord
    id: str = ""
    at: str | None = None
    """The time of its last event, ISO 8601 in UTC."""
    kind: GameKind | None = None
    mine: tuple[int, ...] = ()
    """The seats that were played at the device of this history."""

    @property
    def key(self) -> str:
        return key_of(self.record, self.id)


class Backup(NamedTuple):
    names: Mapping[str, str]
    games: list[str]
    """Each as JSON, or a record alone in either of its forms."""


def dump_game(game: SavedGame) -> str:
    """The game as one line of JSON."""
    fields = {"id": game.id, "at": game.at, "kind": game.kind, "mine": game.mine}
    return json.dumps({**fields, "record": json.loads(dump_json(game.record))}, ensure_ascii=False)


def dump_backup(aliases: Aliases, games: Iterable[str]) -> Iterator[str]:
    """The file in pieces, one game per line."""
    head = {"format": FORMAT, "version": VERSION, "names": aliases.names}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "games": ['
    for number, game in enumerate(games):
        yield f"{',' if number else ''}\n{game}"
    yield "\n]}\n"


def read_backup(text: str) -> Backup:
    """Read the file without its games, which `read_game` reads one by one; any record is a file with one game."""
    data = parse_json(text.removeprefix("\ufeff")) if text.lstrip("\ufeff \t\r\n").startswith("{") else None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return Backup({}, [text])
    root = Reader(data, "")
    version = root.get("version", int)
    if version != VERSION:
        raise RecordError("unknown-version", field="version", version=version, known=VERSION)
    # The progress of the browser's trainer is for browsers alone.
    root.only(("format", "version", "names", "games", "training"))
    games = [json.dumps(game.data, ensure_ascii=False) for game in root["games"].items()]
    return Backup(read_names(root["names"].value(dict)), games)


def read_names(names: Mapping[str, object]) -> dict[str, str]:
    reader = Reader(names, "names")
    return {_checked_key(name): checked_name(reader.get(name, str)) for name in names}


def _checked_key(name: str) -> str:
    key = name_key(name)
    if not key or len(key) > KEY_LIMIT or not is_one_line(key):
        raise RecordError("name-not-allowed", field="names", most=NAME_LIMIT)
    return key


def checked_name(name: str) -> str:
    with reading("names"):
        check_name(name)
    return name


def read_game(text: str) -> SavedGame:
    """Read one game of a file; RecordError names the wrong field."""
    data = parse_json(text.removeprefix("\ufeff")) if text.lstrip("\ufeff \t\r\n").startswith("{") else None
    if not isinstance(data, dict) or "record" not in data:
        return SavedGame(load(text))
    root = Reader(data, "")
    root.only(("id", "at", "kind", "mine", "record"))
    record = load_json(json.dumps(root["record"].value(dict)))
    mine = tuple(item.value(int) for item in root["mine"].items())
    if not set(mine) <= set(range(len(record.players))):
        raise RecordError("no-such-seat", field="mine")
    id_, kind = root.get("id", str), root["kind"]
    if len(id_) > ID_LIMIT:
        raise RecordError("field-too-long", field="id", most=ID_LIMIT)
    if not is_one_line(id_):
        raise RecordError("not-one-line", field="id")
    if kind.data is not None and kind.value(str) not in [*GameKind]:
        raise RecordError("not-one-of", field="kind", allowed=tuple(GameKind))
    return SavedGame(record, id_, _time(root["at"]), kind.data and GameKind(kind.data), mine)


def _time(at: Reader) -> str | None:
    if at.data is None:
        return None
    try:
        # `fromisoformat` overlooks a NUL at the end.
        moment = datetime.fromisoformat(at.value(str).replace("\0", "?"))
        return moment.astimezone(UTC).isoformat(timespec="milliseconds")
    except (OverflowError, ValueError):
        raise RecordError("not-a-time", field="at") from None
