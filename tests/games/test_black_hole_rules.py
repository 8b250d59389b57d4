"""The rules, deals and notation of Black Hole."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomikiri.core.cards import Card, deck
from yomikiri.core.errors import IllegalMove, InputError, NotationError
from yomikiri.games.blackhole.rules import BlackHole, Position
from yomikiri.games.blackhole.space import FanSpace

# As make_pysol_freecell_board.py of Freecell Solver prints them: -t --ms N black_hole.
DEALS = {
    24: """\
Foundations: AS
4C 3C 3S
5H 6H JH
QC JC TD
5D TH KC
2D KH 8H
7H 6S 8S
AH 7D 4S
7S 8C 4H
2C AC KS
QH 9H 6D
9S 5C 8D
2S TC 7C
KD TS JD
JS AD 9D
5S 4D 2H
6C QS QD
9C 3H 3D""",
    1000000: """\
Foundations: AS
2D 5H 3S
6H 5D KC
6S QH KH
TH JH 9D
JC 6C 7H
3C 9H 8S
4D KS TC
TD JD 6D
9C 7S 8H
3D QD 2C
7D 8D QS
7C 2H 5S
QC AD JS
AC 5C TS
2S 8C AH
4C 3H 9S
KD 4S 4H""",
}
SMALL = "Foundations: AS / 2H 3D 2C / 3S AH 3C / 2S 3H AC / AD 2D"
"""A deal of three ranks."""


def walks(game: BlackHole, position: Position, picks: list[int]) -> list[Position]:
    """The positions along a walk that picks moves by these numbers."""
    found = [position]
    for pick in picks:
        moves = game.moves(found[-1])
        if not moves:
            break
        found.append(game.play(found[-1], moves[pick % len(moves)]))
    return found


# -- deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", DEALS)
def test_deals_are_those_of_the_other_programs(number: int) -> None:
    game = BlackHole()
    assert game.format_position(game.deal(number)) == DEALS[number]


@pytest.mark.parametrize("ranks", [3, 5, 7, 9, 11, 13])
@pytest.mark.parametrize("number", [1, 2, 999])
def test_a_deal_has_every_card_once_in_fans_of_three(ranks: int, number: int) -> None:
    game = BlackHole(ranks)
    for position in (game.deal(number), game.deal_own(number)):
        game.check(position)
        cards = [position.hole, *(card for fan in position.fans for card in fan)]
        assert sorted(cards) == sorted(deck(ranks))
        assert position.hole == Card("S", 1)
        assert {len(fan) for fan in position.fans} <= {2, 3}
        assert position.left == 4 * ranks - 1


def test_small_decks_and_own_deals_are_pinned() -> None:
    assert BlackHole(3).format_position(BlackHole(3).deal(1)).split("\n")[1:] == [
        *("3D 2S 3S", "2H 2D 3H", "3C AH AD", "AC 2C")
    ]
    assert BlackHole(5).deal(7) == BlackHole(5).deal_own(7)
    assert BlackHole().deal(7) != BlackHole().deal_own(7)


@pytest.mark.parametrize("number", [0, -1, 2**33, True, "1"])
def test_a_deal_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="expected 1 to 8589934591"):
        BlackHole().deal(number)


@pytest.mark.parametrize("ranks", [1, 2, 4, 12, 14, -3, True, "13", None])
def test_a_number_of_ranks_that_is_not_possible_is_refused(ranks: int) -> None:
    with pytest.raises(InputError, match="an odd number of ranks from 3 to 13"):
        BlackHole(ranks)


# -- rules -----------------------------------------------------------------------------------------


@given(st.sampled_from([3, 5, 7, 13]), st.integers(1, 1000), st.lists(st.integers(0, 16), max_size=51))
def test_a_move_takes_a_top_card_whose_rank_is_one_above_or_below(
    ranks: int, number: int, picks: list[int]
) -> None:
    game = BlackHole(ranks)
    for position in walks(game, game.deal(number), picks):
        beside = {position.hole.rank % ranks + 1, (position.hole.rank - 2) % ranks + 1}
        assert game.moves(position) == [
            fan for fan, cards in enumerate(position.fans) if cards and cards[-1].rank in beside
        ]
        for move in game.moves(position):
            after = game.play(position, move)
            assert after.hole == position.fans[move][-1]
            assert after.fans[move] == position.fans[move][:-1]
            assert after.left == position.left - 1
            assert game.parse_move(position, game.format_move(position, move)) == move
            assert game.parse_move(position, str(move + 1)) == move
        assert game.is_goal(position) == (position.left == 0)
        assert game.parse_position(game.format_position(position)) == position
        assert game.decode(game.encode(position)) == position
        assert game.position_from_json(game.position_to_json(position)) == position


def test_an_ace_and_a_king_are_neighbours() -> None:
    game = BlackHole()
    assert game.fits(13, 1)
    assert game.fits(1, 13)
    assert not game.fits(12, 1)
    assert not game.fits(5, 5)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (0, "3S cannot go onto AS: expected a card one rank higher or lower"),
        (17, "there is no fan 18: expected 1 to 17"),
        (-1, "there is no fan 0: expected 1 to 17"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_the_reason(move: int, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        BlackHole().play(BlackHole().deal(24), move)


def test_a_card_from_an_empty_fan_is_refused() -> None:
    game = BlackHole(3)
    position = game.parse_position("Hole: 2S / - / 3S / - / -")
    with pytest.raises(IllegalMove, match="fan 1 is empty"):
        game.play(position, 0)
    assert game.is_goal(game.play(position, 1))


# -- notation --------------------------------------------------------------------------------------


def test_a_board_without_a_line_for_the_hole_has_the_ace_of_spades_there() -> None:
    game = BlackHole(3)
    assert game.parse_position(SMALL.partition("/")[2]) == game.parse_position(SMALL)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty: expected a line for each fan, its top card last"),
        (SMALL.rpartition("/")[0], "found 3 fans, expected 4"),
        (SMALL.replace("AD", "XD"), "line 5: 'XD' is not a card: expected a rank A to 3 and a suit"),
        (SMALL.replace("AD", "4D"), "line 5: '4D' is not a card"),
        (SMALL.replace("AD", "2C"), "2C is there twice"),
        (SMALL.replace("AD ", ""), "AD is missing: the hole has only AS"),
        (SMALL.replace(": AS", ": 2D").replace("AD 2D", "AD AS"), "AS is in a fan"),
        (SMALL.replace(": AS", ": 2D").replace("AD 2D", "-"), "cannot have come into the hole: AD 2D"),
        (SMALL.replace("AD", "AD 3H 2C"), "line 5: a fan of 4 cards, expected at most 3"),
        (SMALL.replace("AS", "AS 2H"), "line 1: the hole shows 2 cards, expected 1"),
        (SMALL.replace("AS", ""), "line 1: the hole shows 0 cards, expected 1"),
    ],
)
def test_a_text_that_is_no_board_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        BlackHole(3).parse_position(text)


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("3C", IllegalMove, "3C is not the top card of a fan"),
        ("18", NotationError, "'18' is not a move: expected a card such as TH, or a fan from 1 to 17"),
        ("0", NotationError, "is not a move"),
        ("hello", NotationError, "is not a move"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, error: type[Exception], reason: str) -> None:
    with pytest.raises(error, match=reason):
        BlackHole().parse_move(BlackHole().deal(24), text)


@pytest.mark.parametrize(
    "code", [b"", b"\0", b"\1", b"\1\0", b"\xff\0", b"\1" + b"\2\0" * 4, b"\1" + bytes(5)]
)
def test_a_code_that_is_no_position_is_refused(code: bytes) -> None:
    with pytest.raises(NotationError):
        BlackHole(3).decode(code)


# -- symmetry --------------------------------------------------------------------------------------


PICKS = st.lists(st.integers(0, 16), max_size=51)


@given(st.sampled_from([3, 7, 13]), st.integers(1, 1000), PICKS, st.randoms(use_true_random=False))
def test_fans_in_another_order_and_other_suits_are_the_same(
    ranks: int, number: int, picks: list[int], random: Random
) -> None:
    game = BlackHole(ranks)
    space = FanSpace(game)
    position = walks(game, game.deal(number), picks)[-1]
    fans = list(position.fans)
    random.shuffle(fans)
    turned = {"H": "C", "C": "D", "D": "S", "S": "H"}
    other = Position(
        Card(turned[position.hole.suit], position.hole.rank),
        tuple(tuple(Card(turned[card.suit], card.rank) for card in fan) for fan in fans),
    )
    canonical = space.canonical(position)
    game.check(canonical)
    assert space.canonical(other) == canonical == space.canonical(canonical)
    assert {space.key(game.play(other, move)) for move in game.moves(other)} == {
        space.key(game.play(position, move)) for move in game.moves(position)
    }


def test_fans_that_have_become_alike_may_change_places() -> None:
    game = BlackHole(3)
    space = FanSpace(game)
    one = game.parse_position("Hole: AH / 2H / 2D 3D / - / -")
    other = game.parse_position("Hole: AC / 2H 3C / 2C / - / -")
    assert space.key(one) == space.key(other)
    assert space.key(one) != space.key(game.parse_position("Hole: AC / 2H / 3C 2C / - / -"))
