"""A game as an agent plays it: actions that have numbers, and observations that are bytes.

Programs that learn want the same numbers in every position: action 7 is one thing for ever, and all
observations have the same number of bytes.  A game says both in a class that derives from
:class:`AgentView` and is the part ``agent`` of its entry.  A game that says nothing has the base class: an
action is the place of a move in the list of :meth:`Game.choices`, an observation the code of the position.

The kernel has the same for thousands of games side by side: see ``native/agent.hpp``.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from typing import Any, Generic, NamedTuple

from yomikiri.core.code_rows import row_bytes, row_of
from yomikiri.core.deal import Positions
from yomikiri.core.errors import BrokenGame, InputError
from yomikiri.core.protocol import Game, M, P
from yomikiri.core.registry import entry_of

LISTED = 256
"""How many actions a game has that numbers its moves by their places in a list, unless it knows better."""


class Field(NamedTuple):
    """A part of an observation: a table of bytes."""

    name: str
    shape: tuple[int, ...]
    most: int
    """The largest value."""

    @property
    def size(self) -> int:
        return prod(self.shape)


class AgentView(Generic[P, M]):
    """The actions and observations of a game; this one serves every game."""

    deepest: int | None = None
    """How many cards the longest column can have, where pictures grow with columns."""

    def __init__(self, game: Game[P, M], most: int = LISTED) -> None:
        self.game = game
        self._most = most

    # -- actions -------------------------------------------------------------------------------

    @property
    def actions(self) -> int:
        """How many actions there are: they are numbered from 0."""
        return self._most

    def action(self, position: P, move: M) -> int:
        """The number of a legal move."""
        return list(self.game.choices(position)).index(move)

    def legal(self, position: P) -> dict[int, M]:
        """Every legal move by its number."""
        moves: Sequence[M] = self.game.choices(position)
        if len(moves) > self.actions:
            raise InputError(
                f"a position with {len(moves)} moves: expected {self.actions} at most; "
                "see AgentView on how a game numbers its actions"
            )
        return dict(enumerate(moves))

    # -- observations --------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[Field, ...]:
        """What an observation consists of, one after another."""
        first = entry_of(self.game).dealt(self.game, 1)
        if isinstance(first, Positions):
            first = next(iter(first.values()))
        return (Field("code", (row_bytes(self.game, first),), 255),)

    def observe(self, position: P) -> bytes:
        """The bytes of all fields."""
        (field,) = self.fields
        return row_of(self.game, position, field.size)


class NumberedView(AgentView[P, M], ABC):
    """A view whose game gives each move a number of its own."""

    def legal(self, position: P) -> dict[int, M]:
        return {self.action(position, move): move for move in self.game.choices(position)}

    @abstractmethod
    def action(self, position: P, move: M) -> int:
        """The number of a legal move."""


def view_of(game: Game[Any, Any], most: int = LISTED) -> AgentView[Any, Any]:
    """The view that a game brings along, or the one that serves every game, with ``most`` actions."""
    entry = entry_of(game)
    make = entry.part("agent")
    if make is None:
        return AgentView(game, most)
    view = make(game)
    if not isinstance(view, AgentView):
        raise BrokenGame(
            f"the game '{entry.name}' is broken: its agent gave {type(view).__name__}, expected an AgentView"
        )
    return view
