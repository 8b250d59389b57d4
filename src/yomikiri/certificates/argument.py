"""What a checker knows about one game: keys, the moves to consider, and lower bounds.

A checker goes through a table and asks an :class:`Argument` for everything else, which the argument computes
from the position, by the rules and by the lemmas named in the header.  A lemma may leave moves out
(:meth:`Argument.followers`), raise a bound (:meth:`Argument.bound`), or let one *node* stand for many
positions; nothing that the writer of a certificate says is trusted.

:class:`PlainArgument` works for any game: a node is a position, all moves are considered, and the bound is 0.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from yomikiri.certificates.format import INFINITE, NotACertificate
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game

N = TypeVar("N")

KernelTable = tuple[str, int, list[tuple[int, int, bytes, bytes]]]
"""The outcome, the positions met, and the blocks: bound, number of keys, the two streams."""

Canonical = Callable[[Any], Any]
"""Maps a position to the representative of all that are alike."""
ALIKE, LOST, JOINS = "alike", "lost", "joins"
GENERAL_LEMMAS = {
    JOINS: "joins: a position that is not in the table may be searched in its place",
}


class Argument(ABC, Generic[N]):
    """The rules of inference for one game, one start and one choice of lemmas.

    ``inference`` are the names of the lemmas used, ``bound_name`` that of the lower bound.
    """

    lemmas: ClassVar[Mapping[str, str]]
    """The lemmas of this game by name, each stated in a sentence."""
    bounds: ClassVar[Mapping[str, str]]
    """The lower bounds of this game, likewise; the first is the usual one."""

    game: Game[Any, Any]
    width: int
    """The length of a key in bytes."""

    def __init__(self, game: Game[Any, Any], start: Any, inference: Iterable[str], bound_name: str) -> None:
        self.game, self.start = game, start
        self.inference, self.bound_name = tuple(inference), bound_name
        known = {**self.lemmas, **GENERAL_LEMMAS}
        if list(self.inference) != [name for name in known if name in self.inference]:
            raise NotACertificate(
                f"the inference '{shown(' '.join(self.inference), 60)}' is not known for {game.name}: "
                f"expected some of {', '.join(known)}, in this order"
            )
        if bound_name.split(" ")[0] not in self.bounds:
            raise NotACertificate(
                f"the bound '{shown(bound_name)}' is not known for {game.name}: "
                f"expected one of {', '.join(self.bounds)}"
            )

    @property
    def relies_on(self) -> list[str]:
        """What the proof rests on besides the rules, one sentence each."""
        known = {**self.lemmas, **GENERAL_LEMMAS}
        return [*(known[name] for name in self.inference), self.bounds[self.bound_name.split(" ")[0]]]

    @abstractmethod
    def node(self, position: Any) -> N:
        """The node that stands for a position of the game."""

    @abstractmethod
    def key(self, node: N) -> bytes:
        """The bytes of a node in a table."""

    @abstractmethod
    def read(self, key: bytes) -> N:
        """The node of a key; raises :class:`NotACertificate` if there is none."""

    @abstractmethod
    def is_goal(self, node: N) -> bool:
        """Whether some position of the node is won."""

    @abstractmethod
    def followers(self, node: N) -> Iterable[tuple[Any, N]]:
        """The moves to consider, and where they lead."""

    @abstractmethod
    def bound(self, node: N) -> int:
        """A lower bound on the moves to a goal, 0 for goals, INFINITE if there is none."""

    def goals(self) -> Iterable[N] | None:
        """All nodes that are won, in a game whose moves can all be undone; None for other games."""
        return None

    def in_kernel(self, wanted: int, **options: Any) -> KernelTable | None:
        """The kernel's table that proves the bound; None if the kernel has no writer for this game."""
        return None

    def board(self, node: N) -> str:
        """The node for people."""
        return self.game.format_position(node)

    def move_text(self, node: N, move: Any) -> str:
        """A move of :meth:`followers` for people."""
        return self.game.format_move(node, move)


class PlainArgument(Argument[Any]):
    """For any game: all moves, and no lower bound except from the game itself.  A key is its code, padded.

    A game may say which positions count as one (``canonical``), and which are obviously lost
    (``why_unsolvable()``); a checker has the game, and trusts this as much as its rules.

    Codes may have any length and end in any byte, so one byte 0x80 marks the end, and zeros follow.  A writer
    does not know the longest code in advance: its width is 0, and keys are padded once all of them are known.
    """

    lemmas: ClassVar[Mapping[str, str]] = {
        ALIKE: "alike: positions that the game takes for one are one",
        LOST: "lost: positions that the game itself says cannot be won",
    }
    bounds: ClassVar[Mapping[str, str]] = {"none": "no lower bound but 0"}

    def __init__(
        self,
        game: Game[Any, Any],
        start: Any,
        inference: Iterable[str] = (),
        bound_name: str = "none",
        width: int = 0,
        canonical: Canonical | None = None,
    ) -> None:
        super().__init__(game, start, inference, bound_name)
        if ALIKE in self.inference and canonical is None:
            raise NotACertificate(f"{game.name} does not say which positions are alike")
        self.width = width
        self._canonical = canonical if ALIKE in self.inference else None

    def node(self, position: Any) -> Any:
        return position if self._canonical is None else self._canonical(position)

    def key(self, node: Any) -> bytes:
        return (self.game.encode(node) + b"\x80").ljust(self.width, b"\0")

    def read(self, key: bytes) -> Any:
        code, mark, _ = key.rpartition(b"\x80")
        try:
            position = self.game.decode(code)
            self.game.check(position)
        except InputError as error:
            raise NotACertificate(f"the key {key.hex()} is not a position: {error}") from None
        if not mark or self.key(self.node(position)) != key:
            raise NotACertificate(f"the key {key.hex()} is not the key of its position")
        return position

    def is_goal(self, node: Any) -> bool:
        return self.game.is_goal(node)

    def followers(self, node: Any) -> Iterable[tuple[Any, Any]]:
        return [(move, self.node(self.game.play(node, move))) for move in self.game.moves(node)]

    def bound(self, node: Any) -> int:
        lost = LOST in self.inference and self.game.why_unsolvable(node) is not None
        return INFINITE if lost else 0
