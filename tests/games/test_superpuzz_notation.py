"""Superpuzz in writing: positions, moves, swaps, JSON, repr and codes, each there and back."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomikiri import Card, Deal, IllegalMove, InputError, NotationError, Superpuzz, open_deal
from yomikiri.core.cards import SUITS, deck
from yomikiri.games.superpuzz.rules import Move, Position, read_position

NAMES = {"Card": Card, "Deal": Deal, "Move": Move, "Position": Position, "Superpuzz": Superpuzz}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any placement of the cards, at any width, with the holes named in any order."""
    columns = draw(st.integers(2, 13))
    layout = draw(st.permutations(deck(columns)))
    return Position(
        tuple(None if card.rank == columns else card for card in layout),
        tuple(card.suit for card in layout if card.rank == columns),
    )


def spelled(position: Position, ten: str, lower: bool, named: bool, between: str) -> str:
    """The position in one of its allowed spellings."""
    n, names, words = position.columns, iter(position.hole_names), []
    for card in position.cells:
        shown = card
        if card is None:
            name = next(names)
            if not named:
                words.append("..")
                continue
            shown = Card(name, n)
        assert shown is not None
        word = shown.suit + (ten if shown.rank == 10 else str(shown)[1])
        words.append(word.lower() if lower else word)
    return between.join(" ".join(words[row * n : row * n + n]) for row in range(4))


@settings(max_examples=150, deadline=None)
@given(positions())
def test_text_reads_back(position: Position) -> None:
    game = Superpuzz(position.columns)
    text = game.format_position(position)
    assert game.parse_position(text) == position
    assert text.count("\n") == 3
    assert text.split().count("..") == 4


@settings(max_examples=150, deadline=None)
@given(
    positions(),
    st.sampled_from(["0", "T", "10"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["/", " / ", "\n", "\r\n"]),
)
def test_every_spelling_means_the_same_position(
    position: Position, ten: str, lower: bool, named: bool, between: str
) -> None:
    read = read_position(spelled(position, ten, lower, named, between))
    assert read == position
    assert read.hole_names == (position.hole_names if named else tuple(SUITS))


@settings(max_examples=150, deadline=None)
@given(positions())
def test_repr_rebuilds_a_position_and_the_names_of_its_holes(position: Position) -> None:
    rebuilt = eval(repr(position), NAMES)
    assert rebuilt == position
    assert rebuilt.hole_names == position.hole_names


def test_repr_rebuilds_moves_games_and_deals() -> None:
    for columns in range(2, 14):
        game = Superpuzz(columns)
        assert eval(repr(game), NAMES) == game
        deal = open_deal("superpuzz", "7", columns)
        assert eval(repr(deal), NAMES) == deal
        for move in game.moves(deal.position):
            assert eval(repr(move), NAMES) == move


@settings(max_examples=150, deadline=None)
@given(positions())
def test_json_reads_back(position: Position) -> None:
    game = Superpuzz(position.columns)
    text = json.dumps(game.position_to_json(position))
    assert game.position_from_json(json.loads(text)) == position


@settings(max_examples=150, deadline=None)
@given(positions())
def test_codes_decode_back_and_have_three_bytes_a_rank(position: Position) -> None:
    game = Superpuzz(position.columns)
    code = game.encode(position)
    assert len(code) == 3 * (position.columns - 1)
    assert game.decode(code) == position


def test_the_code_is_six_bits_a_card_least_significant_first() -> None:
    code = Superpuzz(2).encode(Position.read(".. HA / DA .. / .. SA / CA .."))
    assert int.from_bytes(code, "little") == 1 | 2 << 6 | 5 << 12 | 6 << 18


def test_a_code_that_is_no_position_is_refused() -> None:
    game = Superpuzz(3)
    code = game.encode(game.deal(1))
    for wrong, reason in [
        (b"", "6 bytes, found 0"),
        (code + b"\0", "6 bytes, found 7"),
        (bytes(6), "H2 in cell 0"),
        (b"\xff" * 6, "HA in cell 63"),
    ]:
        with pytest.raises(NotationError, match=reason):
            game.decode(wrong)


def test_a_position_of_another_width_has_no_code() -> None:
    for columns in (3, 5):
        with pytest.raises(InputError, match=rf"the position has {columns} columns, the game 4$"):
            Superpuzz(4).encode(Superpuzz(columns).deal(1))


def test_equal_positions_may_name_their_holes_differently() -> None:
    text = "H3 HA H2 / D3 DA D2 / S3 SA S2 / C3 CA C2"
    one, other = (
        Position.read(text),
        Position.read(text.replace("H3", "x").replace("D3", "H3").replace("x", "D3")),
    )
    assert one == other
    assert hash(one) == hash(other)
    assert one.hole_names != other.hole_names


def test_holes_named_in_part_get_the_remaining_names_in_order() -> None:
    position = Position.read("C3 HA H2 / .. DA D2 / -- SA S2 / __ CA C2")
    assert position.hole_names == ("C", "H", "D", "S")


def test_blank_lines_and_indentation_do_not_matter() -> None:
    assert Position.read("\n\n  HA ..\n\n\tDA .. /SA .. / CA ..\n/\n") == Position.read(
        "HA ../DA ../SA ../CA .."
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty: expected 4 rows of cards and holes"),
        ("HA .. / DA .. / SA ..", "found 3 rows, expected 4"),
        ("HA .. / DA .. / SA .. / CA .. / ..", "found 5 rows, expected 4"),
        ("HA / DA / SA / CA", "row 1 has 1 cells, expected 2 to 14"),
        ("/".join(["HA " * 15] * 4), "row 1 has 15 cells, expected 2 to 14"),
        ("HA .. / DA .. .. / SA .. / CA ..", "row 2 has 3 cells, expected 2 as in row 1"),
        ("HA .. / DA ?? / SA .. / CA ..", "row 2, column 2: '??' is not a card: .*; a hole is '..'"),
        (
            "HA .. / DA H3 / SA .. / CA ..",
            "row 2, column 2: H3 is too high: with 2 columns cards go up to HA",
        ),
        ("HA .. / DA .. / HA .. / CA ..", "row 3, column 1: HA occurs twice"),
        ("HA H2 / DA H2 / SA .. / CA ..", "row 2, column 2: H2 occurs twice"),
        ("HA .. / .. .. / SA .. / CA ..", "DA is missing"),
    ],
)
def test_a_position_that_can_not_be_read_is_refused_with_place_and_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason.replace("?", r"\?")):
        read_position(text)


