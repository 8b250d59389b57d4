"""Results as JSON and back, and as data frames."""

import json
from dataclasses import replace
from typing import Any

import polars
import pytest

from yomikiri import (
    CertificationError,
    FreeCell,
    Gaps,
    InputError,
    Limits,
    NotationError,
    Outcome,
    Result,
    Sliding,
    Superpuzz,
    open_deal,
    results_frame,
    solve,
    solve_deal,
    solve_many,
)
from yomikiri.search import frame

GAMES: list[tuple[Any, Any, dict[str, Any]]] = [
    (FreeCell(), FreeCell().deal(3), {}),
    (Superpuzz(6), Superpuzz(6).deal(3), {"shortest": True}),
    (Superpuzz(6), Superpuzz(6).deal(8), {}),
    (Sliding(3, 3), Sliding(3, 3).deal(3), {"count_shortest": True, "algorithm": "ida-star"}),
    (Superpuzz(), Superpuzz().deal(2), {"shortest": True, "limits": Limits(nodes=1000)}),
]


@pytest.mark.parametrize(("game", "position", "options"), GAMES)
def test_a_result_comes_back_as_it_was(game: Any, position: Any, options: dict[str, Any]) -> None:
    result = solve(game, position, **options)
    text = result.to_json(game, position)
    back = Result.from_json(text, game, position)
    assert back == result
    assert back.levels == result.levels
    assert Result.from_dict(json.loads(text), game, position) == result


def test_without_the_game_plain_moves_are_kept_and_not_certified() -> None:
    game = Superpuzz(6)
    result = solve(game, game.deal(3))
    back = Result.from_dict(json.loads(json.dumps(result.to_dict())))
    assert back.moves == result.moves
    assert (result.certified, back.certified) == (True, False)


def test_without_the_game_a_move_of_several_fields_is_their_list() -> None:
    result = solve(FreeCell(), FreeCell().deal(1))
    assert result.moves
    data = json.loads(result.to_json())
    assert data["moves"] == [[move.source, move.target, move.count] for move in result.moves]
    assert Result.from_dict(data).moves == tuple(map(tuple, data["moves"]))


def test_a_move_of_no_plain_fields_needs_the_game() -> None:
    result = replace(solve(FreeCell(), FreeCell().deal(1)), moves=({1, 2},))
    with pytest.raises(InputError, match="expected the game and the position"):
        result.to_dict()


def test_moves_that_do_not_win_are_refused() -> None:
    game = Superpuzz(6)
    position = game.deal(3)
    data = solve(game, position).to_dict(game, position)
    with pytest.raises(CertificationError, match="is not a goal"):
        Result.from_dict(data | {"moves": data["moves"][:-1]}, game, position)
    with pytest.raises(ValueError, match="move 1"):
        Result.from_dict(data | {"moves": ["H9"]}, game, position)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, '"format" is 2, expected 1'),
        ({"outcome": "won"}, "\"outcome\" is 'won', expected one of solved"),
        ({"expanded": "many"}, "\"expanded\" is 'many', expected int"),
        ({"expanded": True}, '"expanded" is True, expected int'),
        ({"certified": 1}, '"certified" is 1, expected bool'),
        ({"levels": [{"by": "f"}]}, "a level is .*expected an object with by, value"),
        ({"moves": "HA"}, "\"moves\" is 'HA', expected a list"),
        ({"moves": [1]}, '"moves" must be texts'),
    ],
)
def test_what_is_no_result_is_refused(change: dict[str, Any], message: str) -> None:
    game = Superpuzz(6)
    position = game.deal(3)
    data = solve(game, position).to_dict(game, position)
    with pytest.raises(NotationError, match=message):
        Result.from_dict(data | change, game, position)


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", "[" * 100_000])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Result.from_json(text)


def test_a_missing_key_is_named() -> None:
    data = solve(Superpuzz(6), Superpuzz(6).deal(8)).to_dict()
    del data["stored"]
    with pytest.raises(NotationError, match='no "stored"'):
        Result.from_dict(data)


def test_a_frame_has_a_row_for_each_result() -> None:
    table = results_frame(solve_many(FreeCell(), range(1, 11)))
    assert isinstance(table, polars.DataFrame)
    assert table.height == 10
    assert table["label"].to_list() == [str(number) for number in range(1, 11)]
    assert set(table["outcome"]) == {Outcome.SOLVED.value}
    assert table["expanded"].sum() == sum(r.expanded for r in solve_many(FreeCell(), range(1, 11)))
    assert results_frame([]).columns == table.columns


def test_a_deal_with_arrangements_has_a_row_for_each() -> None:
    deal = open_deal("gaps", "3", 4)
    answer = solve_deal(deal)
    table = results_frame([answer])
    assert table["arrangement"].to_list() == list(answer.results)
    (many,) = solve_many(Gaps(columns=4), [3])
    assert set(results_frame([many])["label"]) == {"3"}


def test_a_frame_of_pandas_has_the_same_values() -> None:
    pytest.importorskip("pandas")
    results = list(solve_many(FreeCell(), range(1, 4)))
    table = results_frame(results, "pandas")
    assert table.to_dict("list") == results_frame(results, "polars").to_dict(as_series=False)


def test_without_a_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="unknown library 'excel': expected one of polars, pandas"):
        results_frame([], "excel")
    with pytest.raises(InputError, match="is not a result"):
        results_frame([5])  # type: ignore[list-item]
    monkeypatch.setattr(frame, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install 'yomikiri\\[parquet\\]'"):
        results_frame([])
    with pytest.raises(InputError, match="pandas is not installed"):
        results_frame([], "pandas")
