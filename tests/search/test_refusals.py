"""What is no question is refused before any search, in one line that says what was expected."""

from dataclasses import replace
from typing import Any

import pytest

from yomikiri import Card, Gaps, InputError, Limits, Superpuzz, solve
from yomikiri.games.rows.rules import Position

GAME = Superpuzz(4)
DEAL = GAME.deal(31)


def with_cell(cell: int, card: Any) -> Position:
    cells = list(DEAL.cells)
    cells[cell] = card
    return replace(DEAL, cells=tuple(cells))


HOLE = DEAL.holes[0]
CARD_CELL = DEAL.find(Card("H", 2))


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (with_cell(HOLE, Card("H", 1)), "HA is there 2 times, expected once"),
        (with_cell(HOLE, Card("H", 9)), "Card(suit='H', rank=9) is not a card of superpuzz with 4 columns"),
        (with_cell(CARD_CELL, None), "H2 is there 0 times, expected once"),
        (replace(DEAL, cells=(*DEAL.cells, None)), "the position has 17 cells, expected 16"),
        (replace(DEAL, hole_names=("H", "H", "S", "C")), "the holes are named"),
        (Superpuzz(5).deal(1), "the position has 5 columns, the game 4"),
        (None, "a position of superpuzz was expected, found NoneType"),
        (str(DEAL), "a position of superpuzz was expected, found str"),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "python"])
def test_what_is_no_position_is_refused(position: Any, message: str, engine: str) -> None:
    with pytest.raises(InputError) as caught:
        solve(GAME, position, engine=engine)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "a-star", "duplicates": "patricia"}, "does not offer duplicates patricia"),
        ({"algorithm": "ida-star", "states": "fingerprint"}, "does not offer states fingerprint"),
        ({"engine": "python", "states": "fingerprint"}, "does not offer states fingerprint"),
        ({"engine": "python", "duplicates": "patricia"}, "does not offer duplicates patricia"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve(GAME, DEAL, **options)


def test_a_way_to_remember_positions_chooses_an_algorithm_that_has_it() -> None:
    for options in ({"duplicates": "patricia"}, {"states": "fingerprint"}):
        assert solve(GAME, GAME.deal(1), **options).certified
        best = solve(GAME, GAME.deal(1), shortest=True, **options)
        assert (best.algorithm, best.proved_shortest) == ("breadth-first", True)


@pytest.mark.parametrize("number", [1.0, True, "7", None])
def test_a_deal_number_is_a_whole_number(number: Any) -> None:
    with pytest.raises(InputError, match="is not a whole number"):
        GAME.deal(number)


@pytest.mark.parametrize("columns", ["4", 4.0, True, None])
def test_a_width_is_a_whole_number(columns: Any) -> None:
    for kind in (Superpuzz, Gaps):
        with pytest.raises(InputError, match="expected a whole number"):
            kind(columns)


def test_limits_are_numbers() -> None:
    assert Limits(nodes=1e6) == Limits(nodes=1_000_000)
    for wrong in (
        {"nodes": 1.5},
        {"nodes": "5"},
        {"memory": True},
        {"seconds": float("nan")},
        {"seconds": -1},
    ):
        with pytest.raises(InputError):
            Limits(**wrong)
