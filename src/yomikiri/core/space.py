"""What a space is: a game seen through an equivalence of its positions.

Search never compares positions; it compares their keys.  The plain space has one key per position; a
symmetric space gives equivalent positions the same key and can translate a path of keys back to moves from
the position actually dealt.
"""

from typing import Any, Protocol

from yomikiri.core.errors import CertificationError
from yomikiri.core.protocol import Game


class Space(Protocol):
    """Keys of positions: two positions may share a key only if both or neither can be won,
    in the same number of moves."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game whose positions this space maps to keys."""
        ...

    def canonical(self, position: Any) -> Any:
        """The representative of the position's class; search expands representatives only."""
        ...

    def key(self, position: Any) -> bytes:
        """The bytes that stand for the position's class."""
        ...


class PlainSpace:
    """No symmetry: the key is the game's own code."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def canonical(self, position: Any) -> Any:
        return position

    def key(self, position: Any) -> bytes:
        return self.game.encode(position)


def moves_along(space: Space, position: Any, keys: list[bytes]) -> list[Any]:
    """Moves from ``position`` that visit positions with these keys in turn.

    This turns a kernel's path of keys into real moves, using only the Python rules.
    """
    game, moves = space.game, []
    for count, key in enumerate(keys, start=1):
        # Decoding one key is quicker than encoding every child.
        try:
            wanted = game.decode(key)
        except ValueError as error:
            raise CertificationError(f"step {count} of the path is not a position: {error}") from error
        if isinstance(space, PlainSpace):
            move, following = game.move_between(position, wanted), wanted
        else:
            children = ((move, game.play(position, move)) for move in game.moves(position))
            found = (child for child in children if space.canonical(child[1]) == wanted)
            move, following = next(found, (None, wanted))
        if move is None:
            raise CertificationError(f"step {count} of the path is not a move of {game!r}")
        moves.append(move)
        position = following
    return moves
