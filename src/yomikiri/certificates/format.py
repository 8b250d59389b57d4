"""The header of a certificate: text that says what is proved, about what, and by which rules of inference.

The file is the header, a blank line, and the body, which is the table (:mod:`.table`).  Each line of the
header is ``name: value``, in a fixed order, so there is only one way to write a claim, and a checker hardly
needs a parser.  ``docs/certificate-format.md`` is the specification.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from yomikiri.core.errors import InputError, shown

MAGIC = "yomikiri certificate 1"
LARGEST_HEADER = 1 << 20
INFINITE = 0xFFFF
"""As a bound: no goal can be reached at all."""
CLAIMS = ("unsolvable", "at-least", "shortest", "within", "solved", "greatest")
NO_HASH = "0" * 64


class NotACertificate(InputError):
    """A file is not a certificate, is incomplete, or has an unknown version or game."""


@dataclass(frozen=True)
class Claim:
    """What is claimed about the start; ``length`` is 0 for ``unsolvable``."""

    kind: str
    length: int = 0
    lower: int = 0
    """With ``within``: no solution is shorter than this."""

    @property
    def bound(self) -> int:
        """The lower bound that the table must prove."""
        return {"unsolvable": INFINITE, "solved": 0, "within": self.lower}.get(self.kind, self.length)

    @property
    def has_moves(self) -> bool:
        return self.kind in ("shortest", "within", "solved")

    def __str__(self) -> str:
        if self.kind == "within":
            return f"{self.kind} {self.length} {self.lower}"
        return self.kind if self.kind == "unsolvable" else f"{self.kind} {self.length}"


@dataclass(frozen=True)
class Header:
    """The content of the text before the table."""

    game: str
    rules: Mapping[str, str]
    """Every rule of the game that can be chosen, by name: nothing is left to a default."""
    start: str
    claim: Claim
    moves: tuple[str, ...] = ()
    inference: tuple[str, ...] = ()
    """The rules of inference that the table needs, by name."""
    bound: str = "none"
    """The name of the lower bound for positions that are not in the table."""
    deal: int | None = None
    width: int = 0
    """The length of a key in bytes."""
    entries: int = 0
    visits: int | None = None
    """With ``joins``: the most positions that a checker examines."""
    body: int = 0
    """The length of the body in bytes."""
    sha256: str = NO_HASH

    def text(self) -> str:
        """The header as written to the file, including the blank line."""
        lines = [MAGIC, f"game: {self.game}"]
        lines += [f"rule {name}: {value}" for name, value in self.rules.items()]
        lines += [] if self.deal is None else [f"deal: {self.deal}"]
        lines += ["start:", *(f"  {line}" for line in self.start.splitlines())]
        lines.append(f"claim: {self.claim}")
        lines += [f"moves: {' '.join(self.moves)}"] if self.claim.has_moves else []
        lines.append(f"inference: {' '.join(self.inference) or 'none'}")
        lines.append(f"bound: {self.bound}")
        lines.append(f"key: {self.width}")
        lines.append(f"entries: {self.entries}")
        lines += [] if self.visits is None else [f"visits: {self.visits}"]
        lines.append(f"body: {self.body}")
        lines.append(f"sha256: {self.sha256}")
        return "\n".join(lines) + "\n\n"

    def unsigned(self) -> bytes:
        """What is hashed before the body: the header with zeros for its hash."""
        return replace(self, sha256=NO_HASH).text().encode("ascii")


def read_header(data: bytes) -> tuple[Header, int]:
    """The header at the beginning of some bytes, and where the body begins."""
    end = data.find(b"\n\n")
    if not data.startswith(MAGIC.encode() + b"\n"):
        first = data[: len(MAGIC)].split(b"\n")[0].decode("ascii", "replace")
        raise NotACertificate(f"the file begins with '{shown(first)}', expected '{MAGIC}'")
    if end < 0:
        raise NotACertificate("the header has no end: expected a blank line after it")
    try:
        text = data[:end].decode("ascii")
    except UnicodeDecodeError as error:
        raise NotACertificate(f"byte {error.start + 1} of the header is not ASCII text") from None
    header = _Lines(text.split("\n")[1:]).header()
    if header.text().encode("ascii") != data[: end + 2]:
        raise NotACertificate("the header is not written as this version writes it: see its specification")
    return header, end + 2


class _Lines:
    """The lines of a header, taken one after another."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0

    def header(self) -> Header:
        game = self.value("game")
        rules = dict(self.rules())
        deal = self.number("deal") if self.begins("deal:") else None
        self.value("start", empty=True)
        start = []
        while self.begins("  "):
            start.append(self.lines[self.at][2:])
            self.at += 1
        claim = self.claim()
        moves = tuple(self.value("moves", empty=True).split()) if claim.has_moves else ()
        words = tuple(self.value("inference").split())
        bound, width, entries = self.value("bound"), self.number("key"), self.number("entries")
        visits = self.number("visits") if self.begins("visits:") else None
        body, digest = self.number("body"), self.value("sha256")
        if not re.fullmatch("[0-9a-f]{64}", digest):
            raise NotACertificate(f"'{shown(digest)}' is not a SHA-256: expected 64 hexadecimal digits")
        if self.at < len(self.lines):
            raise NotACertificate(f"'{shown(self.lines[self.at])}' follows the hash: expected a blank line")
        inference = () if words == ("none",) else words
        if ("joins" in inference) != (visits is not None):
            raise NotACertificate("a line 'visits:' goes with the inference 'joins', and only with it")
        found = Header(game, rules, "\n".join(start), claim, moves, inference, bound)
        return replace(
            found, deal=deal, width=width, entries=entries, visits=visits, body=body, sha256=digest
        )

    def begins(self, text: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(text)

    def value(self, name: str, *, empty: bool = False) -> str:
        found = self.lines[self.at] if self.at < len(self.lines) else ""
        if not found.startswith(f"{name}:"):
            raise NotACertificate(f"line {self.at + 2} is '{shown(found)}', expected '{name}: …'")
        self.at += 1
        value = found.removeprefix(f"{name}:").removeprefix(" ")
        if not value and not empty:
            raise NotACertificate(f"line {self.at + 1}, '{name}:', has no value")
        return value

    def number(self, name: str) -> int:
        word = self.value(name)
        if not re.fullmatch("0|[1-9][0-9]{0,17}", word):
            raise NotACertificate(f"'{name}: {shown(word)}' is not a number of at most 18 digits")
        return int(word)

    def rules(self) -> Iterator[tuple[str, str]]:
        while self.begins("rule "):
            name, _, value = self.lines[self.at].removeprefix("rule ").partition(": ")
            self.at += 1
            yield name, value

    def claim(self) -> Claim:
        kind, _, numbers = self.value("claim").partition(" ")
        if kind not in CLAIMS:
            raise NotACertificate(
                f"the claim '{shown(kind)}' is not known: expected one of {', '.join(CLAIMS)}"
            )
        if kind == "unsolvable":
            return Claim(kind)
        if kind != "within":
            return Claim(kind, self.length(numbers))
        length, _, lower = numbers.partition(" ")
        claim = Claim(kind, self.length(length), self.length(lower))
        if claim.lower > claim.length:
            raise NotACertificate(f"the claim has {claim.length} moves where {claim.lower} are the least")
        return claim

    def length(self, text: str) -> int:
        if not re.fullmatch("[1-9][0-9]{0,4}|0", text) or int(text) >= INFINITE:
            raise NotACertificate(f"the claim has the length '{shown(text)}', expected 0 to {INFINITE - 1}")
        return int(text)
