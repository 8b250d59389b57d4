"""The body of a certificate: sorted keys of one width with their bounds, in compressed blocks.

A block holds up to 65,536 keys with the same bound.  Each key but the first is written as the number of bytes
it shares with the one before it, and the bytes that differ; these are two streams, compressed separately.
Bounds fall from block to block, and keys with the same bound are ascending.  So a level of a search is a run
of blocks, a bound costs nothing, and the keys of several certificates can be merged in one pass with little
memory.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import chain, islice
from tempfile import TemporaryFile
from typing import BinaryIO

from yomikiri.certificates.format import NotACertificate

BLOCK_KEYS = 1 << 16
WIDEST_KEY = 255
_HEAD = struct.Struct(">HIII")
RUN_KEYS = 1 << 20
"""Keys sorted in memory at a time."""
_LARGER = 0x10000
"""Larger than any bound."""


def pack_block(bound: int, keys: list[bytes]) -> bytes:
    """One block of ascending keys that share a bound."""
    shared, suffixes, before = bytearray(), bytearray(), b""
    for key in keys:
        same = _shared(before, key)
        shared.append(same)
        suffixes += key[same:]
        before = key
    return compressed(bound, len(keys), bytes(shared), bytes(suffixes))


def compressed(bound: int, count: int, shared: bytes, suffixes: bytes) -> bytes:
    """A block from its two streams."""
    first, second = zlib.compress(shared, 9), zlib.compress(suffixes, 9)
    return _HEAD.pack(bound, count, len(first), len(second)) + first + second


def _shared(one: bytes, other: bytes) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def blocks_of(width: int, levels: Iterable[tuple[int, Iterable[bytes]]]) -> Iterator[tuple[int, bytes]]:
    """Turn levels, with falling bounds and ascending keys, into blocks, each with its number of keys."""
    last = None
    for bound, keys in levels:
        if last is not None and bound >= last:
            raise ValueError(f"a level of bound {bound} after one of {last}: expected a smaller one")
        last, waiting = bound, iter(keys)
        while block := list(islice(waiting, BLOCK_KEYS)):
            if any(len(key) != width for key in block):
                raise ValueError(f"a key that has not {width} bytes")
            yield len(block), pack_block(bound, block)


def read_table(file: BinaryIO, width: int, size: int) -> Iterator[tuple[int, list[bytes]]]:
    """The blocks of a body of ``size`` bytes: bound and keys; any deviation from the format is refused."""
    number, last, highest = 0, _LARGER, b""
    while size:
        number += 1
        if size < _HEAD.size:
            raise NotACertificate(f"block {number} is cut short")
        bound, count, first, second = _HEAD.unpack(file.read(_HEAD.size))
        size -= _HEAD.size + first + second
        if size < 0 or not 1 <= count <= BLOCK_KEYS or bound == 0:
            raise NotACertificate(f"block {number} has an impossible head")
        shared = _inflate(file.read(first), count, number)
        if max(shared) > width or shared[0]:
            raise NotACertificate(f"block {number} shares more bytes than there are")
        suffixes = _inflate(file.read(second), count * width - sum(shared), number)
        if bound > last:
            raise NotACertificate(
                f"block {number} has the bound {bound} after {last}: expected no larger one"
            )
        highest = highest if bound == last else b""
        keys, at, before = [], 0, b""
        for same in shared:
            end = at + width - same
            before = before[:same] + suffixes[at:end]
            at = end
            if before <= highest:
                raise NotACertificate(f"block {number} has keys that do not rise")
            highest = before
            keys.append(before)
        last = bound
        yield bound, keys


def _inflate(data: bytes, size: int, number: int) -> bytes:
    """Unpack a stream that must have a given size; it never unpacks more than that."""
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, size + 1)
    except zlib.error as error:
        raise NotACertificate(f"block {number} cannot be unpacked: {error}") from None
    if len(found) != size or not stream.eof or stream.unused_data or stream.unconsumed_tail:
        raise NotACertificate(f"block {number} does not unpack to {size} bytes")
    return found


def in_order(keys: Iterable[bytes], width: int, most: int = RUN_KEYS) -> Iterator[bytes]:
    """Keys sorted, each once, with runs on disk if there are more than ``most``."""
    waiting = iter(keys)
    runs: list[Iterator[bytes]] = []
    with TemporaryFile() as file:
        while part := sorted(set(islice(waiting, most))):
            following = next(waiting, None)
            if following is None and not runs:
                yield from part
                return
            start = file.seek(0, 2)
            file.write(b"".join(part))
            runs.append(_run(file, start, len(part), width))
            if following is not None:
                waiting = chain([following], waiting)
        before = None
        for key in merge(*runs):
            if key != before:
                yield key
            before = key


def _run(file: BinaryIO, start: int, count: int, width: int, piece: int = 4096) -> Iterator[bytes]:
    for first in range(0, count, piece):
        file.seek(start + first * width)
        data = file.read(min(piece, count - first) * width)
        yield from (data[at : at + width] for at in range(0, len(data), width))
