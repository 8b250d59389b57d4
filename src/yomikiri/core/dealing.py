"""Numbered deals: a generator that anyone can reimplement from its description.

The seed of deal ``number`` of a game is the 64-bit FNV-1a hash of the ASCII text
``game/size/number`` (for example ``lights/5x5/42``).  The seed starts SplitMix64, whose outputs
drive a Fisher-Yates shuffle with unbiased draws.  Nothing here depends on the platform, on Python's
``random`` or on NumPy, so a deal number means the same position forever.  The docs page "Deals"
spells the algorithm out with test vectors.
"""

from collections.abc import Sequence
from typing import TypeVar

from yomikiri.core.errors import InputError

MAX_DEAL = 2**63 - 1
"""The largest deal number: what a signed 64-bit database column holds."""

RANDOM_DEALS = 10**9
"""Random deals are drawn from 1 to this: small enough for people to read the number to one another."""

_MASK = 2**64 - 1
T = TypeVar("T")


class SplitMix64:
    """Steele, Lea & Flood's 64-bit generator: one addition and a finaliser per output."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, all equally likely."""
        limit = 2**64 - 2**64 % bound
        while True:
            drawn = self.next()
            if drawn < limit:
                return drawn % bound


def fnv1a(data: bytes) -> int:
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & _MASK
    return value


def shuffled(things: Sequence[T], game: str, size: int | str, number: int) -> list[T]:
    """``things`` in the order of deal ``number`` of a game at a size."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputError(f"deal number {number!r} is not a whole number: expected 1 to {MAX_DEAL}")
    if not 1 <= number <= MAX_DEAL:
        raise InputError(f"deal number {number} is out of range: expected 1 to {MAX_DEAL}")
    stream = SplitMix64(fnv1a(f"{game}/{size}/{number}".encode("ascii")))
    result = list(things)
    for last in range(len(result) - 1, 0, -1):
        chosen = stream.below(last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def random_number(most: int = MAX_DEAL) -> int:
    """A deal number of at most ``most``, drawn from the operating system's entropy."""
    import secrets  # It loads cryptography that nothing else needs.

    return 1 + secrets.randbelow(min(RANDOM_DEALS, most))
