"""Everything that depends on the operating system, in one place.

Every function here has two implementations: one that uses what this system offers, and one that works on
every Python.  The second is used where the first is unavailable, and everywhere if the environment variable
``YOMIKIRI_PORTABLE`` is set to anything but 0, so it can be tested on any system.  The fallback is correct,
only less good: memory is guessed, large tables are copied instead of shared, and workers are not the first to
die when memory runs out.  No other module imports ``fcntl``, ``msvcrt`` or ``resource``, or reads ``/proc``;
the kernel has ``native/system.hpp`` for the same purpose.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PORTABLE = os.environ.get("YOMIKIRI_PORTABLE", "0") not in ("", "0")
"""Whether to use only the portable implementations."""
GUESSED_MEMORY = 2**31
"""Free bytes to assume if the machine does not say."""
GUESSED_DESCRIPTORS = 512
"""Files that a process may open, to assume if the system does not say."""
STALE_SECONDS = 60.0
"""A lock untouched for this long belongs to a dead process."""
CONTROL_GROUP_FILES = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""Where a control group, version 2 or 1, gives its memory limit and usage."""


# -- processors and memory -------------------------------------------------------------------------


def processors() -> int:
    """The processors that this process may use."""
    if not PORTABLE and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_V3 = ("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe")
_V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
NEEDED = {"wider": frozenset((*_V3, *_V4, "avx512vbmi")), "wide": frozenset(_V3)}
"""The instruction sets that each kernel needs, in Linux's names, fastest kernel first, beyond those of every
x86-64 processor of the last decade."""


def processor_flags() -> str:
    """The processor's flags as reported by Linux; empty elsewhere."""
    return _line("/proc/cpuinfo", "flags")


def fits(kernel: str, flags: str) -> bool:
    """Whether a processor with these flags can run that kernel."""
    return set(flags.split()) >= NEEDED[kernel]


def available_memory() -> int:
    """Bytes that this process may still allocate: free memory of the machine or of its control group."""
    amounts = [_free_memory()]
    for limit_file, used_file in CONTROL_GROUP_FILES if not PORTABLE else ():
        try:
            limit = int(Path(limit_file).read_text())
            amounts.append(max(0, limit - int(Path(used_file).read_text())))
        except (OSError, ValueError):
            continue  # No such group, or its limit is the word "max".
    return min(amounts)


def _free_memory() -> int:
    with contextlib.suppress(ValueError, IndexError):
        return int(_line("/proc/meminfo", "MemAvailable:").split()[0]) * 1024
    if PORTABLE:
        return GUESSED_MEMORY
    if sys.platform == "win32":
        return _free_memory_of_windows()
    for name, share in (("SC_AVPHYS_PAGES", 1), ("SC_PHYS_PAGES", 2)):
        # macOS does not report free memory; assume half of the total.
        with contextlib.suppress(OSError, ValueError):
            return os.sysconf(name) * os.sysconf("SC_PAGE_SIZE") // share
    return GUESSED_MEMORY


def _free_memory_of_windows() -> int:
    """From GlobalMemoryStatusEx(): the struct starts with its own length; bytes 16 to 24 are free memory."""
    import ctypes

    answer = (ctypes.c_uint64 * 8)()
    ctypes.cast(answer, ctypes.POINTER(ctypes.c_uint32))[0] = ctypes.sizeof(answer)
    asked = ctypes.windll.kernel32.GlobalMemoryStatusEx(answer)  # type: ignore[attr-defined,unused-ignore]
    return int(answer[2]) if asked else GUESSED_MEMORY


