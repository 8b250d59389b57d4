"""The versions of the schema, as Alembic migrations that travel with the package."""
