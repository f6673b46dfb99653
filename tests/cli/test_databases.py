"""`charidice db`: backups, restoring, moving, and the tables of a database."""

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from charidice import load
from charidice.messages import catalog

from ..web.postgres import Postgres
from ..web.servers import Browser, Json, play, running
from .running import Answer, Run, started

say = catalog("en").say


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Json, Json]:
    """A database with a game that is over and a lobby."""
    folder = tmp_path_factory.mktemp("server")
    with running(folder) as address, Browser(address) as host:
        over = play(host, host.started("Lena", "@magpie", rounds=1))
        return folder / "tables.db", over, host.open_table("Ola", "link")


@pytest.fixture
def database(tables: tuple[Path, Json, Json], tmp_path: Path) -> Path:
    copied = tmp_path / "games.db"
    copied.write_bytes(tables[0].read_bytes())
    return copied


@pytest.fixture
def over(tables: tuple[Path, Json, Json]) -> str:
    return str(tables[1]["table"])


@pytest.fixture
def lobby(tables: tuple[Path, Json, Json]) -> str:
    return str(tables[2]["table"])


def copied_to(name: object, count: int = 2) -> Answer:
    return Answer(0, say("databases.copied", count=count, name=name) + "\n", "")


def listed(run: Run, database: object) -> list[Json]:
    answer = run("db", "tables", "--json", "--db", str(database))
    assert (answer.code, answer.err) == (0, "")
    found: list[Json] = json.loads(answer.out)["tables"]
    return found


def test_a_backup_is_private_and_restores_everything(run: Run, database: Path, tmp_path: Path) -> None:
    backup, again = tmp_path / "backup.db", tmp_path / "new" / "again.db"
    assert run("db", "backup", backup, "--db", database) == copied_to(backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("backup.db?*")), "one file, whole"
    before = backup.read_bytes()
    for _ in range(2):
        assert run("db", "restore", backup, "--db", again) == copied_to(again)
    assert backup.read_bytes() == before
    assert listed(run, again) == listed(run, database)


