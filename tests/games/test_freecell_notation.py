"""FreeCell's board text, its moves and its JSON: what is written is read back, what is wrong is named."""

import json
from pathlib import Path

import pytest
from freecell_tools import walk
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_fuzz import says_on_one_line

from yomikiri import NotationError, YomikiriError, open_deal
from yomikiri.core.cards import Card, read_card
from yomikiri.games import FreeCell
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move, describe
from yomikiri.games.freecell.position import RANK_LETTERS, Position, write_card
from yomikiri.games.freecell.rules import PRESETS

quick = settings(max_examples=150, deadline=None)

MIDDLE = """\
Foundations: H-2 C-0 D-0 S-A
Freecells: 3D - AC -
: 3H 2S
: 3C 2D
:
: AD 3S 2C"""

SMALL = FreeCell(4, 4, ranks=3)


@pytest.mark.parametrize("variant", PRESETS)
def test_what_is_written_is_read_back_at_every_step(variant: str) -> None:
    game = FreeCell(variant=variant, metric="supermove")
    for position in walk(game, game.deal(11), 150, seed=5):
        assert game.parse_position(game.format_position(position)) == position
        assert game.position_from_json(json.loads(json.dumps(game.position_to_json(position)))) == position
        for move in game.moves(position):
            text = game.format_move(position, move)
            assert game.parse_move(position, text) == move
            assert game.parse_move(position, text.upper()) == move


def test_the_board_is_written_as_other_programs_read_it() -> None:
    position = SMALL.parse_position(MIDDLE)
    assert position == Position(
        (2, 0, 1, 0),
        (Card("D", 3), None, Card("C", 1), None),
        (
            (Card("H", 3), Card("S", 2)),
            (Card("C", 3), Card("D", 2)),
            (),
            (Card("D", 1), Card("S", 3), Card("C", 2)),
        ),
    )
    assert SMALL.format_position(position) == str(position) == MIDDLE


@pytest.mark.parametrize(
    "text",
    [
        MIDDLE.lower(),
        MIDDLE.replace("\n", "\r\n") + "\r\n",
        MIDDLE.replace("\n", "  \n\n") + "\n\n",
        MIDDLE.replace("\n", " / "),
        MIDDLE.replace("Foundations", "Founds").replace("Freecells", "FC"),
        MIDDLE.replace("Freecells: 3D - AC -", "Freecells: 3D - AC"),
        MIDDLE.replace(": 3H", "3H").replace(": 3C", ":3C"),
        MIDDLE.replace(" C-0 D-0", ""),
        "\n".join(MIDDLE.splitlines()[2:] + MIDDLE.splitlines()[:2]),
    ],
)
def test_reading_is_tolerant(text: str) -> None:
    assert SMALL.parse_position(text) == SMALL.parse_position(MIDDLE)


def test_ten_is_t_or_10_and_columns_may_stand_alone() -> None:
    deal = FreeCell().deal(617)
    text = str(deal)
    assert FreeCell().parse_position(text.replace("T", "10")) == deal
    bare = "\n".join(line[2:] for line in text.splitlines()[2:])
    assert FreeCell().parse_position(bare) == deal
    assert FreeCell().parse_position(bare.lower()) == deal


def test_columns_that_are_not_written_are_empty() -> None:
    position = SMALL.parse_position("Foundations: H-3 C-3 D-3 S-2\n3S")
    assert position == Position((3, 3, 2, 3), (None,) * 4, ((Card("S", 3),), (), (), ()))


