"""How a search of a sliding puzzle is partitioned."""

from yomikiri.core.space import PlainSpace, moves_along
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.search.partitioning import MovesOf, Partitioning


def partitioning(
    game: Sliding, position: Tiles, states: str, symmetry: str, skip_lost: bool, hash_seed: int
) -> tuple[Partitioning, MovesOf]:
    """The partitioning of a search, and how codes along a solution become moves."""
    space = PlainSpace(game)
    rules = (game.rows, game.columns, game.encode(game.goal))
    found = Partitioning("sliding", rules, game.encode(position), states, hash_seed)
    return found, lambda codes: moves_along(space, position, codes)
