"""One matrix over the registry: whatever algorithm is entered, its answers must agree with all others."""

import pytest

from effort import a_part
from yomikiri import InputError, Limits, Outcome, Proof, Result, Superpuzz, algorithms, solve
from yomikiri.core.cards import Card
from yomikiri.games.superpuzz.rules import Position

REGISTRY = algorithms(Superpuzz(4))
ALL = list(REGISTRY)
STORES: list[dict[str, str]] = [{}, {"states": "fingerprint"}, {"duplicates": "patricia"}]

# How far the slow ones (references in Python, IDA* above all) are let run; more is undecided, not wrong.
SLOW = Limits(nodes=150)


def replayed(position: Position, moves: tuple[tuple[Card, int, int], ...]) -> list[Card | None]:
    """A judge that shares no code with the rules: the cells after the moves, each checked literally."""
    n = len(position.cells) // 4
    cells = list(position.cells)
    for card, source, target in moves:
        assert cells[source] == card
        assert cells[target] is None
        if target % n == 0:
            assert card.rank == 1
        else:
            left = cells[target - 1]
            assert left is not None
            assert (left.suit, left.rank + 1) == (card.suit, card.rank)
        cells[target], cells[source] = card, None
    return cells


def assert_sound(position: Position, result: Result) -> None:
    """What must hold of a result alone."""
    entry = REGISTRY[result.algorithm]
    assert result.expanded <= result.generated + 1
    assert result.proof is (Proof.FINGERPRINT if entry.states == "fingerprint" else Proof.EXACT)
    assert result.error_bound == 0 or (result.proof is Proof.FINGERPRINT and result.error_bound < 1e-17)
    assert result.seconds >= 0
    if result.outcome is Outcome.SOLVED:
        assert result.moves is not None
        cells, n = replayed(position, result.moves), len(position.cells) // 4
        for row in range(4):
            line = cells[row * n : row * n + n]
            assert line[-1] is None
            assert [card and card.rank for card in line[:-1]] == list(range(1, n))
            assert len({card.suit for card in line[:-1] if card}) == 1
        assert result.certified
        assert result.length == result.upper_bound == len(result.moves)
        assert result.lower_bound is not None
        assert result.lower_bound <= len(result.moves)
        # Also a lucky find of another algorithm is proved shortest when the heuristic says so.
        assert result.proved_shortest == (result.lower_bound == len(result.moves))
        assert result.proved_shortest or not entry.shortest
    else:
        assert result.moves is None
        assert result.length is None
        assert result.upper_bound is None
        assert not result.certified
        assert not result.proved_shortest
        assert (result.lower_bound is None) == (result.outcome is Outcome.UNSOLVABLE)


@a_part(2)
@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize(
    ("columns", "numbers"),
    [(2, range(1, 41)), (3, range(1, 101)), (4, range(1, 46)), (4, range(200, 231)), (5, range(1, 26))],
)
def test_all_algorithms_give_one_verdict_and_one_shortest_length(
    columns: int, numbers: range, symmetry: str, part: int
) -> None:
    game = Superpuzz(columns)
    outcomes: list[Outcome] = []
    for number in numbers[::part]:
        position = game.deal(number)
        results = []
        for name, entry in REGISTRY.items():
            # Breadth-first search of five columns takes a million positions: a limit for that, too.
            limits = Limits(nodes=200_000, memory=2**30) if entry.kernel else SLOW
            result = solve(game, position, algorithm=name, symmetry=symmetry, limits=limits)
            assert result.algorithm == name
            assert_sound(position, result)
            results.append(result)
        decided = [result for result in results if result.outcome.decided]
        assert len({result.outcome for result in decided}) == 1, f"deal {number}"
        outcomes.append(decided[0].outcome)
        shortest = {result.length for result in decided if result.proved_shortest}
        assert len(shortest) <= 1, f"deal {number}"
        solved = [result.length for result in decided if result.length is not None]
        optimum = shortest.pop() if shortest else None
        for result in results:
            if optimum is not None and result.lower_bound is not None:
                assert result.lower_bound <= optimum <= min(solved)
    assert Outcome.SOLVED in outcomes
    assert columns == 2 or Outcome.UNSOLVABLE in outcomes  # with two columns every deal can be won


@pytest.mark.parametrize("options", STORES)
@pytest.mark.parametrize("algorithm", [name for name in ALL if REGISTRY[name].kernel])
def test_fingerprints_admit_a_tiny_error_and_whole_positions_none(
    algorithm: str, options: dict[str, str]
) -> None:
    game = Superpuzz(4)
    for number in (1, 31, 44):
        result = solve(game, game.deal(number), algorithm=algorithm, **options)
        if options.get("states", REGISTRY[algorithm].states) == "fingerprint" and "duplicates" not in options:
            assert result.proof is Proof.FINGERPRINT
            assert result.error_bound < 1e-9
            # The union bound of its own definition: pairs of stored positions times 2**-bits.
            bits = 89 if algorithm == "decide" else 117
            assert result.error_bound == result.stored * (result.stored + 1) / 2 * 2**-bits
            assert result.error_bound > 0 or result.stored == 1
        else:
            assert result.proof is Proof.EXACT
            assert result.error_bound == 0


