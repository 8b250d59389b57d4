"""The first tables: deals, configurations, attempts, surveys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("size", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deal", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger),
        sa.Column("position", sa.Text, nullable=False),
        sa.UniqueConstraint("game", "size", "variant", "options", "deal", name="uq_deals_game"),
    )
    op.create_table(
        "configurations",
        sa.Column("id", ID, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("solver", sa.String(64), nullable=False),
        sa.Column("algorithm", sa.String(64), nullable=False),
        sa.Column("solver_options", sa.Text, nullable=False),
        sa.Column("node_limit", sa.BigInteger),
        sa.Column("second_limit", sa.Float),
        sa.Column("memory_limit", sa.BigInteger),
        sa.Column("version", sa.String(64), nullable=False),
        sa.UniqueConstraint("key", name="uq_configurations_key"),
    )
    op.create_table(
        "attempts",
        sa.Column("id", ID, primary_key=True),
        sa.Column("deal_id", ID, sa.ForeignKey("deals.id", name="fk_attempts_deal_id"), nullable=False),
        sa.Column(
            "configuration_id",
            ID,
            sa.ForeignKey("configurations.id", name="fk_attempts_configuration_id"),
            nullable=False,
        ),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("proof", sa.String(32)),
        sa.Column("error_bound", sa.Float, nullable=False),
        sa.Column("length", sa.BigInteger),
        sa.Column("moves", sa.Text),
        sa.Column("proved_shortest", sa.Boolean, nullable=False),
        sa.Column("certified", sa.Boolean, nullable=False),
        sa.Column("lower_bound", sa.BigInteger),
        sa.Column("upper_bound", sa.BigInteger),
        sa.Column("expanded", sa.BigInteger, nullable=False),
        sa.Column("generated", sa.BigInteger, nullable=False),
        sa.Column("stored", sa.BigInteger, nullable=False),
        sa.Column("peak_bytes", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("winnable", sa.Integer),
        sa.Column("arrangements", sa.Text),
        sa.Column("message", sa.Text),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.UniqueConstraint("deal_id", "configuration_id", name="uq_attempts_deal_id"),
    )
    op.create_index("ix_attempts_configuration_id", "attempts", ["configuration_id"])
    op.create_table(
        "surveys",
        sa.Column("id", ID, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("size", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deals", sa.Text, nullable=False),
        sa.Column("algorithm", sa.String(64), nullable=False),
        sa.Column("solver_options", sa.Text, nullable=False),
        sa.Column("node_limit", sa.BigInteger),
        sa.Column("second_limit", sa.Float),
        sa.Column("memory_limit", sa.BigInteger),
        sa.Column("started", sa.String(32), nullable=False),
        sa.UniqueConstraint("key", name="uq_surveys_key"),
    )


def downgrade() -> None:
    for table in ("surveys", "attempts", "configurations", "deals"):
        op.drop_table(table)
