"""Whole state graphs: the judge of heuristics and of shortest lengths.

The moves are the kernel's, which ``twins/test_rules_twins.py`` holds against the Python rules; Python alone
would take minutes.
"""

from collections import deque
from dataclasses import dataclass

from yomikiri import _kernel
from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps
from yomikiri.games.rows.rules import Position, RowGame
from yomikiri.games.superpuzz.rules import Superpuzz


@dataclass(frozen=True)
class Graph:
    """Every position reachable from a start, up to the order of rows, by code; the start comes first."""

    columns: int
    followers: dict[bytes, list[bytes]]

    def distances(self, followers: dict[bytes, list[bytes]] | None = None) -> dict[bytes, int]:
        """Moves to the nearest goal, by these edges, for every position from which there is one."""
        before: dict[bytes, list[bytes]] = {code: [] for code in self.followers}
        for code, others in (followers or self.followers).items():
            for other in others:
                before[other].append(code)
        kernel = _kernel.Superpuzz(self.columns)
        found = {code: 0 for code in self.followers if not self.followers[code] and kernel.is_goal(code)}
        queue = deque(found)
        while queue:
            code = queue.popleft()
            for other in before[code]:
                if other not in found:
                    found[other] = found[code] + 1
                    queue.append(other)
        return found


def graph(game: RowGame, start: Position, most: int) -> Graph | None:
    """The graph, or None if it has more than ``most`` positions."""
    kernel = _kernel.Superpuzz(game.columns, rows_alike=True)
    root = kernel.canonical(game.encode(start))
    followers: dict[bytes, list[bytes]] = {}
    waiting = [root]
    while waiting:
        code = waiting.pop()
        if code in followers:
            continue
        if len(followers) == most:
            return None
        followers[code] = [child for child, _, _, _ in kernel.children(code)]
        waiting += followers[code]
    return Graph(game.columns, followers)


def games_and_deals(columns: int, numbers: range) -> list[tuple[RowGame, Position]]:
    """Deals of Superpuzz and of Gaps, those with changing arrangements."""
    dealt: list[tuple[RowGame, Position]] = []
    for number in numbers:
        superpuzz, gaps = Superpuzz(columns), Gaps(columns)
        dealt.append((superpuzz, superpuzz.deal(number)))
        dealt.append((gaps, gaps.layout(number).arrange(ARRANGEMENTS[number % len(ARRANGEMENTS)])))
    return dealt
