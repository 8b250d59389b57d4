"""Option values: from what a person types to the values that the library takes.

Everything arrives here as text, so that we write the error messages: they name the option, what was found and
what was expected.  No value, however long, takes noticeable time.
"""

import math
import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.words import expected
from yomikiri.search import Limits
from yomikiri.search.heuristic import MOST_WEIGHT
from yomikiri.search.within import Within

LARGEST = 2**63 - 1
"""The largest count and memory size; the kernel's counters are 64 bits wide."""

LONGEST = 64
"""The most characters of a number; a longer one is a mistake and not worth reading."""

UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
"""Memory units by first letter; all are binary, because memory is."""

MOST_THREADS = 256

_COUNT = re.compile(r"[0-9]+(?:_[0-9]+)*")
_DECIMAL = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e\+?([0-9]{1,2}))?", re.IGNORECASE)
_MEMORY = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) ?(?:([kmgt])(?:ib)?)?", re.IGNORECASE)
_DIRECTIONS = re.compile("[UDLRudlr]+")
_MOVE = re.compile(r"\([^()]*\)?|[^\s(]+")
_NUMBERED = re.compile(r"\s*[0-9]+\.\s+(\S+)(?:\s{2}.*)?\s*")

MAX_MOVES_BYTES = 16 * 2**20
"""Depth-first solutions can have thousands of moves; millions are a mistake."""


def parse_count(option: str, text: str | None) -> int | None:
    """A whole number such as ``1000000``, ``1_000_000`` or ``1e6``; ``none`` is no limit."""
    if text is None or text == "none":
        return None
    expected = f"{option} '{shown(text)}' is not a count: expected a whole number such as 1000000 or 1e6"
    if len(text) > LONGEST or not text.isascii():
        raise InputError(expected)
    if _COUNT.fullmatch(text):
        value = Fraction(int(text))
    elif _DECIMAL.fullmatch(text):
        value = Fraction(text)
    else:
        raise InputError(expected)
    if value.denominator != 1:
        raise InputError(expected)
    return _at_most_largest(option, text, int(value))


def parse_some(option: str, text: str, least: int = 0, most: int | None = None) -> int:
    """A count where there is no ``none``, perhaps in a range."""
    value = parse_count(option, text)
    if value is None or value < least or (most is not None and value > most):
        size = "a whole number such as 1000000" if most is None else f"{least} to {most}"
        raise InputError(f"{option} '{shown(text)}' is not a count: expected {size}")
    return value


def parse_whole(option: str, text: str) -> int:
    """A whole number, such as a seed."""
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise InputError(f"{option} '{shown(text)}' is not a whole number: expected 0 or more")
    return int(text)


def parse_seconds(option: str, text: str | None) -> float | None:
    """A decimal number of seconds, not negative; ``none`` is no limit."""
    if text is None or text == "none":
        return None
    value = math.inf
    if len(text) <= LONGEST and text.isascii() and _DECIMAL.fullmatch(text):
        value = float(text)
    if not math.isfinite(value):
        raise InputError(
            f"{option} '{shown(text)}' is not a time: expected seconds as a decimal number such as 2.5"
        )
    return value


def parse_memory(option: str, text: str | None) -> int | None:
    """A memory size such as ``4GiB``, ``512M`` or ``1000000`` (bytes), rounded down to whole bytes."""
    if text is None:
        return None
    match = _MEMORY.fullmatch(text) if len(text) <= LONGEST and text.isascii() else None
    if match is None:
        raise InputError(
            f"{option} '{shown(text)}' is not a memory size: expected bytes or a form like 512MiB or 4GiB"
        )
    size = Fraction(match.group(1)) * UNITS[(match.group(2) or "").lower()]
    return _at_most_largest(option, text, int(size))


def parse_limits(nodes: str | None, seconds: str | None, memory: str | None) -> Limits:
    """The three limits together."""
    return Limits(
        nodes=parse_count("--nodes", nodes),
        seconds=parse_seconds("--seconds", seconds),
        memory=parse_memory("--memory", memory),
    )


def parse_threads(text: str) -> int:
    """A number of threads."""
    value = parse_count("--threads", text)
    if value is None or not 1 <= value <= MOST_THREADS:
        raise InputError(
            f"--threads '{shown(text)}' is not a number of threads: expected 1 to {MOST_THREADS}"
        )
    return value


def parse_within(text: str | None) -> str | None:
    """How much longer than a shortest one a solution may be, as it was written."""
    if text is None:
        return None
    try:
        Within.of(text)
    except InputError as error:
        raise InputError(f"--{error}") from None
    return text


def parse_weight(text: str) -> float:
    """The weight of a heuristic."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 1 <= value <= MOST_WEIGHT:
        raise InputError(
            f"--weight '{shown(text)}' is not a weight: expected a number from 1 to {MOST_WEIGHT:g}"
        )
    return value


def parse_hash_seed(text: str) -> int:
    """A seed of hash constants."""
    value = parse_count("--hash-seed", text)
    if value is None:
        raise InputError(
            "--hash-seed 'none' is not a seed: expected a whole number, 0 for the usual constants"
        )
    return value


def parse_notation(game: Game[Any, Any], name: str | None) -> Callable[[Any, Any], str]:
    """How to write a move in a position: in the game's own notation or another of its notations."""
    if name is None:
        return game.format_move
    known = game.notations
    if name not in known:
        raise InputError(
            f"unknown notation '{shown(name)}' of {game.name} {game.size}: {expected(name, known)}"
        )
    return known[name]


def read_moves(arguments: Sequence[str], deal: str) -> list[str]:
    """The individual moves in the arguments; or in a file or standard input, if that is the only argument.

    No move contains a dot or a slash, so a word that does is the name of a file.
    """
    (source, *others) = arguments
    if others or (source != "-" and not {".", "/"} & set(source)):
        return split_moves(" ".join(arguments))
    data = _standard_input(deal) if source == "-" else _file(source)
    if len(data) > MAX_MOVES_BYTES:
        raise InputError(f"the moves are longer than {MAX_MOVES_BYTES} bytes")
    try:
        return split_moves(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} of the moves is not UTF-8 text") from None


def _standard_input(deal: str) -> bytes:
    if deal == "-":
        raise InputError("'-' stands for both DEAL and MOVES: expected it at most once")
    if sys.stdin is None:
        raise InputError("the moves cannot be read from standard input: it is closed")
    return sys.stdin.buffer.read(MAX_MOVES_BYTES + 1)


def _file(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_MOVES_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise InputError(f"'{shown(name)}' is neither moves nor a readable file: {reason}") from None


def split_moves(text: str) -> list[str]:
    """The moves in a text: words, or swaps in parentheses, which may contain spaces.

    If all lines are numbered, as when moves are written with the names of their cards, each is one move; a
    word of directions such as ``RDLU``, which is not a move itself, is one move per letter.
    Anything else comes out as a piece that no game can read, so that the error names it.
    """
    lines = [_NUMBERED.fullmatch(line) for line in text.splitlines() if line.strip()]
    numbered = [line.group(1) for line in lines if line is not None]
    if numbered and len(numbered) == len(lines):
        return numbered
    words = _MOVE.findall(text)
    return [move for word in words for move in (word if _DIRECTIONS.fullmatch(word) else [word])]


def _at_most_largest(option: str, text: str, value: int) -> int:
    if value > LARGEST:
        raise InputError(f"{option} '{shown(text)}' is too large: expected at most {LARGEST}")
    return value
