"""The lower bounds of FreeCell against exact distances on whole graphs of small decks."""

import random
from itertools import chain, combinations

import pytest

from freecell_graphs import graph_of, small_graphs, walk
from yomikiri import solve
from yomikiri.core.cards import Card
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.bounds import HEURISTICS, heuristic_name
from yomikiri.games.freecell.deadlock import cards_out, meets_condition_a, runs
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.relaxed import relaxed_extra
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]
METRICS = ["single", "supermove"]


def check_bounds(game: FreeCell, last: int, most: int, every: int = 1) -> int:
    """No bound exceeds a distance or a stronger bound, at the farthest position and each ``every``-th nearer
    one; returns how many deals had positions with a distance."""
    deals = 0
    for graph in small_graphs(game, 1, last, most):
        known = list(graph.distances().items())[::-every]
        deals += bool(known)
        for position, distance in known:
            bounds = [bound(game, position) for bound in HEURISTICS.values()]
            assert bounds == sorted(bounds), position
            assert bounds[-1] <= distance, position
    return deals


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_no_bound_exceeds_a_distance_or_a_stronger_bound(building: str, empty: str, metric: str) -> None:
    def game(ranks: int, columns: int, cells: int) -> FreeCell:
        return FreeCell(columns, cells, building, empty, ranks, metric)

    assert check_bounds(game(2, 3, 0), 95, 300, every=16) > 70
    assert check_bounds(game(3, 3, 0), 95, 100, every=8) > 15
    assert check_bounds(game(4, 3, 1), 4, 800, every=2)


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_no_bound_exceeds_a_distance_in_thousands_of_deals(building: str, empty: str, metric: str) -> None:
    deals = 0
    for ranks, columns, cells, last, most, every in [
        (2, 3, 0, 1200, 1000, 4),
        (3, 3, 0, 3600, 1000, 4),
        (2, 4, 0, 60, 1000, 1),
        (4, 4, 0, 40, 2000, 1),
        (5, 4, 0, 100, 1000, 1),
        (4, 3, 1, 100, 2000, 2),
        (3, 3, 1, 4, 3000, 1),
    ]:
        game = FreeCell(columns, cells, building, empty, ranks, metric)
        deals += check_bounds(game, last, most, every)
        small_graphs.cache_clear()
    assert deals > 2_000


def smallest_charge(game: FreeCell, position: Position) -> int:
    """The least size of a set T that leaves no deadlock, by trying all sets: the definition, literally."""
    run, out = runs(game, position), cards_out(position)
    heights = {card: height for column in position.columns for height, card in enumerate(column)}

    def goes_home_first(low: Card, high: Card, charged: set[Card]) -> bool:
        """Whether ``high``, above ``low`` in its column, has to be home before ``low`` can move."""
        return not any(
            run[card] == run[high] and heights[low] < heights[card] <= heights[high] for card in charged
        )

    def has_deadlock(charged: set[Card]) -> bool:
        waits: dict[Card, set[Card]] = {card: {Card(card.suit, card.rank - 1)} & set(out) for card in out}
        for column in position.columns:
            for low, high in combinations(column, 2):
                if goes_home_first(low, high, charged):
                    waits[low].add(high)
        while waits:
            ready = {card for card, others in waits.items() if not others & waits.keys()}
            if not ready:
                return True
            for card in ready:
                del waits[card]
        return False

    sets = chain.from_iterable(combinations(run, size) for size in range(len(run) + 1))
    return next(len(charged) for charged in sets if not has_deadlock(set(charged)))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("building", ["alternate", "suit"])
def test_relaxed_counts_the_smallest_set_that_leaves_no_deadlock(building: str, metric: str) -> None:
    rng = random.Random(f"{building} {metric}")
    larger = 0
    for ranks, columns in [(3, 3), (4, 4), (5, 4)]:
        game = FreeCell(columns, 3, building, ranks=ranks, metric=metric)
        for number in range(1, 25):
            position = walk(game, game.deal(number), number, rng)
            extra = relaxed_extra(game, position)
            if extra <= 3:  # Trying all sets takes too long for more.
                assert extra == smallest_charge(game, position), position
                larger += extra > len({runs(game, position)[card] for card in meets_condition_a(position)})
    assert larger


