"""Runs the migrations on the connection that Storage hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
