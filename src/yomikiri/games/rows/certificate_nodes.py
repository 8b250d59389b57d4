"""Certificates of Superpuzz with contracted nodes: components, floating aces, the delay rule.

A node is a board plus the rows of column 1 that *float*.  It stands for many positions:

* If column 1 has an ace and a hole: every arrangement of its *loose* cards, column by column: in column
  1 the aces and the holes; in column k the holes and the cards of rank k right of something loose, if the
  k-1 of the card's suit is loose, as long as such a column has a card and a hole.  (They are Shintani's
  reversible cards, but nothing here depends on that.)  No row floats in such a node.
* Otherwise: every order of the aces in the rows that float: 2 to 4 rows with aces, column 1 without a hole.

Its canonical member has the loose cards of each column in the order of suits from the top, holes last; and
floating aces in the order of suits.  Members differ only in the cards that are loose or float, so the same
cards are loose in all of them, and :meth:`NodeArgument.followers` covers every move of every member.  The
proofs are in ``docs/certificates.md``.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product
from typing import Any, ClassVar, NamedTuple

from yomikiri.certificates.argument import Argument, KernelTable
from yomikiri.certificates.format import INFINITE, NotACertificate
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.rows.certificates import DEAD, DELAY, LEMMAS, PERSISTENT, RowKeys, table_in_kernel
from yomikiri.games.rows.rules import ROWS, Position, RowGame

Cells = tuple[Card | None, ...]


class Node(NamedTuple):
    """The canonical member, and the rows that float, counted from 0."""

    cells: Cells
    floating: frozenset[int] = frozenset()


class Step(NamedTuple):
    """A card goes to a cell, in some member; first ``ace``, if any, fills the last hole of column 1."""

    card: Card
    target: int
    ace: Card | None = None


class Loose(NamedTuple):
    """The loose part of a column: its cells from the top, and its cards in the order of suits."""

    slots: tuple[int, ...]
    cards: tuple[Card, ...]

    @property
    def filled(self) -> tuple[Card | None, ...]:
        """The contents of the slots in the canonical member."""
        return (*self.cards, *[None] * (len(self.slots) - len(self.cards)))


class NodeArgument(Argument[Node]):
    """Contracted nodes, for claims that a position cannot be won."""

    lemmas: ClassVar[Mapping[str, str]] = LEMMAS
    bounds: ClassVar[Mapping[str, str]] = {"none": "no lower bound but 0"}
    game: RowGame

    def __init__(self, game: RowGame, start: Position, inference: Iterable[str], bound_name: str) -> None:
        super().__init__(game, start, inference, bound_name)
        self.columns = game.columns
        self.keys = RowKeys(game)
        self.width = self.keys.width

    # -- nodes ---------------------------------------------------------------------------------

    def node(self, position: Position) -> Node:
        return self._canonical(position.cells, frozenset())

    def _canonical(self, cells: Cells, floating: frozenset[int]) -> Node:
        loose = self._loose(cells)
        if loose:
            return Node(_filled(cells, [(part.slots, part.filled) for part in loose]))
        if len(floating) < 2:
            return Node(cells)
        slots = [row * self.columns for row in sorted(floating)]
        return Node(_filled(cells, [(slots, self._floating_aces(Node(cells, floating)))]), floating)

    def _loose(self, cells: Cells) -> list[Loose]:
        """The loose parts of columns 1, 2, … as far as there are any."""
        n, found = self.columns, []
        rows, suits = set(range(ROWS)), set(SUITS)
        for rank in range(1, n):
            inside = []
            for row in sorted(rows):
                card = cells[row * n + rank - 1]
                if card is None or (card.rank == rank and card.suit in suits):
                    inside.append(row)
            slots = tuple(row * n + rank - 1 for row in inside)
            cards = [card for slot in slots if (card := cells[slot]) is not None]
            if not cards or len(cards) == len(slots):
                break
            found.append(Loose(slots, tuple(sorted(cards, key=_suit))))
            rows, suits = set(inside), {card.suit for card in cards}
        return found

    def _floating_aces(self, node: Node) -> list[Card]:
        aces = [card for row in node.floating if (card := node.cells[row * self.columns]) is not None]
        return sorted(aces, key=_suit)

    def key(self, node: Node) -> bytes:
        return self.keys.key(Position(node.cells), sum(1 << row for row in node.floating))

    def read(self, key: bytes) -> Node:
        position, rows = self.keys.read(key)
        floating = frozenset(row for row in range(8) if rows >> row & 1)
        first = [position.cells[row * self.columns] for row in range(ROWS)]
        wrong = any(row >= ROWS or first[row] is None or first[row].rank != 1 for row in floating)  # type: ignore[union-attr]
        if wrong or (floating and (None in first or len(floating) < 2)):
            raise NotACertificate(f"the key {key.hex()} lets rows float that cannot")
        node = self._canonical(position.cells, floating)
        if self.key(node) != key:
            raise NotACertificate(f"the key {key.hex()} is not the key of its node")
        return node

    def board(self, node: Node) -> str:
        text = self.game.format_position(Position(node.cells))
        rows = ", ".join(str(row + 1) for row in sorted(node.floating))
        return f"{text}\nwith the aces of rows {rows} in any order" if rows else text

    def move_text(self, node: Node, move: Step) -> str:
        n, first = self.columns, f"{self.game.write_card(move.ace)}, then " if move.ace else ""
        card = self.game.write_card(move.card)
        return f"{first}{card} to row {move.target // n + 1}, column {move.target % n + 1}"

    def is_goal(self, node: Node) -> bool:
        """Whether a member is won: floating aces can stand before their twos, whichever these are."""
        n = self.columns
        for row in range(ROWS):
            line = node.cells[row * n : row * n + n - 1]
            ace = line[1] if row in node.floating and n > 2 else line[0]
            suit = ace.suit if ace is not None else ""
            wanted = [Card(suit, rank) for rank in range(1, n)]
            if any(line[at] != wanted[at] for at in range(row in node.floating, n - 1)):
                return False
        return True

    # -- moves ---------------------------------------------------------------------------------

    def in_kernel(self, wanted: int, **options: Any) -> KernelTable:
        return table_in_kernel(self.game, self, wanted, **options)

    def followers(self, node: Node) -> Iterator[tuple[Step, Node]]:
        loose = self._loose(node.cells)
        if PERSISTENT in self.inference:
            some = self._persistent(node, loose)
            if some is not None:
                yield from ((step, self._after(node.cells, node.floating, step)) for step in some)
                return
        if not loose:
            yield from ((step, self._after(node.cells, node.floating, step)) for step in self._steps(node))
            return
        kept = {card for part in loose for card in part.cards}
        ways = [sorted(set(permutations(part.filled)), key=str) for part in loose[1:]]
        for contents in product(*ways):
            filled = zip([part.slots for part in loose[1:]], contents, strict=True)
            yield from self._leaving(_filled(node.cells, filled), loose[0], kept)

    def _leaving(self, cells: Cells, first: Loose, kept: set[Card]) -> Iterator[tuple[Step, Node]]:
        """The moves out of the node, from members with these cells except for column 1, in every order."""
        n = self.columns
        holes = len(first.slots) - len(first.cards)
        for suit in SUITS:
            ace = Card(suit, 1)
            if ace not in first.cards:
                yield from self._entering(cells, first, ace, holes)
        for hole in (cell for cell, card in enumerate(cells) if card is None and cell % n):
            if hole - 1 in first.slots:
                cards = [card.next for card in first.cards if n > 2]
            else:
                left = cells[hole - 1]
                cards = [] if left is None or left.rank == n - 1 else [left.next]
            for card in cards:
                if card not in kept:
                    step = Step(card, hole)
                    yield step, self._after(cells, frozenset(), step)

    def _entering(self, cells: Cells, first: Loose, ace: Card, holes: int) -> Iterator[tuple[Step, Node]]:
        """An ace from elsewhere goes to column 1; if it fills the last hole there, the move may wait."""
        n = self.columns
        target = next(slot for slot in first.slots if cells[slot] is None)
        source = cells.index(ace)
        full = _moved(cells, source, target)
        rows = frozenset(slot // n for slot in first.slots) if holes == 1 else frozenset()
        frozen = self._canonical(full, rows)
        if holes > 1 or DELAY not in self.inference or self.is_goal(frozen):
            yield Step(ace, target), frozen
            return
        for step in self._steps(frozen):
            if step.target == source or step.card == ace.next:
                yield step._replace(ace=ace), self._after(frozen.cells, frozen.floating, step)

    def _steps(self, node: Node) -> list[Step]:
        """The moves of the members of a node whose column 1 does not have both an ace and a hole."""
        n, found = self.columns, []
        holes = [cell for cell, card in enumerate(node.cells) if card is None]
        first = next((hole for hole in holes if hole % n == 0), None)
        for hole in holes:
            left = node.cells[hole - 1] if hole % n else None
            if hole == first:
                # In another hole of column 1 it would give the same node: the ace is loose there.
                found += [Step(Card(suit, 1), hole) for suit in SUITS]
            elif hole % n == 1 and hole // n in node.floating:
                found += [Step(ace.next, hole) for ace in self._floating_aces(node) if n > 2]
            elif left is not None and left.rank < n - 1:
                found.append(Step(left.next, hole))
        return found

    def _after(self, cells: Cells, floating: frozenset[int], step: Step) -> Node:
        """The node after a move; a two placed in a floating row decides which suit gets that row."""
        n, row = self.columns, step.target // self.columns
        if step.target % n == 1 and step.card.rank == 2:
            # If column 1 floats or is loose, some member has the ace in this row, and that one moves.
            ace, here = Card(step.card.suit, 1), row * n
            swapped = list(cells)
            swapped[cells.index(ace)], swapped[here] = cells[here], ace
            cells, floating = tuple(swapped), floating - {row}
        return self._canonical(_moved(cells, cells.index(step.card), step.target), floating)

    # -- what the relaxation knows ---------------------------------------------------------------

    def bound(self, node: Node) -> int:
        if DEAD not in self.inference or self.is_goal(node):
            return 0
        empty = self._relaxed(node, self._loose(node.cells), frozenset())
        n = self.columns
        suits = {ace.suit for ace in self._floating_aces(node)}

        def fits(suit: str, row: int) -> bool:
            if row in node.floating and row * n not in empty and suit not in suits:
                return False
            cells = range(row * n + (row in node.floating), row * n + n - 1)
            return all(cell in empty or node.cells[cell] == Card(suit, cell % n + 1) for cell in cells)

        for rows in permutations(range(ROWS)):
            if all(fits(suit, row) for suit, row in zip(SUITS, rows, strict=True)):
                return 0
        return INFINITE

    def _relaxed(self, node: Node, loose: list[Loose], frozen: frozenset[Card]) -> set[int]:
        """The cells that may become empty, in any member, if the cards in ``frozen`` stay put."""
        n, cells = self.columns, node.cells
        may_hold: list[set[Card]] = [set() if card is None else {card} for card in cells]
        empty = {cell for cell, card in enumerate(cells) if card is None}
        from_cells = {card: {cell} for cell, card in enumerate(cells) if card is not None}
        for part in loose:
            empty.update(part.slots)
            for slot in part.slots:
                may_hold[slot].update(part.cards)
        floats = {row * n for row in node.floating}
        for cell in floats:
            may_hold[cell].update(self._floating_aces(node))
        for ace in self._floating_aces(node):
            from_cells[ace] = floats
        grown = True
        while grown:
            grown = False
            for cell in sorted(empty):
                if cell % n == 0:
                    entering = {Card(suit, 1) for suit in SUITS}
                else:
                    entering = {card.next for card in may_hold[cell - 1] if card.rank < n - 1}
                for card in entering - may_hold[cell] - frozen:
                    grown = True
                    may_hold[cell].add(card)
                    empty |= from_cells[card]
        return empty

    def _persistent(self, node: Node, loose: list[Loose]) -> list[Step] | None:
        """The first persistent set: fewest moves first, then in the order of the bits of their holes."""
        n, cells = self.columns, node.cells
        kept = {card for part in loose for card in part.cards}
        moves = []
        for hole in (cell for cell, card in enumerate(cells) if card is None and cell % n):
            left = cells[hole - 1]
            if left is None or left.rank == n - 1 or left in kept or left.next in kept:
                continue
            if not (hole % n == 1 and hole // n in node.floating):
                moves.append(Step(left.next, hole))
        for mask in sorted(range(1, 1 << len(moves)), key=int.bit_count):
            chosen = [move for index, move in enumerate(moves) if mask >> index & 1]
            if self._is_persistent(node, loose, chosen):
                return chosen
        return None

    def _is_persistent(self, node: Node, loose: list[Loose], moves: list[Step]) -> bool:
        n, cells = self.columns, node.cells
        cards = frozenset(move.card for move in moves)
        empty = self._relaxed(node, loose, cards)
        for move in moves:
            left, source = move.target - 1, cells.index(move.card)
            if cells[left] not in cards and left in empty:
                return False
            right = source + 1
            if move.card.rank == n - 1 or right % n == 0 or move.card.next in cards:
                continue
            if cells[right] != move.card.next and cells[right] not in cards and right in empty:
                return False
        return True


def _suit(card: Card) -> int:
    return SUITS.index(card.suit)


def _filled(cells: Cells, parts: Iterable[tuple[Iterable[int], Iterable[Card | None]]]) -> Cells:
    found = list(cells)
    for slots, content in parts:
        for slot, card in zip(slots, content, strict=True):
            found[slot] = card
    return tuple(found)


def _moved(cells: Cells, source: int, target: int) -> Cells:
    found = list(cells)
    found[source], found[target] = None, cells[source]
    return tuple(found)
