"""Certificates of sliding puzzles: keys of half a byte per cell, parity, and bounds that are recomputed.

The lemmas are those of ``docs/certificates.md``: parity makes a bound infinite; Manhattan distance, with
linear conflicts if asked for; and *patterns*, additive pattern databases, which the checker builds itself,
from nothing but the names of their tiles.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import product
from math import perm
from typing import Any, ClassVar

from yomikiri import _kernel
from yomikiri.certificates.argument import Argument, KernelTable
from yomikiri.certificates.format import INFINITE, NotACertificate
from yomikiri.certificates.reasoning import Reasoning
from yomikiri.core.errors import InputError, shown
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import Sliding, Tiles

MOST_PLACES = 10_000_000
"""A database with more entries is refused."""


class SlidingArgument(Argument[Tiles]):
    """A node is a position, and all of its moves are considered."""

    lemmas: ClassVar[Mapping[str, str]] = {
        "parity": "parity: a slide changes the parities of the permutation and of the blank's distance",
    }
    bounds: ClassVar[Mapping[str, str]] = {
        "linear-conflict": "linear-conflict: the Manhattan distance, and two for each tile that steps aside",
        "manhattan": "manhattan: each tile needs its steps along rows and columns",
        "patterns": "patterns: each group of tiles needs its own slides; or linear-conflict, if that is more",
        "none": "no lower bound but 0",
    }
    game: Sliding

    def __init__(self, game: Sliding, start: Tiles, inference: Iterable[str], bound_name: str) -> None:
        super().__init__(game, start, inference, bound_name)
        self.halves = game.cells <= 16
        self.width = (game.cells + 1) // 2 if self.halves else game.cells
        name, _, groups = bound_name.partition(" ")
        if (name == "patterns") != bool(groups):
            raise NotACertificate(f"the bound '{shown(bound_name)}' is not written as it should be")
        plain = {
            "none": lambda tiles: 0,
            "manhattan": Manhattan(game),
            "linear-conflict": LinearConflict(game),
        }
        self._estimate: Any = plain[name] if name in plain else _Patterns(game, groups)

    def node(self, position: Tiles) -> Tiles:
        return position

    def key(self, node: Tiles) -> bytes:
        if not self.halves:
            return bytes(node)
        tiles = (*node, 0)
        return bytes(tiles[at] << 4 | tiles[at + 1] for at in range(0, self.game.cells, 2))

    def read(self, key: bytes) -> Tiles:
        halves = tuple(half for byte in key for half in (byte >> 4, byte & 15)) if self.halves else tuple(key)
        try:
            self.game.check(halves[: self.game.cells])
        except InputError as error:
            raise NotACertificate(f"the key {key.hex()} is not a position: {error}") from None
        if any(halves[self.game.cells :]):
            raise NotACertificate(f"the key {key.hex()} does not end in a zero")
        return halves[: self.game.cells]

    def is_goal(self, node: Tiles) -> bool:
        return self.game.is_goal(node)

    def followers(self, node: Tiles) -> Iterable[tuple[int, Tiles]]:
        return [(move, self.game.play(node, move)) for move in self.game.moves(node)]

    def bound(self, node: Tiles) -> int:
        if "parity" in self.inference and self.game.why_unsolvable(node) is not None:
            return INFINITE
        return int(self._estimate(node))

    def goals(self) -> Iterable[Tiles]:
        """There is one goal, and a slide is undone by sliding back."""
        return [self.game.goal]

    def in_kernel(self, wanted: int, **options: Any) -> KernelTable:
        game, start = self.game, self.game.encode(self.start)
        board = (game.rows, game.columns, bytes(game.goal))
        return _kernel.certify_sliding(*board, start, wanted, parity="parity" in self.inference, **options)


class _Patterns:
    """The sum of additive pattern databases of disjoint groups of tiles, or linear-conflict if that is more.

    A database has, for each placement of the tiles of its group, the least number of slides *of these tiles*
    to their goal cells, if a tile may slide to every neighbouring cell that is free of tiles of the group.  A
    real slide moves one tile, so it counts in at most one database, and changes that by at most one.
    """

    def __init__(self, game: Sliding, groups: str) -> None:
        self.groups: list[tuple[int, ...]] = []
        for group in groups.split("|"):
            words = group.split(",")
            if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
                raise NotACertificate(f"'{shown(group)}' is not a group of tiles: expected a form like 1,2,5")
            self.groups.append(tuple(map(int, words)))
        tiles = [tile for group in self.groups for tile in group]
        if len(set(tiles)) != len(tiles) or not all(1 <= tile < game.cells for tile in tiles):
            raise NotACertificate(
                f"the groups '{shown(groups, 60)}' have a tile twice, or one that is not there"
            )
        for size in (perm(game.cells, len(group)) for group in self.groups):
            if size > MOST_PLACES:
                raise NotACertificate(f"a database has {size} entries: expected {MOST_PLACES} at most")
        self.game = game
        self.conflicts = LinearConflict(game)

    @cached_property
    def distances(self) -> list[dict[tuple[int, ...], int]]:
        """The databases, built on first use: the kernel uses its own when it writes a certificate."""
        return [_distances(self.game, group) for group in self.groups]

    def __call__(self, position: Tiles) -> int:
        places = {tile: cell for cell, tile in enumerate(position)}
        total = sum(
            distance.get(tuple(places[tile] for tile in group), 0)
            for group, distance in zip(self.groups, self.distances, strict=True)
        )
        return max(total, self.conflicts(position))


def _distances(game: Sliding, group: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    goal = tuple(game.goal.index(tile) for tile in group)
    found, frontier = {goal: 0}, [goal]
    while frontier:
        following = []
        for places, index in product(frontier, range(len(group))):
            for cell in game.neighbours(places[index]):
                if cell not in places:
                    after = (*places[:index], cell, *places[index + 1 :])
                    if after not in found:
                        found[after] = found[places] + 1
                        following.append(after)
        frontier = following
    return found


class SlidingReasoning(Reasoning):
    """Parity, and the bounds that are recomputed."""

    def rules_of(self, game: Any) -> dict[str, str]:
        goal = " ".join(map(str, game.goal))
        return {"rows": str(game.rows), "columns": str(game.columns), "goal": goal}

    def game_of(self, name: str, rules: Mapping[str, str]) -> Sliding:
        rows, columns = int(rules["rows"]), int(rules["columns"])
        return Sliding(rows, columns, tuple(map(int, rules["goal"].split())))

    def usual(self, game: Any, *, shortest: bool) -> tuple[tuple[str, ...], str]:
        return ("parity",), "linear-conflict"

    def argument(
        self, game: Any, start: Any, inference: tuple[str, ...], bound: str, width: int
    ) -> SlidingArgument:
        return SlidingArgument(game, start, inference, bound)


REASONING = SlidingReasoning()
