"""Certification: wrong solutions do not leave the library, whoever made them."""

from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from yomikiri import CertificationError, FreeCell, Gaps, Limits, Sliding, Superpuzz, _kernel, certify, solve
from yomikiri.games.freecell import shortest as freecell_shortest
from yomikiri.games.rows import kernel as door
from yomikiri.games.rows import shortest as anytime
from yomikiri.games.sliding import shortest as sliding_kernel

GAME = Superpuzz(5)
START = GAME.deal(2)


@pytest.fixture(scope="module")
def solution() -> list[Any]:
    moves = solve(GAME, START, algorithm="priority-1").moves
    assert moves is not None
    assert len(moves) > 5
    return list(moves)


def test_a_right_solution_gives_its_goal(solution: list[Any]) -> None:
    assert GAME.is_goal(certify(GAME, START, solution))


def test_an_illegal_move_is_named(solution: list[Any]) -> None:
    for spoilt in range(1, len(solution)):
        moves = [*solution[:spoilt], solution[spoilt - 1], *solution[spoilt:]]
        with pytest.raises(CertificationError, match=rf"^move {spoilt + 1} of {len(moves)} is illegal: "):
            certify(GAME, START, moves)


def test_a_solution_that_stops_early_is_refused(solution: list[Any]) -> None:
    for length in range(len(solution)):
        with pytest.raises(CertificationError, match=rf"^the position after {length} moves is not a goal$"):
            certify(GAME, START, solution[:length])


def test_the_solution_of_another_deal_is_refused(solution: list[Any]) -> None:
    with pytest.raises(CertificationError):
        certify(GAME, GAME.deal(3), solution)


def lies(path: list[bytes]) -> dict[str, list[bytes]]:
    """Paths that are not the solution that the kernel found."""
    return {
        "nothing": [],
        "not to the end": path[:-1],
        "without its beginning": path[1:],
        "with a gap": [*path[:2], *path[3:]],
        "with a repetition": [*path[:2], path[1], *path[2:]],
        "only the goal": path[-1:],
        "backwards": path[::-1],
        "no codes at all": [b"", b"x"],
        "beyond the goal": [*path, path[0]],
    }


@pytest.mark.parametrize("algorithm", ["decide", "priority-1"])
@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("lie", lies([bytes([i]) for i in range(9)]))
def test_a_kernel_that_lies_is_found_out(
    monkeypatch: pytest.MonkeyPatch, lie: str, symmetry: str, algorithm: str
) -> None:
    def lying(answer: _kernel.Answer) -> SimpleNamespace:
        told = {name: getattr(answer, name) for name in dir(answer) if not name.startswith("_")}
        return SimpleNamespace(**told | {"path": lies(answer.path)[lie]})

    def domain(*rules: Any, **choices: Any) -> SimpleNamespace:
        def explore(*args: Any, **options: Any) -> SimpleNamespace:
            return lying(_kernel.Superpuzz(*rules, **choices).explore(*args, **options))

        return SimpleNamespace(explore=explore)

    def decide(*args: Any, **options: Any) -> SimpleNamespace:
        return lying(_kernel.row_decide(*args, **options))

    monkeypatch.setattr(
        door, "_kernel", SimpleNamespace(Superpuzz=domain, row_decide=decide, rows=_kernel.rows)
    )
    with pytest.raises(CertificationError):
        solve(GAME, START, symmetry=symmetry, algorithm=algorithm)


def test_a_kernel_that_calls_a_lost_deal_solved_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Superpuzz(4)
    start = game.deal(31)  # has no solution
    truth = _kernel.Superpuzz(4).children(game.encode(start))[0][0]

    def explore(*args: Any, **options: Any) -> SimpleNamespace:
        counts = dict.fromkeys(["expanded", "generated", "stored", "peak_bytes"], 1)
        return SimpleNamespace(
            outcome="solved", path=[truth], lower_bound=0, seconds=0.0, error_bound=0.0, levels=[], **counts
        )

    lying = SimpleNamespace(explore=explore)
    monkeypatch.setattr(door, "_kernel", SimpleNamespace(Superpuzz=lambda *_, **__: lying, rows=_kernel.rows))
    with pytest.raises(CertificationError, match="is not a goal"):
        solve(game, start, algorithm="priority-1")


class Modest:
    """A kernel, or an answer of one, that proves one move less than it did."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._real, name)
        if name == "lower_bound":
            return value - 1
        return Modest(value) if callable(value) else value

    def __call__(self, *args: Any, **options: Any) -> "Modest":
        return Modest(self._real(*args, **options))


@pytest.mark.parametrize(
    ("game", "number", "algorithm", "module"),
    [
        (GAME, 2, "breadth-first", door),
        (GAME, 2, "a-star", anytime),
        (Gaps(6), 12, "a-star", anytime),
        (FreeCell(4, 1, ranks=4), 1, "a-star", freecell_shortest),
        (FreeCell(4, 1, ranks=4, metric="supermove"), 1, "ida-star", freecell_shortest),
        (Sliding(3, 3), 1, "ida-star", sliding_kernel),
    ],
    ids=str,
)
def test_a_shortest_solution_that_was_not_proved_shortest_is_a_defect(
    monkeypatch: pytest.MonkeyPatch, game: Any, number: int, algorithm: str, module: ModuleType
) -> None:
    position = game.deal(number)
    assert solve(game, position, algorithm=algorithm).proved_shortest
    monkeypatch.setattr(module, "_kernel", Modest(_kernel))
    with pytest.raises(CertificationError, match=f"^{algorithm} calls .* the fewest, but proved only that"):
        solve(game, position, algorithm=algorithm)
    # A limit is an answer: what was found, and what was proved.
    assert not solve(game, position, algorithm=algorithm, limits=Limits(nodes=0)).outcome.decided
