"""The tables: deals, configurations, attempts, and the surveys that asked for them.

An *attempt* is what one configuration of a solver answered for one deal, and there is at most one for each
pair: that is what makes writing idempotent.  Everything that a later reader needs to judge an answer is in
the tables themselves (the position, the rules, the limits, the version), so a store outlives the program that
wrote it.  Structured values are JSON in text columns with sorted keys, times are ISO 8601 in UTC: both read
the same on SQLite and on PostgreSQL.

Every row has a checksum over its content (:mod:`yomikiri.store.checksum`).  That of an attempt also covers
its deal and its configuration, so it does not match if the attempt is joined to others.

A change here needs a migration in ``migrations/versions``; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# SQLite numbers rows automatically only in a column of type INTEGER.
Id = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

deals = Table(
    "deals",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("size", String(64), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("deal", String(64), nullable=False),
    Column("number", BigInteger),
    Column("position", Text, nullable=False),
    Column("checksum", String(16)),
    UniqueConstraint("game", "size", "variant", "options", "deal"),
)

configurations = Table(
    "configurations",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("solver", String(64), nullable=False),
    Column("algorithm", String(64), nullable=False),
    Column("solver_options", Text, nullable=False),
    Column("node_limit", BigInteger),
    Column("second_limit", Float),
    Column("memory_limit", BigInteger),
    Column("version", String(64), nullable=False),
    Column("checksum", String(16)),
    UniqueConstraint("key"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("deal_id", Id, ForeignKey("deals.id"), nullable=False),
    Column("configuration_id", Id, ForeignKey("configurations.id"), nullable=False),
    Column("outcome", String(32), nullable=False),
    Column("proof", String(32)),
    Column("error_bound", Float, nullable=False),
    Column("length", BigInteger),
    Column("moves", Text),
    Column("proved_shortest", Boolean, nullable=False),
    Column("certified", Boolean, nullable=False),
    Column("lower_bound", BigInteger),
    Column("upper_bound", BigInteger),
    Column("expanded", BigInteger, nullable=False),
    Column("generated", BigInteger, nullable=False),
    Column("stored", BigInteger, nullable=False),
    Column("peak_bytes", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("winnable", Integer),
    Column("arrangements", Text),
    Column("message", Text),
    Column("host", String(255), nullable=False),
    Column("started", String(32), nullable=False),
    Column("checksum", String(16)),
    Column("certificates", Text),
    UniqueConstraint("deal_id", "configuration_id"),
    Index("ix_attempts_configuration_id", "configuration_id"),
)

surveys = Table(
    "surveys",
    metadata,
    Column("id", Id, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("game", String(64), nullable=False),
    Column("size", String(64), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("deals", Text, nullable=False),
    Column("algorithm", String(64), nullable=False),
    Column("solver_options", Text, nullable=False),
    Column("node_limit", BigInteger),
    Column("second_limit", Float),
    Column("memory_limit", BigInteger),
    Column("started", String(32), nullable=False),
    Column("checksum", String(16)),
    UniqueConstraint("key"),
)
