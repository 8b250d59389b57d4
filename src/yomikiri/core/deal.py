"""Deals: what a person asks for by number, name or file: one position, or several named ones.

Most deals are one position, whose name is empty.  Where the player may choose how to begin, as with the aces
of some games, a deal maps names to *arrangements*, and it can be won if one of them can.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game

ONLY = ""
"""The name of a deal's only position."""


class Positions(Mapping[str, Any]):
    """Positions of a deal by name, each made on demand, and the text that describes them all."""

    def __init__(self, names: tuple[str, ...], make: Callable[[str], Any], text: str) -> None:
        self.text = text
        self._names, self._make = names, make

    def __getitem__(self, name: str) -> Any:
        """The position of that name; the game itself rejects an unknown name."""
        return self._make(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.text!r}>"


@dataclass(frozen=True)
class Deal:
    """Positions to solve, the game they belong to, and what to call them."""

    game: Game[Any, Any]
    positions: Mapping[str, Any]
    """By name; :attr:`position` is a shortcut when there is only one."""
    label: int | str
    """The deal number, or ``position`` if the position was given explicitly."""
    note: str | None = None
    """What a person should know about how the position was read."""

    @classmethod
    def of(cls, game: Game[Any, Any], found: Any, label: int | str, note: str | None = None) -> "Deal":
        """The deal of one position, or of :class:`Positions`."""
        return cls(game, found if isinstance(found, Positions) else {ONLY: found}, label, note)

    @property
    def has_arrangements(self) -> bool:
        """Whether there are several positions to choose from."""
        return ONLY not in self.positions

    @property
    def position(self) -> Any:
        """The position, if the deal has only one."""
        if self.has_arrangements:
            first = next(iter(self.positions))
            raise InputError(
                f"a {self.game.name} deal has {len(self.positions)} positions: expected one of them, "
                f"such as deal.positions['{first}'], or solve_deal()"
            )
        return self.positions[ONLY]

    def arranged(self, name: str) -> "Deal":
        """The same deal with only the named arrangement."""
        return replace(self, positions={ONLY: self.positions[name]})

    @property
    def text(self) -> str:
        """The deal in the notation used in files."""
        if isinstance(self.positions, Positions):
            return self.positions.text
        return self.game.format_position(self.position)

    def _repr_svg_(self) -> str:
        """The position, or the first of several, as a picture for notebooks."""
        from yomikiri.core.picture import picture  # It looks up the game's entry, which imports this module.

        return picture(self.game, next(iter(self.positions.values())))

    def to_json(self) -> dict[str, Any]:
        """The deal as a JSON object that :func:`yomikiri.open_deal` reads."""
        if not isinstance(self.positions, Positions):
            return self.game.position_to_json(self.position)
        first = next(iter(self.positions.values()))
        return self.game.position_to_json(first) | {"position": self.text.splitlines()}
