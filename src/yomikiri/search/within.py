"""How much longer than a shortest one a solution may be: ``5%`` of that, or ``3`` moves.

Nobody knows the shortest length beforehand, so the room is measured from what is proved: a solution of n
moves is good enough when no solution is shorter than L and n is at most L and the room above it.  Since a
shortest one has at least L moves, n is then within the same room of that.  Everything is counted in whole
numbers: a share in millionths, lengths in moves.
"""

import re
from dataclasses import dataclass
from typing import Any

from yomikiri.core.errors import InputError, shown

WHOLE = 1_000_000
"""Millionths of the whole: per cent have up to four decimals."""
MOST_PERCENT = 100_000
MOST_MOVES = 10_000
EXPECTED = "expected a percentage such as 5% or a number of moves such as 3"


@dataclass(frozen=True)
class Within:
    """The room above a lower bound: a share of it in millionths, and moves on top."""

    share: int = 0
    moves: int = 0

    @classmethod
    def of(cls, value: Any) -> "Within":
        """What ``5%``, ``2.5%``, ``"3"`` or 3 stands for; an :class:`InputError` for anything else."""
        if isinstance(value, Within):
            return value
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise InputError(f"within {shown(repr(value))}: {EXPECTED}")
        text = str(value)
        if percent := re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,4}))?%", text):
            share = int(percent[1]) * 10_000 + int((percent[2] or "").ljust(4, "0"))
            if share <= MOST_PERCENT * 10_000:
                return cls(share=share)
            raise InputError(f"within {text}: expected at most {MOST_PERCENT}%")
        if re.fullmatch("[0-9]{1,6}", text):
            if int(text) <= MOST_MOVES:
                return cls(moves=int(text))
            raise InputError(f"within {text}: expected at most {MOST_MOVES} moves")
        raise InputError(f"within '{shown(text)}': {EXPECTED}")

    def allowed(self, lower: int) -> int:
        """How long a solution may be if none is shorter than ``lower``."""
        return lower + self.moves + lower * self.share // WHOLE

    def needed(self, length: int) -> int:
        """The lower bound that a solution of that length needs."""
        least, most = 0, length
        while least < most:
            middle = (least + most) // 2
            if self.allowed(middle) >= length:
                most = middle
            else:
                least = middle + 1
        return least

    def __str__(self) -> str:
        if self.share == 0:
            return str(self.moves)
        whole, rest = divmod(self.share, 10_000)
        decimals = f"{rest:04d}".rstrip("0")
        percent = f"{whole}.{decimals}%" if decimals else f"{whole}%"
        return percent if self.moves == 0 else f"{percent} + {self.moves}"


USUAL = Within.of("5%")
"""Of a bounded search that is asked for by its name alone."""
EXACT = Within()
"""No room at all: only a shortest solution will do."""
