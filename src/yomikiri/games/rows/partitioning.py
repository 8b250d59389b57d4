"""How a search of Superpuzz or Gaps is partitioned."""

from typing import Any

from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.games.rows.rules import RowGame
from yomikiri.games.rows.space import RowSpace
from yomikiri.search.partitioning import MovesOf, Partitioning


def partitioning(
    game: RowGame, position: Any, states: str, symmetry: str, skip_lost: bool, hash_seed: int
) -> tuple[Partitioning, MovesOf]:
    """The partitioning of a search, and how codes along a solution become moves."""
    space: Space = RowSpace(game) if symmetry == "rows" else PlainSpace(game)
    rules = (game.columns, symmetry == "rows", skip_lost)
    found = Partitioning("rows", rules, space.key(position), states, hash_seed)
    return found, lambda codes: moves_along(space, position, codes)
