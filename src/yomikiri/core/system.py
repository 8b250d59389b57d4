"""What operating systems differ in, and nothing else does.

Every function here has two ways: what this system offers, and what every Python has.  The second is taken
where the first is missing, and everywhere if the environment variable ``YOMIKIRI_PORTABLE`` is set to
anything but 0, so that it can be tested on a system that has everything.  Without the first way nothing is
wrong, only less good: memory is guessed, large tables are copied instead of shared, a worker is not the first
to die when memory ends.  Nobody else imports ``fcntl``, ``msvcrt`` or ``resource``, or looks into ``/proc``;
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
"""Whether only the second ways are taken."""
GUESSED_MEMORY = 2**31
"""Free bytes of a machine that does not tell."""
GUESSED_DESCRIPTORS = 512
"""Files that a process may open where it cannot ask."""
STALE_SECONDS = 60.0
"""A lock that nobody has touched for so long belongs to a process that has died."""
CONTROL_GROUP_FILES = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""Where a control group, of version 2 or 1, says how much memory it may have and has."""


# -- processors and memory -------------------------------------------------------------------------


def processors() -> int:
    """The processors that this process may use."""
    if not PORTABLE and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_V3 = ("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe")
_V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
NEEDED = {"wider": frozenset((*_V3, *_V4, "avx512vbmi")), "wide": frozenset(_V3)}
"""What Linux calls the instructions of each kernel, the fastest first, beyond those of every x86-64 processor
of the last decade."""


def processor_flags() -> str:
    """The flags of the processor as Linux tells them; nothing elsewhere."""
    return _line("/proc/cpuinfo", "flags")


def fits(kernel: str, flags: str) -> bool:
    """Whether a processor with these flags runs that kernel."""
    return set(flags.split()) >= NEEDED[kernel]


def available_memory() -> int:
    """Bytes that this process may still take: free memory of the machine, or of its control group."""
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
        # macOS does not tell what is free; half of what there is has to do.
        with contextlib.suppress(OSError, ValueError):
            return os.sysconf(name) * os.sysconf("SC_PAGE_SIZE") // share
    return GUESSED_MEMORY


def _free_memory_of_windows() -> int:
    """By GlobalMemoryStatusEx(): the answer begins with its own length, bytes 16 to 24 are free memory."""
    import ctypes

    answer = (ctypes.c_uint64 * 8)()
    ctypes.cast(answer, ctypes.POINTER(ctypes.c_uint32))[0] = ctypes.sizeof(answer)
    asked = ctypes.windll.kernel32.GlobalMemoryStatusEx(answer)  # type: ignore[attr-defined,unused-ignore]
    return int(answer[2]) if asked else GUESSED_MEMORY


@contextmanager
def memory_ceiling(more: int) -> Iterator[None]:
    """Let this process take so many bytes more and then raise :class:`MemoryError`; only Linux can."""
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
    """Have this process die, and not the one that it works for, if the machine runs out of memory."""
    if not PORTABLE:
        with contextlib.suppress(OSError):  # Not Linux.
            Path("/proc/self/oom_score_adj").write_text("500")


def stand_back(steps: int) -> None:
    """Let other processes go first where processors are scarce."""
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
    """What follows a word at the beginning of a line of a file of Linux; nothing elsewhere."""
    if not PORTABLE:
        with contextlib.suppress(OSError):
            for line in Path(path).read_text().splitlines():
                if line.startswith(word):
                    return line.partition(":")[2].strip()
    return ""


# -- signals ---------------------------------------------------------------------------------------

HANGUP: signal.Signals | None = None if PORTABLE else getattr(signal, "SIGHUP", None)
"""The signal of a terminal that is closed, where there is one."""
END_SIGNALS = (signal.SIGTERM, *([HANGUP] if HANGUP is not None else []))
"""The signals by which systems end a process."""


# -- files -----------------------------------------------------------------------------------------


def can_map() -> bool:
    """Whether files may be mapped: a mapped file that shrinks must not end the process, and only Unix lets
    the kernel's guard see to that (``native/stores/map_guard.hpp``)."""
    return not PORTABLE and os.name == "posix"


@contextmanager
def alone(path: Path, wait: Callable[[], None]) -> Iterator[None]:
    """Alone in the block, among all processes that name the same lock file.

    ``wait`` is called, and should take a moment, whenever the lock was asked for and another process has it:
    in one long wait nobody could be told, and no limit or Ctrl-C be kept.
    """
    way = _Held if PORTABLE else _Flock if os.name == "posix" else _Msvcrt if os.name == "nt" else _Held
    while (lock := way.take(path)) is None:
        wait()
    try:
        yield
    finally:
        lock.release()


class _Flock:
    """The lock of Unix, which goes with its process."""

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
    """The lock of Windows, on the first byte of the file; it goes with its process, too."""

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
    """A lock that is there as long as a file is: whoever makes it has it.

    It does not go with its process.  So who has it touches the file again and again, and who waits takes away
    one that was not touched for long.  Two who take away the same one may both come in: what a lock protects
    here is sealed, so that the worst of it is a file that is made again.
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
            with contextlib.suppress(OSError):  # It is gone: the next attempt may have it.
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
