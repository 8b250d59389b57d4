"""FreeCell: the rules, the order of moves, supermoves, codes."""

from itertools import product

import pytest
from freecell_tools import single_moves_can, walk

from yomikiri import IllegalMove, InputError
from yomikiri.core.cards import Card, deck
from yomikiri.games import FreeCell
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import BUILDINGS, EMPTIES, METRICS, PRESETS

GAMES = [
    FreeCell(columns, cells, building, empty, ranks, metric)
    for building in BUILDINGS
    for empty in EMPTIES
    for metric in METRICS
    for columns, cells, ranks in [(4, 2, 4), (6, 3, 7), (8, 4, 13), (3, 0, 2), (10, 8, 13)]
]


def texts(game: FreeCell, position: Position) -> list[str]:
    return [game.format_move(position, move) for move in game.moves(position)]


def literal_moves(game: FreeCell, position: Position) -> set[tuple[int, int, int]]:
    """Every legal move of one card, by a second reading of the rules that shares no code with them."""
    found = set()
    sources = {n: column[-1] for n, column in enumerate(position.columns) if column}
    sources |= {FIRST_CELL + n: card for n, card in enumerate(position.cells) if card is not None}
    for source, card in sources.items():
        if position.home["HDSC".index(card.suit)] + 1 == card.rank:
            found.add((source, HOME, 1))
        for cell, held in enumerate(position.cells):
            if held is None:
                found.add((source, FIRST_CELL + cell, 1))
        for column, cards in enumerate(position.columns):
            if column == source:
                continue
            if not cards:
                legal = game.empty == "any" or card.rank == game.ranks
            else:
                top = cards[-1]
                colours = {"H": "red", "D": "red", "S": "black", "C": "black"}
                same = top.suit == card.suit
                matches = same if game.building == "suit" else colours[top.suit] != colours[card.suit]
                legal = matches and top.rank - card.rank == 1
            if legal:
                found.add((source, column, 1))
    return found


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_move_is_played_exactly_if_the_rules_read_again_allow_it(game: FreeCell) -> None:
    places = [*range(10), *range(FIRST_CELL, FIRST_CELL + 8), HOME]
    for position in walk(game, game.deal(3), 40, seed=1):
        legal = literal_moves(game, position)
        for source in places:
            for target in places:
                try:
                    game.play(position, Move(source, target))
                except IllegalMove:
                    assert (source, target, 1) not in legal
                else:
                    assert (source, target, 1) in legal


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_listed_moves_stand_for_all_legal_ones_of_one_card(game: FreeCell) -> None:
    """Whatever the list leaves out leads where a listed move leads, or nowhere, up to the order of piles."""

    def unordered(position: Position) -> tuple[object, ...]:
        return position.home, sorted(map(str, position.cells)), sorted(position.columns)

    for position in walk(game, game.deal(5), 40, seed=2):
        listed = [unordered(game.play(position, move)) for move in game.moves(position) if move.count == 1]
        for source, target, count in literal_moves(game, position):
            after = unordered(game.play(position, Move(source, target, count)))
            assert after in listed or after == unordered(position)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_no_card_is_lost_and_moves_go_in_order(game: FreeCell) -> None:
    for position in walk(game, game.deal(7), 60, seed=3):
        game.check(position)
        assert game.decode(game.encode(position)) == position
        moves = game.moves(position)
        assert len(set(moves)) == len(moves)
        empty = position.columns.index(()) if () in position.columns else None

        def rank(move: Move, empty: int | None = empty) -> tuple[int, int, int, int]:
            kind = {HOME: 0, empty: 2}.get(move.target, 1 if move.target < FIRST_CELL else 3)
            return move.source, kind, move.target, move.count

        assert moves == sorted(moves, key=rank)


BOARD = """
Foundations: H-A C-0 D-0 S-0
Freecells: 2H - 5S -
: 4C
: 3D 2S
: 5D 4S 3H
:
:
"""