CARD = "expected a rank A23456789TJQK or 10 and a suit H, C, D or S"
BAD = [
    (MIDDLE.replace("3C", "XC"), f"line 4: 'XC' is not a card: {CARD}"),
    (MIDDLE.replace("3C 2D", "3C - 2D"), f"line 4: '-' is not a card: {CARD}"),
    (MIDDLE.replace("- AC", "0 AC"), f"line 2: '0' is not a card: {CARD}, or - for an empty cell"),
    (MIDDLE.replace("3C", "3H"), "line 4: 3H occurs twice, also in line 3"),
    (MIDDLE.replace("3C 2D", "2D 2D"), "line 4: 2D occurs twice"),
    (MIDDLE.replace("AC -", "AC 3D"), "line 2: 3D occurs twice"),
    (MIDDLE.replace(" 2C", ""), "2C is missing: it is not on the board and not home"),
    (MIDDLE.replace("C-0", "C-A"), "line 2: AC is on the board, but the foundation C-A says that it is home"),
    (MIDDLE.replace("C-0", "C-X"), "line 1: 'C-X' is not a foundation: expected a form like H-0, C-A or D-T"),
    (MIDDLE.replace("C-0", "H-0"), "line 1: a second foundation of H, expected one of each suit"),
    (MIDDLE.replace("AC -", "AC - -"), "line 2: found 5 cells, expected 4 at most"),
    (MIDDLE + "\n:", "found 5 columns, expected 4"),
    (MIDDLE + "\nFC: -", "line 7: a second line of cells, expected one"),
    (MIDDLE + "\nFounds: H-2", "line 7: a second line of foundations, expected one"),
    (MIDDLE.replace("3C", "4C"), "line 4: 4C is too high: cards go up to 3C"),
    (MIDDLE.replace("3H 2S", "2S").replace("H-2", "H-4"), "a foundation has rank 4, expected 0 to 3"),
    (MIDDLE.replace("3C 2D", ""), "2D (and 1 more) is missing: it is not on the board and not home"),
    ("", "the text is empty: expected the columns of a board, a line each"),
    (" # nothing / here\n", "the text has only comments: expected the columns of a board, a line each"),
    (
        "Talon: 3H\n" + MIDDLE,
        "line 1: 'Talon:' is not a heading of a board: expected Foundations: or Freecells:, "
        "or the cards of a column",
    ),
    ("\u212aH", f"line 1: '\u212aH' is not a card: {CARD}"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_a_board_that_is_wrong_is_refused_with_the_word_and_the_line(text: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        SMALL.parse_position(text)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1a", Move(0, FIRST_CELL)),
        ("a7", Move(FIRST_CELL, 6)),
        ("6h", Move(5, HOME)),
        ("6H", Move(5, HOME)),
        ("kh", Move(FIRST_CELL + 7, HOME)),
        ("23", Move(1, 2)),
        ("26v3", Move(1, 5, 3)),
        ("26Vd", Move(1, 5, 13)),
        ("0a", Move(9, FIRST_CELL)),
        ("10a", Move(9, FIRST_CELL)),
        ("10", Move(0, 9)),
        ("110", Move(0, 9)),
        ("101", Move(9, 0)),
        ("10v2", Move(0, 9, 2)),
        ("110v2", Move(0, 9, 2)),
        (" 1a ", Move(0, FIRST_CELL)),
    ],
)
def test_moves_are_two_characters_and_a_count(text: str, move: Move) -> None:
    game = FreeCell(10, 8)
    assert game.parse_move(game.deal(1), text) == move


FORM = "expected a form like 1a, a7, 6h, 23 or 26v3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"'' is not a move: {FORM}"),
        ("1", f"'1' is not a move: {FORM}"),
        ("1i", f"'1i' is not a move: {FORM}"),
        ("1a2", f"'1a2' is not a move: {FORM}"),
        ("26x3", f"'26x3' is not a move: {FORM}"),
        ("26v0", f"'26v0' is not a move: {FORM}"),
        ("26ve", f"'26ve' is not a move: {FORM}"),
        ("\u212ah", f"'\u212ah' is not a move: {FORM}"),
        ("h1", "'h1': cards that are home stay there, expected a column or a cell"),
        ("91", "'91': there is no column 9, expected 1 to 8"),
        ("10", "'10': there is no column 10, expected 1 to 8"),
        ("1e", "'1e': there is no cell e, expected a to d"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, message: str) -> None:
    game = FreeCell()
    with pytest.raises(NotationError) as raised:
        game.parse_move(game.deal(1), text)
    assert str(raised.value) == message
    with pytest.raises(NotationError, match="there is no cell a, expected none, the game has no cells"):
        FreeCell(cells=0).parse_move(FreeCell(cells=0).deal(1), "1a")


def test_a_run_without_a_count_is_what_fits_and_one_card_to_an_empty_column() -> None:
    position = Position.read("KC QH JS TD / KS / QD / :")
    runs, single = FreeCell(4, 4, metric="supermove"), FreeCell(4, 4)
    for text, count in [("12", 3), ("13", 2), ("14", 1), ("21", 1), ("1a", 1)]:
        assert runs.parse_move(position, text).count == count
        assert single.parse_move(position, text).count == 1
    assert runs.format_move(position, Move(0, 1, 3)) == "12v3"
    assert runs.format_move(position, Move(0, 3, 1)) == "14"


def test_moves_in_the_names_of_cards() -> None:
    position = Position.read("Foundations: C-T / Freecells: 9S / KC QH JS TD / QD / JC / :")
    game = FreeCell(4, 2, metric="supermove")
    for text, words in [
        ("12", "JS TD onto QD"),
        ("14v2", "JS TD to column 4"),
        ("1b", "TD to cell b"),
        ("3h", "JC home"),
        ("a1", "9S onto TD"),
        ("a4", "9S to column 4"),
    ]:
        move = game.parse_move(position, text)
        assert describe(position, move) == words
        assert game.format_names(position, move) == f"{game.format_move(position, move)}  {words}"


def test_json_says_size_variant_and_options_and_is_read_by_them(tmp_path: Path) -> None:
    game = FreeCell(9, 3, ranks=6, metric="supermove", building="alternate", variant="bakers-game")
    data = game.position_to_json(game.deal(4))
    assert (data["game"], data["size"], data["variant"]) == ("freecell", "9x3x6", "bakers-game")
    assert data["options"] == {"building": "alternate", "metric": "supermove"}
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(data))
    deal = open_deal("freecell", str(file))
    assert (deal.game, deal.position) == (game, game.deal(4))
    single = open_deal("freecell", str(file), options={"metric": "single"})
    assert single.game == FreeCell(9, 3, "alternate", ranks=6, variant="bakers-game")
    with pytest.raises(NotationError, match="\"variant\" is 'bakers-game', expected 'freecell'"):
        FreeCell(9, 3, ranks=6).position_from_json(data)
    with pytest.raises(NotationError, match="\"size\" is '9x3x6', expected '8x3x6'"):
        open_deal("freecell", str(file), "8x3x6")