def test_a_position_of_another_size_is_refused() -> None:
    with pytest.raises(NotationError, match=r"the position has 2 columns, expected 3$"):
        Superpuzz(3).parse_position("HA .. / DA .. / SA .. / CA ..")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "gaps"}, "\"game\" is 'gaps', expected 'superpuzz'"),
        ({"game": None}, '"game" is None'),
        ({"size": 3}, '"size" is 3, expected 2'),
        ({"size": "2"}, "\"size\" is '2', expected 2"),
        ({"position": "HA .."}, "list of lines"),
        ({"position": [1, 2]}, "list of lines"),
        ({"position": ["HA .."]}, "found 1 rows"),
    ],
)
def test_json_of_something_else_is_refused(change: dict[str, object], reason: str) -> None:
    game = Superpuzz(2)
    with pytest.raises(NotationError, match=reason):
        game.position_from_json(game.position_to_json(game.deal(1)) | change)


@pytest.mark.parametrize("data", [None, [], "text", 3])
def test_json_that_is_no_object_is_refused(data: object) -> None:
    with pytest.raises(NotationError, match="is an object, found"):
        Superpuzz(2).position_from_json(data)


# -- moves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", range(2, 14))
def test_moves_and_swaps_read_back_along_random_games(columns: int) -> None:
    game = Superpuzz(columns)
    rng = random.Random(columns)
    for number in range(1, 13):
        position = game.deal(number)
        for _ in range(20):
            moves = game.moves(position)
            for move in moves:
                word = game.format_move(position, move)
                swap = game.format_swap(position, move)
                hole, card = swap[1:-1].split(",")
                assert " " not in word
                for text in (
                    word,
                    word.lower(),
                    swap,
                    swap.lower(),
                    f"({card},{hole})",
                    f"( {card} , {hole} )",
                ):
                    assert game.parse_move(position, text) == move
            if not moves:
                break
            position = game.play(position, rng.choice(moves))


