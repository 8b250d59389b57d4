"""The database under a store: opening it, keeping its schema up to date, and explaining its errors.

SQLite runs in WAL mode with ``synchronous=FULL``: readers never wait for a writer, and a commit that has
returned survives a power failure.  A writing transaction begins with ``BEGIN IMMEDIATE``, because one that
begins as a reader and then wants to write is refused at once if another has written in between.

A file can be damaged in any way.  So text that is not UTF-8 is passed on with its bytes marked, so that its
row can be named, and an SQLite error that no sound store can cause means damage.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from yomikiri.core.errors import DamagedStore, NoStore, StoreError, shown

WAIT_SECONDS = 60
"""How long a writer waits for another, in seconds."""

HEAD = "0003"
"""The version of the schema that this program reads and writes; a test compares it with the migrations."""

_LOCK = 0x796F6D69
"""The number of PostgreSQL's advisory lock for updating the schema."""

_FULL = 64 * 1024
"""With fewer bytes left than this, a disk counts as full."""


def parse_url(place: str) -> URL:
    """The address of a store: a file name, or a URL of SQLite or PostgreSQL."""
    if "://" not in place:
        if not place:
            raise StoreError("the store has no name: expected a file name or a URL")
        return URL.create("sqlite", database=place)
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise StoreError(f"the store '{shown(place.split('@')[-1])}' is not a URL") from None
    backend = url.get_backend_name()
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        if not url.database:
            raise StoreError("a store in memory is lost at once: expected sqlite:///FILE")
        return url
    raise StoreError(f"unknown kind of store '{shown(backend)}': expected a file name, sqlite or postgresql")


def connect(url: URL, *, create: bool = True) -> Engine:
    """An engine whose transactions begin as described above; without ``create`` it makes no store."""
    if url.get_backend_name() != "sqlite":
        try:
            # Replace a connection that the server has closed.
            return create_engine(url, pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise StoreError(
                f"PostgreSQL needs the package {error.name}: pip install 'yomikiri[postgres]'"
            ) from None
    engine = create_engine(url, connect_args={"timeout": WAIT_SECONDS})
    event.listen(engine, "connect", partial(_prepare, create=create))
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, record: Any, *, create: bool) -> None:
    connection.isolation_level = None  # The driver starts no transactions itself; _begin does.
    connection.text_factory = _text
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    # WAL mode is recorded in the file itself, and a file that is not our store is not ours to change.
    if "alembic_version" in tables or (create and not tables):
        connection.execute("PRAGMA journal_mode=WAL")
    for setting in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one state of the store."""
    with explained(engine.url), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is committed at the end or, on error, leaves nothing behind."""
    with (
        explained(engine.url),
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        yield connection


def prepare_schema(engine: Engine, *, create: bool = True) -> None:
    """Create the tables, or bring them up to date; refuse a store written by a newer program.

    Without ``create``, refuse a missing store, too.
    """
    url = engine.url
    if not create and url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        raise NoStore(f"{named(url)} does not exist")
    with reading(engine) as connection:
        found = _version(connection)
        if found == HEAD:
            return
        if found is None and not create:
            raise NoStore(f"{named(url)} is not a results store: it has no table alembic_version")
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        found = _version(connection)  # Another program may have been faster.
        if found == HEAD:
            return
        if found is None and (tables := sorted(inspect(connection).get_table_names())):
            raise NoStore(f"{named(engine.url)} is not a results store: it has a table '{shown(tables[0])}'")
        if found is not None and found not in _versions():
            raise NoStore(
                f"{named(engine.url)} has version {shown(found)} of the tables, "
                f"this program knows up to {HEAD}: expected a newer yomikiri"
            )
        _upgrade(connection)


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def _versions() -> list[str]:
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _upgrade(connection: Connection) -> None:
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def named(url: URL) -> str:
    """The name of a store for messages, without a password."""
    place = url.database if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    return f"the store '{shown(str(place), 200)}'"


@contextmanager
def explained(url: URL) -> Iterator[None]:
    """Turn database errors in the block into a :class:`StoreError` that says what to do."""
    try:
        yield
    except DBAPIError as error:
        kind, reason = _reason(url, error)
        raise kind(f"{named(url)} {reason}") from error
    except UnicodeDecodeError as error:  # The driver decodes table names and messages itself.
        raise DamagedStore(f"{named(url)} {_damaged('names that are no text')}") from error


def _reason(url: URL, error: DBAPIError) -> tuple[type[StoreError], str]:
    code = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None) or ""
    said = shown(str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else code, 200)
    if code in ("SQLITE_FULL", "53100") or (code.startswith("SQLITE_IOERR") and _disk_is_full(url)):
        return StoreError, "cannot be written: the disk is full; what was stored before is kept"
    if code == "SQLITE_NOTADB":
        return NoStore, "is not a database: another file, or damaged at its beginning; it was left as it is"
    if code.startswith("SQLITE_BUSY") or code.startswith("SQLITE_LOCKED"):
        return StoreError, f"was kept locked by another program for {WAIT_SECONDS} seconds"
    if code == "SQLITE_CANTOPEN":
        return StoreError, "cannot be opened: expected a file in a directory that exists"
    if code.startswith("SQLITE_READONLY"):
        return StoreError, "cannot be written: the file or its directory is read-only"
    if code.startswith(_DAMAGE):
        return DamagedStore, _damaged(said)
    if not code or code.startswith(("08", "28", "3D", "57P")):
        return StoreError, f"cannot be reached: {said}"
    return StoreError, f"failed ({code}): {said}"


_LOST = ("XX001", "XX002", "42P01", "42703")
"""PostgreSQL: damaged data or index, no such table, no such column."""
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_ERROR", "SQLITE_SCHEMA", "SQLITE_TOOBIG", "SQLITE_FORMAT", *_LOST)
"""Pages or tables that are damaged; in a sound store every table and column exists."""


def _damaged(what: str) -> str:
    return f"is damaged ({what}): restore a copy, or save what can be read with the database's own tools"


def _disk_is_full(url: URL) -> bool:
    """Whether the disk is full: growing the WAL index on a full disk is reported as an I/O error."""
    try:
        return shutil.disk_usage(Path(url.database or ".").absolute().parent).free < _FULL
    except OSError:
        return False
