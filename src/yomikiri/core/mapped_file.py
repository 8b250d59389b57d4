"""A mapped file that notices when it has changed; only where :func:`system.can_map` allows it."""

import mmap
import os
from pathlib import Path

from yomikiri import _kernel


class MappedFile(mmap.mmap):
    """A file mapped for reading."""

    def watch(self, path: Path, was: os.stat_result) -> None:
        """Watch for changes from here on."""
        self._path, self._was = path, was
        self._guard = _kernel.MapGuard(self)

    @property
    def change(self) -> str | None:
        """What has happened to it, if anything."""
        if self._guard.hit:
            return "was cut short, or could not be read any more, while it was in use"
        try:
            now = os.stat(self._path)
        except OSError:
            return None  # It was removed: the mapping stays valid, and nobody can change it by name any more.
        if (now.st_dev, now.st_ino) != (self._was.st_dev, self._was.st_ino):
            return None  # Another file has taken its place.
        same = (now.st_size, now.st_mtime_ns) == (self._was.st_size, self._was.st_mtime_ns)
        return None if same else "was changed while it was in use"

    @property
    def path(self) -> Path:
        return self._path


def map_file(path: Path, descriptor: int) -> MappedFile:
    """Map an open file for reading, and watch it."""
    mapping = MappedFile(descriptor, 0, access=mmap.ACCESS_READ)
    mapping.watch(path, os.fstat(descriptor))
    return mapping
