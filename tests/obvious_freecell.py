"""FreeCell once more, as plainly as can be: the outside judge of the searches.

Written from ``docs/rules-freecell.md`` alone and importing nothing of the package: no rules, codes, bounds or
safe moves are shared, so that a defect of theirs cannot be in both.  Two ways to the truth: every position
that can be reached, with distances from the goal backwards; and for larger ones the positions in the order of
moves made plus cards not home, each of which has a move to make.

A card is 4 * rank + suit, suits in the order H, D, S, C, of which the first two are red.  A state is what is
home of each suit, the cards in cells and the columns that are not empty, both in a fixed order since theirs
means nothing.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

State = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]


class TooMany(Exception):
    """There are more positions than one wants to look at."""


@dataclass(frozen=True)
class Rules:
    columns: int
    cells: int
    ranks: int
    in_suit: bool
    kings_only: bool
    supermoves: bool

    def fits(self, card: int, on: int) -> bool:
        if on >> 2 != (card >> 2) + 1:
            return False
        return on & 3 == card & 3 if self.in_suit else (on & 2) != (card & 2)

    def enters_empty(self, card: int) -> bool:
        return not self.kings_only or card >> 2 == self.ranks

    def most(self, free_cells: int, free_columns: int) -> int:
        """The cards that one move takes, with so many empty cells and other empty columns."""
        if not self.supermoves:
            return 1
        return (free_cells + 1) * (1 if self.kings_only else 2**free_columns)


def state(home: tuple[int, ...], cells: list[int], columns: list[tuple[int, ...]]) -> State:
    return home, tuple(sorted(cells)), tuple(sorted(column for column in columns if column))


def cards_out(rules: Rules, at: State) -> int:
    return 4 * rules.ranks - sum(at[0])


def followers(rules: Rules, at: State) -> Iterator[State]:
    """The states one move away; some come twice."""
    home, cells, columns = at
    free_cells, free_columns = rules.cells - len(cells), rules.columns - len(columns)
    carried = rules.most(free_cells, free_columns)

    def raised(card: int) -> tuple[int, ...]:
        return (*home[: card & 3], card >> 2, *home[(card & 3) + 1 :])

    for i, column in enumerate(columns):
        others = [*columns[:i], *columns[i + 1 :]]
        top = column[-1]
        if home[top & 3] + 1 == top >> 2:
            yield state(raised(top), list(cells), [*others, column[:-1]])
        if free_cells:
            yield state(home, [*cells, top], [*others, column[:-1]])
        count = 0
        while count < min(len(column), carried):
            count += 1
            if count > 1 and not rules.fits(column[-count + 1], column[-count]):
                break
            left, run = column[:-count], column[-count:]
            for j, other in enumerate(others):
                if rules.fits(run[0], other[-1]):
                    yield state(home, list(cells), [*others[:j], *others[j + 1 :], left, other + run])
            # A whole column to an empty one changes nothing.
            carried_there = rules.most(free_cells, free_columns - 1) if free_columns and left else 0
            if count <= carried_there and rules.enters_empty(run[0]):
                yield state(home, list(cells), [*others, left, run])
    for card in cells:
        rest = [other for other in cells if other != card]
        if home[card & 3] + 1 == card >> 2:
            yield state(raised(card), rest, list(columns))
        for j, other in enumerate(columns):
            if rules.fits(card, other[-1]):
                yield state(home, rest, [*columns[:j], *columns[j + 1 :], (*other, card)])
        if free_columns and rules.enters_empty(card):
            yield state(home, rest, [*columns, (card,)])


def distances(rules: Rules, start: State, most: int) -> dict[State, int | None]:
    """Every state that can be reached, with the fewest moves to the goal; None where there are none.

    Raises :class:`TooMany` if there are more than ``most`` states.
    """
    before: dict[State, list[State]] = {start: []}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for after in followers(rules, here):
            if after not in before:
                if len(before) == most:
                    raise TooMany
                before[after] = []
                waiting.append(after)
            before[after].append(here)
    found: dict[State, int | None] = dict.fromkeys(before)
    goal = ((rules.ranks,) * 4, (), ())
    if goal in found:
        found[goal] = 0
        queue = deque([(goal, 0)])
        while queue:
            here, moves = queue.popleft()
            for earlier in before[here]:
                if found[earlier] is None:
                    found[earlier] = moves + 1
                    queue.append((earlier, moves + 1))
    return found


def fewest(rules: Rules, start: State, most: int) -> int | None:
    """The fewest moves to the goal, or None if there are none; :class:`TooMany` as above."""
    made = {start: 0}
    # By moves made plus cards not home, which no move lowers: a card that is not home has a move to make.
    levels: dict[int, list[State]] = {cards_out(rules, start): [start]}
    done: set[State] = set()
    while levels:
        level = min(levels)
        here = levels[level].pop()
        if not levels[level]:
            del levels[level]
        if here in done:
            continue
        done.add(here)
        if cards_out(rules, here) == 0:
            return made[here]
        if len(done) > most:
            raise TooMany
        for after in followers(rules, here):
            moves = made[here] + 1
            if moves < made.get(after, moves + 1):
                made[after] = moves
                levels.setdefault(moves + cards_out(rules, after), []).append(after)
    return None
