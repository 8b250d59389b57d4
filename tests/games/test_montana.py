"""Montana: Superpuzz with every rank one higher; only the notation knows."""

import json
import random

import pytest

from yomikiri import InputError, NotationError, Superpuzz, game, open_deal, solve
from yomikiri.core.cards import Card
from yomikiri.games import variant_of

SIZES = range(2, 14)


def raised(word: str) -> str:
    """A word of Superpuzz as Montana writes it."""
    ranks = "A234567890JQK"
    return word if word == ".." else word[0] + ranks[ranks.index(word[1]) + 1] + word[2:]


@pytest.mark.parametrize("columns", SIZES)
def test_deals_moves_and_results_are_those_of_superpuzz_one_rank_higher(columns: int) -> None:
    montana, plain = Superpuzz(columns, "montana"), Superpuzz(columns)
    rng = random.Random(columns)
    for number in range(1, 9):
        position = montana.deal(number)
        assert position == plain.deal(number)
        for _ in range(10):
            words = plain.format_position(position).split()
            assert montana.format_position(position).split() == [raised(word) for word in words]
            assert montana.parse_position(montana.format_position(position)) == position
            moves = montana.moves(position)
            assert moves == plain.moves(position)
            for move in moves:
                text = montana.format_move(position, move)
                assert text == raised(plain.format_move(position, move))
                assert montana.parse_move(position, text) == move
                assert montana.parse_move(position, montana.format_swap(position, move)) == move
            if not moves:
                break
            position = montana.play(position, rng.choice(moves))


def test_twos_lead_and_aces_name_the_holes() -> None:
    montana = Superpuzz(3, "montana")
    position = montana.parse_position("SA H2 H3 / D2 D3 CA / S2 S3 HA / DA C2 C3")
    assert position == montana.parse_position(".. H2 H3 / D2 D3 .. / S2 S3 .. / .. C2 C3")
    assert position.hole_names == ("S", "C", "H", "D")
    move = montana.parse_move(position, "H2@1")
    assert (move.card, move.source, move.target) == (Card("H", 1), 1, 0)
    assert montana.format_swap(position, move) == "(SA,H2)"
    assert montana.parse_move(position, "(H2, SA)") == move
    after = montana.read_moves(position, ["H2@1", "H3", "C2@4", "C3"])
    assert len(after) == 4
    for step in after:
        position = montana.play(position, step)
    assert montana.is_goal(position)
    assert montana.format_position(position) == "H2 H3 ..\nD2 D3 ..\nS2 S3 ..\nC2 C3 .."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("HA", "HA is not in play: cards begin with a two"),
        ("H5", "H5 is not in play: with 3 columns cards go up to rank 3"),
        ("H2", r"'H2' must say its row: expected H2@1 or H2@4"),
        ("H3@1", "'H3@1': only a two names a row, expected just H3"),
        ("H2@7", "'H2@7': '7' is not a row, expected 1 to 4"),
        ("(H2,H3)", r"'\(H2,H3\)' must name one hole and one card: holes have rank 1 here"),
        ("(H2", r"'\(H2' is not a swap: expected a form like \(HA,H2\)"),
    ],
)
def test_a_word_that_is_no_move_is_refused_in_its_own_terms(text: str, reason: str) -> None:
    montana = Superpuzz(3, "montana")
    position = montana.parse_position(".. H2 H3 / D2 D3 .. / S2 S3 .. / .. C2 C3")
    with pytest.raises(NotationError, match=rf"^{reason}$"):
        montana.parse_move(position, text)


def test_an_illegal_move_is_explained_in_its_own_terms() -> None:
    montana = Superpuzz(3, "montana")
    position = montana.parse_position(".. H2 H3 / D2 D3 .. / S2 S3 .. / .. C2 C3")
    with pytest.raises(
        ValueError, match=r"^move 1: H3 cannot go to row 2, column 3: a hole right of D3 takes"
    ):
        montana.read_moves(position, ["(DA,H3)"])
    with pytest.raises(ValueError, match=r"a hole in column 1 takes only a two$"):
        montana.read_moves(position, ["(HA,H3)"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("HA .. / D2 .. / S2 .. / C2 ..", "H2 is missing"),
        (
            "H3 .. / D2 .. / S2 .. / C2 ..",
            "row 1, column 1: H3 is too high: with 2 columns cards go up to H2",
        ),
        ("H2 .. / D2 .. / S2 .. / H2 ..", "row 4, column 1: H2 occurs twice"),
    ],
)
def test_a_position_that_can_not_be_read_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=rf"^{reason}$"):
        Superpuzz(2, "montana").parse_position(text)


def test_the_variant_is_written_in_json_only_when_it_is_not_the_usual_one(tmp_path) -> None:
    montana, plain = Superpuzz(4, "montana"), Superpuzz(4)
    data = montana.position_to_json(montana.deal(2))
    assert list(data) == ["game", "size", "position", "variant"]
    assert data["variant"] == "montana"
    assert "variant" not in plain.position_to_json(plain.deal(2))
    assert montana.position_from_json(data) == montana.deal(2)
    with pytest.raises(NotationError, match=r"^\"variant\" is 'montana', expected 'superpuzz'$"):
        plain.position_from_json(data)
    with pytest.raises(NotationError, match=r"^\"variant\" is 'superpuzz', expected 'montana'$"):
        montana.position_from_json(plain.position_to_json(plain.deal(2)))
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(data))
    assert open_deal("superpuzz", str(file)).game == montana
    assert open_deal("superpuzz", str(file), 4, "montana").position == montana.deal(2)
    with pytest.raises(NotationError, match="'montana', expected 'superpuzz'"):
        open_deal("superpuzz", str(file), 4, "superpuzz")
    file.write_text(json.dumps(data | {"variant": 7}))
    with pytest.raises(NotationError, match=r'"variant" is 7'):
        open_deal("superpuzz", str(file))


def test_variants_are_known_by_name() -> None:
    assert game("superpuzz", 4, "montana") == Superpuzz(4, "montana")
    assert game("superpuzz", 4, "superpuzz") == Superpuzz(4)
    assert variant_of(Superpuzz(4, "montana")) == "montana"
    assert variant_of(Superpuzz(4)) is None
    for wrong in (lambda: game("superpuzz", 4, "utah"), lambda: Superpuzz(4, "utah")):
        with pytest.raises(
            InputError, match=r"^unknown variant 'utah' of superpuzz: expected one of superpuzz, montana$"
        ):
            wrong()


@pytest.mark.parametrize("symmetry", ["none", "rows"])
def test_a_solution_of_the_one_is_a_solution_of_the_other(symmetry: str) -> None:
    montana, plain = Superpuzz(5, "montana"), Superpuzz(5)
    for number in range(1, 12):
        first = solve(montana, montana.deal(number), symmetry=symmetry)
        second = solve(plain, plain.deal(number), symmetry=symmetry)
        assert (first.outcome, first.moves, first.expanded) == (second.outcome, second.moves, second.expanded)
