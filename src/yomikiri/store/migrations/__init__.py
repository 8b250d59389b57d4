"""The versions of the schema, as Alembic migrations shipped with the package."""
