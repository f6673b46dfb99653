"""Runs the migrations on the connection passed by Storage."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
