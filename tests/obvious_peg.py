"""Peg solitaire the obvious way, holes as pairs of numbers in sets: the judge of the rules."""

from yomikiri.games.peg.holes import SHAPES, WIDTH

Place = tuple[int, int]
WAYS = [(-1, 0), (0, -1), (0, 1), (1, 0)]


def places(size: str) -> set[Place]:
    """The holes of a board as (row, column)."""
    if size in SHAPES:
        rows = SHAPES[size].split("/")
    else:
        down, right = map(int, size.split("x"))
        rows = ["o" * right] * down
    return {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "o"}


def jumps(board: set[Place], pegs: frozenset[Place]) -> list[tuple[Place, Place, frozenset[Place]]]:
    """Source, target and the pegs afterwards, in the order of the rules."""
    found = []
    for row, column in sorted(pegs):
        for down, right in WAYS:
            over, target = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in pegs and target in board and target not in pegs:
                found.append(((row, column), target, pegs - {(row, column), over} | {target}))
    return found


def chains(
    board: set[Place], pegs: frozenset[Place], begun: tuple[Place, ...] = ()
) -> list[tuple[tuple[Place, ...], frozenset[Place]]]:
    """The moves of one or more jumps by one peg, and the pegs afterwards, in the order of the rules."""
    found = []
    for source, target, after in jumps(board, pegs):
        if not begun or source == begun[-1]:
            chain = (*(begun or (source,)), target)
            found += [(chain, after), *chains(board, after, chain)]
    return found


def holes(pegs: frozenset[Place] | set[Place]) -> int:
    """The same pegs as the package has them."""
    return sum(1 << WIDTH * row + column for row, column in pegs)
