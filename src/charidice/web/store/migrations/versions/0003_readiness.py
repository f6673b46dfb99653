"""A row that is written to find out whether the database can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    readiness = op.create_table(
        "readiness",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("checked_at", sa.String(40), nullable=False),
    )
    op.bulk_insert(readiness, [{"id": 1, "checked_at": ""}])
