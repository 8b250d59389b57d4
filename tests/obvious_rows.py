"""Superpuzz and Gaps once more, as plainly as can be: the outside judge of their searches.

Written from ``docs/rules-superpuzz.md`` and ``docs/rules-gaps.md`` alone, and importing nothing of the
package.  A board is four rows, one after another: 0 for a hole, else 16 * suit + rank.  Every board that can
be reached is looked at, and distances are counted from the goals backwards.
"""

from collections import deque
from collections.abc import Iterator

Board = tuple[int, ...]
ACE = 1


class TooMany(Exception):
    """There are more boards than one wants to look at."""


def is_goal(board: Board, columns: int) -> bool:
    """Whether each row has one suit, from its ace upwards, and its hole at the end."""
    for row in range(4):
        line = board[row * columns : row * columns + columns]
        if line[0] & 15 != ACE or line != (*range(line[0], line[0] + columns - 1), 0):
            return False
    return True


def followers(board: Board, columns: int, aces_move: bool) -> Iterator[Board]:
    """The boards one move away."""
    for hole, what in enumerate(board):
        if what:
            continue
        if hole % columns == 0:
            wanted = [card for card in board if card & 15 == ACE] if aces_move else []
        else:
            left = board[hole - 1]
            wanted = [left + 1] if left and left & 15 < columns - 1 else []
        for card in wanted:
            after = list(board)
            after[board.index(card)], after[hole] = 0, card
            yield tuple(after)


def distances(start: Board, columns: int, aces_move: bool, most: int) -> dict[Board, int | None]:
    """Every board that can be reached, with the fewest moves to a goal; None where there are none.

    Raises :class:`TooMany` if there are more than ``most`` boards.
    """
    before: dict[Board, list[Board]] = {start: []}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for after in followers(here, columns, aces_move):
            if after not in before:
                if len(before) == most:
                    raise TooMany
                before[after] = []
                waiting.append(after)
            before[after].append(here)
    found: dict[Board, int | None] = dict.fromkeys(before)
    queue: deque[tuple[Board, int]] = deque()
    for board in before:
        if is_goal(board, columns):
            found[board] = 0
            queue.append((board, 0))
    while queue:
        here, moves = queue.popleft()
        for earlier in before[here]:
            if found[earlier] is None:
                found[earlier] = moves + 1
                queue.append((earlier, moves + 1))
    return found
