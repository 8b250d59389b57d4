"""The kernel as WebAssembly beside the one of Python: the same boards, words, verdicts, counts and moves."""

from typing import Any

import pytest
from site_cases import MANY, OPENED, POSITIONS, REFUSED, SHORTEST, SOLVED, Setup

from site_tools import Ask
from yomikiri.core.errors import YomikiriError
from yomikiri.core.space import PlainSpace
from yomikiri.games.sliding.kernel import kernel_of
from yomikiri.search import Limits, solve
from yomikiri.search.solution import some_solution
from yomikiri.web import boards
from yomikiri.web.models import Setup as Asked
from yomikiri.web.question import answer_of
from yomikiri.web.start import Replays, open_setup

REPLAYS = Replays()
COMPARED = (
    "outcome",
    "moves",
    "proved_shortest",
    "lower",
    "upper",
    "expanded",
    "generated",
    "stored",
    "error_bound",
)


def _state(setup: Setup, moves: list[str]) -> dict[str, Any]:
    return boards.state(REPLAYS.play(Asked(**setup), moves))


def _names(cases: list[Setup]) -> list[str]:
    return [" ".join(map(str, case.values())).replace("\n", "/")[:60] for case in cases]


@pytest.mark.parametrize("setup", [*OPENED, *POSITIONS], ids=_names([*OPENED, *POSITIONS]))
def test_boards_and_words_are_the_same_all_along_a_line(ask: Ask, setup: Setup) -> None:
    moves: list[str] = []
    for turn in range(8):
        expected = _state(setup, moves)
        del expected["title"]
        assert ask(what="state", setup=setup, moves=moves)["answer"] == expected
        if not expected["legal"]:
            break
        # Not always the first, so that lines differ from the start.
        moves.append(expected["legal"][(7 * turn) % len(expected["legal"])]["text"])
    line = boards.line_out(REPLAYS.play(Asked(**setup), moves))
    del line["title"]
    assert ask(what="line", setup=setup, moves=moves)["answer"] == line


@pytest.mark.parametrize("setup", REFUSED, ids=_names(REFUSED))
def test_what_is_wrong_is_refused_in_the_same_words(ask: Ask, setup: Setup) -> None:
    with pytest.raises(YomikiriError) as refused:
        open_setup(Asked(**setup))
    assert ask(what="state", setup=setup) == {
        "error": str(refused.value),
        "kind": "Refused",
        "ms": pytest.approx(0, abs=1e9),
    }


def _compare(ask: Ask, setup: Setup, *, shortest: bool = False) -> None:
    limits = Limits(nodes=300_000, memory=2**30)
    start = open_setup(Asked(**setup))
    game: Any = start.game
    if game.name == "sliding":
        result = solve(
            game,
            start.position,
            algorithm="ida-star-pruned",
            heuristic="walking-distance" if max(game.rows, game.columns) <= 4 else "linear-conflict",
            limits=limits,
        )
    elif shortest:
        result = solve(game, start.position, shortest=True, limits=limits)
    else:
        result = some_solution(game, start.position, limits=limits)
    expected = answer_of(game, start.position, result)
    said = ask(
        what="solve",
        setup=setup,
        limits={"nodes": limits.nodes, "memory": limits.memory, "shortest": shortest},
    )
    assert "answer" in said, said
    found = said["answer"]
    assert {name: found[name] for name in COMPARED} == {name: expected[name] for name in COMPARED}


def _winnable(cases: list[Setup]) -> list[Setup]:
    """Those that are not known to be lost at a glance, where there is nothing to count."""
    found = []
    for setup in cases:
        start = open_setup(Asked(**setup))
        if start.game.why_unsolvable(start.position) is None:
            found.append(setup)
    return found


@pytest.mark.parametrize("game", ["superpuzz", "gaps", "freecell", "sliding", "peg", "black-hole"])
def test_solutions_and_counts_are_the_same(ask: Ask, game: str) -> None:
    for setup in _winnable([setup for setup in SOLVED if setup["game"] == game]):
        _compare(ask, setup)


@pytest.mark.parametrize("game", ["superpuzz", "gaps", "freecell", "peg"])
def test_shortest_solutions_and_counts_are_the_same(ask: Ask, game: str) -> None:
    for setup in _winnable([setup for setup in SHORTEST if setup["game"] == game]):
        _compare(ask, setup, shortest=True)


@pytest.mark.slow
@pytest.mark.parametrize("setup", MANY, ids=_names(MANY))
def test_many_more_are_the_same(ask: Ask, setup: Setup) -> None:
    for each in _winnable([setup]):
        _compare(ask, each)


def test_large_boards_are_solved_greedily(ask: Ask) -> None:
    setup = {"game": "sliding", "size": "5x5", "deal": "3"}
    start = open_setup(Asked(**setup))
    kernel = kernel_of(PlainSpace(start.game))
    native = kernel.greedy(
        start.game.encode(start.position), nodes=None, seconds=None, memory=2**30, watch=lambda *_: False
    )
    found = ask(what="solve", setup=setup)["answer"]
    assert (found["outcome"], found["expanded"], found["generated"]) == (
        "SOLVED",
        native.expanded,
        native.generated,
    )
    assert len(found["moves"]) == len(native.path)
    assert _state(setup, found["moves"])["won"]


def test_a_node_limit_is_kept(ask: Ask) -> None:
    found = ask(what="solve", setup={"game": "superpuzz", "deal": "12"}, limits={"nodes": 10})["answer"]
    assert (found["outcome"], found["moves"], found["expanded"]) == ("NODE_LIMIT", None, 10)


@pytest.mark.parametrize("memory", [0, 2**16, 2**20])
def test_memory_that_ends_is_an_outcome(ask: Ask, memory: int) -> None:
    setup = {"game": "superpuzz", "deal": "25"}
    found = ask(what="solve", setup=setup, limits={"memory": memory, "shortest": True})["answer"]
    assert found["outcome"] == "MEMORY_LIMIT"
    # And the next question is answered as if nothing had been.
    _compare(ask, {"game": "superpuzz", "deal": "5", "size": "6"})


def test_nobody_is_harmed_by_a_refusal(ask: Ask) -> None:
    for _ in range(3):
        assert "error" in ask(what="state", setup={"game": "superpuzz", "deal": "no"})
        assert "answer" in ask(what="state", setup={"game": "superpuzz", "deal": "1"})
    assert "unknown game" in ask(what="state", setup={"game": "chess", "deal": "1"})["error"]
    illegal = ask(what="state", setup={"game": "superpuzz", "deal": "1"}, moves=["HK"])
    assert illegal["error"] == "move 1: 'HK' is not a legal move there"
