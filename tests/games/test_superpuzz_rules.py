"""The rules of Superpuzz, checked on hand-made positions and against a second, obvious statement of them."""

import random
from itertools import permutations

import pytest

from yomikiri import Card, IllegalMove, InputError, Superpuzz
from yomikiri.core.cards import SUITS, deck
from yomikiri.games.superpuzz.rules import Move, Position

SIZES = range(2, 14)

MIXED = Position.read("""
.. H2 ..
HA .. D2
DA S2 C2
SA CA ..
""")
"""Holes in column 1, right of a last-rank card, right of an ace whose successor is elsewhere (twice)."""

STUCK = Position.read("""
HA H2 ..
DA D2 ..
S2 .. ..
SA C2 CA
""")
"""Every hole stands right of a last-rank card or of a hole."""


def move(card: str, source: int, target: int) -> Move:
    return Move(Card(card[0], "A23456789".index(card[1]) + 1), source, target)


def goal(columns: int, suits: tuple[str, ...]) -> Position:
    return Position(
        tuple(
            Card(suit, rank) if rank < columns else None for suit in suits for rank in range(1, columns + 1)
        )
    )


def legal_pairs(position: Position) -> set[tuple[Card, int]]:
    """Rule 3 of the paper read literally: which card may go to which hole."""
    n = position.columns
    place = {card: cell for cell, card in enumerate(position.cells) if card}
    holes = {cell for cell in range(4 * n) if position.cells[cell] is None}
    found = set()
    for card, cell in place.items():
        if card.rank == 1:
            found |= {(card, hole) for hole in holes if hole in (0, n, 2 * n, 3 * n)}
        else:
            right = place[Card(card.suit, card.rank - 1)] + 1
            if right in holes and right % n != 0:
                found.add((card, right))
        assert cell not in holes
    return found


def walk(columns: int, seed: int, steps: int) -> list[tuple[Position, Move, Position]]:
    """A random game: the position, the move and the next position of each step."""
    rng = random.Random(seed)
    game = Superpuzz(columns)
    position = game.deal(seed + 1)
    taken = []
    for _ in range(steps):
        moves = game.moves(position)
        if not moves:
            break
        chosen = rng.choice(moves)
        following = game.play(position, chosen)
        taken.append((position, chosen, following))
        position = following
    return taken


def test_moves_go_hole_by_hole_in_reading_order_and_aces_by_suit() -> None:
    assert Superpuzz(3).moves(MIXED) == [
        move("HA", 3, 0),
        move("DA", 6, 0),
        move("SA", 9, 0),
        move("CA", 10, 0),
        move("H2", 1, 4),
        move("C2", 8, 11),
    ]


def test_two_holes_in_column_one_double_the_ace_moves() -> None:
    position = Position.read(".. HA / DA .. / .. SA / CA ..")
    moves = Superpuzz(2).moves(position)
    assert [(str(m.card), m.source, m.target) for m in moves] == [
        ("HA", 1, 0),
        ("DA", 2, 0),
        ("SA", 5, 0),
        ("CA", 6, 0),
        ("HA", 1, 4),
        ("DA", 2, 4),
        ("SA", 5, 4),
        ("CA", 6, 4),
    ]


def test_a_position_whose_holes_take_nothing_has_no_moves() -> None:
    assert Superpuzz(3).moves(STUCK) == []


@pytest.mark.parametrize("columns", SIZES)
def test_the_moves_are_the_legal_ones_and_no_other_along_random_games(columns: int) -> None:
    game = Superpuzz(columns)
    for seed in range(12):
        for position, _, _ in walk(columns, seed, 25):
            moves = game.moves(position)
            assert len(moves) == len(set(moves))
            assert {(m.card, m.target) for m in moves} == legal_pairs(position)
            assert all(position.cells[m.source] == m.card for m in moves)
            assert [m.target for m in moves] == sorted(m.target for m in moves)


@pytest.mark.parametrize("columns", SIZES)
def test_play_accepts_exactly_the_legal_moves(columns: int) -> None:
    game = Superpuzz(columns)
    for seed in range(2):
        for position, _, _ in walk(columns, seed, 5):
            legal = legal_pairs(position)
            for card in game.cards:
                for target in range(-1, 4 * columns + 1):
                    attempt = Move(card, position.find(card), target)
                    if (card, target) in legal:
                        game.play(position, attempt)
                    else:
                        with pytest.raises(IllegalMove):
                            game.play(position, attempt)


@pytest.mark.parametrize("columns", SIZES)
def test_a_move_swaps_a_card_with_a_hole_and_keeps_the_rest(columns: int) -> None:
    for seed in range(8):
        for before, played, after in walk(columns, seed, 20):
            assert after.cells[played.target] == played.card
            assert after.cells[played.source] is None
            changed = {i for i in range(4 * columns) if before.cells[i] != after.cells[i]}
            assert changed == {played.source, played.target}


def test_play_leaves_the_position_it_was_given_alone() -> None:
    before = str(MIXED)
    Superpuzz(3).play(MIXED, move("H2", 1, 4))
    assert str(MIXED) == before


