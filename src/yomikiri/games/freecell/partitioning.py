"""How a search of FreeCell is partitioned."""

from yomikiri.core.space import moves_along
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellCode, FreeCellSpace
from yomikiri.search.partitioning import MovesOf, Partitioning


def partitioning(
    game: FreeCell, position: Position, states: str, symmetry: str, skip_lost: bool, hash_seed: int
) -> tuple[Partitioning, MovesOf]:
    """The partitioning of a search, and how codes along a solution become moves."""
    coder, space = FreeCellCode(game, position), FreeCellSpace(game)
    building = (game.building == "suit", game.empty == "kings", game.metric == "supermove")
    rules = (game.columns, game.cells, game.ranks, *building, game.encode(position))
    found = Partitioning("freecell", rules, coder.encode(position), states, hash_seed)
    return found, lambda codes: moves_along(
        space, position, [space.key(coder.decode(code)) for code in codes]
    )
