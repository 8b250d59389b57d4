"""Sliding puzzles once more, as plainly as can be: the outside judge of their searches.

Written from ``docs/rules-sliding.md`` alone, and importing nothing of the package.
"""

Tiles = tuple[int, ...]


def distances(rows: int, columns: int, goal: Tiles) -> dict[Tiles, int]:
    """Every board from which the goal can be reached, with the fewest slides; a slide can be taken back."""
    found = {goal: 0}
    layer = [goal]
    while layer:
        further = []
        for tiles in layer:
            blank = tiles.index(0)
            row, column = divmod(blank, columns)
            for other_row, other_column in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if not (0 <= other_row < rows and 0 <= other_column < columns):
                    continue
                slid = list(tiles)
                other = other_row * columns + other_column
                slid[blank], slid[other] = tiles[other], 0
                after = tuple(slid)
                if after not in found:
                    found[after] = found[tiles] + 1
                    further.append(after)
        layer = further
    return found