def test_the_order_of_moves_in_a_position_with_a_bit_of_everything() -> None:
    game = FreeCell(5, 4)
    position = Position.read(BOARD)
    assert texts(game, position) == ["1b", "23", "24", "2b", "31", "34", "3b", "ah", "a4", "c4"]
    runs = FreeCell(5, 4, metric="supermove")
    listed = ["1b", "21v2", "23", "24", "2b", "31", "34", "34v2", "3b", "ah", "a4", "c4"]
    assert texts(runs, position) == listed
    kings = FreeCell(5, 4, empty="kings")
    assert texts(kings, position) == ["1b", "23", "2b", "31", "3b", "ah"]
    suits = FreeCell(5, 4, building="suit")
    assert texts(suits, position) == ["1b", "24", "2b", "34", "3b", "ah", "a3", "a4", "c4"]


def test_what_is_alike_is_not_listed_but_may_be_played() -> None:
    game = FreeCell(5, 4)
    position = Position.read(BOARD)
    for text in ("15", "14", "2d", "25", "ab", "cd", "a5"):
        move = game.parse_move(position, text)
        assert move not in game.moves(position)
        assert game.play(position, move) != position


def run_of(game: FreeCell, length: int) -> tuple[Card, ...]:
    """Cards of the ranks ``length`` to 1, each built on the one before."""
    suits = "S" * length if game.building == "suit" else ("SH" * length)[:length]
    return tuple(Card(suit, rank) for suit, rank in zip(suits, range(length, 0, -1), strict=True))


@pytest.mark.parametrize("target_empty", [False, True])
@pytest.mark.parametrize("empty", EMPTIES)
@pytest.mark.parametrize("building", BUILDINGS)
def test_a_run_moves_at_once_exactly_if_single_moves_can_carry_it(
    building: str, empty: str, target_empty: bool
) -> None:
    """Every number of empty cells up to 2 and of other empty columns up to 2, lengths up to 13."""
    refused = 0
    # Where only kings open a column the run begins with one: a deck of two ranks is the smallest.
    lengths = range(2 if empty == "kings" else 1, 14) if target_empty else range(1, 13)
    for cells, columns, length in product(range(3), range(3), lengths):
        if target_empty and (cells + columns > 3 or length > (cells + 1) * 2**columns + 1):
            continue  # Far longer than what can be carried, or long to try.
        ranks = max(length, 2) if target_empty else 13
        spare: tuple[tuple[Card, ...], ...] = ((),) * columns or ((Card("C", 12),),)
        game = FreeCell(2 + len(spare), cells, building, empty, ranks, "supermove")
        onto = () if target_empty else (Card("H" if building == "alternate" else "S", length + 1),)
        source = (Card("D", 13), *run_of(game, length))
        position = Position((0, 0, 0, 0), (None,) * cells, (source, onto, *spare))
        move = Move(0, 1, length)
        possible = single_moves_can(game, position, move)
        assert (length <= game.capacity(position, 1)) == possible
        legal = True
        try:
            game.play(position, move)
        except IllegalMove:
            legal = False
        assert legal == possible
        refused += not possible
    assert refused > 5


@pytest.mark.parametrize(
    ("cells", "columns", "onto_card", "onto_empty"),
    [("- - - -", 0, 5, None), ("- - - -", 1, 10, 5), ("- 2H - -", 2, 16, 8), ("2H 3H 4H 5H", 1, 2, 1)],
)
def test_the_capacity_does_not_count_an_empty_target(
    cells: str, columns: int, onto_card: int, onto_empty: int | None
) -> None:
    game = FreeCell(4, 4, metric="supermove")
    piles = [": KS", ": QS", ": JS", ": TS"][: 4 - columns] + [":"] * columns
    position = Position.read("\n".join([f"Freecells: {cells}", *piles]))
    assert game.capacity(position, 0) == onto_card
    assert onto_empty is None or game.capacity(position, 3) == onto_empty
    assert FreeCell(4, 4).capacity(position, 0) == 1
    kings = FreeCell(4, 4, empty="kings", metric="supermove")
    assert kings.capacity(position, 0) == position.empty_cells + 1