def test_the_mean_root_values_of_thirty_deals_are_those_of_the_docs() -> None:
    for metric, expected in [
        ("single", [52, 65.6, 66.7, 72.3, 72.9]),
        ("supermove", [52, 65.6, 66.6, 72.0, 72.6]),
    ]:
        game = FreeCell(metric=metric)
        deals = [game.deal(number) for number in range(1, 31)]
        means = [sum(bound(game, deal) for deal in deals) / 30 for bound in HEURISTICS.values()]
        assert [round(mean, 1) for mean in means] == expected


def test_counting_every_card_of_condition_a_would_be_wrong_for_supermoves() -> None:
    single, supermove = FreeCell(3, 2, ranks=4), FreeCell(3, 2, ranks=4, metric="supermove")
    position = single.parse_position("Foundations: H-4 C-4 D-0 S-A\n4D 3S 2D\nAD 2S 4S 3D\n")
    assert {str(card) for card in meets_condition_a(position)} == {"S4", "D3"}
    for game, distance in [(single, 9), (supermove, 8)]:
        graph = graph_of(game, position, 5000)
        assert graph is not None
        assert graph.distances()[FreeCellSpace(game).canonical(position)] == distance
        assert HEURISTICS["one-suit"](game, position) == HEURISTICS["relaxed"](game, position) == distance


def test_the_bounds_do_not_see_the_order_of_columns_and_cells() -> None:
    rng = random.Random(4)
    for metric in METRICS:
        game = FreeCell(metric=metric)
        for number in range(1, 6):
            position = walk(game, game.deal(number), 20, rng)
            columns, cells = list(position.columns), list(position.cells)
            rng.shuffle(columns)
            rng.shuffle(cells)
            shuffled = Position(position.home, tuple(cells), tuple(columns))
            for bound in HEURISTICS.values():
                assert bound(game, shuffled) == bound(game, position)


@pytest.mark.parametrize("name", ["home", "relaxed"])
def test_home_and_relaxed_fall_by_at_most_one_with_a_move(name: str) -> None:
    bound = HEURISTICS[name]
    for metric in METRICS:
        game = FreeCell(3, 1, ranks=4, metric=metric)
        for graph in small_graphs(game, 1, 6, 800):
            values = {position: bound(game, position) for position in graph.followers}
            for position, followers in graph.followers.items():
                assert all(values[other] >= values[position] - 1 for other in followers), position


def test_a_heuristic_has_two_names() -> None:
    assert [heuristic_name(f"h{number}") for number in range(5)] == list(HEURISTICS)
    assert heuristic_name("One-Suit") == "one-suit"
    with pytest.raises(
        InputError, match="unknown heuristic 'h5' of freecell: expected one of home, one-suit"
    ):
        heuristic_name("h5")


def test_components_can_fall_by_two_with_one_move_so_positions_must_be_opened_again() -> None:
    game = FreeCell(3, 0, ranks=4)
    board = "Foundations: H-0 C-0 D-0 S-A\n3H AH 3D 2C 4C 2H\nAD 4H 4S 2S 3C 2D\n4D AC 3S\n"
    before = game.parse_position(board)
    after = game.play(before, game.parse_move(before, "13"))
    assert [HEURISTICS["components"](game, position) for position in (before, after)] == [20, 18]
    assert [HEURISTICS["relaxed"](game, position) for position in (before, after)] == [20, 20]


def test_a_search_takes_each_bound_by_both_names_and_expands_less_with_a_better_one() -> None:
    game = FreeCell(3, 1, ranks=4)
    expanded = {}
    for name in [*HEURISTICS, *(f"h{number}" for number in range(5))]:
        found = [
            solve(game, game.deal(number), algorithm="a-star", heuristic=name, engine="python")
            for number in range(1, 5)
        ]
        assert [result.length for result in found] == [19, 22, None, 20]
        expanded[name] = sum(result.expanded for result in found)
    assert [expanded[f"h{number}"] for number in range(5)] == [expanded[name] for name in HEURISTICS]
    assert expanded["h0"] > expanded["h1"] > expanded["h2"] > expanded["h3"] >= expanded["h4"]