@contextmanager
def memory_ceiling(more: int) -> Iterator[None]:
    """Let this process take ``more`` bytes, then raise :class:`MemoryError`; works on Linux only."""
    taken = _line("/proc/self/status", "VmData:").split()
    if not taken:
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = int(taken[0]) * 1024 + more
    known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([wanted, *known]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def die_first() -> None:
    """If the machine runs out of memory, have it kill this process rather than its parent."""
    if not PORTABLE:
        with contextlib.suppress(OSError):  # Not Linux.
            Path("/proc/self/oom_score_adj").write_text("500")


def stand_back(steps: int) -> None:
    """Let other processes go first when processors are scarce."""
    if not PORTABLE:
        with contextlib.suppress(OSError, AttributeError):  # Not Unix.
            os.nice(steps)


def descriptors() -> int:
    """How many more files and connections this process can open."""
    if PORTABLE:
        return GUESSED_DESCRIPTORS
    try:
        import resource
    except ImportError:  # Not Unix.
        return GUESSED_DESCRIPTORS
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if most == resource.RLIM_INFINITY:
        return 2**20
    try:
        return int(most) - len(list(Path("/dev/fd").iterdir()))
    except OSError:
        return int(most) - 32


def _line(path: str, word: str) -> str:
    """The rest of the line that starts with ``word`` in a file of Linux; empty elsewhere."""
    if not PORTABLE:
        with contextlib.suppress(OSError):
            for line in Path(path).read_text().splitlines():
                if line.startswith(word):
                    return line.partition(":")[2].strip()
    return ""


# -- signals ---------------------------------------------------------------------------------------

HANGUP: signal.Signals | None = None if PORTABLE else getattr(signal, "SIGHUP", None)
"""The signal sent when a terminal closes, where there is one."""
END_SIGNALS = (signal.SIGTERM, *([HANGUP] if HANGUP is not None else []))
"""The signals with which systems end a process."""


# -- files -----------------------------------------------------------------------------------------


def can_map() -> bool:
    """Whether files may be mapped: a mapped file that shrinks must not kill the process, and only on Unix can
    the kernel's guard prevent that (``native/stores/map_guard.hpp``)."""
    return not PORTABLE and os.name == "posix"


@contextmanager
def alone(path: Path, wait: Callable[[], None]) -> Iterator[None]:
    """Run the block alone, among all processes that use the same lock file.

    Whenever another process holds the lock, ``wait`` is called, which should take a moment: during one long
    wait we could neither report anything nor obey a limit or Ctrl-C.
    """
    way = _Held if PORTABLE else _Flock if os.name == "posix" else _Msvcrt if os.name == "nt" else _Held
    while (lock := way.take(path)) is None:
        wait()
    try:
        yield
    finally:
        lock.release()


class _Flock:
    """Unix's lock, which the system releases when the process ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> "_Flock | None":
        import fcntl

        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                return None
            raise
        return cls(descriptor)

    def release(self) -> None:
        os.close(self._descriptor)


class _Msvcrt:
    """Windows' lock, on the file's first byte; it too is released when the process ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> "_Msvcrt | None":
        import msvcrt

        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            os.close(descriptor)
            return None
        return cls(descriptor)

    def release(self) -> None:
        os.close(self._descriptor)


class _Held:
    """A lock that exists as long as a file does: whoever creates the file holds the lock.

    It outlives its process.  So the holder keeps touching the file, and a waiting process removes a lock that
    has not been touched for long.  Two processes that remove the same lock may both get in: what the lock
    protects is sealed, so at worst a file is built twice.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._over = threading.Event()
        threading.Thread(target=self._touch, daemon=True).start()

    @classmethod
    def take(cls, path: Path) -> "_Held | None":
        held = path.with_name(path.name + ".held")
        try:
            os.close(os.open(held, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            with contextlib.suppress(OSError):  # It is gone: the next attempt may get the lock.
                if time.time() - held.stat().st_mtime > STALE_SECONDS:
                    held.unlink()
            return None
        return cls(held)

    def release(self) -> None:
        self._over.set()
        self._path.unlink(missing_ok=True)

    def _touch(self) -> None:
        while not self._over.wait(STALE_SECONDS / 4):
            with contextlib.suppress(OSError):
                os.utime(self._path)
