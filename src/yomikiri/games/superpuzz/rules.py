"""Superpuzz: H. Berliner's solitaire, a GPCC problem of 1991; and Montana, the same with other ranks.

Follows T. Shintani, "Priority-first Search in Superpuzz".  The rules are those of :mod:`games.rows.rules`:
the cards A..n are laid out in four rows of n, those of rank n are removed, aces lead the rows.  In Montana
(Gaps without redeal) the aces are removed and the twos lead, which is the same game with every rank one
higher: deal k of Montana is deal k of Superpuzz with the ranks shifted.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from yomikiri.core.cards import deck
from yomikiri.core.dealing import shuffled
from yomikiri.core.errors import InputError, NotationError, shown
from yomikiri.games.rows.rules import ROWS, Move, Position, RowGame, read_position

MIN_COLUMNS, MAX_COLUMNS = 2, 13
Variant = Literal["superpuzz", "montana"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)

__all__ = ["MAX_COLUMNS", "MIN_COLUMNS", "ROWS", "VARIANTS", "Move", "Position", "Superpuzz", "read_position"]


@dataclass(frozen=True)
class Superpuzz(RowGame):
    """The rules at one width: ``Superpuzz(columns=13)`` is the full game."""

    columns: int = MAX_COLUMNS
    variant: Variant = "superpuzz"
    """``superpuzz`` or ``montana``: how cards are written."""

    name = "superpuzz"
    max_columns: ClassVar[int] = MAX_COLUMNS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant not in VARIANTS:
            known = ", ".join(VARIANTS)
            raise InputError(f"unknown variant '{shown(self.variant)}' of superpuzz: expected one of {known}")

    @property
    def lead(self) -> int:
        return 1 if self.variant == "superpuzz" else 2

    def position_to_json(self, position: Position) -> dict[str, Any]:
        data = super().position_to_json(position)
        return data if self.variant == VARIANTS[0] else {**data, "variant": self.variant}

    def json_text(self, data: Any) -> str:
        text = super().json_text(data)
        found = data.get("variant", VARIANTS[0])
        if found != self.variant:
            raise NotationError(f'"variant" is {shown(repr(found))}, expected {self.variant!r}')
        return text

    def deal(self, number: int) -> Position:
        layout = shuffled(deck(self.columns), self.name, self.columns, number)
        names = tuple(card.suit for card in layout if card.rank == self.columns)
        return Position(tuple(None if card.rank == self.columns else card for card in layout), names)
