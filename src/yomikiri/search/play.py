"""A game in progress: play, undo and redo moves, and ask the solver at any point.

It works for every game, because all it needs is :class:`~yomikiri.core.protocol.Game`.  Solutions are
remembered: a player who follows a hint, or returns to a position on the path, gets the next hint at once.
Each remembered move leads to a position with fewer moves left, so hints never go round in circles, even if
they come from several solutions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.picture import picture
from yomikiri.core.protocol import Game, M, P
from yomikiri.search.arguments import check_arguments
from yomikiri.search.control import Cancel, ProgressCallback
from yomikiri.search.outcome import Limits, Outcome
from yomikiri.search.solution import at_a_glance, some_solution

NO_MOVE = "no move is left"


@dataclass(frozen=True)
class Hint(Generic[M]):
    """A move that leads to a win, or why there is none to give."""

    move: M | None
    """The next move of a solution; None if there is no solution, or none was found."""
    text: str
    """The move in the game's own notation; empty if there is none."""
    outcome: Outcome
    """What is known about the position: solved, unsolvable, or the limit that ended the search."""
    left: int | None
    """How many moves that solution has left; it need not be a shortest one."""
    reason: str
    """Why there is no move, for people; empty if there is one."""

    def __bool__(self) -> bool:
        return bool(self.text)


