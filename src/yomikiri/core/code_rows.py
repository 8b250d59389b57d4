"""Code rows: positions as rows of a NumPy array, for heuristics that take many at a time.

A row is a position's code, the bytes of :meth:`Game.encode`, as unsigned bytes.  If a game's codes vary in
length, the game states the maximum (:attr:`Game.code_bytes`), and shorter ones are padded at the end with
255, a byte that no code ends with.  NumPy is loaded when the first array is made.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game

if TYPE_CHECKING:
    from types import ModuleType

PADDING = 255


def load_numpy() -> "ModuleType":
    """Import NumPy, which only arrays need."""
    try:
        import numpy
    except ImportError:
        raise InputError("arrays of positions need NumPy: pip install 'yomikiri[heuristics]'") from None
    return numpy


def row_bytes(game: Game[Any, Any], position: Any) -> int:
    """The row length for the game that ``position`` belongs to."""
    most = game.code_bytes
    return len(game.encode(position)) if most is None else most


def to_array(game: Game[Any, Any], positions: Iterable[Any]) -> Any:
    """The positions as an array of bytes, one row each."""
    numpy = load_numpy()
    listed = list(positions)
    if not listed:
        return numpy.zeros((0, game.code_bytes or 0), dtype=numpy.uint8)
    width = row_bytes(game, listed[0])
    codes = b"".join(row_of(game, position, width) for position in listed)
    return numpy.frombuffer(codes, dtype=numpy.uint8).reshape(len(listed), width)


def from_array(game: Game[Any, Any], array: Any) -> list[Any]:
    """The positions that :func:`to_array` made the array from."""
    numpy = load_numpy()
    rows = numpy.asarray(array)
    if rows.ndim != 2 or rows.dtype != numpy.uint8:
        raise InputError(f"an array of {rows.dtype} with shape {rows.shape}: expected rows of uint8")
    return [position_of(game, row.tobytes()) for row in rows]


def row_of(game: Game[Any, Any], position: Any, width: int) -> bytes:
    """The row of a position."""
    code = game.encode(position)
    if (game.code_bytes is None and len(code) != width) or len(code) > width:
        raise InputError(
            f"a code of {len(code)} bytes in rows of {width}: "
            f"codes of {game.name} differ in length, so expected code_bytes to say how long they get"
        )
    return code.ljust(width, bytes([PADDING]))


def position_of(game: Game[Any, Any], row: bytes) -> Any:
    """The position of a row."""
    return game.decode(row if game.code_bytes is None else row.rstrip(bytes([PADDING])))
