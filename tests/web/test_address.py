"""Databases as operators name them, and what they are told when one cannot be used."""

import sqlite3
import sys
from pathlib import Path

import pytest

from charidice.installed import NotInstalled
from charidice.web.store.address import UnusableDatabase, name_of, opened, read_address
from charidice.web.store.engine import file_of

SECRET = "hunter2"


def test_a_path_is_a_file_of_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in ("50% of #1?.db", str(tmp_path / "50% of #1?.db")):
        assert file_of(read_address(text)) == tmp_path / "50% of #1?.db"


def test_an_sqlite_url_is_no_folder_called_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert file_of(read_address(f"sqlite:///{tmp_path}/games.db")) == tmp_path / "games.db"
    with opened(read_address("sqlite:///games.db"), migrate=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_postgresql_is_asked_through_psycopg() -> None:
    url = read_address(f"postgresql://anna:{SECRET}@db.example:5433/games?sslmode=require")
    assert (url.drivername, url.password, url.host, url.port) == ("postgresql+psycopg", SECRET, "db.example", 5433)
    assert (file_of(url), name_of(url)) == (None, "db.example/games")


@pytest.mark.parametrize(
    "text",
    [
        f"mysql://anna:{SECRET}@db.example/games",
        f"postgresql://anna:{SECRET}@db.example:port/games",
        f"postgresql+psycopg2://anna:{SECRET}@db.example/games",
        "sqlite:",
        "sqlite://",
        "sqlite:games.db",
        f"https://anna:{SECRET}@db.example",
    ],
)
def test_anything_else_is_refused_without_its_password(text: str) -> None:
    with pytest.raises(UnusableDatabase) as refused:
        read_address(text)
    assert (refused.value.code, refused.value.values) == ("unknown-database", {"text": text.partition(":")[0] + ":"})


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NotInstalled) as refused, opened(read_address("postgresql://db.example/games")):
        pass
    assert refused.value.values["install"] == "charidice[postgres]"


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path: Path) -> None:
    url = read_address(f"postgresql://anna:{SECRET}@/games?host={tmp_path}&password={SECRET}")
    with pytest.raises(UnusableDatabase) as refused, opened(url):
        pass
    assert refused.value.code == "database-unreachable"
    assert SECRET not in str(refused.value)


def test_the_database_is_made_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.db"
    for _ in range(2):
        with opened(read_address(str(path)), migrate=True):
            pass
    assert path.exists()


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 100)
    with pytest.raises(UnusableDatabase) as refused, opened(read_address(str(path)), migrate=True):
        pass
    assert (refused.value.code, refused.value.values["path"]) == ("not-our-database", str(path))
    assert path.read_text() == "Dear Anna, " * 100


def test_a_database_of_a_newer_charidice_is_left_alone(tmp_path: Path) -> None:
    url = read_address(str(tmp_path / "tables.db"))
    with pytest.raises(UnusableDatabase, match="other-version"), opened(url):
        pass
    with opened(url, migrate=True):
        pass
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for migrate, code in ((True, "newer-database"), (False, "other-version")):
        with pytest.raises(UnusableDatabase, match=code), opened(url, migrate):
            pass
