"""FreeCell against an obvious solver of the tests' own: verdicts and shortest lengths in all variants.

The judge (``obvious_freecell.py``) shares no line with the package.  Every position is put to ``solve()`` and
to the bare searches of the kernel, which ``solve()`` reaches only where its first step is not enough; the
lower bounds must not exceed what the judge finds.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

import obvious_freecell as obvious
from freecell_positions import METRICS, RULES, any_game, laid_out
from yomikiri import Limits, Outcome, solve
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.bounds import HEURISTICS
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.shortest import kernel_of
from yomikiri.surveys.partition import solve_partitioned

ROOM = Limits(memory=2**24)
NAMES = list(HEURISTICS)

SMALL = [(3, 0, 2), (3, 0, 3), (3, 0, 4), (4, 0, 3), (4, 0, 4), (4, 0, 5), (5, 0, 4), (5, 0, 5), (3, 1, 2)]
SMALL += [(3, 1, 3), (3, 1, 4), (3, 1, 5), (4, 1, 2), (4, 1, 3), (4, 1, 4), (3, 2, 2), (3, 2, 4)]
"""Columns, cells and ranks of decks whose whole graphs are small, often or always."""


def rules_of(game: FreeCell) -> obvious.Rules:
    return obvious.Rules(
        game.columns,
        game.cells,
        game.ranks,
        in_suit=game.building == "suit",
        kings_only=game.empty == "kings",
        supermoves=game.metric == "supermove",
    )


def state_of(position: Position) -> obvious.State:
    def number(card: Card) -> int:
        return 4 * card.rank + SUITS.index(card.suit)

    cells = [number(card) for card in position.cells if card is not None]
    return obvious.state(position.home, cells, [tuple(map(number, column)) for column in position.columns])


def position_of(game: FreeCell, at: obvious.State) -> Position:
    home, held, columns = at
    one, two, three, four = home

    def cards(numbers: tuple[int, ...]) -> tuple[Card, ...]:
        return tuple(Card(SUITS[number & 3], number >> 2) for number in numbers)

    cells = (*cards(held), *[None] * (game.cells - len(held)))
    empty = [()] * (game.columns - len(columns))
    return Position((one, two, three, four), cells, (*map(cards, columns), *empty))


class Comparison:
    """The answers of the package beside those of the judge, counted."""

    def __init__(self, building: str, empty: str, metric: str) -> None:
        self.rng = Random(f"{building} {empty} {metric}")
        self.variant = building, empty, metric
        self.counts: Counter[str] = Counter()

    def deal(self, most: int, positions: int) -> None:
        """A deal of a small deck, and so many positions that it can lead to."""
        columns, cells, ranks = self.rng.choice(SMALL)
        building, empty, metric = self.variant
        game = FreeCell(columns, cells, building, empty, ranks, metric)
        start = game.deal(self.rng.randint(1, 10**6))
        try:
            known = obvious.distances(rules_of(game), state_of(start), most)
        except obvious.TooMany:
            return
        self.check(game, start, known[state_of(start)], whole=len(known))
        states = list(known)
        for at in self.rng.sample(states, min(positions, len(states))):
            self.check(game, position_of(game, at), known[at], whole=len(known))

    def layout(self, most: int) -> None:
        """A position of any deck with a few cards out."""
        game = any_game(self.rng, *self.variant)
        position = laid_out(game, self.rng, self.rng.randint(4, 20))
        try:
            known = obvious.fewest(rules_of(game), state_of(position), most)
        except obvious.TooMany:
            return
        self.check(game, position, known)

    def check(self, game: FreeCell, position: Position, truth: int | None, whole: int = 10**9) -> None:
        about = game, str(position)
        self.counts["positions"] += 1
        self.counts["unsolvable" if truth is None else "solvable"] += 1
        result = solve(game, position, shortest=True, limits=ROOM)
        self.compare("a-star", truth, result, about)
        heuristic = self.rng.choice(NAMES)
        self.bare("a-star", truth, game, position, heuristic=heuristic)
        self.bare("ida-star", truth, game, position)
        if self.counts["positions"] % 3 == 0:
            self.bare("a-star", truth, game, position, threads=2)
        if truth is not None:
            code, kernel = game.encode(position), kernel_of(game)
            bounds = [kernel.estimate(code, name) for name in NAMES]
            assert bounds == sorted(bounds), about
            assert bounds[-1] == HEURISTICS["relaxed"](game, position) <= truth, about
            self.counts["bounds"] += len(bounds)
        if self.counts["positions"] % 10 == 0:
            quick = solve(game, position, limits=ROOM)
            assert (quick.length is None) == (truth is None), about
            assert truth is None or (quick.length or 0) >= truth, about
            self.counts["quick"] += 1
        if self.counts["positions"] % 10 == 0 and whole < 400:
            plain = solve(game, position, algorithm="breadth-first", limits=Limits(memory=2**30))
            self.compare("breadth-first", truth, plain, about)
        if self.counts["positions"] % 50 == 0 and whole < 10**5:
            self.compare("breadth-first in parts", truth, solve_partitioned(game, position, parts=2), about)

    def bare(self, name: str, truth: int | None, game: FreeCell, position: Position, **options: Any) -> None:
        assert kernel_length(game, position, name, **options) == truth, (game, str(position), name, options)
        self.counts[f"{name} alone" + (", two threads" if "threads" in options else "")] += 1

    def compare(self, name: str, truth: int | None, result: Any, about: object) -> None:
        self.counts[name] += 1
        if truth is None:
            assert (result.outcome, result.length) == (Outcome.UNSOLVABLE, None), (name, about)
        else:
            assert (result.outcome, result.length) == (Outcome.SOLVED, truth), (name, about)
            assert (result.lower_bound, result.proved_shortest) == (truth, True), (name, about)


def kernel_length(game: FreeCell, position: Position, algorithm: str, **options: Any) -> int | None:
    """The length that a bare search of the kernel finds, and has to prove."""
    answer = kernel_of(game).search(
        game.encode(position),
        algorithm=algorithm,
        nodes=None,
        seconds=None,
        memory=2**24,
        watch=lambda *_: False,
        **options,
    )
    if answer.outcome == "unsolvable":
        return None
    assert answer.outcome == "solved"
    assert answer.lower_bound == len(answer.path)
    return len(answer.path)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_all_searches_agree_with_an_obvious_solver(building: str, empty: str, metric: str) -> None:
    comparison = Comparison(building, empty, metric)
    while comparison.counts["positions"] < 50:
        comparison.deal(most=1_000, positions=6)
        for _ in range(3):
            comparison.layout(most=300)
    assert comparison.counts["solvable"] > 20
    assert comparison.counts["unsolvable"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_all_searches_agree_with_an_obvious_solver_on_thousands_of_positions(
    building: str, empty: str, metric: str, record_property: Any
) -> None:
    comparison = Comparison(building, empty, metric)
    while comparison.counts["positions"] < 13_000:
        comparison.deal(most=10_000, positions=12)
        for _ in range(6):
            comparison.layout(most=3_000)
    for name, count in comparison.counts.items():
        record_property(name, count)
    assert comparison.counts["solvable"] > 6_000
    assert comparison.counts["unsolvable"] > 500
