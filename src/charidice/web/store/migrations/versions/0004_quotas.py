"""How often addresses did in an hour what is limited for all processes together."""

import os

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "quota",
        sa.Column("what", sa.String(16), primary_key=True),
        sa.Column("client", sa.String(32), primary_key=True),
        sa.Column("hour", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("used", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    salt = op.create_table(
        "quota_salt",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
    )
    op.bulk_insert(salt, [{"id": 1, "salt": os.urandom(16)}])
