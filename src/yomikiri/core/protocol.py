"""What a game is: the one contract between the rules and everything built on them.

A game object knows its rules and its notation and nothing about search.  Positions and moves are plain
immutable values; ``play`` is pure, so there is no undo to get wrong.  Every reference algorithm of
:mod:`yomikiri.search` runs on any object that fulfils this contract: deriving from :class:`Game` and
implementing the abstract methods is enough (see "How to add a game" in the docs).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from yomikiri.core.errors import NotationError, shown

if TYPE_CHECKING:
    # With defaults, a bare ``Game`` means ``Game[Any, Any]``.  Type checkers know this; Python since 3.13.
    from typing_extensions import TypeVar

    P = TypeVar("P", bound=Hashable, default=Any)
    M = TypeVar("M", bound=Hashable, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P", bound=Hashable)
    M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[P, M]):
    """The rules of one game at one size.  ``P`` is its position type, ``M`` its move type."""

    name: ClassVar[str]
    """The game's name on the command line and in stored results: lower case, digits and hyphens."""

    knows_unsolvable: ClassVar[bool] = False
    """Whether :meth:`why_unsolvable` is complete: a position for which it gives no reason can be won."""

    @property
    @abstractmethod
    def size(self) -> int | str:
        """What distinguishes this board from others of the same game, such as the number of columns."""

    @property
    def options(self) -> Mapping[str, str]:
        """The options, as text, in which these rules differ from the usual ones at this size."""
        return {}

    # -- deals ---------------------------------------------------------------------------------

    @abstractmethod
    def deal(self, number: int) -> P:
        """The numbered deal: a number gives the same position on every machine and in every version."""

    # -- rules ---------------------------------------------------------------------------------

    @abstractmethod
    def moves(self, position: P) -> Sequence[M]:
        """The legal moves, in the order defined on the rules page: the order is part of the rules."""

    def choices(self, position: P) -> Sequence[M]:
        """Every legal move, for people: :meth:`moves` may list only one of several equivalent moves."""
        return self.moves(position)

    @abstractmethod
    def play(self, position: P, move: M) -> P:
        """The position after ``move``; raises :class:`~yomikiri.core.errors.IllegalMove` if it is illegal."""

    def replay(self, position: P, moves: Sequence[M]) -> P:
        """The position after moves; raises :class:`IllegalMove` at the first that is not legal.

        A game may override it with something quicker than playing one after the other.
        """
        for move in moves:
            position = self.play(position, move)
        return position

    def move_between(self, position: P, following: P) -> M | None:
        """The first legal move, if any, that leads from one position to the other.

        A game may override it with something quicker than trying all moves.
        """
        return next((move for move in self.moves(position) if self.play(position, move) == following), None)

    @abstractmethod
    def is_goal(self, position: P) -> bool:
        """Whether the game is won."""

    def why_unsolvable(self, position: P) -> str | None:
        """Why the position cannot be won, for people, if that takes no search to see; otherwise None."""
        return None

    def instead(self, position: P) -> Mapping[str, str]:
        """Options, as text, that make a position winnable that :meth:`why_unsolvable` calls lost."""
        return {}

    def check(self, position: P) -> None:
        """Raise :class:`yomikiri.core.errors.InputError` if ``position`` is not a position of this game.

        Searches call it once, before they claim anything about a position that a program constructed.
        """
        self.encode(position)

    # -- codes ---------------------------------------------------------------------------------

    @property
    def code_bytes(self) -> int | None:
        """The length of the longest code, if codes vary in length; no code may then end with 255."""
        return None

    def encode(self, position: P) -> bytes:
        """A lossless code: equal positions, and only those, have equal codes."""
        return self.format_position(position).encode()

    def decode(self, code: bytes) -> P:
        """The position that :meth:`encode` made ``code`` from."""
        return self.parse_position(code.decode())

    # -- notation ------------------------------------------------------------------------------

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The position as text for people; :meth:`parse_position` reads it back."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """Read a position; raises :class:`yomikiri.core.errors.NotationError` naming the offending token."""

    @abstractmethod
    def format_move(self, position: P, move: M) -> str:
        """The move as one word without spaces; :meth:`parse_move` reads it back in that position."""

    @abstractmethod
    def parse_move(self, position: P, text: str) -> M:
        """Read one move of ``position``.  The result is well-formed, not necessarily legal."""

    @property
    def notations(self) -> Mapping[str, Callable[[P, M], str]]:
        """The ways to write a move in a position, by name, the game's own first."""
        return {"plain": self.format_move}

    def read_moves(self, position: P, texts: Sequence[str]) -> list[M]:
        """Read and play a sequence of moves from ``position``; an error names the move."""
        moves: list[M] = []
        for count, text in enumerate(texts, start=1):
            try:
                move = self.parse_move(position, text)
                position = self.play(position, move)
            except ValueError as error:
                raise type(error)(f"move {count}: {error}") from None
            moves.append(move)
        return moves

    def write_moves(self, position: P, moves: Sequence[M]) -> list[str]:
        """The texts of a sequence of legal moves starting from ``position``."""
        texts = []
        for move in moves:
            texts.append(self.format_move(position, move))
            position = self.play(position, move)
        return texts

    def position_to_json(self, position: P) -> dict[str, Any]:
        """The position as a JSON object."""
        return {
            "game": self.name,
            "size": self.size,
            "position": self.format_position(position).splitlines(),
        } | ({"options": dict(self.options)} if self.options else {})

    def position_from_json(self, data: Any) -> P:
        """Read back :meth:`position_to_json`; game and size must be this game's."""
        return self.parse_position(self.json_text(data))

    def json_text(self, data: Any) -> str:
        """The text notation inside a JSON object of this game."""
        if not isinstance(data, dict):
            raise NotationError(f"a position in JSON is an object, found {type(data).__name__}")
        for key, expected in (("game", self.name), ("size", self.size)):
            if data.get(key) != expected:
                found = shown(repr(data.get(key)))
                raise NotationError(f'"{key}" is {found}, expected {expected!r}')
        lines = data.get("position")
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise NotationError('"position" must be a list of lines of text')
        return "\n".join(lines)
