"""FreeCell and its family: Baker's Game, Eight Off, Seahaven Towers, and everything in between.

Cards lie face up in columns; a few cells hold one card each; home takes each suit from the ace upwards.  A
move takes the top card of a column or a card from a cell and puts it home, on a column whose top card it
may be built on, on an empty column, or in an empty cell.  Cards that are home stay there.  Won when all cards
are home.

The rules are given by numbers and words: ``columns`` and ``cells``; ``building``, down by ``alternate``
colour or down in ``suit``; ``empty``, which cards an empty column takes (``any``, or ``kings`` only);
``ranks``, fewer than 13 for small decks, whose kings are the cards of the highest rank.  A *variant* is a
preset of these, and says where the cards are dealt.

``metric`` says what one move is.  ``single``: every card movement is one move, as in the papers on shortest
solutions.  ``supermove``: a run of several cards that moves from column to column is one move, if single
moves could carry it using only the empty cells and columns, that is, if it has at most
(empty cells + 1) * 2**(empty columns) cards.  An empty target does not count as one of the empty columns; and
where empty columns take only kings they cannot help, so the bound is empty cells + 1.

**Move order**: sources are columns from the left, then cells; for each source the targets are home, the
columns from the left whose top card accepts, the first empty column, and, from a column, the first empty
cell; with several counts for one target, the smallest first.  Equivalent moves are listed once: only the
first empty cell and column, no move of a whole column to an empty one, none from cell to cell.  ``play``
accepts those, too, like any legal move.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, get_args

from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.protocol import Game
from yomikiri.games.freecell import position as freecell_position
from yomikiri.games.freecell.deals import lay_out, microsoft_order, own_order
from yomikiri.games.freecell.notation import (
    FIRST_CELL,
    HOME,
    MAX_CELLS,
    MAX_COLUMNS,
    Move,
    cell_place,
    describe,
    is_cell,
    is_column,
    place_words,
    read_places,
    write_place,
)
from yomikiri.games.freecell.position import Position, write_card
from yomikiri.games.freecell.replay import replayed
from yomikiri.games.freecell.text import fitted, read_board

MIN_COLUMNS, MIN_RANKS, MAX_RANKS = 3, 2, 13
Building = Literal["alternate", "suit"]
Empty = Literal["any", "kings"]
Metric = Literal["single", "supermove"]
Variant = Literal["freecell", "bakers-game", "eight-off", "seahaven-towers"]
BUILDINGS, EMPTIES, METRICS = get_args(Building), get_args(Empty), get_args(Metric)
RED = "HD"


class Preset(NamedTuple):
    """The rules that a variant's name stands for, and the cells that get the last cards of a deal."""

    columns: int
    cells: int
    building: str
    empty: str
    dealt_cells: tuple[int, ...] = ()


PRESETS = {
    "freecell": Preset(8, 4, "alternate", "any"),
    "bakers-game": Preset(8, 4, "suit", "any"),
    "eight-off": Preset(8, 8, "suit", "kings", (0, 2, 4, 6)),
    "seahaven-towers": Preset(10, 4, "suit", "kings", (1, 2)),
}