def test_each_supermove_is_a_sequence_of_single_moves_in_play() -> None:
    game = FreeCell(5, 2, ranks=5, metric="supermove")
    seen = 0
    for number in range(1, 41):
        for position in walk(game, game.deal(number), 30, seed=number):
            for move in game.moves(position):
                if move.count > 1:
                    seen += 1
                    assert single_moves_can(game, position, move)
    assert seen > 20


ILLEGAL = [
    ("single", "11", "a card cannot go from column 1 to column 1: a move must change something"),
    ("single", "41", "a card cannot go from column 4 to column 1: column 4 is empty"),
    ("single", "b1", "a card cannot go from cell b to column 1: cell b is empty"),
    ("single", "1a", "a card cannot go from column 1 to cell a: the cell is taken"),
    ("single", "1h", "a card cannot go from column 1 home: home takes AC next"),
    (
        "single",
        "12",
        "a card cannot go from column 1 to column 2: 2S takes only a card of the other colour "
        "that is one rank lower",
    ),
    (
        "single",
        "34v2",
        "2 cards cannot go from column 3 to column 4: one card at a time moves in the metric single",
    ),
    (
        "supermove",
        "34v3",
        "3 cards cannot go from column 3 to column 4: the cards are not built on one another",
    ),
    ("supermove", "14v2", "2 cards cannot go from column 1 to column 4: column 1 has 1 cards"),
    ("supermove", "3bv2", "2 cards cannot go from column 3 to cell b: only one card at a time can go there"),
    ("supermove", "3hv2", "2 cards cannot go from column 3 home: only one card at a time can go there"),
]


@pytest.mark.parametrize(("metric", "text", "message"), ILLEGAL)
def test_an_illegal_move_says_why(metric: str, text: str, message: str) -> None:
    game = FreeCell(5, 4, metric=metric)
    position = Position.read(BOARD.replace("5D 4S", "5D 5C 4H 3S 4S"))
    with pytest.raises(IllegalMove) as raised:
        game.play(position, game.parse_move(position, text))
    assert str(raised.value) == message


def test_limits_of_runs_and_kings_are_named() -> None:
    game = FreeCell(4, 1, metric="supermove")
    position = Position.read("Freecells: AD / KH QS JH TS / KS / 2C / 3C")
    with pytest.raises(IllegalMove, match=r"the empty cells and columns let 1 cards move$"):
        game.play(position, Move(0, 1, 3))
    kings = FreeCell(4, 1, empty="kings")
    position = Position.read("Freecells: AD / KH QS JH TS / KS / 2C / :")
    with pytest.raises(IllegalMove, match=r"an empty column takes only kings$"):
        kings.play(position, Move(2, 3))
    with pytest.raises(IllegalMove, match="cards that are home stay there"):
        kings.play(position, Move(HOME, 3))
    for source, target in [(4, 0), (0, 4), (0, 17), (-1, 0), (0, 99)]:
        with pytest.raises(IllegalMove, match=r"there is no such place$"):
            kings.play(position, Move(source, target))
    with pytest.raises(IllegalMove, match=r"the position has 4 columns and 1 cells, the game 8 and 4$"):
        FreeCell().play(position, Move(2, 3))


def test_the_game_is_won_when_every_suit_is_home() -> None:
    game = FreeCell(3, 1, ranks=2)
    position = game.parse_position("Foundations: H-2 C-2 D-A S-2 / Freecells: 2D")
    assert not game.is_goal(position)
    assert texts(game, position) == ["ah", "a1"]
    assert game.is_goal(game.play(position, Move(FIRST_CELL, HOME)))


