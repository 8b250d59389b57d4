"""The rules of peg solitaire against the obvious way to play it, and what its boards are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obvious_peg import chains, holes, jumps, places
from yomikiri.core.errors import IllegalMove, InputError
from yomikiri.games.peg import classes
from yomikiri.games.peg.classes import position_class, possible_finishes
from yomikiri.games.peg.holes import WIDTH, board_of, hole_name, members
from yomikiri.games.peg.rules import METRICS, Peg
from yomikiri.games.peg.space import PegSpace

SIZES = ["english", "european", "3x3", "4x6", "6x6"]


@pytest.mark.parametrize(
    ("size", "count", "jump_count", "symmetries"),
    [("english", 33, 76, 8), ("european", 37, 92, 8), ("4x4", 16, 32, 8), ("3x5", 15, 18 + 10, 4)],
)
def test_a_board_has_its_holes_jumps_and_symmetries(
    size: str, count: int, jump_count: int, symmetries: int
) -> None:
    board = board_of(size)
    assert holes(places(size)) == board.holes
    assert len(board.in_order) == count
    assert len(board.jumps) == jump_count
    assert len(board.symmetries) == symmetries


@given(st.sampled_from(SIZES), st.data())
def test_moves_are_those_of_the_obvious_way_in_the_same_order(size: str, data: st.DataObject) -> None:
    board = places(size)
    # Few pegs and a thick cluster: otherwise a peg may have thousands of ways round.
    pegs = frozenset(data.draw(st.sets(st.sampled_from(sorted(board)), min_size=1, max_size=14)))
    position = holes(pegs)
    single, several = Peg(size), Peg(size, metric="moves")
    assert [(m, single.play(position, m)) for m in single.moves(position)] == [
        (tuple(WIDTH * r + c for r, c in (source, target)), holes(after))
        for source, target, after in jumps(board, pegs)
    ]
    assert [(m, several.play(position, m)) for m in several.moves(position)] == [
        (tuple(WIDTH * r + c for r, c in chain), holes(after)) for chain, after in chains(board, pegs)
    ]


def test_a_peg_may_go_on_and_come_back_to_where_it_began() -> None:
    game = Peg("3x3", "any", "moves")
    position = game.parse_position("oo. / o.o / .o.")
    assert game.play(position, game.parse_move(position, "a1-c1-c3-a3-a1")) == 1
    assert "a1-c1-c3-a3-a1" in [game.format_move(position, move) for move in game.moves(position)]


@pytest.mark.parametrize(
    ("metric", "move", "reason"),
    [
        ("jumps", "d3-d4", "there is no jump from d3 to d4"),
        ("jumps", "d4-d2", "d4-d2: there is no peg in d4"),
        ("jumps", "a4-c4", "a4-c4: there is a peg in c4"),
        ("jumps", "d2-d4-f4", "a move in the metric jumps has two holes, not 3"),
        ("moves", "d2-d4-d6", "d4-d6: there is a peg in d6"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_the_reason(metric: str, move: str, reason: str) -> None:
    game = Peg(metric=metric)
    position = game.deal(1)
    with pytest.raises(IllegalMove, match=reason):
        game.play(position, game.parse_move(position, move))


@pytest.mark.parametrize("move", [(), (27,), (0, 2), (99, 101), (-1, 1)])
def test_what_is_no_move_of_the_board_is_refused(move: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove):
        Peg(metric="moves").play(Peg().deal(1), move)


def test_won_is_one_peg_in_the_finish() -> None:
    game = Peg("english", "d1")
    assert game.is_goal(1 << game.board.hole("d1"))
    assert not game.is_goal(1 << game.board.hole("d4"))
    assert Peg("english", "any").is_goal(1 << game.board.hole("a3"))
    assert not Peg("english", "any").is_goal(0b11 << 24)


@pytest.mark.parametrize("finish", ["h1", "a1", "d8", "d0", "", "dd", "٣", "middle"])
def test_a_finish_that_is_no_hole_is_refused(finish: str) -> None:
    with pytest.raises(InputError, match=r"^finish: '.*' is not a hole of the english board: expected .* d4"):
        Peg("english", finish)


@pytest.mark.parametrize("size", ["", "french", "2x3", "7x7", "3x", "4x4x4", "٤x٤", "999x999"])
def test_a_size_that_is_none_is_refused(size: str) -> None:
    with pytest.raises(
        InputError, match="is not a size of peg: expected english, european, or rows x columns"
    ):
        Peg(size)


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(InputError, match="unknown metric 'hops': expected one of jumps, moves"):
        Peg(metric="hops")


def test_options_are_what_differs_from_the_usual_game() -> None:
    assert Peg().options == Peg("english", "d4").options == {}
    assert Peg("english", "a4", "moves").options == {"finish": "a4", "metric": "moves"}
    assert repr(Peg("4x4", "any")) == "Peg('4x4', finish='any')"
    assert Peg("4x4").options == {}


@pytest.mark.parametrize("position", [0, -1, 1, 1 << 63, True, "o", None, 1.0])
def test_what_is_no_position_is_refused(position: object) -> None:
    with pytest.raises(InputError):
        Peg().check(position)  # type: ignore[arg-type]


# -- deals -----------------------------------------------------------------------------------------


def test_the_first_deals_leave_one_hole_empty_the_central_one_first() -> None:
    game = Peg()
    empty = [
        hole_name(hole) for number in range(1, 34) for hole in members(game.board.holes ^ game.deal(number))
    ]
    assert empty[:4] == ["d4", "c1", "d1", "e1"]
    assert sorted(empty) == sorted(hole_name(hole) for hole in game.board.in_order)


def test_random_deals_are_pinned_and_have_the_class_of_the_finish() -> None:
    assert Peg().format_position(Peg().deal(40)).split("\n")[1].split() == ["o", "o", "o"]
    for game in (Peg(), Peg("european", "d1"), Peg("5x5", "any")):
        wanted = {position_class(1 << hole) for hole in game.finishes}
        drawn = [game.deal(number) for number in range(50, 150)]
        assert len(set(drawn)) == 100
        assert all(position_class(position) in wanted for position in drawn)
        assert not any(classes.why_unsolvable(game.board, position, game.finish) for position in drawn)


@pytest.mark.parametrize("number", [0, -1, 2**63, True, 1.5, "1"])
def test_a_deal_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="expected 1 to 9223372036854775807"):
        Peg().deal(number)


# -- position classes ------------------------------------------------------------------------------


@given(st.sampled_from(SIZES), st.integers(1, 2**64))
def test_no_jump_changes_the_class(size: str, bits: int) -> None:
    game = Peg(size)
    position = bits & game.board.holes
    for move in game.moves(position):
        assert position_class(game.play(position, move)) == position_class(position)


def test_the_central_game_can_end_in_five_holes_by_its_class() -> None:
    game = Peg()
    possible = possible_finishes(game.board, position_class(game.deal(1)))
    assert [hole_name(hole) for hole in members(possible)] == ["d1", "a4", "d4", "g4", "d7"]
    reason = Peg("english", "c3").why_unsolvable(game.deal(1))
    assert reason is not None
    assert reason.endswith("only in d1, a4, d4, g4, d7 it has these")


@pytest.mark.parametrize("finish", ["centre", "any", "d1"])
def test_the_central_game_of_the_european_board_is_lost_at_a_look(finish: str) -> None:
    game = Peg("european", finish)
    reason = game.why_unsolvable(game.deal(1))
    assert reason is not None
    assert reason.startswith("position class: ")
    assert reason.endswith("no hole gives a last peg these parities")


# -- symmetry --------------------------------------------------------------------------------------


@given(st.sampled_from(["english", "european", "4x6"]), st.sampled_from(METRICS), st.integers(1, 2**64))
def test_images_have_images_for_children_and_one_canonical_member(size: str, metric: str, bits: int) -> None:
    game = Peg(size, "any", metric)
    space = PegSpace(game)
    position = bits & game.board.holes & 0x0018_7E7E_3C18_18  # Few enough for moves of several jumps.
    if not position:
        return
    for symmetry in game.board.symmetries:
        image = game.board.image(position, symmetry)
        assert image.bit_count() == position.bit_count()
        assert space.canonical(image) == space.canonical(position)
        children = [game.play(position, move) for move in game.moves(position)]
        assert sorted(game.board.image(child, symmetry) for child in children) == sorted(
            game.play(image, move) for move in game.moves(image)
        )


@pytest.mark.parametrize(
    ("finish", "count"), [("d4", 8), ("any", 8), ("d1", 2), ("c3", 2), ("c1", 1), ("c2", 1)]
)
def test_only_symmetries_that_keep_the_finish_count(finish: str, count: int) -> None:
    game = Peg("english", finish)
    kept = game.board.keeping(game.finish)
    assert len(kept) == count
    if game.finish is not None:
        assert all(game.board.image(1 << game.finish, one) == 1 << game.finish for one in kept)
