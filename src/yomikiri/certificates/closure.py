"""Writing certificates: the table of everything that an exhaustive search had to visit.

* *Unsolvable*: all nodes reachable from the start along the followers of an argument, up to those whose bound
  is infinite.
* *At least B moves*, and so *shortest*: level by level, all nodes at distance g from the start whose bound
  is less than B - g; such a node has B - g in the table.

This is the plain writer, in Python; where available, the kernel's (:mod:`.kernel`) produces the same bytes.
"""

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from yomikiri.certificates.argument import JOINS, Argument
from yomikiri.certificates.distances import all_distances
from yomikiri.certificates.effort import Effort
from yomikiri.certificates.format import INFINITE, Claim, Header, read_header
from yomikiri.certificates.kernel import kernel_blocks
from yomikiri.certificates.reasoning import argument_of, rules_of, usual_inference
from yomikiri.certificates.table import blocks_of, in_order
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.core.whole_file import replacing

Level = tuple[int, list[bytes]]


def write_certificate(
    path: str | os.PathLike[str],
    game: Game[Any, Any],
    position: Any,
    claim: Claim,
    moves: Sequence[Any] = (),
    *,
    inference: Sequence[str] | None = None,
    bound: str | None = None,
    deal: int | None = None,
    most: int | None = None,
    effort: Effort | None = None,
    engine: str = "auto",
) -> Header:
    """Search again for a proof of a claim about a position, and write it.

    ``moves`` are those of a claim that has some; ``inference`` and ``bound`` choose lemmas instead of the
    usual ones; ``most`` is the largest table to make, ``effort`` has further limits and a watch, and
    ``engine`` ``python`` bypasses the kernel.  Raises :class:`InputError` if the claim is false, and
    :class:`yomikiri.certificates.effort.Unfinished` at a limit.
    """
    effort = Effort(most) if effort is None else effort
    usual, usual_bound = usual_inference(game, shortest=claim.kind != "unsolvable")
    words = tuple(usual if inference is None else inference)
    argument = argument_of(game, position, words, usual_bound if bound is None else bound)
    quick = None if engine == "python" or claim.bound == 0 else kernel_blocks(argument, claim, effort)
    if quick is not None:
        blocks, met = quick
        visits, width = met if JOINS in words else None, argument.width
    else:
        levels, visits = closure(argument, claim, effort)
        width = argument.width or max((len(keys[0]) for _, keys in levels), default=1)
        blocks = blocks_of(width, levels)
    header = Header(
        game=game.name,
        rules=rules_of(game),
        start=game.format_position(position),
        claim=claim,
        moves=tuple(game.write_moves(position, moves)) if claim.has_moves else (),
        inference=words,
        bound=argument.bound_name,
        deal=deal,
        width=width,
        visits=visits,
    )
    _refuse_what_cannot_be_written(header)
    return save(path, header, effort.looking(blocks))


def write_greatest(path: str | os.PathLike[str], game: Game[Any, Any]) -> Header:
    """Write the certificate of all distances: how many moves the furthest solvable position needs.

    For games whose moves can be undone.  The header's claim has the number; its start is one of the furthest
    positions.
    """
    argument = argument_of(game, game.deal(1), (), "none")
    levels, furthest, claim = all_distances(argument)
    header = Header(
        game=game.name,
        rules=rules_of(game),
        start=game.format_position(furthest),
        claim=claim,
        width=argument.width,
    )
    return save(path, header, blocks_of(argument.width, levels))


def bound_without_table(game: Game[Any, Any], position: Any) -> int:
    """The lower bound that a checker computes by itself, from the position alone."""
    words, bound = usual_inference(game, shortest=True)
    argument = argument_of(game, position, words, bound)
    return argument.bound(argument.node(position))


def _refuse_what_cannot_be_written(header: Header) -> None:
    """Refuse a game whose positions or moves cannot be written in a header."""
    text = header.text()
    if not text.isascii() or read_header(text.encode("ascii"))[0] != header:
        raise InputError(
            f"a certificate cannot have positions or moves of {header.game} as they are written: "
            "expected ASCII text, and no blanks in a move"
        )


def save(path: str | os.PathLike[str], header: Header, blocks: Iterable[tuple[int, bytes]]) -> Header:
    """Write a certificate with these blocks; returns the header as written."""
    with TemporaryFile() as body, replacing(Path(path)) as file:
        entries = 0
        for count, block in blocks:
            entries += count
            body.write(block)
        header = replace(header, entries=entries, body=body.tell())
        digest = hashlib.sha256(header.unsigned())
        body.seek(0)
        while piece := body.read(1 << 20):
            digest.update(piece)
        header = replace(header, sha256=digest.hexdigest())
        file.write(header.text().encode("ascii"))
        body.seek(0)
        shutil.copyfileobj(body, file)
    return header


def closure(
    argument: Argument[Any], claim: Claim, effort: Effort | None = None
) -> tuple[list[Level], int | None]:
    """The table that proves a claim, by falling bounds; and, with joins, how many nodes a checker visits."""
    effort = effort or Effort()
    root = argument.node(argument.start)
    if claim.bound and argument.is_goal(root):
        raise InputError("the start is won: there is nothing to prove")
    if argument.bound(root) >= claim.bound:
        return [], 0 if JOINS in argument.inference else None
    arrivals: Counter[bytes] = Counter()
    if claim.kind == "unsolvable":
        levels = [(INFINITE, _reachable(argument, root, arrivals, effort))]
    else:
        levels = _by_levels(argument, root, claim.bound, arrivals, effort)
    visits = None
    if JOINS in argument.inference:
        visits = sum(len(keys) for _, keys in levels)
        start = argument.key(root)
        levels = [
            (bound, [key for key in keys if key == start or arrivals[key] > 1]) for bound, keys in levels
        ]
    width = argument.width or max(len(key) for _, keys in levels for key in keys)
    padded = [(bound, [key.ljust(width, b"\0") for key in keys]) for bound, keys in levels if keys]
    return [(bound, list(in_order(keys, width))) for bound, keys in padded], visits


def _reachable(argument: Argument[Any], root: Any, arrivals: Counter[bytes], effort: Effort) -> list[bytes]:
    seen, waiting, expanded = {argument.key(root)}, [root], 0
    while waiting:
        effort.look(expanded, len(seen), len(waiting), argument.width)
        expanded += 1
        for _, after in argument.followers(waiting.pop()):
            key = argument.key(after)
            arrivals[key] += 1
            if key in seen:
                continue
            if argument.is_goal(after):
                raise InputError("the claim is false: a goal can be reached")
            if argument.bound(after) < INFINITE:
                seen.add(key)
                waiting.append(after)
    return list(seen)


def _by_levels(
    argument: Argument[Any], root: Any, wanted: int, arrivals: Counter[bytes], effort: Effort
) -> list[Level]:
    level, seen, levels, expanded = [root], {argument.key(root)}, [], 0
    while level:
        levels.append((wanted, [argument.key(node) for node in level]))
        wanted -= 1
        following: list[Any] = []
        for node in level:
            effort.look(expanded, len(seen), len(level) + len(following), argument.width)
            expanded += 1
            for _, after in argument.followers(node):
                key = argument.key(after)
                arrivals[key] += 1
                if key in seen or argument.bound(after) >= wanted:
                    continue
                if argument.is_goal(after):
                    raise InputError("the claim is false: a goal can be reached in fewer moves")
                seen.add(key)
                following.append(after)
        level = following
    return levels
