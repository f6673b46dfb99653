"""The history of browsers: summaries of games, imported games, and what people are called."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("holder", sa.Column("deleted_at", sa.String(40)))
    op.create_table(
        "game_summary",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "imported_game",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("imported_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_table(
        "history_name",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("called", sa.Text, nullable=False),
    )
