"""``check()``: whether a certificate proves its claim, by the rules of the game and the lemmas that it names.

These conditions must hold (``docs/certificates.md`` proves that they are enough).  Let b be the bound that
the table gives a node, or 0 if it is not in the table, and v the larger of b and the bound computed from the
node.

1. No node of the table has a goal.
2. For every node n of the table, and every follower t of it: b(n) <= 1 + v(t).
3. The start has v >= the bound of the claim.
4. The moves, if there are any, are legal, as many as the claim says, and win.

With ``joins``, a follower t that fails (2) does not end the check: it is searched as if the table contained
it with b(n) - 1.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from yomikiri.certificates.argument import JOINS, Argument
from yomikiri.certificates.distances import Distances, Failed
from yomikiri.certificates.format import INFINITE, LARGEST_HEADER, Claim, Header, NotACertificate, read_header
from yomikiri.certificates.reasoning import argument_of, game_of, same_rules
from yomikiri.certificates.table import WIDEST_KEY, read_table
from yomikiri.core.errors import IllegalMove, InputError, shown
from yomikiri.core.protocol import Game


@dataclass(frozen=True)
class Verdict:
    """The result of a check."""

    proved: bool
    sentence: str
    """What is proved, or why it is not."""
    lemmas: tuple[str, ...]
    """What the proof relies on besides the rules of the game."""
    header: Header
    visits: int = 0
    """Nodes whose followers were examined."""
    board: str = ""
    """The node at which the proof fails, if there is one."""

    def __str__(self) -> str:
        lines = [self.sentence, *(f"  by {lemma}" for lemma in self.lemmas)]
        return "\n".join([*lines, *([self.board] if self.board else [])])


def check(path: str | os.PathLike[str], game: Game[Any, Any] | None = None) -> Verdict:
    """Check a certificate; for a game that is not one of ours, pass ``game`` with the right rules.

    Raises :class:`NotACertificate` if the file is not a certificate or is damaged.
    """
    try:
        with Path(path).open("rb") as file:
            header = open_certificate(file)
            game = game_of(header) if game is None else game
            if not same_rules(game, header.game, header.rules):
                raise NotACertificate(f"the certificate is for other rules than those of {game!r}")
            return _check(file, header, game)
    except OSError as error:
        raise NotACertificate(f"'{shown(str(path), 100)}' cannot be read: {error.strerror}") from None


def open_certificate(file: BinaryIO) -> Header:
    """The header of an open file, which is left at the start of the body; the hash is checked."""
    header, start = read_header(file.read(LARGEST_HEADER))
    size = file.seek(0, 2)
    if size != start + header.body:
        raise NotACertificate(f"the file has {size} bytes, its header says {start + header.body}")
    digest = hashlib.sha256(header.unsigned())
    file.seek(start)
    while piece := file.read(1 << 20):
        digest.update(piece)
    if digest.hexdigest() != header.sha256:
        raise NotACertificate("the SHA-256 is not that of the file: it is damaged")
    file.seek(start)
    return header


def _check(file: BinaryIO, header: Header, game: Game[Any, Any]) -> Verdict:
    try:
        start = game.parse_position(header.start)
        game.check(start)
        if game.format_position(start) != header.start:
            raise NotACertificate("the start is not written as its game writes positions")
        if header.deal is not None and game.format_position(game.deal(header.deal)) != header.start:
            raise NotACertificate(f"the start is not deal {header.deal}")
    except InputError as error:
        raise NotACertificate(f"start: {error}") from None
    argument = argument_of(game, start, header.inference, header.bound, header.width)
    if not 1 <= header.width <= WIDEST_KEY or header.width != argument.width:
        raise NotACertificate(f"keys have {header.width} bytes, expected {argument.width}")
    table: dict[bytes, int] = {}
    for bound, keys in read_table(file, header.width, header.body):
        for key in keys:
            if key in table:
                raise NotACertificate(f"the key {key.hex()} is there twice")
            table[key] = bound
    if len(table) != header.entries:
        raise NotACertificate(f"the table has {len(table)} entries, its header says {header.entries}")
    proof: _Proof | Distances
    if header.claim.kind == "greatest":
        proof = Distances(argument, header, table)
    else:
        proof = _Proof(argument, header, table)
    lemmas = tuple(argument.relies_on) if header.claim.bound else ()
    try:
        if header.claim.has_moves:
            _replay(game, start, header)
        proof.run()
    except Failed as failure:
        return Verdict(False, f"Not proved: {failure.reason}", lemmas, header, proof.visits, failure.board)
    return Verdict(True, sentence_of(header), lemmas, header, proof.visits)


def sentence_of(header: Header) -> str:
    """What a valid certificate proves."""
    length, claim = header.claim.length, header.claim.kind
    rules = ", ".join(f"{name} {value}" for name, value in header.rules.items())
    which = "this position" if header.deal is None else f"deal {header.deal}"
    what = f"{header.game} ({rules})" + ("" if claim == "greatest" else f", {which}")
    said = {
        "unsolvable": "no sequence of moves wins",
        "at-least": f"no solution has fewer than {length} moves",
        "shortest": f"the moves of the certificate win, and no solution has fewer than their {length}",
        "within": f"a solution of {length} moves; none is shorter than {header.claim.lower}, so it is at "
        f"most {longer(header.claim)} longer than the shortest",
        "solved": f"the {length} moves of the certificate win",
        "greatest": f"every position that can be solved takes at most {length} moves, and the start {length}",
    }
    return f"Proved: {what}: {said[claim]}"


def longer(claim: Claim) -> str:
    """How much longer than its lower bound a solution is, rounded up to hundredths of a per cent."""
    more = claim.length - claim.lower
    if claim.lower == 0:
        return f"{more} move{'s' if more != 1 else ''}"
    hundredths = -(-more * 10_000 // claim.lower)
    return f"{hundredths // 100}.{hundredths % 100:02d} %"


def _replay(game: Game[Any, Any], start: Any, header: Header) -> None:
    """Check that the moves are as many as the claim says, are legal, and win."""
    if len(header.moves) != header.claim.length:
        raise Failed(f"there are {len(header.moves)} moves, the claim says {header.claim.length}")
    position = start
    for count, text in enumerate(header.moves, start=1):
        try:
            move = game.parse_move(position, text)
            if game.format_move(position, move) != text:
                raise InputError("the move is not written as its game writes moves")
            position = game.play(position, move)
        except (InputError, IllegalMove) as error:
            raise Failed(f"move {count}, {text}: {error}", game.format_position(position)) from None
    if not game.is_goal(position):
        raise Failed("the moves do not win", game.format_position(position))


class _Proof:
    """One pass over a table."""

    def __init__(self, argument: Argument[Any], header: Header, table: dict[bytes, int]) -> None:
        self.argument, self.header, self.table = argument, header, table
        self.joins = JOINS in argument.inference
        self.visits = 0

    def run(self) -> None:
        argument, wanted = self.argument, self.header.claim.bound
        root = argument.node(argument.start)
        if self.value(root, argument.key(root)) < wanted:
            raise Failed(f"the start is not proved to need {_moves(wanted)}", argument.board(root))
        for key, bound in self.table.items():
            self.entry(argument.read(key), bound)

    def value(self, node: Any, key: bytes) -> int:
        """v of the node."""
        return max(self.table.get(key, 0), self.argument.bound(node))

    def entry(self, node: Any, bound: int) -> None:
        """Check that a table entry with this bound, and all that is searched from it, is closed."""
        argument = self.argument
        if argument.is_goal(node):
            raise Failed("a position of the table is won", argument.board(node))
        stack = [self.followers(node, bound)]
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
            else:
                stack.append(self.followers(*following))

    def followers(self, node: Any, bound: int) -> Iterator[tuple[Any, int]]:
        """The followers that must be searched instead, with the bounds they need."""
        self.visits += 1
        if self.header.visits is not None and self.visits > self.header.visits:
            raise Failed(f"more positions had to be looked at than the header says, {self.header.visits}")
        argument, wanted = self.argument, INFINITE if bound == INFINITE else bound - 1
        for move, after in argument.followers(node):
            key = argument.key(after)
            if self.table.get(key, 0) >= wanted or argument.bound(after) >= wanted:
                continue
            if not self.joins or argument.is_goal(after) or key in self.table:
                text = argument.move_text(node, move)
                reason = f"{text} leads to a position that is not proved to need {_moves(wanted)}"
                raise Failed(reason, argument.board(node))
            yield after, wanted


def _moves(bound: int) -> str:
    if bound == INFINITE:
        return "more than any number of moves"
    return f"{bound} move{'s' if bound != 1 else ''}"
