"""Learning from deals and data sets, end to end, small."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from yomikiri import InputError, Limits, Sliding, algorithms, solve
from yomikiri.datasets import build, recipe
from yomikiri.datasets.learning_view import samples_of
from yomikiri.games.freecell.learner import LEARNER
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.learning import Samples, learn, load_model
from yomikiri.learning.learn import Sources
from yomikiri.learning.samples import UNREACHED
from yomikiri.surveys import InProcess

SMALL = FreeCell(columns=6, cells=3, ranks=8)
SOURCES = Sources([101, 102, 103], [201])


def test_the_same_deals_and_seed_give_the_same_model() -> None:
    one, same = (learn(SMALL, SOURCES, seed=4, epochs=30) for _ in range(2))
    assert one == same
    assert one.card["training"] == "101-103"
    assert one.weights != tuple(round(weight * LEARNER.scale) for weight in LEARNER.start())


def test_gathered_positions_come_in_groups_with_moves_to_go() -> None:
    found = LEARNER.gather(SMALL, SMALL.deal(101), 0)
    assert found.counts.shape == (len(found), LEARNER.count)
    reached = found.to_go >= 0
    assert 0.2 < reached.mean() < 0.95
    # No position is nearer to a goal than the cards that are out.
    assert (found.to_go[reached] >= found.counts[reached, :13].sum(axis=1)).all()
    assert (found.counts == LEARNER.gather(SMALL, SMALL.deal(101), 0).counts).all()


def test_moves_to_go_are_upper_bounds_and_mostly_exact() -> None:
    game = FreeCell(columns=4, cells=2, ranks=5)
    found = LEARNER.gather(game, game.deal(3), 0)
    start = found.to_go[found.groups == 0]
    shortest = solve(game, game.deal(3), shortest=True).length
    assert start.tolist() == [shortest]


def test_a_model_guides_a_search() -> None:
    model = learn(SMALL, SOURCES, epochs=1)
    position = SMALL.deal(301)
    result = solve(SMALL, position, model=model)
    assert result.algorithm == "quick"
    assert result.length is not None
    assert result.length >= (solve(SMALL, position, shortest=True).length or 0)


def test_a_model_of_other_rules_is_refused() -> None:
    model = learn(SMALL, SOURCES, epochs=1)
    with pytest.raises(InputError, match="the model is for 6x3x8 alternate any: expected one for 8x4x13"):
        solve(FreeCell(), FreeCell().deal(1), model=model)


def test_other_rules_search_by_the_score_written_by_hand() -> None:
    position = SMALL.deal(1)
    quick, by_hand = (solve(SMALL, position, algorithm=name) for name in ("quick", "by-hand"))
    assert (quick.moves, quick.expanded) == (by_hand.moves, by_hand.expanded)


def test_wide_sweeps_prove_that_there_is_no_solution() -> None:
    result = solve(FreeCell(), FreeCell().deal(11982), algorithm="thorough", limits=Limits(nodes=200_000))
    assert result.outcome.name == "UNSOLVABLE"


def test_the_model_of_the_package_finds_shorter_solutions_with_less_search() -> None:
    # Deals that it has not seen; the longer comparison is in benchmarks/learning.py.
    game = FreeCell()
    found = {
        name: [solve(game, game.deal(number), algorithm=name) for number in range(401, 501)]
        for name in ("quick", "by-hand")
    }
    length = {name: np.mean([each.length or 0 for each in results]) for name, results in found.items()}
    expanded = {name: sum(each.expanded for each in results) for name, results in found.items()}
    assert length["quick"] < length["by-hand"]
    assert expanded["quick"] < 0.85 * expanded["by-hand"]


def test_wide_sweeps_find_much_shorter_solutions() -> None:
    game = FreeCell()
    quick, thorough = (
        [solve(game, game.deal(number), algorithm=name).length or 0 for number in range(401, 421)]
        for name in ("quick", "thorough")
    )
    assert np.mean(thorough) < np.mean(quick) - 3


def test_a_data_set_is_a_source(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    wanted = recipe("freecell", "32001", size="4x2x5", samples=8, nodes=100_000)
    build(wanted, tmp_path / "data", InProcess())
    game = FreeCell(columns=4, cells=2, ranks=5)
    samples = samples_of(game, tmp_path / "data")
    assert len(samples) > 10
    assert samples.to_go.max() > 5
    model = learn(game, Sources([], [2]), extra=samples, data="data", epochs=1)
    model.save(tmp_path / "model")
    assert load_model(tmp_path / "model").card["positions"] == len(samples.useful())
    with pytest.raises(InputError, match="expected positions of"):
        samples_of(FreeCell(), tmp_path / "data")
    with pytest.raises(InputError, match="no proved labels in the split test"):
        samples_of(game, tmp_path / "data", "test")


def test_what_cannot_be_learned_is_refused() -> None:
    with pytest.raises(InputError, match="sliding has no score to learn"):
        learn(Sliding(3, 3), SOURCES)
    with pytest.raises(InputError, match="deal 5 is both to learn from and to judge by"):
        learn(SMALL, Sources([5], [5]))
    with pytest.raises(InputError, match="no deals to judge by"):
        learn(SMALL, Sources([5], []))
    with pytest.raises(InputError, match="nothing to learn from"):
        learn(SMALL, Sources([], [5]))
    lost = FreeCell(columns=3, cells=0, ranks=5)
    assert solve(lost, lost.deal(1)).outcome.name == "UNSOLVABLE"
    with pytest.raises(InputError, match="no goal was reached"):
        learn(lost, Sources([1], [2]))


def test_a_model_is_for_one_algorithm() -> None:
    model = learn(SMALL, SOURCES, epochs=1)
    position = SMALL.deal(1)
    with pytest.raises(InputError, match="a model is for quick or thorough, not for by-hand"):
        solve(SMALL, position, model=model, algorithm="by-hand")
    with pytest.raises(InputError, match="not shortest solutions: leave it out"):
        solve(SMALL, position, model=model, shortest=True)
    with pytest.raises(InputError, match="not engine python: leave it out"):
        solve(SMALL, position, model=model, engine="python")
    with pytest.raises(InputError, match="sliding has no search that a model can guide"):
        solve(Sliding(3, 3), Sliding(3, 3).deal(1), model=model)
    with pytest.raises(InputError, match="the model's number of weights is 3: expected 1124"):
        solve(SMALL, position, model=replace(model, weights=(1, 2, 3)))
    with pytest.raises(InputError, match="the model's inputs is other-1: expected freecell-counts-1"):
        solve(SMALL, position, model=replace(model, inputs="other-1"))


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(InputError, match=r"learning needs NumPy: pip install 'yomikiri\[learn\]'"):
        learn(SMALL, SOURCES)
    # To search by a model takes none.
    assert solve(SMALL, SMALL.deal(1)).length


def test_a_learned_score_is_the_default() -> None:
    assert next(iter(algorithms(FreeCell()))) == "quick"
    assert [entry.name for entry in algorithms(FreeCell()).values() if entry.modelled] == [
        "quick",
        "thorough",
    ]
    assert isinstance(LEARNER.gather(SMALL, SMALL.deal(1), 1), Samples)


def test_the_bounds_of_samples_are_admissible() -> None:
    samples = LEARNER.gather(SMALL, SMALL.deal(101), 101)
    reached = samples.to_go != UNREACHED
    assert reached.any()
    assert (samples.bounds[reached] <= samples.to_go[reached]).all()
    assert (samples.bounds[reached] > 0).any()
