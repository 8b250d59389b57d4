"""All distances at once: the claim that no solvable position needs more than N moves.

The table has every solvable position except the goals, with its distance; so it needs a game whose moves can
be undone and whose goals can be listed.  It is correct if

1. every move from a goal, or from a position of the table, leads to a goal or into the table;
2. the numbers of two positions joined by a move differ by at most 1, where goals have 0;
3. each position of the table has a move to one that is nearer by 1;
4. no position has more than N, and the start has N.

*Proof.*  Suppose that s can be solved, and undo the moves of a solution one by one from its goal: by (1) each
position on the way, including s, is a goal or in the table.  By (2) its number is at most its distance; by
(3), followed down to 0, where only goals are, at least that.  With (4), N is the greatest distance.
"""

from collections.abc import Iterable
from typing import Any

from yomikiri.certificates.argument import Argument
from yomikiri.certificates.format import Claim, Header, NotACertificate
from yomikiri.core.errors import InputError


class Failed(Exception):
    """The proof has a hole: what it is, and the board where it is."""

    def __init__(self, reason: str, board: str = "") -> None:
        super().__init__(reason)
        self.reason, self.board = reason, board


class Distances:
    """One pass over a table of all distances."""

    def __init__(self, argument: Argument[Any], header: Header, table: dict[bytes, int]) -> None:
        goals = argument.goals()
        if goals is None or header.inference or header.bound != "none":
            raise NotACertificate(
                f"the claim 'greatest' is for games whose moves can be undone, without inference and bound: "
                f"{header.game} has '{' '.join(header.inference) or 'none'}', '{header.bound}'"
            )
        self.argument, self.table, self.length = argument, table, header.claim.length
        self.goals = {argument.key(goal): goal for goal in goals}
        self.visits = 0

    def run(self) -> None:
        argument, start = self.argument, self.argument.node(self.argument.start)
        if self.number(argument.key(start)) != self.length:
            raise Failed(f"the start is not proved to need {self.length} moves", argument.board(start))
        for key, goal in self.goals.items():
            if key in self.table:
                raise Failed("a position of the table is won", argument.board(goal))
            self.position(goal, 0)
        for key, number in self.table.items():
            node = argument.read(key)
            if number > self.length:
                raise Failed(f"a position has {number}, more than {self.length}", argument.board(node))
            self.position(node, number)

    def number(self, key: bytes) -> int | None:
        """The table's number for a position, 0 for goals; None if it is missing."""
        return 0 if key in self.goals else self.table.get(key)

    def position(self, node: Any, number: int) -> None:
        """Check that a position's number is consistent with its neighbours'."""
        self.visits += 1
        argument, nearer = self.argument, number == 0
        for move, after in argument.followers(node):
            found = self.number(argument.key(after))
            if found is None or abs(found - number) > 1:
                which = (
                    "is not in the table" if found is None else f"has {found}, next to one that has {number}"
                )
                text = argument.move_text(node, move)
                raise Failed(f"{text} leads to a position that {which}", argument.board(node))
            nearer = nearer or found == number - 1
        if not nearer:
            raise Failed(f"no move leads to a position that has {number - 1}", argument.board(node))


def all_distances(argument: Argument[Any]) -> tuple[list[tuple[int, list[bytes]]], Any, Claim]:
    """The levels of the table by falling distance, one of the furthest positions, and the claim."""
    goals: Iterable[Any] | None = argument.goals()
    if goals is None:
        raise InputError(
            f"{argument.game.name} has no certificate of all distances: expected moves that can be undone"
        )
    level = {argument.key(goal): goal for goal in goals}
    seen, furthest = set(level), next(iter(level.values()))
    levels: list[tuple[int, list[bytes]]] = []
    while True:
        level = {
            key: after
            for node in level.values()
            for _, after in argument.followers(node)
            if (key := argument.key(after)) not in seen
        }
        if not level:
            return levels[::-1], furthest, Claim("greatest", len(levels))
        seen |= level.keys()
        levels.append((len(levels) + 1, sorted(level)))
        furthest = level[levels[-1][1][0]]