@pytest.mark.parametrize("columns", [2, 5, 13])
def test_whole_games_read_back_word_by_word(columns: int) -> None:
    game = Superpuzz(columns)
    rng = random.Random(columns)
    for number in range(1, 30):
        start = position = game.deal(number)
        played = []
        while len(played) < 40 and game.moves(position):
            played.append(rng.choice(game.moves(position)))
            position = game.play(position, played[-1])
        assert game.read_moves(start, game.write_moves(start, played)) == played


@pytest.mark.parametrize("columns", range(2, 14))
def test_a_hole_keeps_its_name_while_cards_pass_through_it(columns: int) -> None:
    game = Superpuzz(columns)
    rng = random.Random(columns)
    position = game.deal(5)
    where = dict(zip(position.hole_names, position.holes, strict=True))
    for _ in range(30):
        moves = game.moves(position)
        if not moves:
            break
        move = rng.choice(moves)
        name = next(name for name, cell in where.items() if cell == move.target)
        position = game.play(position, move)
        where[name] = move.source
        assert dict(zip(position.hole_names, position.holes, strict=True)) == where


ONE_HOLE = Position.read(".. H2 .. / HA .. D2 / DA S2 C2 / SA CA ..")
TWO_HOLES = Position.read(".. H2 HA / .. .. D2 / DA S2 C2 / SA CA ..")
NO_HOLE = Position.read("H2 .. .. / HA .. D2 / DA S2 C2 / SA CA ..")


def test_an_ace_needs_no_row_when_column_one_has_one_hole() -> None:
    game = Superpuzz(3)
    assert game.parse_move(ONE_HOLE, "CA") == game.parse_move(ONE_HOLE, "CA@1") == Move(Card("C", 1), 10, 0)


def test_an_ace_must_say_its_row_when_column_one_has_several_holes() -> None:
    with pytest.raises(NotationError, match=r"'CA' must say its row: expected CA@1 or CA@2$"):
        Superpuzz(3).parse_move(TWO_HOLES, "CA")
    assert Superpuzz(3).parse_move(TWO_HOLES, "ca@2").target == 3


def test_an_ace_without_a_hole_in_column_one_can_not_move() -> None:
    with pytest.raises(IllegalMove, match=r"CA cannot move: column 1 has no hole$"):
        Superpuzz(3).parse_move(NO_HOLE, "CA")


def test_a_card_whose_predecessor_ends_its_row_can_not_move() -> None:
    with pytest.raises(IllegalMove, match=r"H2 cannot move: its predecessor stands in the last column$"):
        Superpuzz(3).parse_move(TWO_HOLES, "H2")


def test_reading_a_move_does_not_judge_it_but_playing_does() -> None:
    game = Superpuzz(3)
    move = game.parse_move(ONE_HOLE, "S2")
    with pytest.raises(IllegalMove, match="not a hole"):
        game.play(ONE_HOLE, move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a card"),
        ("H", "'H' is not a card"),
        ("HA@", "'HA@' is not a card"),
        ("HA@0", "'0' is not a row, expected 1 to 4"),
        ("HA@5", "'5' is not a row, expected 1 to 4"),
        ("HA@1@1", "'1@1' is not a row"),
        ("HA@١", "is not a row"),
        ("H2@1", "only an ace names a row, expected just H2"),
        ("H3", "H3 is not in play: with 3 columns cards go up to rank 2"),
        ("HK@1", "HK is not in play"),
        ("(H3,HA", "is not a swap: expected a form like"),
        ("()", "is not a swap"),
        ("(H3 HA)", "is not a swap"),
        ("(H3,HA,H2)", "is not a swap"),
        ("(H3,)", "'' is not a card"),
        ("(HA,H2)", "must name one hole and one card: holes have rank 3 here"),
        ("(H3,D3)", "must name one hole and one card"),
        ("(H3,H4)", "H4 is not in play"),
    ],
)
def test_a_move_that_can_not_be_read_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        Superpuzz(3).parse_move(ONE_HOLE, text)
    assert reason in str(caught.value)


def test_an_error_in_a_sequence_says_which_move_it_was() -> None:
    game = Superpuzz(3)
    with pytest.raises(NotationError, match=r"^move 2: 'nonsense' is not a card"):
        game.read_moves(ONE_HOLE, ["HA", "nonsense"])
    with pytest.raises(IllegalMove, match=r"^move 1: S2 cannot go to"):
        game.read_moves(ONE_HOLE, ["S2", "HA"])
