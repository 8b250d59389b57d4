"""The deals of a survey: ranges of numbers, such as ``1-1000`` or ``1-50,name:1-100``.

Different ways to write the same deals give the same survey, so ranges are sorted and merged.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from yomikiri.core.dealing import MAX_DEAL
from yomikiri.core.errors import InputError, shown

_RANGE = re.compile(r"((?:[a-z][a-z0-9]*:)?)([0-9]{1,19})(?:-([0-9]{1,19}))?", re.ASCII)


@dataclass(frozen=True)
class Deals:
    """Ranges of deals, each with the word before its numbers, which is usually empty."""

    ranges: tuple[tuple[str, int, int], ...]

    @classmethod
    def parse(cls, text: str) -> "Deals":
        """Read ranges separated by commas."""
        found: list[tuple[str, int, int]] = []
        for part in text.split(","):
            match = _RANGE.fullmatch(part.strip())
            if match is None:
                raise InputError(
                    f"deals '{shown(part)}' are not a range: expected a form like 7, 1-1000 or name:1-100"
                )
            word, first = match.group(1), int(match.group(2))
            last = first if match.group(3) is None else int(match.group(3))
            if not 1 <= first <= last <= MAX_DEAL:
                raise InputError(
                    f"deals '{shown(part)}' are out of range: expected 1 to {MAX_DEAL}, ascending"
                )
            found.append((word, first, last))
        joined: list[tuple[str, int, int]] = []
        for word, first, last in sorted(found):
            if joined and joined[-1][0] == word and first <= joined[-1][2] + 1:
                joined[-1] = (word, joined[-1][1], max(last, joined[-1][2]))
            else:
                joined.append((word, first, last))
        return cls(tuple(joined))

    def __str__(self) -> str:
        return ",".join(
            f"{word}{first}" + (f"-{last}" if last > first else "") for word, first, last in self.ranges
        )

    @property
    def count(self) -> int:
        """How many there are; this may exceed the largest length in Python."""
        return sum(last - first + 1 for _, first, last in self.ranges)

    def __iter__(self) -> Iterator[str]:
        for word, first, last in self.ranges:
            for number in range(first, last + 1):
                yield f"{word}{number}"

    def __contains__(self, deal: str) -> bool:
        word, colon, number = deal.rpartition(":")
        if not number.isdecimal():
            return False
        return any(w == word + colon and a <= int(number) <= b for w, a, b in self.ranges)
