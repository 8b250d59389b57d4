"""A result names the heuristic that was used, where the algorithm has a choice."""

from typing import Any

import pytest

from yomikiri import FreeCell, Gaps, Limits, Sliding, Superpuzz, algorithms, solve
from yomikiri.games.freecell.bounds import HEURISTICS, heuristic_name

SMALL = [Superpuzz(3), Gaps(4), FreeCell(4, 1, ranks=2), FreeCell(4, 1, ranks=2, metric="supermove")]
SMALL += [Sliding(2, 3)]
CHOICES = [(game, name) for game in SMALL for name, entry in algorithms(game).items() if entry.heuristics]
OTHERS = [(game, name) for game in SMALL for name, entry in algorithms(game).items() if not entry.heuristics]


def first_solved(game: Any) -> Any:
    """The first deal that can be won."""
    return next(deal for deal in map(game.deal, range(1, 100)) if solve(game, deal).moves)


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize(("game", "algorithm"), CHOICES, ids=str)
def test_the_heuristic_used_is_named(game: Any, algorithm: str, engine: str) -> None:
    position = first_solved(game)
    offered = algorithms(game)[algorithm].heuristics
    plain = solve(game, position, algorithm=algorithm, engine=engine)
    assert plain.heuristic in offered
    for heuristic in [name for name in offered if not name.startswith("pdb")]:
        result = solve(game, position, algorithm=algorithm, engine=engine, heuristic=heuristic)
        full_name = heuristic_name(heuristic) if isinstance(game, FreeCell) else heuristic
        assert result.heuristic == full_name
        assert result.length == plain.length or not algorithms(game)[algorithm].shortest


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize(("game", "algorithm"), OTHERS, ids=str)
def test_without_a_choice_no_heuristic_is_named(game: Any, algorithm: str, engine: str) -> None:
    assert solve(game, first_solved(game), algorithm=algorithm, engine=engine).heuristic is None


@pytest.mark.parametrize("heuristic", [None, *HEURISTICS])
def test_the_heuristic_is_named_at_a_limit_too(heuristic: str | None) -> None:
    game = FreeCell()
    for algorithm in ("a-star", "ida-star"):
        result = solve(game, game.deal(1), algorithm=algorithm, heuristic=heuristic, limits=Limits(nodes=100))
        assert not result.outcome.decided
        assert result.heuristic == (heuristic or "relaxed")
