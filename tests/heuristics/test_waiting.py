"""The lower bounds, the dead test and the persistent moves against true distances in whole state graphs."""

import pytest

from graphs import Graph, games_and_deals, graph
from yomikiri import Superpuzz, _kernel
from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps
from yomikiri.games.rows.bounds import misplaced
from yomikiri.games.rows.relaxation import (
    is_dead,
    persistent_moves,
    possible_assignments,
    possible_rows,
    relax,
)
from yomikiri.games.rows.rules import Position, RowGame
from yomikiri.games.rows.waiting import waiting, waiting_cycles


def some_graphs(columns: int, numbers: range, most: int) -> list[tuple[RowGame, Graph]]:
    found = [(game, graph(game, deal, most)) for game, deal in games_and_deals(columns, numbers)]
    return [(game, each) for game, each in found if each is not None]


@pytest.mark.parametrize(
    ("columns", "numbers", "most", "at_least"),
    [(2, range(1, 20), 1000, 4), (3, range(1, 60), 3000, 60), (4, range(1, 90), 1500, 60)],
)
def test_no_estimate_exceeds_the_distance_and_the_reduction_keeps_it(
    columns: int, numbers: range, most: int, at_least: int
) -> None:
    assert_bounds(columns, numbers, most, at_least)


def test_the_same_on_a_few_graphs_of_five_columns() -> None:
    assert_bounds(5, range(1, 40), 800, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "most"), [(4, 40_000), (5, 40_000)])
def test_the_same_on_large_graphs(columns: int, most: int) -> None:
    assert_bounds(columns, range(1, 100), most, 20)


def assert_bounds(columns: int, numbers: range, most: int, at_least: int) -> None:
    """What the kernel says of every position; its twins in Python are held against it elsewhere."""
    checked = winnable = lost = dead = reduced = 0
    game = Superpuzz(columns)
    if columns == 2:
        found = [(game, each) for number in numbers if (each := graph(game, game.deal(number), most))]
    else:
        found = some_graphs(columns, numbers, most)
    for _, each in found:
        checked += 1
        distances = each.distances()
        fewer: dict[bytes, list[bytes]] = {}
        for code, followers in each.followers.items():
            estimate = _kernel.row_estimate(columns, code)
            if code in distances:
                assert estimate is not None
                assert estimate <= distances[code]
                winnable += 1
            else:
                lost += 1
                dead += estimate is None
            enough = set(_kernel.row_persistent(columns, code))
            listed = _kernel.Superpuzz(columns).moves(code)
            fewer[code] = [
                child
                for child, (card, _, _) in zip(followers, listed, strict=True)
                if not enough or card in enough
            ]
            reduced += len(fewer[code]) < len(followers)
        assert each.distances(fewer) == distances
    assert checked >= at_least
    assert winnable > 0
    if columns > 2:
        assert reduced > 0
        assert dead > lost / 2


def test_the_reference_estimate_lies_between_misplaced_and_the_distance() -> None:
    seen = 0
    for game, each in some_graphs(3, range(1, 40), 200):
        distances = each.distances()
        for code in list(each.followers)[:60]:
            position = game.decode(code)
            estimate = waiting(position)
            assert (estimate is None) == is_dead(position)
            if estimate is not None:
                assert misplaced(position) <= estimate
                assert code not in distances or estimate <= distances[code]
                seen += code in distances
    assert seen > 100


def test_in_gaps_only_the_assignment_that_the_aces_show_is_left() -> None:
    game = Gaps(6)
    alive = 0
    for number in range(1, 11):
        for arrangement in ARRANGEMENTS:
            position = game.layout(number).arrange(arrangement)
            shown = {suit: position.find(Card(suit, 1)) // game.columns for suit in SUITS}
            left = possible_assignments(position)
            assert left in ([], [shown])
            if left:
                cards = deck(game.columns - 1)
                goal = {card: shown[card.suit] * game.columns + card.rank - 1 for card in cards}
                out = sum(position.find(card) != goal[card] for card in cards)
                assert waiting(position) == out + waiting_cycles(position, shown)
                assert _kernel.row_estimate(game.columns, game.encode(position)) == waiting(position)
                alive += 1
    assert alive > 20


def test_a_goal_needs_nothing_and_nothing_moves() -> None:
    goal = Position.read("HA H2 .. / DA D2 .. / SA S2 .. / CA C2 ..")
    assert waiting(goal) == 0
    assert relax(goal).movable == frozenset()
    assert possible_rows(goal) == {"H": {0}, "D": {1}, "S": {2}, "C": {3}}
    assert persistent_moves(goal) is None


def test_a_card_that_blocks_its_own_predecessor_moves_twice() -> None:
    # H3 stands where H2 has to come before it, so it cannot go home with its first move.
    position = Position.read("HA H3 D3 .. / DA D2 H2 .. / SA S2 S3 .. / CA C2 C3 ..")
    assert misplaced(position) == 3
    assert waiting(position) == 4


def test_cards_in_each_others_cells_cost_one_move_more() -> None:
    # D3 is where H3 belongs and H3 where D3 belongs: one of them has to make way first.
    position = Position.read("HA H2 D3 .. / DA D2 H3 .. / SA S2 S3 .. / CA C2 .. C3")
    assert misplaced(position) == 3
    assert waiting_cycles(position, {"H": 0, "D": 1, "S": 2, "C": 3}) == 1