# -- whatever is typed ------------------------------------------------------------------------------

cards = st.builds(
    str.__add__,
    st.sampled_from([*RANK_LETTERS, "10", "1", "0", "k", "\u212a", ""]),
    st.sampled_from([*"HCDS", "h", "\u017f", "X", ""]),
)
words = st.one_of(cards, cards, st.sampled_from(["-", ":", "H-0", "C-A", "D-10", "S-K"]), st.text(max_size=4))
headings = st.sampled_from(["", "", ": ", ":", "Foundations: ", "Freecells: ", "FC:", "founds:", "Freecells"])
near_lines = st.builds(str.__add__, headings, st.lists(words, max_size=9).map(" ".join))
near_boards = st.lists(near_lines, max_size=8).map("\n".join)


@quick
@given(near_boards | st.text())
@example("Freecells: -" + " -" * 1000)
@example(":" * 1000)
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    for game in (FreeCell(), SMALL):
        try:
            position = game.parse_position(text)
        except NotationError as error:
            says_on_one_line(error)
        else:
            game.check(position)


@quick
@given(st.permutations(range(52)), st.lists(st.integers(0, 8), min_size=52, max_size=52), st.data())
def test_any_mid_game_position_is_written_and_read(
    order: list[int], places: list[int], data: st.DataObject
) -> None:
    """Cards home up to any rank, then each other card in a cell while there is room, or in any column."""
    h, d, s, c = (data.draw(st.integers(0, 13)) for _ in range(4))
    ranks = dict(zip("HDSC", (h, d, s, c), strict=True))
    held: list[Card | None] = []
    columns: list[list[Card]] = [[] for _ in range(8)]
    for index, place in zip(order, places, strict=True):
        card = Card("HDSC"[index // 13], index % 13 + 1)
        if card.rank > ranks[card.suit]:
            if place == 8 and len(held) < 4:
                held.append(card)
            else:
                columns[place % 8].append(card)
    held += [None] * (4 - len(held))
    position = Position((h, d, s, c), tuple(held), tuple(map(tuple, columns)))
    game = FreeCell()
    game.check(position)
    assert game.parse_position(game.format_position(position)) == position
    assert game.decode(game.encode(position)) == position
    assert eval(repr(position)) == position


@quick
@given(
    st.integers(1, 40), st.text(max_size=6) | st.from_regex(r"[0-9a-kA-K]{2,3}(v[0-9a-f])?", fullmatch=True)
)
def test_any_text_is_a_move_or_one_of_our_errors(steps: int, text: str) -> None:
    game = FreeCell(5, 3, ranks=6, metric="supermove")
    position = list(walk(game, game.deal(2), steps, seed=6))[-1]
    try:
        move = game.parse_move(position, text)
        following = game.play(position, move)
    except YomikiriError as error:
        says_on_one_line(error)
    else:
        game.check(following)
        assert following != position
        assert game.parse_move(position, game.format_move(position, move)) == move


@given(st.sampled_from([Card(suit, rank) for suit in "HDSC" for rank in range(1, 14)]))
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert read_card(write_card(card)) == read_card(write_card(card).lower()) == card
