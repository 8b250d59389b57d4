"""The kernel's lower bounds of FreeCell are those of Python: where each branch counts, and far and wide.

Walks from deals are not enough.  The kernel's ``relaxed`` by supermoves once counted a cut twice, on one
position in three hundred, and the walks compared a few dozen.  So such cases are written down here, beside a
mass of positions that are laid out with long runs on purpose.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from effort import a_part
from freecell_positions import GAMES, METRICS, RULES, any_game, closed, laid_out, walk
from yomikiri.games.freecell.bounds import HEURISTICS
from yomikiri.games.freecell.last_room import dependent_moves, takes_last_room
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import safe_move
from yomikiri.games.freecell.shortest import kernel_of
from yomikiri.games.freecell.space import FreeCellCode

ALTERNATE = [
    # Ranks, what is home, the cells and columns; relaxed in single moves and in supermoves.
    pytest.param(4, "H-0 C-4 D-4 S-4", "4H 3H 2H AH", 4, 4, id="nothing in the way"),
    pytest.param(4, "H-0 C-4 D-4 S-4", "AH 3H 2H / 4H", 6, 6, id="two cards above a lower one"),
    pytest.param(4, "H-0 C-0 D-4 S-4", "FC: 2H AC / 3H AH 4C / 4H 2C 3C", 9, 9, id="cards in cells are free"),
    pytest.param(4, "H-4 C-4 D-0 S-A", "4D 3S 2D / AD 2S 4S 3D", 9, 8, id="one cut for a run"),
    pytest.param(5, "H-3 C-5 D-5 S-A", "FC: 4S / 5S 4H 3S / 2S 5H", 7, 7, id="a cut in the middle of a run"),
    pytest.param(5, "H-0 C-5 D-4 S-0", "AH 5D 4S 3H 2S / AS 5H 3S 2H / 5S 4H", 15, 14, id="runs for choice"),
    # A run whose bottom has to be cut: that cut serves the cards above it, and must not be counted again.
    pytest.param(4, "H-3 C-0 D-2 S-2", "AC 4D 3C 4C 3D 2C 3S 4H 4S", 13, 12, id="a bottom cut anyway"),
    pytest.param(5, "H-3 C-3 D-2 S-2", "5S 4H 5D / 4C 3D 5C 4D 3S 5H 4S", 14, 12, id="two columns"),
    pytest.param(4, "H-0 C-4 D-A S-0", "FC: 3D / AS 4H 3S 4S 3H 2S AH 4D 2H 2D", 15, 14, id="a cell"),
    pytest.param(
        7,
        "H-2 C-A D-4 S-4",
        "FC: 7D / 6D 7C / 4C 3H 2C 6S 5H 3C 7S 6H 5S 4H 7H 6C 5D 5C",
        25,
        22,
        id="two such runs",
    ),
    pytest.param(
        5,
        "H-A C-2 D-0 S-0",
        "FC: 5S / 5H 5C AD 4D 3C 5D 4C 3S / 2D 4H / 2H AS 4S 3H 3D 2S",
        24,
        21,
        id="two such runs in two columns",
    ),
]
IN_SUIT = [
    pytest.param(4, "H-0 C-4 D-4 S-4", "AH 4H 3H 2H", 7, 5, id="one cut for a run"),
    pytest.param(8, "H-6 C-2 D-6 S-5", "8H 7H 6S 8C / 7D 8S / 3C 5C 4C 7C 6C 8D 7S", 18, 16, id="two runs"),
    pytest.param(
        6, "H-2 C-4 D-A S-A", "FC: 4S 3S / 6S 2D 6C / 5C 2S 6D 5S / 4H 3H 3D 5D 4D 6H 5H", 22, 20, id="cells"
    ),
    pytest.param(
        4,
        "H-0 C-0 D-0 S-0",
        "FC: 4S / 4D 3D AD 2S AH 3H 2H 2C 4H 4C 3C 3S / AS AC 2D",
        23,
        21,
        id="a whole deck",
    ),
]


def same_bounds(
    game: FreeCell, position: Position, names: Sequence[str] = tuple(HEURISTICS)
) -> dict[str, int]:
    """The bounds of a position, which must be the kernel's."""
    code, kernel = game.encode(position), kernel_of(game)
    found = {name: HEURISTICS[name](game, position) for name in names}
    assert {name: kernel.estimate(code, name) for name in names} == found, (game, str(position))
    return found


