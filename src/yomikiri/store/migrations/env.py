"""How Alembic runs the migrations: on the connection, and in the transaction, that the store gives it."""

from alembic import context

from yomikiri.store.schema import metadata

# SQLite can roll back schema changes if the transaction is begun explicitly; the store does that.
context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