def test_a_backup_never_overwrites_and_leaves_nothing_half_done(run: Run, database: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    backup.touch()
    told = say("refused.output-exists", path=backup)
    assert run("db", "backup", backup, "--db", database) == (2, "", f"charidice: {told}\n")
    missing = tmp_path / "nowhere.db"
    told = say("refused.file-not-found", path=missing)
    assert run("db", "backup", tmp_path / "other.db", "--db", missing) == (2, "", f"charidice: {told}\n")
    assert run("db", "restore", missing, "--db", tmp_path / "other.db").err == f"charidice: {told}\n"
    assert {path.name for path in tmp_path.glob("*.db*")} == {"games.db", "backup.db"}


def test_a_database_in_use_is_backed_up_but_not_replaced(run: Run, tmp_path: Path) -> None:
    backup, database = tmp_path / "backup.db", tmp_path / "charidice" / "charidice.db"
    with started(tmp_path) as server:
        with Browser(server.url) as host:
            host.started("Lena", "@owl")
        assert run("db", "backup", backup) == copied_to(backup, 1)
        told = say("refused.already-served", url=server.url)
        for words in (("db", "restore", backup), ("db", "move", database, tmp_path / "to.db")):
            assert run(*words) == (2, "", f"charidice: {told}\n")


def test_a_target_with_other_tables_is_refused(
    run: Run, database: Path, lobby: str, tmp_path: Path, language: str
) -> None:
    backup = tmp_path / "backup.db"
    assert run("db", "backup", backup, "--db", database).code == 0
    assert run("db", "tables", "remove", lobby, "--db", database) == (0, say("tables.removed", count=1) + "\n", "")
    told = catalog(language).say("refused.target-not-empty")
    assert run("db", "restore", backup, "--db", database, "--lang", language) == (2, "", f"charidice: {told}\n")


def test_a_file_that_is_no_backup_is_named(run: Run, tmp_path: Path) -> None:
    other, target = tmp_path / "other", tmp_path / "new.db"
    with closing(sqlite3.connect(tmp_path / "songs.db")) as songs:
        songs.execute("CREATE TABLE song (name TEXT)")
        songs.commit()
    for content in (b"", b"Dear Anna, " * 100, (tmp_path / "songs.db").read_bytes()):
        other.write_bytes(content)
        told = say("refused.not-a-backup", path=other)
        assert run("db", "restore", other, "--db", target) == (2, "", f"charidice: {told}\n")
    told = say("refused.file-unreadable", path=tmp_path, detail=say("trouble.is-a-folder"))
    assert run("db", "restore", tmp_path, "--db", target) == (2, "", f"charidice: {told}\n")
    assert not target.exists()


def test_a_backup_that_is_not_whole_is_refused(run: Run, database: Path, tmp_path: Path) -> None:
    backup, target = tmp_path / "backup.db", tmp_path / "new.db"
    assert run("db", "backup", backup, "--db", database).code == 0
    whole = backup.read_bytes()
    told = say("refused.backup-damaged", path=backup)
    for size in (len(whole) // 2, len(whole) - 4096, len(whole) - 2000):
        backup.write_bytes(whole[:size])
        assert run("db", "restore", backup, "--db", target) == (2, "", f"charidice: {told}\n"), size
    for change in ("DELETE FROM holder WHERE number = 0", "UPDATE game_table SET finished_at = NULL"):
        backup.write_bytes(whole)
        with closing(sqlite3.connect(backup)) as changed:
            assert changed.execute(change).rowcount
            changed.commit()
        assert run("db", "restore", backup, "--db", target) == (2, "", f"charidice: {told}\n"), change
    assert not target.exists()
    backup.write_bytes(whole)
    assert run("db", "restore", backup, "--db", target) == copied_to(target)


def test_a_backup_of_an_earlier_version_is_restored_and_said_to_have_no_checksum(
    run: Run, database: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.db"
    copied, missing = copied_to(again), say("databases.no-checksum", path=database)
    assert run("db", "restore", database, "--db", again) == (0, f"{copied.out}{missing}\n", "")
    assert listed(run, again) == listed(run, database)


def test_a_backup_that_was_changed_is_a_database_like_any_other(
    run: Run, database: Path, lobby: str, tmp_path: Path
) -> None:
    backup, again = tmp_path / "backup.db", tmp_path / "again.db"
    assert run("db", "backup", backup, "--db", database).code == 0
    assert run("db", "tables", "remove", lobby, "--db", backup).code == 0
    assert run("db", "restore", backup, "--db", again).out.splitlines()[0] + "\n" == copied_to(again, 1).out


def test_an_empty_database_is_neither_moved_nor_backed_up(run: Run, postgres: Postgres, tmp_path: Path) -> None:
    empty, target = tmp_path / "empty.db", tmp_path / "new.db"
    empty.touch()
    told = say("refused.empty-database", name=empty)
    for words in (
        ("db", "move", empty, target),
        ("db", "backup", target, "--db", empty),
        ("db", "tables", "--db", empty),
    ):
        assert run(*words) == (2, "", f"charidice: {told}\n")
    with postgres.new_database() as url:
        assert run("db", "move", url.replace("+psycopg", ""), target).code == 2
    assert not target.exists()


def test_names_with_nul_move_to_postgresql(run: Run, database: Path, postgres: Postgres) -> None:
    with closing(sqlite3.connect(database)) as games:
        games.execute("INSERT INTO history_name VALUES ('anna', ?, 'Mum')", ("a\0b",))
        games.commit()
    with postgres.new_database() as url:
        answer = run("db", "move", database, url.replace("+psycopg", ""))
        assert (answer.code, answer.err) == (0, "")
        assert answer.out.splitlines()[1] == say("databases.nul-replaced", count=1)


def test_a_database_moves_to_postgresql_and_back(
    run: Run, database: Path, postgres: Postgres, tmp_path: Path, over: str
) -> None:
    back = tmp_path / "back.db"
    with postgres.new_database() as url:
        address = url.replace("+psycopg", "")
        answer = run("db", "move", database, address)
        assert (answer.code, answer.err) == (0, "")
        assert listed(run, address) == listed(run, database)
        assert run("db", "tables", "export", over, "--db", address) == run(
            "db", "tables", "export", over, "--db", database
        )
        assert run("db", "backup", tmp_path / "backup.db", "--db", address) == copied_to(tmp_path / "backup.db")
        assert run("db", "move", address, back) == copied_to(back)
    assert listed(run, back) == listed(run, database)


def test_a_postgresql_database_in_use_is_backed_up_and_restored_into_another(
    run: Run, postgres: Postgres, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    with postgres.new_database() as url, postgres.new_database() as other:
        address, empty = (each.replace("+psycopg", "") for each in (url, other))
        with running(url) as served, Browser(served) as host:
            view = host.started("Lena", "Marko")
            assert run("db", "backup", backup, "--db", address) == copied_to(backup, 1)
            host.moved(view, 0, "roll")
        for _ in range(2):
            restored = run("db", "restore", backup, "--db", empty)
            assert (restored.code, restored.err) == (0, "")
        assert [table["seq"] for table in listed(run, empty)] == [view["seq"]]
        with running(other) as served, Browser(served) as again:
            again.client.cookies = host.client.cookies
            assert again.moved(again.view(view["table"]), 0, "roll")["game"]["rolls"] == 1


def test_tables_are_listed_with_the_newest_first(run: Run, database: Path, over: str, lobby: str) -> None:
    found = listed(run, database)
    assert [table["id"] for table in found] == [lobby, over]
    assert [table["finished_at"] is None for table in found] == [True, False]
    lines = run("db", "tables", "--db", database).out.splitlines()
    assert lines[0].split()[0] == say("tables.head.table")
    assert [line.split()[0] for line in lines[1:]] == [lobby, over]
    assert run("--db", database, "db", "tables", "list").out.splitlines() == lines


def test_a_table_is_shown_with_what_everybody_may_see(run: Run, database: Path, over: str, lobby: str) -> None:
    text = run("db", "tables", "show", over, "--db", database).out
    assert text.splitlines()[0] == say("tables.title", table=over, players=f"Lena and {say('bot.magpie')}")
    assert text.splitlines()[-1].endswith(" scored")
    (table,) = json.loads(run("db", "tables", "show", lobby, "--json", "--db", database).out)["tables"]
    assert (table["stage"], table["players"][0], len(table["log"])) == ("lobby", "Ola", table["seq"] + 1)
    assert "seed" not in json.dumps(table)
    assert "browser" not in json.dumps(table)


def test_the_id_of_an_older_table_may_begin_like_a_switch(run: Run, database: Path, over: str) -> None:
    with sqlite3.connect(database) as games:
        games.execute("PRAGMA foreign_keys = OFF")
        for table, column in (("game_table", "id"), ("event", "table_id"), ("holder", "table_id")):
            games.execute(f"UPDATE {table} SET {column} = '-vaTzcq5JjHrn6_-' WHERE {column} = ?", (over,))
    answer = run("db", "tables", "--db", database, "show", "--", "-vaTzcq5JjHrn6_-")
    assert answer.out.splitlines()[0] == say(
        "tables.title", table="-vaTzcq5JjHrn6_-", players=f"Lena and {say('bot.magpie')}"
    )


def test_the_record_of_a_game_is_exported(run: Run, database: Path, over: str, lobby: str) -> None:
    record = load(run("db", "tables", "export", over, "--db", database).out)
    assert record.state.is_over
    assert record.pledge
    assert record.pledge.seed
    assert run("db", "tables", "export", lobby, "--db", database).code == 2


def test_a_table_must_be_named(run: Run, database: Path, language: str) -> None:
    texts = catalog(language)
    missing = texts.say("cli.error.missing", text=texts.say("cli.metavar.table"))
    answer = run("db", "tables", "show", "--lang", language, "--db", database)
    assert answer.code == 2
    assert answer.err.startswith(texts.say("cli.error", program="charidice db tables show", message=missing))
    unknown = texts.say("refused.unknown-table", text="nobody's")
    answer = run("db", "tables", "remove", "nobody's", "--lang", language, "--db", database)
    assert answer == (2, "", f"charidice: {unknown}\n")
    assert len(listed(run, database)) == 2
