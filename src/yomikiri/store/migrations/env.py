"""How Alembic runs the migrations: on the connection, and in the transaction, that the store hands it."""

from alembic import context

from yomikiri.store.schema import metadata

# SQLite can roll back a change of tables, if it is told when the transaction begins; the store does that.
context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