class Play(Generic[P, M]):
    """A game in progress from ``position``, with the moves played; ``moves`` are played first."""

    def __init__(self, game: Game[P, M], position: P, moves: Iterable[M | str] = ()) -> None:
        check_arguments(game)
        game.check(position)
        self._game = game
        self._positions = [position]
        self._moves: list[M] = []
        self._undone: list[M] = []
        """Moves taken back, the latest last."""
        self._next: dict[P, tuple[M, int]] = {}
        """The next move of a known solution, and how many moves it has left."""
        self._lost: set[P] = set()
        for number, move in enumerate(moves, start=1):
            try:
                self.push(move)
            except (IllegalMove, NotationError) as error:
                raise type(error)(f"move {number}: {error}") from None

    @property
    def game(self) -> Game[P, M]:
        """The rules."""
        return self._game

    @property
    def start(self) -> P:
        """The position before the first move."""
        return self._positions[0]

    @property
    def position(self) -> P:
        """The current position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[P, ...]:
        """All positions so far, from the start to the current one."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves played so far."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[M, ...]:
        """The moves that :meth:`redo` plays again, the next first."""
        return tuple(reversed(self._undone))

    def texts(self, notation: str | None = None) -> list[str]:
        """The moves played so far, in one of the game's notations; None is its own."""
        writers = {"plain": self.game.format_move, **self.game.notations}
        if notation is not None and notation not in writers:
            raise InputError(
                f"unknown notation '{shown(notation)}' for {self.game.name}: "
                f"expected one of {', '.join(writers)}"
            )
        write = self.game.format_move if notation is None else writers[notation]
        return [write(*step) for step in zip(self._positions, self._moves, strict=False)]

    # -- moves ---------------------------------------------------------------------------------

    def legal(self) -> Sequence[M]:
        """Every legal move, for people; see :meth:`Game.choices`."""
        return self.game.choices(self.position)

    def push(self, move: M | str) -> M:
        """Play a move, given as a value or as text, and return it as a value.

        Raises :class:`NotationError` for text that is not a move and :class:`IllegalMove` for a move that the
        rules do not allow; the position then stays unchanged.
        """
        played = self._read(move)
        following = self.game.play(self.position, played)
        if self._undone and self._undone[-1] == played:
            self._undone.pop()
        else:
            self._undone.clear()
        self._go(played, following)
        return played

    def undo(self) -> M:
        """Take the last move back and return it."""
        if not self._moves:
            raise InputError("there is no move to undo")
        self._positions.pop()
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> M:
        """Replay the move that was taken back last, and return it."""
        if not self._undone:
            raise InputError("there is no move to redo")
        move = self._undone.pop()
        self._go(move, self.game.play(self.position, move))
        return move

    def _read(self, move: M | str) -> M:
        if not isinstance(move, str):
            return move
        try:
            return self.game.parse_move(self.position, move)
        except NotationError:
            # A game's moves may be strings themselves, written differently in its notation.
            for choice in self.legal():
                if choice == move:
                    return choice
            raise

    def _go(self, move: M, following: P) -> None:
        self._moves.append(move)
        self._positions.append(following)

    # -- what is known -------------------------------------------------------------------------

    @property
    def is_goal(self) -> bool:
        """Whether the game is won."""
        return self.game.is_goal(self.position)

    @property
    def is_stuck(self) -> bool:
        """Whether no move is left, and the game is not won."""
        return not self.is_goal and not self.legal()

    @property
    def why_lost(self) -> str | None:
        """Why the position is lost, for people, if that takes no search to see; None proves nothing."""
        return self.game.why_unsolvable(self.position) or (NO_MOVE if self.is_stuck else None)

    def winnable(
        self,
        limits: Limits | None = None,
        *,
        progress: ProgressCallback | bool | None = None,
        cancel: Cancel | None = None,
    ) -> Outcome:
        """Whether the game can still be won: solved, unsolvable, or the limit that ended the search."""
        check_arguments(self.game, limits=limits, progress=progress, cancel=cancel)
        if self.game.knows_unsolvable:
            lost = self.game.why_unsolvable(self.position) is not None
            return Outcome.UNSOLVABLE if lost else Outcome.SOLVED
        return self._find(limits, progress, cancel)

    def hint(
        self,
        limits: Limits | None = None,
        *,
        progress: ProgressCallback | bool | None = None,
        cancel: Cancel | None = None,
    ) -> Hint[M]:
        """The next move of a solution, searched for if none is known; or the reason there is no move."""
        check_arguments(self.game, limits=limits, progress=progress, cancel=cancel)
        outcome = self._find(limits, progress, cancel)
        if self.position in self._next:
            move, left = self._next[self.position]
            return Hint(move, self.game.format_move(self.position, move), Outcome.SOLVED, left, "")
        return Hint(None, "", outcome, 0 if self.is_goal else None, self._no_hint(outcome))

    def _no_hint(self, outcome: Outcome) -> str:
        if outcome is Outcome.SOLVED:
            return "the game is won"
        if outcome is Outcome.UNSOLVABLE:
            return self.why_lost or "the game cannot be won any more"
        if outcome is Outcome.CANCELLED:
            return "the search was cancelled"
        return f"no solution was found within the {outcome.value.replace('_', ' ')}"

    def _find(
        self, limits: Limits | None, progress: ProgressCallback | bool | None, cancel: Cancel | None
    ) -> Outcome:
        """What is known about the position, after a search if needed; a solution is remembered."""
        position = self.position
        if position in self._next:
            return Outcome.SOLVED
        if position in self._lost:
            return Outcome.UNSOLVABLE
        result = at_a_glance(self.game, position) or some_solution(
            self.game, position, limits=limits, progress=progress, cancel=cancel
        )
        if result.moves is not None:
            self._remember(position, result.moves)
            return Outcome.SOLVED
        if result.outcome is Outcome.UNSOLVABLE:
            self._lost.add(position)
        return result.outcome

    def _remember(self, position: P, moves: Sequence[M]) -> None:
        positions = [position]
        for move in moves:
            positions.append(self.game.play(positions[-1], move))
        left = 0
        for before, move in zip(reversed(positions[:-1]), reversed(moves), strict=True):
            left += 1
            if before not in self._next or left < self._next[before][1]:
                self._next[before] = move, left
            left = self._next[before][1]

    # -- as a value ----------------------------------------------------------------------------

    def __str__(self) -> str:
        return self.game.format_position(self.position)

    def _repr_svg_(self) -> str:
        return picture(self.game, self.position)

    def __repr__(self) -> str:
        moves = f", {self.texts()!r}" if self._moves else ""
        return f"{type(self).__name__}({self.game!r}, {self.start!r}{moves})"
