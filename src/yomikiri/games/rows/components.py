"""Strongly connected components of the state graph of Superpuzz, read off one position.

Follows T. Shintani's theorem on reversible transitions.  A card or hole is *reversible* if it can move
and later moves can bring it back.  Column 1 has reversible cards as soon as it has an ace and a hole:
aces go from hole to hole there.  In column k a card of rank k is reversible if its left neighbour is
reversible, the column to its left has a reversible card of its suit, and its column has a hole with a
reversible left neighbour; a hole needs the reversible left neighbour and a card to swap with.
Each of these columns needs its own hole and there are four, so only columns 1 to 4 count.

The component is a product.  In each column the reversible cards can stand on the reversible cells, its
*slots*, in every order, whatever the other columns hold: to bring the k of a suit to a slot, first
bring its k-1 to the slot on the left.  So a column with m slots and h holes among them contributes m!/h!,
and size, members, a canonical member and the number of exits follow without any search.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import perm

from yomikiri.core.cards import SUITS, Card
from yomikiri.core.errors import InputError
from yomikiri.games.rows.rules import ROWS, Move, Position, RowGame

HOLE = len(SUITS)
"""A hole in a state; a suit is given by its index in the order of suits."""


@dataclass(frozen=True)
class Column:
    """The reversible part of a column."""

    rows: tuple[int, ...]
    """The rows of its slots, from the top."""
    suits: tuple[str, ...]
    """The suits of its reversible cards, in the order of suits; every slot without a card is a hole."""

    @property
    def holes(self) -> int:
        return len(self.rows) - len(self.suits)

    @property
    def arrangements(self) -> int:
        """The number of ways to place the cards on the slots: m!/h!."""
        return perm(len(self.rows), len(self.suits))


@dataclass(frozen=True)
class Component:
    """The strongly connected component of a position; trivial if it is the position alone."""

    game: RowGame
    position: Position
    columns: tuple[Column, ...]
    """Columns 1, 2, ... as far as they have reversible cards."""

    @classmethod
    def of(cls, game: RowGame, position: Position) -> "Component":
        """The component that ``position`` belongs to."""
        if position.columns != game.columns:
            raise InputError(f"the position has {position.columns} columns, the game {game.columns}")
        found: list[Column] = []
        rows, suits = tuple(range(ROWS)), tuple(SUITS)
        for rank in range(1, game.columns):
            column = _column(position, rank, rows, suits)
            if not column.suits or not column.holes:
                break
            found.append(column)
            rows, suits = column.rows, column.suits
        return cls(game, position, tuple(found))

    @property
    def is_trivial(self) -> bool:
        """Whether no move from the position can be undone."""
        return not self.columns

    @property
    def size(self) -> int:
        """How many positions the component has."""
        result = 1
        for column in self.columns:
            result *= column.arrangements
        return result

    @property
    def cards(self) -> list[Card]:
        """The reversible cards, column by column."""
        return [
            Card(suit, rank) for rank, column in enumerate(self.columns, start=1) for suit in column.suits
        ]

    @property
    def cells(self) -> list[int]:
        """The slots: the cells on which the reversible cards and holes can stand, column by column."""
        n = self.game.columns
        return [row * n + index for index, column in enumerate(self.columns) for row in column.rows]

    @property
    def holes(self) -> list[int]:
        """The cells of the reversible holes."""
        return [cell for cell in self.cells if self.position.cells[cell] is None]

    def keeps(self, move: Move) -> bool:
        """Whether a legal move of a member leads to a member."""
        rank, (row, column) = move.card.rank, divmod(move.target, self.game.columns)
        if rank > len(self.columns):
            return False
        here = self.columns[rank - 1]
        return column == rank - 1 and row in here.rows and move.card.suit in here.suits

    def canonical(self) -> Position:
        """The same member for every position of the component: cards from the top in suit order."""
        state = [
            code
            for column in self.columns
            for code in (*(SUITS.index(suit) for suit in column.suits), *[HOLE] * column.holes)
        ]
        return next(self._positions([state]))

    def members(self) -> Iterator[Position]:
        """Every member once, the position itself first, in the order of a walk along reversible moves.

        Members carry the default names of holes.
        """
        return self._positions(self._states())

    def exits(self) -> Iterator[tuple[Position, Move]]:
        """The moves by which members leave the component, each with the member."""
        for member in self.members():
            for move in self.game.moves(member):
                if not self.keeps(move):
                    yield member, move

    @property
    def exit_count(self) -> int:
        """How many :meth:`exits` there are, by counting instead of listing.

        A hole in column 1 takes each ace from elsewhere.  A slot of column k >= 2 is a hole in h of m
        arrangements of its column, and the slot to its left holds a given suit in one of s cases, if there
        are s slots there: all suits that are reversible on the left but not here are exits.  A hole right of
        the last reversible column takes any suit; a hole elsewhere always has the same card on its left.
        """
        position, n, size = self.position, self.game.columns, self.size
        slots = set(self.cells)
        total = 0
        for left, column in zip((None, *self.columns), self.columns, strict=False):
            if left is None:
                total += size * column.holes * (ROWS - len(column.suits))
            else:
                total += size * column.holes * (len(left.suits) - len(column.suits)) // len(left.rows)
        for hole in set(position.holes) - slots:
            index = hole % n
            if index == 0:
                total += size * ROWS
            elif hole - 1 in slots:
                if index < n - 1:
                    last = self.columns[index - 1]
                    total += size * len(last.suits) // len(last.rows)
            else:
                card = position.cells[hole - 1]
                total += size * (card is not None and card.rank < n - 1)
        return total

    def _states(self) -> Iterator[bytes]:
        """The members as states: for each slot, column by column, its suit or hole."""
        # For each slot: the slot to its left, where its column begins, and the column's suits.
        around: list[tuple[int, int | None, int, tuple[int, ...]]] = []
        slots = {cell: slot for slot, cell in enumerate(self.cells)}
        base = 0
        for column in self.columns:
            suits = tuple(SUITS.index(suit) for suit in column.suits)
            for cell in self.cells[base : base + len(column.rows)]:
                left = slots[cell - 1] if base else None
                around.append((slots[cell], left, base, suits))
            base += len(column.rows)
        cards = [self.position.cells[cell] for cell in self.cells]
        start = bytes(HOLE if card is None else SUITS.index(card.suit) for card in cards)
        seen, waiting = {start}, [start]
        yield start
        while waiting:
            state = waiting.pop()
            for slot, left, base, suits in around:
                if state[slot] != HOLE:
                    continue
                for suit in suits if left is None else (state[left],):
                    if suit not in suits:
                        continue
                    after = bytearray(state)
                    after[state.index(suit, base)] = HOLE
                    after[slot] = suit
                    following = bytes(after)
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)
                        yield following

    def _positions(self, states: Iterable[Sequence[int]]) -> Iterator[Position]:
        """The positions that states stand for."""
        n = self.game.columns
        cells = list(self.position.cells)
        cards = [(cell, [*(Card(suit, cell % n + 1) for suit in SUITS), None]) for cell in self.cells]
        for state in states:
            for (cell, choices), code in zip(cards, state, strict=True):
                cells[cell] = choices[code]
            yield Position(tuple(cells))


def _column(position: Position, rank: int, left_rows: Sequence[int], left_suits: Sequence[str]) -> Column:
    """The slots of column ``rank`` right of slots in ``left_rows``, and its cards with suits found there."""
    rows, suits = [], []
    for row in left_rows:
        card = position.cells[row * position.columns + rank - 1]
        if card is None:
            rows.append(row)
        elif card.rank == rank and card.suit in left_suits:
            rows.append(row)
            suits.append(card.suit)
    return Column(tuple(rows), tuple(sorted(suits, key=SUITS.index)))
