"""Every lemma that a certificate may use, held against whole state graphs of small boards.

A lemma must supply, for each position s that can be won, a follower that is nearer to a goal
(``docs/certificates.md``), and a bound must never exceed the distance.  For contracted nodes both are asked
of every position that a node stands for.
"""

from collections import deque
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from effort import a_part
from yomikiri import FreeCell, Game, Gaps, Sliding, Superpuzz
from yomikiri.certificates.argument import Argument
from yomikiri.certificates.closure import closure
from yomikiri.certificates.format import INFINITE, Claim
from yomikiri.certificates.reasoning import argument_of
from yomikiri.core.errors import InputError
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.peg.rules import Peg
from yomikiri.games.rows.certificate_nodes import Node, NodeArgument
from yomikiri.games.rows.certificates import LEMMAS
from yomikiri.games.rows.rules import Position


def distances(game: Game[Any, Any], start: Any, node: Any, most: int = 30_000) -> dict[Any, int]:
    """The distance of every node that can be reached, INFINITE if it is lost; {} if there are too many."""
    before: dict[Any, list[Any]] = {node(start): []}
    queue = deque(before)
    while queue:
        here = queue.popleft()
        for move in game.moves(here):
            after = node(game.play(here, move))
            if after not in before:
                before[after] = []
                queue.append(after)
            before[after].append(here)
        if len(before) > most:
            return {}
    found = dict.fromkeys(before, INFINITE)
    goals = deque(each for each in before if game.is_goal(each))
    for goal in goals:
        found[goal] = 0
    while goals:
        here = goals.popleft()
        for earlier in before[here]:
            if found[earlier] == INFINITE:
                found[earlier] = found[here] + 1
                goals.append(earlier)
    return found


def assert_sound(argument: Argument[Any], known: dict[Any, int]) -> None:
    for node, fewest in known.items():
        assert argument.bound(node) <= fewest, argument.board(node)
        assert argument.read(argument.key(node)) == node
        assert argument.is_goal(node) == (fewest == 0)
        if 0 < fewest < INFINITE:
            assert min(known[after] for _, after in argument.followers(node)) == fewest - 1, argument.board(
                node
            )


@pytest.mark.parametrize(
    "bound", ["linear-conflict", "manhattan", "none", "patterns 1,2|3,4,5", "patterns 1,3,5"]
)
def test_lemmas_of_sliding_puzzles_hold(bound: str) -> None:
    for goal in ("blank-last", "1 2 3 / 4 0 5"):
        game = Sliding(2, 3, goal)
        solvable = game.deal(1)
        other = (*solvable[:4], solvable[5], solvable[4])  # Parity excludes one of the two.
        for start in (solvable, other):
            known = distances(game, start, lambda tiles: tiles)
            assert len(known) == 360
            assert_sound(argument_of(game, start, ("parity",), bound), known)


@a_part(2)
@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize("words", [("alike",), ("alike", "safe-home")])
@pytest.mark.parametrize(
    "rules",
    [
        {"columns": 3, "cells": 1, "ranks": 3},
        {"columns": 4, "cells": 0, "ranks": 3},
        {"columns": 3, "cells": 1, "ranks": 3, "variant": "bakers-game"},
        {"columns": 3, "cells": 1, "ranks": 4, "empty": "kings"},
    ],
)
def test_lemmas_of_freecell_hold(
    metric: str, words: tuple[str, ...], rules: dict[str, Any], part: int
) -> None:
    game = FreeCell(metric=metric, **rules)
    looked = 0
    for number in range(1, 4)[::part]:
        start = game.deal(number)
        known = distances(game, start, argument_of(game, start, words, "home").node, 1500)
        looked += len(known)
        for bound in ("cycles", "one-suit", "home"):
            assert_sound(argument_of(game, start, words, bound), known)
    assert looked > 400 // part


@pytest.mark.parametrize("bound", ["waiting", "misplaced", "none"])
@pytest.mark.parametrize("words", [(), ("dead",), ("persistent",), ("dead", "persistent")])
def test_lemmas_of_plain_rows_hold(words: tuple[str, ...], bound: str) -> None:
    games = [(Superpuzz(4), Superpuzz(4).deal(number)) for number in (31, 3)]
    games += [(Gaps(5), Gaps(5).layout(number).arrange("DHCS")) for number in (2, 3, 4, 5)]  # type: ignore[misc]
    for game, start in games:
        known = distances(game, start, lambda position: position)
        assert known
        some = dict(Random(1).sample(sorted(known.items(), key=str), min(len(known), 250)))
        argument = argument_of(game, start, words, bound)
        for node, fewest in some.items():
            assert argument.bound(node) <= fewest
            if 0 < fewest < INFINITE:
                assert min(known[after] for _, after in argument.followers(node)) == fewest - 1


