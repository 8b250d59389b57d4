"""Damage to files, for all tests of what is read back: every bit flipped, every possible end cut off."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from yomikiri.core.errors import DamagedFile


def damages(path: Path, step: int = 1) -> Iterator[str]:
    """Damages a file in place, in one way after another, and says how; it is whole again at the end.

    Each bit is flipped, or every so many; then bytes are added, and the end is cut off more and more.  In
    place because to write a file anew makes some systems wait for the disk.
    """
    whole = path.read_bytes()
    file = os.open(path, os.O_RDWR)
    try:
        for bit in range(0, 8 * len(whole), step):
            at = bit // 8
            os.pwrite(file, bytes([whole[at] ^ 1 << bit % 8]), at)
            yield f"bit {bit} flipped"
            os.pwrite(file, whole[at : at + 1], at)
        for more in (b"\0", whole[-1:], b"\n"):
            os.pwrite(file, more, len(whole))
            yield f"{more!r} added"
        for length in range(len(whole) - 1, -1, -step):
            os.ftruncate(file, length)
            yield f"cut to {length} bytes"
        os.ftruncate(file, 0)
        yield "empty"
    finally:
        os.pwrite(file, whole, 0)
        os.ftruncate(file, len(whole))
        os.close(file)


def assert_all_damage_is_refused(path: Path, read: Callable[[], object], step: int = 1) -> None:
    """``read`` must raise an error that names the file for every damage, and work before and after."""
    read()
    for damage in damages(path, step):
        try:
            found = read()
        except DamagedFile as error:
            message = str(error)
        else:
            pytest.fail(f"{path.name} with {damage} was taken for sound: {found!r}")
        assert str(path) in message, damage
    read()