def test_the_code_is_home_then_cells_then_columns_with_their_lengths() -> None:
    game = FreeCell(5, 4)
    hearts, diamonds, spades, clubs = 0, 16, 32, 48
    expected = [1, 0, 0, 0]
    expected += [hearts + 2, 0, spades + 5, 0]
    expected += [1, clubs + 4]
    expected += [2, diamonds + 3, spades + 2]
    expected += [3, diamonds + 5, spades + 4, hearts + 3]
    expected += [0, 0]
    assert game.encode(Position.read(BOARD)) == bytes(expected)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (b"\0\0\0", "at least 6 bytes"),
        (b"\0\0\0\0\0\0", "has 0 columns"),
        (bytes([0, 0, 0, 0, 99, 0]), "a byte 99 where a card was expected"),
        (bytes([0, 0, 0, 0, 0, 0, 2, 1]), "has 1 cards in a column, expected 2"),
        (bytes([0, 0, 0, 0, 0, 0, 1, 0]), "has 0 cards in a column, expected 1"),
        (bytes([0, 0, 0, 0, 0, 0, 0, 0, 0]), "AH is there 0 times"),
    ],
)
def test_a_code_that_is_none_is_refused(code: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        FreeCell(3, 2, ranks=2).decode(code)


def test_check_refuses_what_is_no_position() -> None:
    game = FreeCell(3, 1, ranks=2)
    good = game.deal(1)
    game.check(good)
    card = good.columns[0][0]
    for bad, reason in [
        ("board", "found str"),
        (Position(good.home, good.cells, good.columns[:2]), "has 2 columns, the game 3"),
        (Position(good.home, (), good.columns), "has 0 cells, the game 1"),
        (Position((1, 0, 0, 0), good.cells, good.columns), "AH is there 2 times"),
        (Position((3, 0, 0, 0), good.cells, good.columns), "H is home up to rank 3, expected 0 to 2"),
        (Position(good.home, (card,), good.columns), "is there 2 times, expected once"),
        (Position(good.home, (Card("H", 3),), good.columns), "is not a card of freecell with 2 ranks"),
        (Position(good.home, good.cells, ((), *good.columns[1:])), "is there 0 times"),
    ]:
        with pytest.raises(InputError, match=reason):
            game.check(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"columns": 2}, "freecell has 3 to 10 columns, not 2"),
        ({"columns": 11}, "freecell has 3 to 10 columns, not 11"),
        ({"cells": -1}, "freecell has 0 to 8 cells, not -1"),
        ({"cells": 9}, "freecell has 0 to 8 cells, not 9"),
        ({"ranks": 1}, "freecell has 2 to 13 ranks, not 1"),
        ({"ranks": 14}, "freecell has 2 to 13 ranks, not 14"),
        ({"columns": True}, "the number of columns is True, expected a whole number"),
        ({"columns": "8"}, "the number of columns is '8', expected a whole number"),
        ({"building": "rank"}, "unknown building 'rank': expected one of alternate, suit"),
        ({"empty": "queens"}, "unknown empty 'queens': expected one of any, kings"),
        ({"metric": "hours"}, "unknown metric 'hours': expected one of single, supermove"),
        (
            {"variant": "spider"},
            "unknown variant 'spider' of freecell: expected one of freecell, bakers-game",
        ),
    ],
)
def test_rules_that_do_not_exist_are_refused(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        FreeCell(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [*GAMES, *(FreeCell(variant=name) for name in PRESETS)], ids=repr)
def test_repr_rebuilds_the_game_and_its_positions(game: FreeCell) -> None:
    assert eval(repr(game), {"FreeCell": FreeCell}) == game
    for position in walk(game, game.deal(2), 20, seed=4):
        assert eval(repr(position), {"Position": Position}) == position


def test_every_deck_is_dealt_whole() -> None:
    for ranks in range(2, 14):
        game = FreeCell(5, 2, ranks=ranks)
        position = game.deal(9)
        assert sorted(card for column in position.columns for card in column) == sorted(deck(ranks))
        lengths = [len(column) for column in position.columns]
        assert lengths == sorted(lengths, reverse=True)
        assert max(lengths) - min(lengths) <= 1