@pytest.mark.parametrize("metric", ["jumps", "moves"])
@pytest.mark.parametrize("words", [(), ("alike",), ("alike", "classes", "pagodas")])
def test_lemmas_of_peg_solitaire_hold(metric: str, words: tuple[str, ...]) -> None:
    looked = 0
    for size, finish, numbers in (("4x4", "b2", (2, 6)), ("4x4", "any", (3,)), ("3x5", "centre", (1, 20))):
        game = Peg(size, finish, metric)
        for number in numbers:
            start = game.deal(number)
            known = distances(game, start, argument_of(game, start, words, "none").node, 6000)
            looked += len(known)
            for bound in ("regions", "pegs", "none"):
                assert_sound(argument_of(game, start, words, bound), known)
    assert looked > 3000


@pytest.mark.parametrize("bound", ["left", "none"])
@pytest.mark.parametrize("words", [("alike",), ("alike", "walks")])
def test_lemmas_of_black_hole_hold(words: tuple[str, ...], bound: str) -> None:
    """With and without what makes positions alike: the distances of both are the same."""
    looked = lost = 0
    for ranks, numbers in ((3, range(1, 9)), (5, range(1, 9)), (7, (245,))):
        game = BlackHole(ranks)
        for number in numbers:
            start = game.deal(number)
            plain = distances(game, start, lambda position: position, 1000)
            argument = argument_of(game, start, words, bound)
            known = distances(game, start, argument.node, 1000)
            assert not plain or all(
                known[argument.node(position)] == fewest for position, fewest in plain.items()
            )
            assert_sound(argument, known)
            looked += len(known)
            lost += sum(fewest == INFINITE for fewest in known.values())
    assert looked > 300
    assert lost > 50


# -- contracted nodes ----------------------------------------------------------------------------------


def members(argument: NodeArgument, node: Node) -> Iterator[Position]:
    """Every position that a node stands for, listed without thought."""
    n = argument.columns
    parts = [(part.slots, part.filled) for part in argument._loose(node.cells)]
    if node.floating:
        slots = tuple(row * n for row in sorted(node.floating))
        parts = [(slots, tuple(node.cells[slot] for slot in slots))]
    for contents in product(*(set(permutations(filled)) for _, filled in parts)):
        cells = list(node.cells)
        for (slots, _), content in zip(parts, contents, strict=True):
            for slot, card in zip(slots, content, strict=True):
                cells[slot] = card
        yield Position(tuple(cells))


def all_sets_of_lemmas() -> list[tuple[str, ...]]:
    names = list(LEMMAS)
    sets = [tuple(name for bit, name in enumerate(names) if mask >> bit & 1) for mask in range(16)]
    return [words for words in sets if "contraction" in words]


@a_part(2)
@pytest.mark.parametrize("words", all_sets_of_lemmas(), ids=" ".join)
def test_every_position_of_every_contracted_node_is_covered(words: tuple[str, ...], part: int) -> None:
    """Lemma M word by word: each winnable member has a nearer position among those of the followers."""
    game, looked = Superpuzz(4), 0
    for number in (31, 42, 44, 5, 8)[:: 2 * part - 1]:
        start = game.deal(number)
        known = distances(game, start, lambda position: position)
        argument = NodeArgument(game, start, words, "none")
        nodes, waiting = {argument.node(start)}, [argument.node(start)]
        while waiting and len(nodes) < 400 // part:
            node = waiting.pop()
            after = {each for _, each in argument.followers(node)}
            nearest = min((known[p] for each in after for p in members(argument, each)), default=INFINITE)
            for member in members(argument, node):
                assert member in known  # Else the node stands for what can never be reached.
                if 0 < known[member] < INFINITE:
                    assert argument.bound(node) == 0
                    assert nearest < known[member], argument.board(node)
                looked += 1
            assert argument.is_goal(node) == any(known[member] == 0 for member in members(argument, node))
            assert argument.read(argument.key(node)) == node
            waiting += after - nodes
            nodes |= after
    assert looked > 800 // part


@a_part(2)
@pytest.mark.parametrize("words", all_sets_of_lemmas(), ids=" ".join)
def test_contracted_tables_exist_for_lost_deals_alone(words: tuple[str, ...], part: int) -> None:
    for game, starts in ((Superpuzz(4), (5, 8, 31, 39, 44)), (Gaps(5), range(1, 13))):
        for number in starts[::part]:
            position = game.deal(number)
            known = distances(game, position, lambda each: each, 8000)
            if not known:
                continue
            argument = argument_of(game, position, (*words, "joins"), "none")
            try:
                closure(argument, Claim("unsolvable"))
                lost = True
            except InputError:
                lost = False
            assert lost == (known[position] == INFINITE), number