def same_children(game: FreeCell, start: Position, position: Position, name: str) -> int:
    """Children, costs and bounds as the searches see them, and how many these are.

    A move that takes the last room is made together with one that depends on it, unless a safe one does.

    Two moves may lead to one child at different cost: both must be there.
    """
    code = FreeCellCode(game, start)
    expected = []
    for move in game.moves(position):
        after = game.play(position, move)
        ends = [(after, 1)]
        if takes_last_room(position, move) and safe_move(game, after) is None:
            ends = [(game.play(after, other), 2) for other in dependent_moves(game, position, move)]
        for end, cost in ends:
            child, safe = closed(game, end)
            expected.append((code.encode(child), cost + safe, HEURISTICS[name](game, child)))
    found = kernel_of(game).kids(game.encode(start), game.encode(position), name, True)
    assert sorted((key, cost, bound) for key, cost, _, _, bound in found) == sorted(expected), str(position)
    assert all(least <= bound <= most for _, _, least, most, bound in found)
    return len(found)


def check_case(building: str, ranks: int, text: str, single: int, supermove: int) -> None:
    for metric, expected in [("single", single), ("supermove", supermove)]:
        game = FreeCell(6, 4, building, ranks=ranks, metric=metric)
        position = game.parse_position(text)
        assert same_bounds(game, position)["relaxed"] == expected
        position, _ = closed(game, position)
        for name in HEURISTICS:
            same_children(game, position, position, name)


@pytest.mark.parametrize(("ranks", "home", "board", "single", "supermove"), ALTERNATE)
def test_the_bounds_agree_where_each_branch_counts(
    ranks: int, home: str, board: str, single: int, supermove: int
) -> None:
    check_case("alternate", ranks, f"Foundations: {home} / {board}", single, supermove)


@pytest.mark.parametrize(("ranks", "home", "board", "single", "supermove"), IN_SUIT)
def test_the_bounds_agree_where_each_branch_counts_building_in_suit(
    ranks: int, home: str, board: str, single: int, supermove: int
) -> None:
    check_case("suit", ranks, f"Foundations: {home} / {board}", single, supermove)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_bounds_agree_along_walks(game: FreeCell) -> None:
    for number in range(1, 3):
        for position in walk(game, number, 60)[::10]:
            same_bounds(game, position)


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_children_of_a_search_have_safe_moves_made_and_the_bounds_of_python(
    game: FreeCell, name: str
) -> None:
    for number in range(1, 3):
        positions = walk(game, number, 50)
        for at in positions[5::20]:
            same_children(game, positions[0], closed(game, at)[0], name)


@a_part(3)
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_children_agree_where_one_room_is_left(building: str, empty: str, metric: str, part: int) -> None:
    rng, children, seen = Random(f"{building} {empty} {metric}"), 0, 0
    for number in range(1, 60 // part):
        game = FreeCell(rng.randint(3, 8), rng.randint(0, 4), building, empty, rng.randint(3, 8), metric)
        start = position = closed(game, game.deal(number))[0]
        for _ in range(25):
            if not (moves := game.moves(position)):
                break
            position, _ = closed(game, game.play(position, rng.choice(moves)))
            if position.cells.count(None) + position.columns.count(()) == 1 and not game.is_goal(position):
                children += same_children(game, start, position, "relaxed")
                seen += 1
    assert seen > 50 // part
    assert children > 100 // part


def compare(variant: tuple[str, str, str], positions: int, most_ranks: int, every: int = 1) -> int:
    """Compares so many positions by ``relaxed``, each ``every``-th by all bounds; returns how many children
    were compared as well."""
    rng, names, children = Random(f"{variant} {most_ranks}"), list(HEURISTICS), 0
    for number in range(positions):
        game = any_game(rng, *variant, most_ranks)
        position = laid_out(game, rng, rng.randint(1, 4 * game.ranks))
        same_bounds(game, position, names if number % every == 0 else ["relaxed"])
        start, _ = closed(game, position)
        if number % (5 * every) == 0 and not game.is_goal(start):
            children += same_children(game, start, start, rng.choice(names))
    return children


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_the_bounds_agree_on_positions_full_of_runs(building: str, empty: str, metric: str) -> None:
    assert compare((building, empty, metric), 1_200, most_ranks=6, every=4) > 40


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_the_bounds_agree_on_hundreds_of_thousands_of_positions(
    building: str, empty: str, metric: str, record_property: Any
) -> None:
    children = compare((building, empty, metric), 30_000, most_ranks=8)
    children += compare((building, empty, metric), 1_000, most_ranks=13)
    record_property("children", children)
    assert children > 5_000
