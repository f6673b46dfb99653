"""The database schema after all migrations."""

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()
game_table = Table(
    "game_table",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("finished_at", String(40)),
)
log = Table(
    "event",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("move_id", String(128)),
    Column("at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "move_id"),
    sqlite_with_rowid=False,
)
# An index of the log: which browsers hold seats at which tables.
holder = Table(
    "holder",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
    # When the browser deleted the game from its history; the log still knows its seat.
    Column("deleted_at", String(40)),
    Index("holder_digest", "digest"),
    sqlite_with_rowid=False,
)
personal_link = Table(
    "personal_link",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("table_id", String(64), nullable=False),
    Column("holder", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
    ForeignKeyConstraint(["table_id", "holder"], ["holder.table_id", "holder.number"], ondelete="CASCADE"),
    UniqueConstraint("table_id", "holder"),
)
# The summary of a table's game for histories, as of an event of its log; made again after later ones.
game_summary = Table(
    "game_summary",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
# Games that a browser brought from elsewhere.
imported_game = Table(
    "imported_game",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("imported_at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Column("summary", Text, nullable=False),
)
# A browser's own names for people in its history, by the key of their name at tables.
history_name = Table(
    "history_name",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("called", Text, nullable=False),
)
# One row, written to find out whether the database can be written.
readiness = Table(
    "readiness",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("checked_at", String(40), nullable=False),
)
# Hourly counts of limited actions, by address, for all processes together.
quota = Table(
    "quota",
    metadata,
    Column("what", String(16), primary_key=True),
    Column("client", String(32), primary_key=True),
    Column("hour", Integer, primary_key=True, autoincrement=False),
    Column("used", Integer, nullable=False),
    sqlite_with_rowid=False,
)
# One row: the salt of the digests in `quota.client`.
quota_salt = Table(
    "quota_salt",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("salt", LargeBinary, nullable=False),
)
# Rows that belong to the servers of this database, not to its tables.
OF_SERVERS = (readiness, quota, quota_salt)
