"""What the tests of FreeCell share: positions at random, and a judge of runs by single moves alone."""

import random
from collections.abc import Hashable, Iterator

from yomikiri import IllegalMove
from yomikiri.games import FreeCell
from yomikiri.games.freecell.notation import FIRST_CELL, Move
from yomikiri.games.freecell.position import Position


def walk(game: FreeCell, position: Position, steps: int, seed: int) -> Iterator[Position]:
    """The positions of a random walk, the start included; it ends early where no move is left."""
    rng = random.Random(seed)
    for _ in range(steps):
        yield position
        moves = game.moves(position)
        if not moves:
            return
        position = game.play(position, rng.choice(moves))


def single_moves_can(game: FreeCell, position: Position, move: Move) -> bool:
    """Whether single moves carry the run of ``move`` to its target by empty cells and columns alone.

    Everything is tried: cards of the run go to cells and columns that are empty at the beginning, on one
    another there, back, or to the target; nothing else is touched.
    """
    single = FreeCell(game.columns, game.cells, game.building, game.empty, game.ranks)
    run = position.columns[move.source][-move.count :]
    wanted = position.columns[move.target] + run
    floor = len(position.columns[move.source]) - move.count
    usable = [n for n, column in enumerate(position.columns) if not column or n in (move.source, move.target)]
    usable += [FIRST_CELL + n for n, card in enumerate(position.cells) if card is None]

    def alike(current: Position) -> Hashable:
        others = [column for n, column in enumerate(current.columns) if n not in (move.source, move.target)]
        held = sorted(current.cells, key=str)
        return tuple(held), tuple(sorted(others)), current.columns[move.source], current.columns[move.target]

    seen, open_list = {alike(position)}, [position]
    while open_list:
        current = open_list.pop()
        if current.columns[move.target] == wanted:
            return True
        for source in usable:
            if source == move.source and len(current.columns[source]) == floor:
                continue
            for target in usable:
                try:
                    after = single.play(current, Move(source, target))
                except IllegalMove:
                    continue
                if set(position.columns[move.target]) <= set(after.columns[move.target]):
                    key = alike(after)
                    if key not in seen:
                        seen.add(key)
                        open_list.append(after)
    return False