@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize("algorithm", ALL)
def test_a_position_that_is_won_already_needs_no_moves(algorithm: str, engine: str, symmetry: str) -> None:
    for columns in (2, 3, 13):
        game = Superpuzz(columns)
        suits = "CHSD"
        cells = [Card(s, rank) if rank < columns else None for s in suits for rank in range(1, columns + 1)]
        # Won is won: even limits of zero do not stop a search that need not begin.
        result = solve(
            game,
            Position(tuple(cells)),
            algorithm=algorithm,
            engine=engine,
            symmetry=symmetry,
            limits=Limits(nodes=0, seconds=0),
        )
        assert result.outcome is Outcome.SOLVED
        assert (result.moves, result.lower_bound, result.upper_bound) == ((), 0, 0)
        assert (result.expanded, result.generated) == (0, 0)
        assert result.certified


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize("algorithm", ALL)
def test_a_position_without_moves_is_unsolvable_at_once(algorithm: str, engine: str) -> None:
    game = Superpuzz(3)
    stuck = Position.read("HA H2 .. / DA D2 .. / S2 .. .. / SA C2 CA")
    result = solve(game, stuck, algorithm=algorithm, engine=engine)
    assert result.outcome is Outcome.UNSOLVABLE
    # A* in the kernel sees that it is lost without looking at its moves.
    looked = 0 if engine == "auto" and REGISTRY[algorithm].search else 1
    assert (result.expanded, result.generated, result.lower_bound) == (looked, 0, None)


@pytest.mark.parametrize("algorithm", ALL)
def test_asking_for_the_shortest_is_granted_or_refused_never_ignored(algorithm: str) -> None:
    game = Superpuzz(3)
    if REGISTRY[algorithm].shortest:
        assert solve(game, game.deal(1), algorithm=algorithm, shortest=True).proved_shortest
    else:
        with pytest.raises(InputError, match=rf"^algorithm '{algorithm}' does not find shortest solutions: "):
            solve(game, game.deal(1), algorithm=algorithm, shortest=True)


def test_the_default_is_the_first_entry_that_can_do_what_is_asked() -> None:
    game = Superpuzz(3)
    assert solve(game, game.deal(1)).algorithm == ALL[0]
    result = solve(game, game.deal(1), shortest=True)
    assert REGISTRY[result.algorithm].shortest
    assert result.proved_shortest


@pytest.mark.parametrize("algorithm", ALL)
def test_an_algorithm_without_a_kernel_says_so(algorithm: str) -> None:
    game = Superpuzz(3)
    if not REGISTRY[algorithm].in_kernel:
        with pytest.raises(InputError, match=rf"^algorithm '{algorithm}' has no kernel for superpuzz: "):
            solve(game, game.deal(1), algorithm=algorithm, engine="kernel")
    else:
        assert solve(game, game.deal(1), algorithm=algorithm, engine="kernel").outcome is Outcome.SOLVED


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"algorithm": "magic"}, r"^unknown algorithm 'magic' for superpuzz: expected one of decide, "),
        ({"algorithm": "x\n" * 99}, r"^unknown algorithm 'x\\x0ax\\x0a.*…' for superpuzz"),
        ({"duplicates": "list"}, r"^unknown duplicates 'list': expected one of hash, patricia$"),
        ({"states": "guess"}, r"^unknown states 'guess': expected one of exact, fingerprint$"),
        ({"symmetry": "all"}, r"^unknown symmetry 'all': expected one of none, rows$"),
        ({"engine": "steam"}, r"^unknown engine 'steam': expected one of auto, kernel, python$"),
        (
            {"duplicates": "patricia", "states": "fingerprint"},
            r"^duplicates 'patricia' keeps whole positions",
        ),
    ],
)
def test_an_option_that_is_unknown_is_refused_with_the_known_ones(
    options: dict[str, str], reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        solve(Superpuzz(3), Superpuzz(3).deal(1), **options)


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("columns", [3, 5])
def test_a_position_of_another_size_is_refused_not_misread(columns: int, symmetry: str, engine: str) -> None:
    for number in range(1, 20):
        with pytest.raises(InputError, match=rf"the position has {columns} columns, the game 4$"):
            solve(Superpuzz(4), Superpuzz(columns).deal(number), symmetry=symmetry, engine=engine)
