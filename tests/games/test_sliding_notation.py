"""How positions, goals, sizes and moves of sliding puzzles are written, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sliding_graphs import sliding_graph
from yomikiri import Deal, IllegalMove, InputError, NotationError, Sliding, YomikiriError, game, open_deal
from yomikiri.games.sliding import korf24
from yomikiri.games.sliding.korf import INSTANCES
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import BLANK_FIRST, BLANK_LAST, Tiles, size_of

quick = settings(max_examples=150, deadline=None)
SIZES = [(rows, columns) for rows in range(2, 6) for columns in range(2, 6)]
SPIRAL = "1 2 3 / 8 0 4 / 7 6 5"


# -- positions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_positions_read_back_in_every_spelling(size: tuple[int, int]) -> None:
    game = Sliding(*size)
    for number in range(1, 10):
        position = game.deal(number)
        text = game.format_position(position)
        assert len({len(line) for line in text.splitlines()}) == 1, "in columns"
        line = " ".join(map(str, position))
        spellings = [text, line, line.replace(" ", ","), line.replace(" ", ", "), text.replace("\n", " / ")]
        spellings += [f"\n{text}\r\n\n", text.replace("\n", "\r\n")]
        spellings += [" ".join(word if word != "0" else blank for word in line.split()) for blank in "_."]
        for spelling in spellings:
            assert game.parse_position(spelling) == position
        assert size_of(text) == size
        assert game.decode(game.encode(position)) == position
        assert game.position_from_json(json.loads(json.dumps(game.position_to_json(position)))) == position


def test_numbers_on_one_line_make_the_board_nearest_to_a_square() -> None:
    found = {count: size_of(" ".join(["0"] * count)) for count in (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)}
    assert found == {
        **{4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5)},
        **{12: (3, 4), 15: (3, 5), 16: (4, 4), 20: (4, 5), 25: (5, 5)},
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "^the text is empty: expected the numbers of a board$"),
        ("1 2 3 4 5 6 7 8", "^the blank, 0, is missing$"),
        ("1 2 3 4 5 6 7 0", "^8 is missing$"),
        ("1 2 3 4 5 6 7 8 9", "^'9' is not a tile of a 3x3 board: expected 0 to 8$"),
        ("1 2 3 4 5 6 7 8 0 0", "^the blank occurs twice$"),
        ("1 2 3 4 5 6 7 7 0", "^7 occurs twice$"),
        ("1 2 3 4 x 6 7 8 0", "^'x' is not a tile"),
        ("1 2 3 4 -5 6 7 8 0", "^'-5' is not a tile"),
        ("1 2 3 4 ٥ 6 7 8 0", "is not a tile"),
        ("1 2 3 4 " + "5" * 5000 + " 6 7 8 0", "^'5{24}…' is not a tile"),
        ("1 2 3\n4 5 6 7 8 0", "^found 2 rows, expected 3"),
        ("1 2 3 4\n5 6\n7 8 0", "^row 1 has 4 numbers, expected 3$"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_word(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Sliding(3, 3).parse_position(text)


@pytest.mark.parametrize("text", ["1 2 3", "0", "1 2 3 4 5 6 7", "1\n2\n3\n0", "0 " * 36])
def test_a_text_of_no_size_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected those of a board from 2x2 to 5x5$"):
        size_of(text)


@pytest.mark.parametrize("code", [b"", b"\x01\x02\x03", b"\x01\x02\x03\x03", b"\x01\x02\x03\xff"])
def test_a_code_that_is_no_position_is_refused(code: bytes) -> None:
    with pytest.raises(NotationError, match="a code that is not a position"):
        Sliding(2, 2).decode(code)


# -- goals and sizes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        Sliding(),
        Sliding(2, 5),
        Sliding(3, 4, BLANK_FIRST),
        Sliding(3, 3, SPIRAL),
        Sliding(3, 3, (1, 2, 3, 8, 0, 4, 7, 6, 5)),
    ],
    ids=repr,
)
def test_a_game_is_rebuilt_from_its_text_its_options_and_its_json(made: Sliding) -> None:
    assert eval(repr(made)) == made
    assert hash(eval(repr(made))) == hash(made)
    assert game("sliding", made.size, options=made.options) == made
    data = made.position_to_json(made.deal(1))
    assert data.get("options", {}) == made.options
    if "goal" in made.options:
        assert game("sliding", options=made.options).size == (
            made.size if "/" in made.options["goal"] else "4x4"
        )


def test_a_goal_that_is_a_named_one_gets_its_name() -> None:
    assert Sliding(2, 2, "1 2 3 0") == Sliding(2, 2)
    assert Sliding(2, 2, "0,1,2,3").options == {"goal": BLANK_FIRST}
    assert repr(Sliding(3, 3, SPIRAL)) == f"Sliding(3, 3, '{SPIRAL}')"


@pytest.mark.parametrize(
    ("goal", "reason"),
    [
        ("last", "^unknown goal 'last': expected blank-last, blank-first or a position$"),
        ("Blank-last", "^unknown goal 'Blank-last'"),
        ("1 2 3 0", "^goal: 4 is missing$"),
        ("", "^goal: the text is empty: expected the numbers of a board$"),
        (SPIRAL.replace("7", "17"), "^goal: '17' is not a tile"),
        ((1, 2, 3, 0), "^the position has 4 cells, a 3x3 board 9$"),
    ],
)
def test_a_goal_that_is_none_is_refused(goal: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Sliding(3, 3, goal)


@pytest.mark.parametrize(
    "size", ["", "4", "4x", "x4", "1x4", "6x4", "4x4x4", "4 x 4", "٤x٤", "9" * 30, "-4x4", 4]
)
def test_a_size_that_is_none_is_refused(size: Any) -> None:
    with pytest.raises(InputError, match=r"expected rows x columns from 2x2 to 5x5$"):
        game("sliding", size)


# -- moves -----------------------------------------------------------------------------------------


def test_moves_are_read_and_written_as_tiles_and_as_directions() -> None:
    game = Sliding(2, 3)
    for position in sliding_graph(game).positions:
        for move in game.moves(position):
            direction = game.format_direction(position, move)
            texts = [str(move), f"0{move}", direction, direction.lower()]
            assert {game.parse_move(position, text) for text in texts} == {move}
            after = game.play(position, move)
            down = after.index(move) // 3 - position.index(move) // 3
            right = after.index(move) % 3 - position.index(move) % 3
            assert {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}[direction] == (down, right)


def test_a_sequence_may_mix_tiles_and_directions() -> None:
    game = Sliding()
    assert game.read_moves(game.goal, ["12", "R", "7", "r"]) == [12, 11, 7, 6]
    with pytest.raises(
        IllegalMove, match=r"^move 2: tile 1 is not beside the blank: expected one of 8, 11, 12$"
    ):
        game.read_moves(game.goal, ["12", "1"])


@pytest.mark.parametrize(("text", "where"), [("U", "below"), ("l", "right of")])
def test_a_direction_in_which_nothing_can_slide_is_illegal(text: str, where: str) -> None:
    with pytest.raises(
        IllegalMove, match=rf"^'{text}' slides the tile {where} the blank, where there is none$"
    ):
        Sliding().parse_move(Sliding().goal, text)


@pytest.mark.parametrize("text", ["", "0", "16", "x", "UP", "-1", "1.", "٣", "²", "9" * 5000, "ſ", "1U"])
def test_a_word_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a move: expected a tile, 1 to 15, or one of U, D"):
        Sliding().parse_move(Sliding().goal, text)


# -- deals by what a person types ------------------------------------------------------------------


def test_korfs_instances_bring_their_goal_along() -> None:
    for number, instance in enumerate(INSTANCES, start=1):
        source = f"korf:{number}"
        deal = open_deal("sliding", source)
        assert deal == Deal.of(Sliding(4, 4, BLANK_FIRST), instance.tiles, source)
    assert open_deal("sliding", "korf:12", options={"goal": BLANK_LAST}).game == Sliding()
    assert open_deal("sliding", "korf:007").position == INSTANCES[6].tiles


def test_the_instances_of_the_24_puzzle_bring_their_size_and_goal_along() -> None:
    for number, instance in enumerate(korf24.INSTANCES, start=1):
        source = f"korf24:{number}"
        deal = open_deal("sliding", source)
        assert deal == Deal.of(Sliding(5, 5, BLANK_FIRST), instance.tiles, source)
        # One can be reached from the other by as many moves as published, and by an even or odd number only.
        assert deal.game.why_unsolvable(instance.tiles) is None
        assert (Manhattan(deal.game)(instance.tiles) - instance.length) % 2 == 0
    assert len(korf24.INSTANCES) == 50
    assert open_deal("sliding", "korf24:1", size="5x5").position == korf24.INSTANCES[0].tiles


@pytest.mark.parametrize(
    "source",
    ["korf:0", "korf:101", "korf:", "korf:x", "korf:-1", "korf:1e1", "loyd:1", "korf24:0", "korf24:51"],
)
def test_a_name_of_no_instance_is_refused(source: str) -> None:
    with pytest.raises(
        InputError,
        match=rf"^unknown deal '{source}' of sliding: expected korf:1 to korf:100, or korf24:1 to korf24:50$",
    ):
        open_deal("sliding", source)


def test_an_instance_of_another_size_is_refused() -> None:
    with pytest.raises(InputError, match=r"^'korf24:1' is a deal of size 5x5, not of 4x4$"):
        open_deal("sliding", "korf24:1", size="4x4")
    with pytest.raises(InputError, match=r"^'korf:1' is a deal of size 4x4, not of 3x3$"):
        open_deal("sliding", "korf:1", "3x3")


def test_a_file_decides_the_size_and_keeps_its_goal(tmp_path: Path) -> None:
    spiral = Sliding(3, 3, SPIRAL)
    file = tmp_path / "position"
    file.write_text(json.dumps(spiral.position_to_json(spiral.deal(3))))
    assert open_deal("sliding", str(file)) == Deal.of(spiral, spiral.deal(3), "position")
    assert open_deal("sliding", str(file), options={"goal": BLANK_LAST}).game == Sliding(3, 3)
    file.write_text("1 2 3 4 5 6 7 0 8")
    assert open_deal("sliding", str(file)).game == Sliding(3, 3)
    with pytest.raises(NotationError, match=r"^the position has 3x3, expected 4x4$"):
        open_deal("sliding", str(file), "4x4")
    file.write_text('{"game": "sliding", "size": "2x2", "position": ["1 2", "0 3"], "options": {"goal": 1}}')
    with pytest.raises(NotationError, match='"options" must be an object whose values are text'):
        open_deal("sliding", str(file))


# -- whatever is typed -----------------------------------------------------------------------------


def says_on_one_line(error: YomikiriError) -> None:
    """What interfaces rely on when they print a message."""
    assert str(error).isprintable()
    assert len(str(error)) < 200


words = st.one_of(
    st.integers(0, 16).map(str),
    st.sampled_from(["_", ".", "00", "x", "-1", "٣", "1,2", "\x00", "9" * 40]),
    st.text(max_size=3),
)
near_positions = st.lists(st.lists(words, max_size=6).map(" ".join), max_size=6).map("\n".join)
shuffled = st.permutations(range(16)).map(lambda tiles: " ".join(map(str, tiles)))


@quick
@given(near_positions | shuffled | st.text())
@example("0 1\n2\n3")
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    try:
        made = Sliding(*size_of(text))
        position = made.parse_position(text)
    except NotationError as error:
        says_on_one_line(error)
    else:
        assert made.parse_position(made.format_position(position)) == position


@quick
@given(st.permutations(range(9)).map(tuple), st.text(max_size=4) | words | st.sampled_from("UDLRudlr"))
def test_any_text_is_a_move_or_one_of_our_errors(position: Tiles, text: str) -> None:
    made = Sliding(3, 3)
    try:
        move = made.parse_move(position, text)
        after = made.play(position, move)
    except YomikiriError as error:
        says_on_one_line(error)
    else:
        assert move in made.moves(position)
        assert made.play(after, move) == position


@quick
@given(shuffled | near_positions | st.text(max_size=12))
@example("blank-first ")
def test_any_text_is_a_goal_or_one_of_our_errors(text: str) -> None:
    try:
        made = Sliding(4, 4, text)
    except InputError as error:
        says_on_one_line(error)
    else:
        assert Sliding(4, 4, made.goal_text) == made
