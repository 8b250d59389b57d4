"""A column for the certificates of an attempt: their hashes, by arrangement.

It may be empty, so no checksum changes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("attempts", sa.Column("certificates", sa.Text))


def downgrade() -> None:
    op.drop_column("attempts", "certificates")
