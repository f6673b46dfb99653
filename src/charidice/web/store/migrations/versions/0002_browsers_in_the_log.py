"""Copy the browsers that hold seats into the first event of each table: `holder` becomes an index of the log."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

event = sa.table("event", sa.column("table_id"), sa.column("seq"), sa.column("body"))
holder = sa.table("holder", sa.column("table_id"), sa.column("number"), sa.column("digest"))


def upgrade() -> None:
    connection = op.get_bind()
    browsers: dict[str, list[str]] = {}
    for table, digest in connection.execute(
        sa.select(holder.c.table_id, holder.c.digest).order_by(holder.c.table_id, holder.c.number)
    ):
        browsers.setdefault(table, []).append(digest)
    opening = sa.select(event.c.table_id, event.c.body).where(event.c.seq == 0)
    for table, body in connection.execute(opening).all():
        created = {**json.loads(body), "browsers": browsers.get(table, [])}
        this = (event.c.table_id == table) & (event.c.seq == 0)
        connection.execute(sa.update(event).where(this).values(body=json.dumps(created, ensure_ascii=False)))
