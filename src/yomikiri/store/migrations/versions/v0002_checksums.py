"""A checksum for every row; existing rows get theirs now.

The definition is repeated here as it was when this was written: later columns do not exist yet.  A row with
an invalid value gets none, and the integrity check names it.
"""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

BATCH = 500
RULES = "game size variant options"
CONFIGURATION = "algorithm solver_options node_limit second_limit memory_limit version"
ANSWER = (
    "outcome proof error_bound length moves proved_shortest certified lower_bound upper_bound expanded "
    "generated stored peak_bytes seconds winnable arrangements message host started"
)
TRUTHS = ("proved_shortest", "certified")

COLUMNS = {
    "deals": f"{RULES} deal position",
    "configurations": f"key solver {CONFIGURATION}",
    "attempts": ANSWER,
    "surveys": f"key {RULES} deals algorithm solver_options node_limit second_limit memory_limit started",
}
"""What a checksum covers.  That of an attempt also covers its deal and its configuration."""
JOINED = {"deals": f"{RULES} deal position", "configurations": CONFIGURATION}


def upgrade() -> None:
    connection = op.get_bind()
    for name in COLUMNS:
        op.add_column(name, sa.Column("checksum", sa.String(16)))
    for name in COLUMNS:
        _seal(connection, name)


def downgrade() -> None:
    for name in COLUMNS:
        op.drop_column(name, "checksum")


def _seal(connection: sa.Connection, name: str) -> None:
    tables = {other: sa.table(other, *_columns(other)) for other in COLUMNS}
    table = tables[name]
    wanted = [table.c[column] for column in COLUMNS[name].split()]
    source: sa.FromClause = table
    if name == "attempts":
        for other, key in (("deals", "deal_id"), ("configurations", "configuration_id")):
            wanted += [tables[other].c[column] for column in JOINED[other].split()]
            source = source.join(tables[other], table.c[key] == tables[other].c.id)
    query = sa.select(table.c.id, *wanted).select_from(source).order_by(table.c.id).limit(BATCH)
    change = sa.update(table).where(table.c.id == sa.bindparam("row")).values(checksum=sa.bindparam("sum"))
    last = None
    while True:
        after = query if last is None else query.where(table.c.id > last)
        rows = [dict(row) for row in connection.execute(after).mappings()]
        if not rows:
            return
        last = rows[-1]["id"]
        connection.execute(change, [{"row": row.pop("id"), "sum": _checksum(row)} for row in rows])


def _columns(name: str) -> list[sa.ColumnClause[Any]]:
    names = {"attempts": ["deal_id", "configuration_id"]}.get(name, [])
    # Without types, to read values unconverted.
    return [sa.column(column) for column in ["id", "checksum", *names, *COLUMNS[name].split()]]


def _checksum(row: dict[str, Any]) -> str | None:
    plain = {name: value + 0.0 if isinstance(value, float) else value for name, value in row.items()}
    for name in TRUTHS:
        if name in plain:
            plain[name] = bool(plain[name])  # SQLite has no booleans and keeps 0 and 1.
    present = {name: value for name, value in plain.items() if value is not None}
    try:
        text = json.dumps(present, sort_keys=True, separators=(",", ":"))
    except TypeError:
        return None
    return hashlib.sha256(text.encode()).hexdigest()[:16]
