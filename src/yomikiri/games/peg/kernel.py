"""Peg solitaire in the kernel: board, regions and pagoda functions as native/games/peg/peg.hpp has them."""

from functools import lru_cache
from struct import pack
from typing import Any

from yomikiri import _kernel
from yomikiri.games.peg.bounds import regions
from yomikiri.games.peg.pagodas import pagodas
from yomikiri.games.peg.rules import METRICS, Peg

ANY_FINISH = -1


def parameters(game: Peg) -> dict[str, Any]:
    """The rules as parameters of the kernel."""
    board = game.board
    words: list[int] = []
    for pagoda in pagodas(board, game.finish):
        words += [pagoda.finish, len(pagoda.weights)]
        words += [word for weight_and_holes in pagoda.weights for word in weight_and_holes]
    return {
        "rows": board.rows,
        "columns": board.columns,
        "holes": board.holes,
        "finish": ANY_FINISH if game.finish is None else game.finish,
        "regions": pack(f"<{len(regions(board))}q", *regions(board)),
        "pagodas": pack(f"<{len(words)}q", *words),
    }


@lru_cache(maxsize=16)
def kernel_of(game: Peg, *, alike: bool = True) -> Any:
    """The kernel's game; ``alike``: whether symmetric positions count as one."""
    kernel = _kernel.peg_jumps if game.metric == METRICS[0] else _kernel.peg_moves
    return kernel(**parameters(game), alike=alike)