@pytest.mark.parametrize(
    ("position", "attempt", "reason"),
    [
        (MIXED, move("HA", 3, 1), "HA cannot go to row 1, column 2: that cell is not a hole"),
        (MIXED, move("HA", 3, 12), "HA cannot go to cell 12: that cell is not a hole"),
        (MIXED, move("HA", 3, -12), "HA cannot go to cell -12: that cell is not a hole"),
        (MIXED, move("HA", 6, 0), "the card is not where the move takes it from"),
        (MIXED, move("HA", -9, 0), "the card is not where the move takes it from"),
        (MIXED, move("HA", 15, 0), "the card is not where the move takes it from"),
        (MIXED, move("H2", 1, 0), "H2 cannot go to row 1, column 1: a hole in column 1 takes only an ace"),
        (MIXED, move("D2", 5, 2), "D2 cannot go to row 1, column 3: a hole right of H2 takes nothing"),
        (MIXED, move("D2", 5, 4), "a hole right of HA takes only H2"),
        (MIXED, move("SA", 9, 4), "a hole right of HA takes only H2"),
        (STUCK, move("SA", 9, 8), "SA cannot go to row 3, column 3: a hole right of a hole takes nothing"),
        (goal(4, tuple(SUITS)), move("HA", 0, 3), "the position has 4 columns, the game 3"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(position: Position, attempt: Move, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Superpuzz(3).play(position, attempt)
    assert str(caught.value).endswith(reason)


@pytest.mark.parametrize("columns", SIZES)
def test_all_24_orders_of_suits_are_goals(columns: int) -> None:
    goals = {goal(columns, suits) for suits in permutations(SUITS)}
    assert len(goals) == 24
    assert all(Superpuzz(columns).is_goal(position) for position in goals)


@pytest.mark.parametrize("columns", range(3, 14))
def test_a_goal_with_any_two_cells_exchanged_is_no_goal(columns: int) -> None:
    game = Superpuzz(columns)
    cells = list(goal(columns, ("S", "H", "C", "D")).cells)
    for i in range(len(cells)):
        for j in range(i):
            if cells[i] == cells[j]:
                continue  # Two holes.
            swapped = cells.copy()
            swapped[i], swapped[j] = cells[j], cells[i]
            assert not game.is_goal(Position(tuple(swapped)))


def test_a_suit_that_ascends_across_a_row_end_is_no_goal() -> None:
    assert not Superpuzz(3).is_goal(Position.read(".. .. HA / H2 DA D2 / SA S2 .. / CA C2 .."))
    assert not Superpuzz(3).is_goal(Position.read(".. HA H2 / .. DA D2 / .. SA S2 / .. CA C2"))


def test_a_card_is_ordered_as_an_ace_in_column_one_or_right_of_its_predecessor() -> None:
    game = Superpuzz(4)
    position = Position.read("""
    HA H2 H3 DA
    D2 D3 SA S2
    S3 .. CA ..
    C2 .. .. C3
    """)
    ordered = [
        str(card) for cell, card in enumerate(position.cells) if game.is_ordered(position, cell) and card
    ]
    assert ordered == ["HA", "H2", "H3", "D3", "S2"]
    # Not: DA outside column 1; D2 and S3 in column 1 although their predecessors end the row above;
    # SA, CA outside column 1; C3, whose left neighbour is a hole; nor any hole.
    assert not game.is_ordered(position, 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".. H2 .. / HA .. D2 / DA S2 C2 / SA CA ..", (3, 1)),
        ("HA H2 .. / DA D2 .. / S2 .. .. / SA C2 CA", (3, 0)),
        (".. HA H2 / .. DA D2 / .. SA S2 / .. CA C2", (0, 4)),
        ("HA H2 .. / DA D2 .. / SA S2 .. / CA C2 ..", (4, 0)),
        ("H2 HA .. / D2 DA .. / S2 SA .. / C2 CA ..", (0, 0)),
    ],
)
def test_the_class_counts_aces_and_holes_of_column_one(text: str, expected: tuple[int, int]) -> None:
    assert Superpuzz(3).class_of(Position.read(text)) == expected


@pytest.mark.parametrize("columns", SIZES)
def test_a_move_keeps_the_class_or_frees_or_fills_a_cell_of_column_one(columns: int) -> None:
    game = Superpuzz(columns)
    for seed in range(12):
        for before, _, after in walk(columns, seed, 25):
            i, j = game.class_of(before)
            assert game.class_of(after) in {(i, j), (i, j + 1), (i + 1, j - 1)}


@pytest.mark.parametrize("columns", [-1, 0, 1, 14, 100])
def test_other_widths_are_refused(columns: int) -> None:
    with pytest.raises(InputError, match=rf"2 to 13 columns, not {columns}$"):
        Superpuzz(columns)


def test_a_game_knows_its_name_size_and_cards() -> None:
    game = Superpuzz(5)
    assert (game.name, game.size) == ("superpuzz", 5)
    assert game.cards == deck(4)
    assert Superpuzz().columns == 13
