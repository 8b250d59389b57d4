"""Is the kernel that Python would load as new as its sources?  If not, rebuild it.

`make test` sees to that by itself; this is for whoever edits a C++ file and runs pytest directly.
"""

import fcntl
import json
import os
import subprocess
import sys
import sysconfig
from importlib.metadata import distributions
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kernel_sources import kernel_sources

ROOT = Path(__file__).resolve().parent.parent


def editable_checkout(installed_in: str) -> Path | None:
    """The checkout that a directory of packages has as an editable yomikiri, or None."""
    for found in distributions(name="yomikiri", path=[installed_in]):
        origin = json.loads(found.read_text("direct_url.json") or "{}")
        if origin.get("dir_info", {}).get("editable"):
            return Path(unquote(urlsplit(origin["url"]).path)).resolve()
    return None


def foreign(checkout: Path | None) -> str | None:
    """Why this environment is not ours to test with, or to install into; None if it is.

    A rebuild would make another checkout's environment load this one, and its tests test the wrong code.
    """
    if checkout in (None, ROOT):
        return None
    return (
        f"{sys.prefix} has the editable yomikiri of {checkout}, these are the tests of {ROOT}:"
        " run `make test` here, which makes an environment of its own"
    )


def built_kernels() -> list[Path]:
    return list((Path(sysconfig.get_path("platlib")) / "yomikiri").glob("_kernel*.so"))


def is_stale(kernels: list[Path], sources: list[Path]) -> bool:
    """Whether there is no kernel, or a source is newer than the newest one."""
    built = max((kernel.stat().st_mtime for kernel in kernels), default=0.0)
    return any(source.stat().st_mtime > built for source in sources)


def rebuild() -> str | None:
    """Build and install the kernel again, incrementally; what went wrong, or None."""
    if problem := foreign(editable_checkout(sysconfig.get_path("platlib"))):
        return problem
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        return "the kernel is older than its sources: run `make sanitize`"
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    command += ["--no-build-isolation", "--no-deps", "--config-settings=cmake.define.YOMIKIRI_KERNELS=all"]
    command += ["--editable", str(ROOT)]
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_stale(built_kernels(), kernel_sources()):
            return None  # Another run of the tests has rebuilt it meanwhile.
        done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode != 0:
        return "the kernel could not be rebuilt: run `make test` for the whole set-up"
    return None
