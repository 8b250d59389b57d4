"""Levels: they add up to the whole, twins have the same, and each algorithm goes by its own kind."""

import pytest

from yomikiri import Limits, Outcome, Result, open_deal, solve
from yomikiri.search.level import Level, joined

ASKED = [
    ("superpuzz", "3", "6", {"algorithm": "breadth-first"}, "depth"),
    ("superpuzz", "3", "6", {"algorithm": "a-star"}, "f"),
    ("gaps", "3", "4", {"algorithm": "breadth-first"}, "depth"),
    ("freecell", "1", None, {"algorithm": "quick"}, "sweep"),
    ("freecell", "3", "4x2x5", {"algorithm": "a-star"}, "f"),
    ("freecell", "3", "4x2x5", {"algorithm": "ida-star"}, "f"),
    ("sliding", "3", "3x3", {"algorithm": "ida-star", "heuristic": "manhattan"}, "bound"),
    ("sliding", "3", "3x3", {"algorithm": "a-star", "heuristic": "manhattan"}, "f"),
    ("sliding", "3", "3x3", {"algorithm": "ida-star-pruned", "heuristic": "manhattan"}, "bound"),
    ("peg", "1", None, {"algorithm": "a-star", "limits": Limits(nodes=5000)}, "f"),
]


def ask(name: str, deal: str, size: str | None, options: dict[str, object]) -> Result:
    opened = open_deal(name, deal, size)
    position = next(iter(opened.positions.values()))
    return solve(opened.game, position, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "deal", "size", "options", "kind"), ASKED)
def test_levels_add_up_to_the_whole(
    name: str, deal: str, size: str | None, options: dict[str, object], kind: str
) -> None:
    result = ask(name, deal, size, options)
    assert result.levels[0].by == kind
    assert sum(level.expanded for level in result.levels) == result.expanded > 0
    assert sum(level.generated for level in result.levels) == result.generated
    assert 0 <= sum(level.seconds for level in result.levels) <= result.seconds + 0.01


@pytest.mark.parametrize(
    ("name", "size", "options"),
    [
        ("superpuzz", "5", {"algorithm": "breadth-first"}),
        ("sliding", "3x3", {"algorithm": "breadth-first", "limits": Limits(nodes=3000)}),
        ("sliding", "3x3", {"algorithm": "ida-star", "heuristic": "manhattan"}),
        ("sliding", "3x3", {"algorithm": "ida-star", "heuristic": "manhattan", "limits": Limits(nodes=300)}),
    ],
)
def test_the_kernel_and_python_have_the_same_levels(name: str, size: str, options: dict[str, object]) -> None:
    for deal in ("1", "2", "5"):
        kernel = ask(name, deal, size, options)
        python = ask(name, deal, size, options | {"engine": "python"})
        assert [level_counts(level) for level in kernel.levels] == [
            level_counts(level) for level in python.levels
        ]


def level_counts(level: Level) -> tuple[str, int, int, int]:
    return level.by, level.value, level.expanded, level.generated


def test_levels_rise_one_by_one_and_end_where_the_answer_is() -> None:
    result = ask("superpuzz", "3", "5", {"algorithm": "breadth-first"})
    assert [level.value for level in result.levels] == list(range(result.length or 0))
    deepened = ask("sliding", "3", "3x3", {"algorithm": "ida-star", "heuristic": "manhattan"})
    bounds = [level.value for level in deepened.levels]
    assert bounds == list(range(bounds[0], (deepened.length or 0) + 1, 2))


def test_a_search_without_levels_has_none() -> None:
    assert ask("superpuzz", "3", "6", {"algorithm": "depth-first-aces-last"}).levels == ()
    unsolvable = Result.of(Outcome.UNSOLVABLE, "breadth-first", lower_bound=None)
    assert unsolvable.levels == ()


def test_a_level_that_goes_on_is_one_level() -> None:
    first, other = Level("f", 3, 10, 20, 0.5), Level("width", 100, 5, 6, 0.1)
    assert joined([first, first, other, first]) == (Level("f", 3, 20, 40, 1.0), other, first)
    assert joined([]) == ()


def test_a_resumed_search_says_what_earlier_runs_did(tmp_path: object) -> None:
    deal = open_deal("sliding", "korf:12")
    puzzle, position = deal.game, deal.position
    file = f"{tmp_path}/saved"
    options = {"algorithm": "ida-star", "heuristic": "manhattan", "resume": file}
    solve(puzzle, position, limits=Limits(nodes=300_000), **options)
    second = solve(puzzle, position, limits=Limits(nodes=300_000), **options)
    assert second.levels[0].by == "earlier"
    assert sum(level.expanded for level in second.levels) == second.expanded


def test_repr_rebuilds_a_result_with_levels() -> None:
    result = ask("sliding", "3", "3x3", {"algorithm": "ida-star", "heuristic": "manhattan"})
    import yomikiri

    names = {name: getattr(yomikiri, name) for name in ("Level", "Outcome", "Proof", "Result")}
    assert eval(repr(result), names) == result
