"""The stores that the tests run on: a SQLite file and a database of a real PostgreSQL server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Server, programs, running_server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    if programs() is None:
        pytest.skip("no PostgreSQL here: install the Debian package postgresql")
    with running_server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that does not exist yet, on each back end."""
    if request.param == "sqlite":
        return str(tmp_path / "results.db")
    server: Server = request.getfixturevalue("server")
    return server.emptied()
