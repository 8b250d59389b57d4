"""Additive pattern databases: A. Felner, R. Korf & S. Hanan, "Additive pattern database heuristics" (JAIR 22,
2004), with the blank's region in the index.

A *pattern* is a group of tiles.  Ignore which of the other tiles is which: what is left is where the
pattern's tiles and the blank are.  Count only the slides of the pattern's tiles; then the databases of groups
that have no tile in common add up, because every slide is counted for at most one of them.

Sliding the other tiles costs nothing.  So the blank moves freely among the cells without a tile of the
pattern, and only its *region*, the connected component of those cells that it is in, matters.  Korf and
Felner keep the least value over all regions; with the region in the index the value is never smaller, and on
the 4x4 board, where a pattern of seven or eight tiles often fences the blank in, it is larger often enough to
halve the search.

This is the specification, made of dictionaries: whole groups on small boards, groups of three or four tiles
on the 4x4 board.  The kernel has the tables for larger groups.
"""

from collections.abc import Iterator, Mapping, Sequence

from yomikiri.core.errors import InputError, shown
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.symmetry import Normal, alike

Index = tuple[tuple[int, ...], int]
"""The cells of the pattern's tiles, in the order of the pattern, and the first cell of the blank's region."""


class PatternDatabase:
    """For every placement of a pattern's tiles and every region of the blank, the slides that the tiles need.

    Admissible: forgetting names maps each solution of the position to a path to the pattern's goal that
    slides the pattern's tiles no more often.  Consistent: a slide of a pattern tile is a move of the small
    puzzle and costs one; any other slide leaves the index unchanged.  Without regions it is only admissible:
    two least values may belong to different regions.
    """

    def __init__(self, game: Sliding, tiles: Sequence[int], *, regions: bool = True) -> None:
        """``regions=False`` gives the classical database, with the least value over the blank's regions."""
        self.game, self.tiles, self.regions = game, tuple(tiles), regions
        if not tiles or len(set(tiles)) < len(tiles) or not all(0 < tile < game.cells for tile in tiles):
            raise InputError(f"a pattern is a group of different tiles of the board, found {tuple(tiles)}")
        self.table = _search(game, self.tiles)
        """The slides by index."""
        self.least: dict[tuple[int, ...], int] = {}
        """The least value over all regions, by the cells of the tiles."""
        for (cells, _), value in self.table.items():
            self.least[cells] = min(value, self.least.get(cells, value))

    def __call__(self, position: Tiles) -> int:
        cells = tuple(position.index(tile) for tile in self.tiles)
        if not self.regions:
            return self.least[cells]
        return self.table[cells, min(region(self.game, cells, position.index(0)))]

    def __repr__(self) -> str:
        classical = "" if self.regions else ", regions=False"
        return f"PatternDatabase({self.game!r}, {self.tiles!r}{classical})"


class AdditivePatternDatabases:
    """The sum over groups of tiles, maximised over the symmetries of the goal.

    Admissible: see above for the sum; a symmetry that keeps the goal keeps distances, so the sum for the
    reflected position is a bound for the position itself, and so is the larger of the two.  Consistent, as
    a maximum of consistent sums.
    """

    def __init__(
        self,
        game: Sliding,
        groups: Sequence[Sequence[int]],
        *,
        regions: bool = True,
        reflected: bool = True,
    ) -> None:
        self.game, self.groups = game, tuple(map(tuple, groups))
        self.regions, self.reflected = regions, reflected
        tiles = [tile for group in groups for tile in group]
        if len(set(tiles)) < len(tiles):
            raise InputError("a tile is in two groups: databases add up only if they have no tile in common")
        self.databases = [PatternDatabase(game, group, regions=regions) for group in groups]
        self._images = alike(game) if reflected else []

    def __call__(self, position: Tiles) -> int:
        positions = [position, *(image(position) for image in self._images)]
        return max(sum(database(each) for database in self.databases) for each in positions)

    def __repr__(self) -> str:
        options = ("" if self.regions else ", regions=False") + (
            "" if self.reflected else ", reflected=False"
        )
        return f"AdditivePatternDatabases({self.game!r}, {self.groups!r}{options})"


PARTITIONS: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "5-5-5": ((1, 2, 3, 6, 7), (4, 5, 8, 9, 12), (10, 11, 13, 14, 15)),
    "6-6-3": ((1, 2, 4, 5, 8, 9), (3, 6, 7, 10, 11, 15), (12, 13, 14)),
    "7-8": ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
}
"""Groups of tiles of the 4x4 board with the blank first: neighbours together, because they get in each
other's way.  No partition is its own reflection, so the reflected lookup adds information."""


def partition(game: Sliding, name: str) -> tuple[tuple[int, ...], ...]:
    """The groups of a partition, in the tiles of a 4x4 game whose goal has the blank in any corner."""
    if name not in PARTITIONS:
        raise InputError(f"unknown partition '{shown(name)}': expected one of {', '.join(PARTITIONS)}")
    if game.size != "4x4":
        raise InputError(f"partition {name} is for 4x4 boards, not for {game.size}")
    normal = Normal(game)
    return tuple(tuple(normal.own_tile(tile) for tile in group) for group in PARTITIONS[name])


def region(game: Sliding, cells: Sequence[int], blank: int) -> set[int]:
    """The cells that the blank can reach without sliding a tile in ``cells``."""
    found, waiting = {blank}, [blank]
    while waiting:
        for cell in game.neighbours(waiting.pop()):
            if cell not in found and cell not in cells:
                found.add(cell)
                waiting.append(cell)
    return found


def _search(game: Sliding, tiles: tuple[int, ...]) -> dict[Index, int]:
    """All indices by breadth-first search from the goal; slides can be undone, so forwards is backwards."""
    home = tuple(game.goal.index(tile) for tile in tiles)
    start = home, min(region(game, home, game.goal.index(0)))
    values = {start: 0}
    layer = [start]
    while layer:
        following = []
        for index in layer:
            for other in _slides(game, *index):
                if other not in values:
                    values[other] = values[index] + 1
                    following.append(other)
        layer = following
    return values


def _slides(game: Sliding, cells: tuple[int, ...], blank: int) -> Iterator[Index]:
    """Each tile of the pattern that borders on the blank's region slides into it."""
    free = region(game, cells, blank)
    for number, cell in enumerate(cells):
        for target in game.neighbours(cell):
            if target in free:
                moved = (*cells[:number], target, *cells[number + 1 :])
                yield moved, min(region(game, moved, cell))
