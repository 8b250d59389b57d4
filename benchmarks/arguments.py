"""What the programs here take as arguments, and how they refuse: one line, status 2, never a traceback."""

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

from yomikiri.core.errors import YomikiriError
from yomikiri.surveys.deals import Deals

MOST_DEALS = 10_000_000
Pair = Callable[[str], tuple[int, int]]


def deals(text: str) -> list[int]:
    """Numbered deals: ``7``, ``1-100``, ``25,29`` or any of these joined by commas."""
    try:
        found = Deals.parse(text)
    except YomikiriError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if any(word for word, _, _ in found.ranges):
        raise argparse.ArgumentTypeError(f"'{text}' has a name: expected numbers, such as 7, 1-100 or 25,29")
    if sum(last - first + 1 for _, first, last in found.ranges) > MOST_DEALS:
        raise argparse.ArgumentTypeError(f"'{text}' are more than {MOST_DEALS:,} deals")
    return [int(number) for number in found]


def count(text: str) -> int:
    """A number of things: 1 or more."""
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a count: expected a whole number, 1 or more")
    return int(text)


def counts(text: str) -> list[int]:
    """Counts separated by commas."""
    return [count(part) for part in text.split(",")]


def amount(text: str) -> float:
    """Seconds or gibibytes: any number above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not an amount: expected a number above 0")
    return value


def pair(sign: str, form: str) -> Pair:
    """Two numbers with a sign between them, such as ``4x4``."""

    def read(text: str) -> tuple[int, int]:
        match = re.fullmatch(f"([0-9]{{1,3}}){re.escape(sign)}([0-9]{{1,3}})", text)
        if match is None:
            raise argparse.ArgumentTypeError(f"'{text}' is not of the form {form}")
        return int(match.group(1)), int(match.group(2))

    return read


def run(main: Callable[[], None]) -> None:
    """Run a program; what yomikiri itself refuses is refused in its words."""
    try:
        main()
    except YomikiriError as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(f"{Path(sys.argv[0]).name}: stopped; what was written is kept", file=sys.stderr)
        sys.exit(130)
