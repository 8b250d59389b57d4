"""A real PostgreSQL server for tests: made in a temporary directory, started, and stopped again.

The server refuses to run as the superuser of the machine; then it runs as the user ``postgres`` or
``nobody``.  It listens on a socket in its directory only, never on a port.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """Where the server's programs are, the newest version; None if there are none."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: float(path.parent.name))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def other_user() -> pwd.struct_passwd | None:
    """Whom to run the server as, if not as oneself."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("neither a user postgres nor a user nobody to run PostgreSQL as")


class Server:
    """A running server."""

    def __init__(self, folder: Path, programs: Path, user: pwd.struct_passwd | None) -> None:
        self.folder, self.programs, self.user = folder, programs, user

    def run(self, program: str, *words: str) -> None:
        user = {} if self.user is None else {"user": self.user.pw_uid, "group": self.user.pw_gid}
        groups = {} if self.user is None else {"extra_groups": []}
        log = self.folder / "run.log"
        with log.open("ab") as out:
            # A pipe would be kept open by the server for ever, so that the output goes to a file.
            done = subprocess.run(
                [str(self.programs / program), *words],
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(self.folder)},
                check=False,
                **user,  # type: ignore[call-overload]
                **groups,
            )
        assert done.returncode == 0, f"{program}: {log.read_text()}"

    def sql(self, command: str, database: str = "postgres") -> None:
        whom = ["-U", "tester", "-d", f"postgresql:///{database}?host={self.folder}"]
        self.run("psql", "-q", "-v", "ON_ERROR_STOP=1", *whom, "-c", command)

    def emptied(self) -> str:
        """The URL of a database with nothing in it, always the same: new ones take time and space."""
        self.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self.url("postgres")

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://tester@/{database}?host={self.folder}"


@contextmanager
def running_server() -> Iterator[Server]:
    """A server from nothing to nothing; the caller has looked that there are :func:`programs`."""
    found = programs()
    assert found is not None
    user = other_user()
    # A socket's name must be short, which pytest's directories are not, and readable by the other user.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    server = Server(folder, found, user)
    try:
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = str(folder / "data")
        server.run("initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        # Nothing here has to outlive the machine, so that the server need not wait for the disk.
        settings = f"-k {folder} -c listen_addresses='' -c shared_buffers=16MB -c fsync=off"
        server.run(
            "pg_ctl", "-D", data, "-w", "-t", "120", "-o", settings, "-l", str(folder / "log"), "start"
        )
        try:
            yield server
        finally:
            server.run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
