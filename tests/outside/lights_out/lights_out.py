"""Lights Out: a square of lamps; a lamp that is pressed switches itself and its neighbours.  All out wins.

A package of somebody else's: it edits nothing of yomikiri and is found by its entry point.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yomikiri.core.board_text import word_lines
from yomikiri.core.dealing import shuffled
from yomikiri.core.entry import GameEntry, Option
from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.protocol import Game

Lamps = tuple[bool, ...]


@dataclass(frozen=True)
class Lights(Game[Lamps, int]):
    """The rules on a square of so many rows."""

    rows: int = 3
    wrap: str = "no"
    """Whether lamps at opposite edges are neighbours."""

    name = "lights"

    @property
    def size(self) -> str:
        return f"{self.rows}x{self.rows}"

    @property
    def options(self) -> Mapping[str, str]:
        return {} if self.wrap == "no" else {"wrap": self.wrap}

    def deal(self, number: int) -> Lamps:
        """Half of the lamps, pressed one after another: so every deal can be won."""
        position = (False,) * self.rows**2
        for lamp in shuffled(range(self.rows**2), self.name, self.size, number)[: self.rows**2 // 2]:
            position = self.play(position, lamp)
        return position

    def moves(self, position: Lamps) -> Sequence[int]:
        return [] if self.is_goal(position) else range(self.rows**2)

    def play(self, position: Lamps, move: int) -> Lamps:
        if not 0 <= move < self.rows**2:
            raise IllegalMove(f"there is no lamp {move + 1}")
        row, column = divmod(move, self.rows)
        switched = {move}
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            at = row + down, column + right
            if self.wrap == "yes":
                at = at[0] % self.rows, at[1] % self.rows
            if all(0 <= side < self.rows for side in at):
                switched.add(at[0] * self.rows + at[1])
        return tuple(lamp != (index in switched) for index, lamp in enumerate(position))

    def is_goal(self, position: Lamps) -> bool:
        return not any(position)

    def format_position(self, position: Lamps) -> str:
        words = ["*" if lamp else "." for lamp in position]
        return "\n".join(" ".join(words[row * self.rows : (row + 1) * self.rows]) for row in range(self.rows))

    def parse_position(self, text: str) -> Lamps:
        words = [word for line in word_lines(text) for word in line]
        for word in words:
            if word not in ("*", "."):
                raise NotationError(f"'{shown(word)}' is no lamp: expected * or .")
        if len(words) != self.rows**2:
            raise NotationError(f"found {len(words)} lamps, expected {self.rows**2}")
        return tuple(word == "*" for word in words)

    def format_move(self, position: Lamps, move: int) -> str:
        return str(move + 1)

    def parse_move(self, position: Lamps, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise NotationError(f"'{shown(text)}' is no lamp: expected a number from 1 to {self.rows**2}")
        return int(text) - 1


def make(size: str | None, variant: str | None, options: Mapping[str, str]) -> Lights:
    """The game of a size and options, given as text."""
    sizes = {"2x2": 2, "3x3": 3, "4x4": 4}
    if size is not None and size not in sizes:
        raise InputError(f"size '{shown(size)}' is not a size of lights: expected {', '.join(sizes)}")
    return Lights(sizes[size or "3x3"], options.get("wrap", "no"))


def heuristics(game: Lights) -> dict[str, Any]:
    """A press switches five lamps at most."""
    return {"fifth": lambda position: -(-sum(position) // 5)}


ENTRY = GameEntry(
    name="lights",
    summary="lamps that switch their neighbours, to be put out",
    game=Lights,
    default_size="3x3",
    sizes="rows x rows, 2x2 to 4x4",
    menu_sizes=("2x2", "3x3", "4x4"),
    options=(Option("wrap", "Lights: whether opposite edges touch.", values=("no", "yes"), default="no"),),
    make=make,
    heuristics=heuristics,
)
