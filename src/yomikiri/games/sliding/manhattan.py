"""The Manhattan distance of a sliding puzzle, the yardstick for all its other bounds."""

from yomikiri.games.sliding.rules import Sliding, Tiles


class Manhattan:
    """For each tile the steps along rows and columns to its goal cell; the blank is not counted.

    Admissible: a slide moves one tile by one cell, so a tile needs at least as many slides as it has steps,
    and no slide serves two tiles.  Consistent: a slide changes the sum by exactly one, up or down; so the sum
    is even exactly if the number of moves left is even, and the difference of the two, the *gap*, is always
    even (see :mod:`yomikiri.games.sliding.gap_sets`).
    """

    def __init__(self, game: Sliding) -> None:
        self.game = game
        home = {tile: cell for cell, tile in enumerate(game.goal)}
        self.steps = [
            [game.distance(home[tile], cell) if tile else 0 for cell in range(game.cells)]
            for tile in range(game.cells)
        ]
        """For each tile and cell, the steps from there to the tile's goal cell; 0 for the blank."""

    def __call__(self, position: Tiles) -> int:
        return sum(self.steps[tile][cell] for cell, tile in enumerate(position))

    def __repr__(self) -> str:
        return f"Manhattan({self.game!r})"
