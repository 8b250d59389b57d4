"""Peg solitaire: pegs in holes, of which one should be left.

A peg jumps over a neighbour, up, down, left or right, into the empty hole behind it, and the neighbour is
removed.  Won when one peg is left, in the hole ``finish``, or anywhere if that is ``any``.

``metric`` says what one move is.  ``jumps``: every jump is a move.  Each removes one peg, so all solutions
have the same length, one less than the number of pegs, and the only question is whether there is one.
``moves``: consecutive jumps of one peg are one move, as H. Dudeney and E. Bergholt counted; the central game
on the English board takes 18 (Bergholt 1912; J. Beasley proved in 1964 that fewer are impossible).

A position is the set of holes with pegs (see :mod:`yomikiri.games.peg.holes`); a move is the tuple of the
holes that a peg occupies, from first to last: two in the metric ``jumps``.  **Move order**: by the first hole
in reading order; from each hole up, left, right, down; a move before those that continue it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, get_args

from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.protocol import Game
from yomikiri.games.peg import classes, deals, notation, pagodas
from yomikiri.games.peg.holes import ENGLISH, MOST_ROWS, Board, Holes, Jump, board_of, hole_name, members
from yomikiri.games.peg.position import Position, position_on

Chain = tuple[int, ...]
"""The holes that one peg occupies during one move."""

CENTRE, ANY = "centre", "any"
Metric = Literal["jumps", "moves"]
METRICS = get_args(Metric)


@dataclass(frozen=True, init=False, repr=False)
class Peg(Game[Holes, Chain]):
    """The rules on one board: ``Peg()`` is the English board, with the finish in the centre.

    ``finish`` is the name of a hole, ``centre`` or ``any``.
    """

    board: Board
    finish: int | None
    """The hole for the last peg, or None for any."""
    metric: str

    name = "peg"

    def __init__(self, size: str = ENGLISH, finish: str = CENTRE, metric: Metric = "jumps") -> None:
        board = board_of(size)
        if metric not in METRICS:
            raise InputError(f"unknown metric '{shown(str(metric))}': expected one of {', '.join(METRICS)}")
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "finish", self._finish(board, finish))
        object.__setattr__(self, "metric", metric)

    @staticmethod
    def _finish(board: Board, text: str) -> int | None:
        if text == ANY:
            return None
        if text == CENTRE:
            return board.centre
        try:
            return board.hole(text)
        except NotationError as error:
            raise InputError(f"finish: {error}, or {CENTRE}, or {ANY}") from None

    def __repr__(self) -> str:
        given = [repr(self.size)] + [f"{name}={word!r}" for name, word in self.options.items()]
        return f"Peg({', '.join(given)})"

    @property
    def size(self) -> str:
        return self.board.name

    @property
    def finish_text(self) -> str:
        """The finish as a person writes it."""
        return ANY if self.finish is None else hole_name(self.finish)

    @property
    def options(self) -> dict[str, str]:
        """What differs from the usual game."""
        found = {} if self.finish == self.board.centre else {"finish": self.finish_text}
        return found if self.metric == METRICS[0] else {**found, "metric": self.metric}

    @cached_property
    def finishes(self) -> tuple[int, ...]:
        """The holes that the last peg may be in."""
        return self.board.in_order if self.finish is None else (self.finish,)

    # -- deals ---------------------------------------------------------------------------------

    def deal(self, number: int) -> Position:
        """One hole empty, the central one first, then random positions: see :mod:`.deals`."""
        return position_on(self.board, deals.deal(self.board, self.finishes, number))

    # -- rules ---------------------------------------------------------------------------------

    def moves(self, position: Holes) -> list[Chain]:
        if self.metric == METRICS[0]:
            return [(jump.source, jump.target) for jump in self.board.jumps if _can(position, jump)]
        return [chain for hole in members(position) for chain in self._chains(position, (hole,))]

    def _chains(self, position: Holes, so_far: Chain) -> Iterator[Chain]:
        """The moves that begin with ``so_far``, after these jumps were made."""
        for jump in self.board.jumps_from[so_far[-1]]:
            if _can(position, jump):
                chain = (*so_far, jump.target)
                yield chain
                yield from self._chains(position ^ jump.change, chain)

    def play(self, position: Holes, move: Chain) -> Position:
        if len(move) < 2 or (self.metric == METRICS[0] and len(move) > 2):
            expected = "two" if self.metric == METRICS[0] else "two or more"
            raise IllegalMove(f"a move in the metric {self.metric} has {expected} holes, not {len(move)}")
        for source, target in pairwise(move):
            jumps = self.board.jumps_from.get(source, ())
            jump = next((jump for jump in jumps if jump.target == target), None)
            if jump is None:
                raise IllegalMove(f"there is no jump from {self._word(source)} to {self._word(target)}")
            if not _can(position, jump):
                raise IllegalMove(f"{notation.write_move((source, target))}: {_problem(position, jump)}")
            position ^= jump.change
        return position_on(self.board, position)

    def is_goal(self, position: Holes) -> bool:
        return position.bit_count() == 1 and (self.finish is None or position == 1 << self.finish)

    def why_unsolvable(self, position: Holes) -> str | None:
        """The argument from position classes or from a pagoda function."""
        for argument in (classes.why_unsolvable, pagodas.why_unsolvable):
            reason = argument(self.board, position, self.finish)
            if reason is not None:
                return reason
        return None

    def check(self, position: Holes) -> None:
        if isinstance(position, bool) or not isinstance(position, int):
            raise InputError(f"a position of peg is a number, found {type(position).__name__}")
        if position & ~self.board.holes:
            raise InputError(f"position {position:#x} has pegs beside the {self.size} board")
        if not position:
            raise InputError("the position has no peg: expected at least one")

    def _word(self, hole: int) -> str:
        return hole_name(hole) if self.board.has(hole) else f"no hole ({hole})"

    # -- codes ---------------------------------------------------------------------------------

    def encode(self, position: Holes) -> bytes:
        """Seven bytes, one per row from the top; bit c is column c."""
        self.check(position)
        return position.to_bytes(MOST_ROWS, "little")

    def decode(self, code: bytes) -> Position:
        if len(code) != MOST_ROWS:
            raise NotationError(f"a code has {MOST_ROWS} bytes, not {len(code)}")
        position = position_on(self.board, int.from_bytes(code, "little"))
        try:
            self.check(position)
        except InputError as error:
            raise NotationError(f"a code that is not a position: {error}") from None
        return position

    # -- notation ------------------------------------------------------------------------------

    def format_position(self, position: Holes) -> str:
        return "\n".join(notation.board_lines(self.board, position))

    def parse_position(self, text: str) -> Position:
        return position_on(self.board, notation.read_position(self.board, text))

    def format_move(self, position: Holes, move: Chain) -> str:
        return notation.write_move(move)

    def parse_move(self, position: Holes, text: str) -> Chain:
        return notation.read_move(self.board, text)


def _can(position: Holes, jump: Jump) -> bool:
    return position & jump.change == jump.pegs


def _problem(position: Holes, jump: Jump) -> str:
    """Why a jump that the board has cannot be made."""
    for hole in (jump.source, jump.over):
        if not position >> hole & 1:
            return f"there is no peg in {hole_name(hole)}"
    return f"there is a peg in {hole_name(jump.target)}"
