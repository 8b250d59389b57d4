"""Boards and moves of peg solitaire as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomikiri.core.errors import NotationError
from yomikiri.games.peg.holes import MOST_ROWS
from yomikiri.games.peg.notation import board_in
from yomikiri.games.peg.rules import Peg

CENTRAL = """\
    o o o
    o o o
o o o o o o o
o o o . o o o
o o o o o o o
    o o o
    o o o"""


def test_a_board_is_written_as_it_looks() -> None:
    game = Peg()
    assert game.format_position(game.deal(1)) == CENTRAL
    assert game.parse_position(CENTRAL) == game.deal(1)


@given(st.sampled_from(["english", "european", "3x3", "4x6", "6x3"]), st.integers(1, 2**64))
def test_every_position_is_read_back_from_text_code_and_json(size: str, bits: int) -> None:
    game = Peg(size)
    position = bits & game.board.holes or 1 << game.board.centre
    text = game.format_position(position)
    assert game.parse_position(text) == position
    assert game.parse_position(text.replace("\n", "/").replace("o", "*").replace(".", "_")) == position
    assert game.parse_position("".join(text.split())) == position
    assert game.decode(game.encode(position)) == position
    assert len(game.encode(position)) == MOST_ROWS
    assert game.position_from_json(game.position_to_json(position)) == position
    assert board_in(text) == game.board


@given(st.sampled_from(["english", "5x5"]), st.integers(1, 2**64))
def test_every_move_is_read_back(size: str, bits: int) -> None:
    for metric in ("jumps", "moves"):
        game = Peg(size, metric=metric)
        position = bits & game.board.holes & 0x7C7C_1C7C_7C
        for move in game.moves(position):
            assert game.parse_move(position, game.format_move(position, move)) == move
            assert game.parse_move(position, game.format_move(position, move).upper()) == move


def test_33_and_37_holes_on_a_line_are_the_two_boards() -> None:
    assert board_in("o" * 33).name == "english"
    assert board_in("o" * 37).name == "european"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty: expected a board of o for pegs and . for empty holes"),
        ("# nothing", "the text has only comments: expected a board"),
        (CENTRAL.replace(".", "?"), r"row 4: '\?' is not a hole: expected a board of o for pegs"),
        (CENTRAL.rpartition("\n")[0], "found 6 rows, expected 7"),
        (CENTRAL.replace(".", ". ."), "row 4 has 8 holes, expected 7"),
        ("o" * 32, "found 32 holes, the english board has 33"),
        (CENTRAL.replace("o", "."), "the board has no peg: expected at least one"),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Peg().parse_position(text)


@pytest.mark.parametrize("text", ["o", "oo / oo", "ooo / oo / ooo", "o" * 34, "ooo/" * 7])
def test_a_text_that_fits_no_board_is_refused(text: str) -> None:
    with pytest.raises(
        NotationError, match="expected those of english, european, or of a rectangle from 3x3 to 6x6"
    ):
        board_in(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("d2", "'d2' is not a move: expected holes such as d2-d4"),
        ("d2-h4", "'h4' is not a hole of the english board"),
        ("d2-", "'' is not a hole"),
        ("a1-a3", "'a1' is not a hole of the english board: expected one such as d4"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Peg().parse_move(Peg().deal(1), text)


@pytest.mark.parametrize("code", [b"", b"\1", bytes(7), b"\1" + bytes(6), b"\xff" * 7, bytes(8)])
def test_a_code_that_is_no_position_is_refused(code: bytes) -> None:
    with pytest.raises(NotationError):
        Peg().decode(code)