@dataclass(frozen=True, init=False, repr=False)
class FreeCell(Game[Position, Move]):
    """The rules: ``FreeCell()`` is FreeCell; everything not given comes from the variant's preset."""

    columns: int
    cells: int
    building: str
    empty: str
    ranks: int
    metric: str
    variant: str

    name = "freecell"

    def __init__(
        self,
        columns: int | None = None,
        cells: int | None = None,
        building: Building | None = None,
        empty: Empty | None = None,
        ranks: int = MAX_RANKS,
        metric: Metric = "single",
        variant: Variant = "freecell",
    ) -> None:
        if variant not in PRESETS:
            known = ", ".join(PRESETS)
            raise InputError(f"unknown variant '{shown(str(variant))}' of freecell: expected one of {known}")
        preset = PRESETS[variant]
        for name, number, least, most in (
            ("columns", preset.columns if columns is None else columns, MIN_COLUMNS, MAX_COLUMNS),
            ("cells", preset.cells if cells is None else cells, 0, MAX_CELLS),
            ("ranks", ranks, MIN_RANKS, MAX_RANKS),
        ):
            if isinstance(number, bool) or not isinstance(number, int):
                raise InputError(f"the number of {name} is {number!r}, expected a whole number")
            if not least <= number <= most:
                raise InputError(f"freecell has {least} to {most} {name}, not {number}")
            object.__setattr__(self, name, number)
        for name, word, words in (
            ("building", preset.building if building is None else building, BUILDINGS),
            ("empty", preset.empty if empty is None else empty, EMPTIES),
            ("metric", metric, METRICS),
        ):
            if word not in words:
                raise InputError(f"unknown {name} '{shown(str(word))}': expected one of {', '.join(words)}")
            object.__setattr__(self, name, word)
        object.__setattr__(self, "variant", variant)

    def __repr__(self) -> str:
        preset = PRESETS[self.variant]
        usual = {**preset._asdict(), "ranks": MAX_RANKS, "metric": METRICS[0], "variant": "freecell"}
        given = [
            f"{name}={value!r}"
            for name in ("columns", "cells", "building", "empty", "ranks", "metric", "variant")
            if (value := getattr(self, name)) != usual[name]
        ]
        return f"FreeCell({', '.join(given)})"

    @property
    def size(self) -> str:
        """Columns x cells, and x ranks unless there are 13: ``8x4``, ``4x2x5``."""
        return f"{self.columns}x{self.cells}" + (f"x{self.ranks}" if self.ranks != MAX_RANKS else "")

    @property
    def options(self) -> dict[str, str]:
        """What the size and the variant leave open, under the names used on the command line."""
        preset = PRESETS[self.variant]
        said = {"building": preset.building, "empty-columns": preset.empty, "metric": METRICS[0]}
        found = {"building": self.building, "empty-columns": self.empty, "metric": self.metric}
        return {name: word for name, word in found.items() if word != said[name]}

    # -- deals ---------------------------------------------------------------------------------

    def deal(self, number: int) -> Position:
        """The Microsoft deal of that number; small decks have none, so :meth:`deal_own` deals them."""
        if self.ranks != MAX_RANKS:
            return self.deal_own(number)
        return self._lay_out(microsoft_order(number))

    def deal_own(self, number: int) -> Position:
        """The deal from our own generator."""
        return self._lay_out(own_order(self.ranks, number))

    def _lay_out(self, order: list[Card]) -> Position:
        return lay_out(order, self.columns, self.cells, PRESETS[self.variant].dealt_cells)

    # -- rules ---------------------------------------------------------------------------------

    def fits(self, card: Card, onto: Card) -> bool:
        """Whether ``card`` may be put on ``onto`` in a column."""
        if card.rank != onto.rank - 1:
            return False
        if self.building == "suit":
            return card.suit == onto.suit
        return (card.suit in RED) != (onto.suit in RED)

    def opens(self, card: Card) -> bool:
        """Whether ``card`` may be put on an empty column."""
        return self.empty == "any" or card.rank == self.ranks

    def goes_home(self, position: Position, card: Card) -> bool:
        """Whether ``card`` is the next of its suit."""
        return position.home[SUITS.index(card.suit)] == card.rank - 1

    def run(self, position: Position, column: int) -> int:
        """How many cards at the top of a column are built on one another."""
        cards = position.columns[column]
        length = min(1, len(cards))
        while length and length < len(cards) and self.fits(cards[-length], cards[-length - 1]):
            length += 1
        return length

    def capacity(self, position: Position, target: int) -> int:
        """How many cards one move may take to column ``target``."""
        if self.metric == "single":
            return 1
        helpers = position.empty_columns - (not position.columns[target])
        return (position.empty_cells + 1) << (helpers if self.empty == "any" else 0)

    def moves(self, position: Position) -> list[Move]:
        found: list[Move] = []
        for column, cards in enumerate(position.columns):
            if cards:
                found += self._moves_from(position, column, cards)
        for cell, card in enumerate(position.cells):
            if card is not None:
                found += self._moves_from(position, cell_place(cell), (card,))
        return found

    def _moves_from(self, position: Position, source: int, cards: tuple[Card, ...]) -> Iterator[Move]:
        run = self.run(position, source) if is_column(source) else 1
        if self.goes_home(position, cards[-1]):
            yield Move(source, HOME, 1)
        for target, pile in enumerate(position.columns):
            if pile:
                for count in range(1, min(run, self.capacity(position, target)) + 1):
                    if self.fits(cards[-count], pile[-1]):
                        yield Move(source, target, count)
        if () in position.columns:
            target = position.columns.index(())
            for count in range(1, min(run, self.capacity(position, target)) + 1):
                if self.opens(cards[-count]) and not (is_column(source) and count == len(cards)):
                    yield Move(source, target, count)
        if is_column(source) and None in position.cells:
            yield Move(source, cell_place(position.cells.index(None)), 1)

    def choices(self, position: Position) -> list[Move]:
        """Every move that :meth:`play` accepts, also to each empty cell and column and between them."""
        places = [*range(self.columns), *(cell_place(cell) for cell in range(self.cells))]
        found = []
        for source in places:
            run = self.run(position, source) if is_column(source) else 1
            for target in [HOME, *places]:
                most = run if is_column(target) else min(run, 1)
                moves = (Move(source, target, count) for count in range(1, most + 1))
                found += [move for move in moves if self._problem(position, move) is None]
        return found

    def play(self, position: Position, move: Move) -> Position:
        problem = self._problem(position, move)
        if problem:
            raise IllegalMove(f"{self._words(position, move)}: {problem}")
        home, cells, columns = list(position.home), list(position.cells), list(position.columns)
        if is_column(move.source):
            cards = columns[move.source][-move.count :]
            columns[move.source] = columns[move.source][: -move.count]
        else:
            cell = move.source - FIRST_CELL
            cards = tuple(card for card in cells[cell : cell + 1] if card is not None)
            cells[cell] = None
        if move.target == HOME:
            home[SUITS.index(cards[0].suit)] += 1
        elif is_cell(move.target):
            cells[move.target - FIRST_CELL] = cards[0]
        else:
            columns[move.target] += cards
        h, d, s, c = home
        return Position((h, d, s, c), tuple(cells), tuple(columns))

    def replay(self, position: Position, moves: Sequence[Move]) -> Position:
        found = replayed(self, position, moves)
        return super().replay(position, moves) if found is None else found

    def is_goal(self, position: Position) -> bool:
        return position.home == (self.ranks,) * 4

    def _problem(self, position: Position, move: Move) -> str | None:
        """Why the move is not legal, or None if it is."""
        if (len(position.columns), len(position.cells)) != (self.columns, self.cells):
            found = f"{len(position.columns)} columns and {len(position.cells)} cells"
            return f"the position has {found}, the game {self.columns} and {self.cells}"
        if move.source == HOME:
            return "cards that are home stay there"
        if not (self._exists(move.source) and (self._exists(move.target) or move.target == HOME)):
            return "there is no such place"
        if is_column(move.source):
            cards = position.columns[move.source]
        else:
            held = position.cells[move.source - FIRST_CELL]
            cards = () if held is None else (held,)
        if not cards:
            return f"{place_words(move.source)} is empty"
        if move.source == move.target:
            return "a move must change something"
        if move.count < 1 or move.count > len(cards):
            return f"{place_words(move.source)} has {len(cards)} cards"
        if is_column(move.target):
            return self._building_problem(position, move, cards)
        if move.count != 1:
            return "only one card at a time can go there"
        if is_cell(move.target):
            return None if position.cells[move.target - FIRST_CELL] is None else "the cell is taken"
        if self.goes_home(position, cards[-1]):
            return None
        return f"home takes {self._next_home(position, cards[-1].suit)} next"

    def _building_problem(self, position: Position, move: Move, cards: tuple[Card, ...]) -> str | None:
        """Why cards from a column or a cell cannot go to a column."""
        if move.count > 1 and self.metric == "single":
            return "one card at a time moves in the metric single"
        if move.count > 1 and move.count > self.run(position, move.source):
            return "the cards are not built on one another"
        if move.count > self.capacity(position, move.target):
            return f"the empty cells and columns let {self.capacity(position, move.target)} cards move"
        lowest, pile = cards[-move.count], position.columns[move.target]
        if not pile:
            return None if self.opens(lowest) else "an empty column takes only kings"
        if self.fits(lowest, pile[-1]):
            return None
        kind = "its suit" if self.building == "suit" else "the other colour"
        return f"{write_card(pile[-1])} takes only a card of {kind} that is one rank lower"

    def _exists(self, place: int) -> bool:
        return 0 <= place < self.columns or FIRST_CELL <= place < FIRST_CELL + self.cells

    def _next_home(self, position: Position, suit: str) -> str:
        return write_card(Card(suit, position.home[SUITS.index(suit)] + 1))

    def _words(self, position: Position, move: Move) -> str:
        """The start of a message about an illegal move, which may be any three numbers."""
        many = "a card" if move.count == 1 else f"{move.count} cards"
        target = "home" if move.target == HOME else f"to {place_words(move.target)}"
        return f"{many} cannot go from {place_words(move.source)} {target}"

    def check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise InputError(f"a position of freecell was expected, found {type(position).__name__}")
        for found, expected, noun in (
            (len(position.columns), self.columns, "columns"),
            (len(position.cells), self.cells, "cells"),
            (len(position.home), len(SUITS), "suits"),
        ):
            if found != expected:
                raise InputError(f"the position has {found} {noun}, the game {expected}")
        out = [card for card in position.cells if card is not None]
        for column in position.columns:
            out.extend(column)
        for suit, rank in zip(SUITS, position.home, strict=True):
            if not 0 <= rank <= self.ranks:
                raise InputError(f"{suit} is home up to rank {rank}, expected 0 to {self.ranks}")
            out.extend(Card(suit, each) for each in range(1, rank + 1))
        with suppress(TypeError):  # Something that is not a card may not even have a hash.
            if len(out) == 4 * self.ranks and set(out) == _cards(self.ranks):
                return
        for card in deck(self.ranks):
            if out.count(card) != 1:
                raise InputError(f"{write_card(card)} is there {out.count(card)} times, expected once")
        if len(out) != 4 * self.ranks:
            strange = next(card for card in out if card not in deck(self.ranks))
            raise InputError(f"{strange!r} is not a card of freecell with {self.ranks} ranks")

    # -- codes ---------------------------------------------------------------------------------

    @property
    def code_bytes(self) -> int:
        """The longest code has every card in a column."""
        return 4 + self.cells + self.columns + 4 * self.ranks

    def encode(self, position: Position) -> bytes:
        """Ranks that are home, cells, columns; see :func:`yomikiri.games.freecell.position.encode`."""
        return freecell_position.encode(position)

    def decode(self, code: bytes) -> Position:
        position = freecell_position.decode(code, self.cells)
        self.check(position)
        return position

    # -- notation ------------------------------------------------------------------------------

    def format_position(self, position: Position) -> str:
        return str(position)

    def parse_position(self, text: str) -> Position:
        """Read a board: lines are columns, or rows if only that makes them a deal of this game."""
        return self.read_board(text)[0]

    def read_board(self, text: str) -> tuple[Position, str | None]:
        """Read a board; also returns a note about it for people; see :mod:`yomikiri.games.freecell.text`."""
        return fitted(read_board(text), self.deal_own(1), self.ranks)

    def format_move(self, position: Position, move: Move) -> str:
        """Standard notation, with the number of cards if it is more than one."""
        text = write_place(move.source) + write_place(move.target)
        return text if move.count == 1 else f"{text}v{move.count:x}"

    def parse_move(self, position: Position, text: str) -> Move:
        """Read ``1a``, ``a7``, ``6h``, ``23`` or ``26v3``.

        Without a number, one card goes to an empty column; to any other column, in the metric ``supermove``,
        as many as fit there.
        """
        source, target, count = read_places(text, self.columns, self.cells)
        return Move(source, target, self._fitting(position, source, target) if count is None else count)

    def _fitting(self, position: Position, source: int, target: int) -> int:
        """How many cards of a column fit on the top card of another; 1 where it does not arise."""
        if self.metric == "single" or not (is_column(source) and is_column(target)):
            return 1
        cards, pile = position.columns[source], position.columns[target]
        counts = range(1, self.run(position, source) + 1 if pile else 1)
        return next((count for count in counts if self.fits(cards[-count], pile[-1])), 1)

    @property
    def notations(self) -> Mapping[str, Callable[[Position, Move], str]]:
        return {"places": self.format_move, "names": self.format_names}

    def format_names(self, position: Position, move: Move) -> str:
        """The move with the names of its cards: ``63  TC onto JD``."""
        return f"{self.format_move(position, move)}  {describe(position, move)}"

    def position_to_json(self, position: Position) -> dict[str, Any]:
        data = super().position_to_json(position)
        return data if self.variant == self.name else {**data, "variant": self.variant}

    def json_text(self, data: Any) -> str:
        text = super().json_text(data)
        found = data.get("variant", self.name)
        if found != self.variant:
            raise NotationError(f'"variant" is {shown(repr(found))}, expected {self.variant!r}')
        return text


@cache
def _cards(ranks: int) -> frozenset[Card]:
    return frozenset(deck(ranks))
