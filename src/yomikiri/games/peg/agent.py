"""Peg solitaire as an agent plays it: an action is a hole and the way that its peg jumps."""

from functools import cached_property

from yomikiri.core.agent_view import AgentView, Field, NumberedView
from yomikiri.games.peg.holes import WAYS, WIDTH, Holes
from yomikiri.games.peg.rules import METRICS, Chain, Peg

MOST_MOVES = 2048
"""More than a position can have moves of several jumps: see native/games/peg/peg.hpp."""


class PegFields(AgentView[Holes, Chain]):
    """Observations: the square around the board, 1 for a peg, 0 for an empty hole and where none is."""

    game: Peg

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("pegs", (self.game.board.rows, self.game.board.columns), 1),)

    def observe(self, position: Holes) -> bytes:
        rows, columns = self.game.board.rows, self.game.board.columns
        return bytes(
            position >> (WIDTH * row + column) & 1 for row in range(rows) for column in range(columns)
        )


class JumpView(NumberedView[Holes, Chain], PegFields):
    """Action ``4 * hole + way``: holes in reading order; up, left, right, down."""

    @cached_property
    def _holes(self) -> dict[int, int]:
        return {hole: number for number, hole in enumerate(self.game.board.in_order)}

    @property
    def actions(self) -> int:
        return len(WAYS) * len(self._holes)

    def action(self, position: Holes, move: Chain) -> int:
        source, target = move
        return len(WAYS) * self._holes[source] + WAYS.index((target - source) // 2)


def view(game: Peg) -> AgentView[Holes, Chain]:
    """Jumps have numbers of their own; moves of several jumps have their places in the list of moves."""
    return JumpView(game) if game.metric == METRICS[0] else PegFields(game, MOST_MOVES)
