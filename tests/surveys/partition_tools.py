"""What the tests of divided searches share: the judge of whole levels, and teams that lose a part."""

from collections.abc import Sequence
from typing import Any

from yomikiri.core.errors import ClusterError
from yomikiri.core.protocol import Game
from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace
from yomikiri.games.rows.space import RowSpace
from yomikiri.surveys.team import ThreadTeam

Counts = tuple[int | None, int, int, int]


def space_of(game: Game[Any, Any], symmetry: str = "none") -> Space:
    if isinstance(game, FreeCell):
        return FreeCellSpace(game)
    return RowSpace(game) if symmetry == "rows" else PlainSpace(game)  # type: ignore[arg-type]


def whole_levels(game: Game[Any, Any], position: Any, symmetry: str = "none") -> Counts:
    """Length, expanded, generated and stored of a search in the plainest Python that ends every level."""
    space = space_of(game, symmetry)
    level = {space.key(position): space.canonical(position)}
    seen = set(level)
    length = expanded = generated = 0
    while level and not any(map(game.is_goal, level.values())):
        children = {}
        for here in level.values():
            expanded += 1
            for move in game.moves(here):
                generated += 1
                child = space.canonical(game.play(here, move))
                children[space.key(child)] = child
        level = {key: child for key, child in children.items() if key not in seen}
        seen |= set(level)
        length += 1
    return (length if level else None, expanded, generated, len(seen))


class Losing(ThreadTeam):
    """A team of which a part is lost after so many steps."""

    lost = 0

    def __init__(self, *arguments: Any, steps: int) -> None:
        super().__init__(*arguments)
        self.steps = steps

    def step(self, index: int, incoming: Sequence[Any], expand: int, turn: bool) -> list[Any]:
        self.steps -= 1
        if self.steps < 0:
            Losing.lost += 1
            raise ClusterError("a part of the search was lost: by this test")
        return super().step(index, incoming, expand, turn)
