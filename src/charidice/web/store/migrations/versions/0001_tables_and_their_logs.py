"""Tables, their event logs, seat holders and personal links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("finished_at", sa.String(40)),
    )
    op.create_table(
        "event",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("move_id", sa.String(128)),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "move_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holder",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("holder_digest", "holder", ["digest"])
    op.create_table(
        "personal_link",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("holder", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(["table_id", "holder"], ["holder.table_id", "holder.number"], ondelete="CASCADE"),
        sa.UniqueConstraint("table_id", "holder"),
    )
