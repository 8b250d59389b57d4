"""The labels of data sets against whole graphs of small boards, game by game."""

from typing import Any

import pytest

from dataset_tools import distances
from yomikiri.core.catalog import open_deal
from yomikiri.core.registry import entries
from yomikiri.datasets.judge import LABELS, Label, ShortestJudge
from yomikiri.datasets.recipe import recipe
from yomikiri.datasets.rows import of_deal
from yomikiri.search import Limits
from yomikiri.search.heuristic import DEAD_END

BOARDS = [
    ("superpuzz", "3", "1", {}),
    ("gaps", "4", "2", {}),
    ("gaps", "3", "4", {}),
    ("freecell", "3x1x3", "1", {}),
    ("freecell", "3x1x3", "4", {"metric": "supermove"}),
    ("sliding", "2x3", "1", {}),
    ("peg", "3x4", "3", {"finish": "any", "metric": "moves"}),
    ("peg", "4x4", "3", {"finish": "any"}),
    ("peg", "3x4", "2", {}),
    ("black-hole", "3", "2", {}),
]


def test_every_game_is_judged() -> None:
    assert {board[0] for board in BOARDS} == set(entries())


def check(row: dict[str, Any], game: Any, position: Any, truth: dict[Any, int | None]) -> None:
    """A row against the whole graph."""
    exact = truth[position]
    assert row["proved"]
    assert row["best_proved"]
    assert row["winnable"] == (exact is not None)
    legal = [] if game.is_goal(position) else list(game.moves(position))
    children = {game.format_move(position, move): truth[game.play(position, move)] for move in legal}
    if row["label"] == "shortest":
        assert row["moves_to_go"] == (-1 if exact is None else exact)
        good = [move for move, left in children.items() if exact is not None and left == exact - 1]
    else:
        assert row["moves_to_go"] == -1
        good = [move for move, left in children.items() if left is not None]
    assert row["best_moves"] == good
    if exact is not None:
        assert row["lower"] <= exact <= row["upper"]
    for name, value in row.items():
        if name.startswith("bound_"):
            assert value <= (DEAD_END if exact is None else exact)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(("name", "size", "number", "options"), BOARDS)
def test_labels_are_those_of_the_whole_graph(
    name: str, size: str, number: str, options: dict[str, str], label: str
) -> None:
    deal = open_deal(name, number, size, options=options)
    wanted = recipe(name, number, size=size, options=options, label=label, samples=12, width=4, steps=4)
    rows = of_deal(wanted, deal, Limits(nodes=1_000_000))
    assert {row["source"] for row in rows} <= {"path", "beam", "random"}
    truths = {each: distances(deal.game, start) for each, start in deal.positions.items()}
    assert len(rows) >= len(truths)
    for row in rows:
        start = deal.positions[row["arrangement"]]
        position = start
        for move in deal.game.read_moves(start, row["way"].split()):
            position = deal.game.play(position, move)
        assert deal.game.format_position(position) == row["text"]
        check(row, deal.game, position, truths[row["arrangement"]])


def test_a_game_is_labelled_by_what_its_entry_says() -> None:
    assert recipe("superpuzz", "1", size="3").label == "winnable"
    assert recipe("gaps", "1", size="3").label == "winnable"
    assert recipe("freecell", "1").label == "shortest"


def test_what_a_limit_leaves_open_keeps_bounds_that_hold() -> None:
    deal = open_deal("freecell", "2", "4x1x4")
    wanted = recipe("freecell", "2", size="4x1x4", samples=8)
    judge = ShortestJudge(deal.game, Limits(nodes=1_000_000))
    small = of_deal(wanted, deal, Limits(nodes=40))
    opened = [row for row in small if not row["proved"]]
    assert opened
    for row in opened:
        assert not row["best_proved"]
        assert row["moves_to_go"] == -1
        label = judge.label(deal.game.parse_position(row["text"]))
        assert label.exact is not None or label.winnable is False
        if label.exact is not None:
            assert row["lower"] <= label.exact
            assert row["upper"] == -1 or label.exact <= row["upper"]


def test_one_proof_labels_its_whole_path() -> None:
    """No search but the first: every position of a shortest solution is known with it."""
    deal = open_deal("freecell", "1", "4x2x5")
    judge = ShortestJudge(deal.game, Limits(nodes=1_000_000))
    moves, position = judge.solution(deal.position), deal.position
    expanded = judge.expanded
    for left in range(len(moves), 0, -1):
        assert judge.label(position) == Label(True, left, left)
        position = deal.game.play(position, moves[len(moves) - left])
    assert judge.expanded == expanded > 0
