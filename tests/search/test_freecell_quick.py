"""The quick searches of FreeCell: certified, short, complete, and stopped when they are told to."""

import random
import statistics
from collections.abc import Iterator
from itertools import product

import pytest

from freecell_graphs import graph_of
from yomikiri import Limits, Outcome, Proof, _kernel, solve
from yomikiri.games.freecell import quick as freecell_quick
from yomikiri.games.freecell.position import Position, encode
from yomikiri.games.freecell.quick import quick, rules_of
from yomikiri.games.freecell.repair import repair
from yomikiri.games.freecell.rules import PRESETS, FreeCell
from yomikiri.search.control import Cancel
from yomikiri.search.request import Request

ORDERS = ("quick", "by-hand", "fast", "depth-first")
GAMES = [
    FreeCell(variant=variant, metric=metric) for variant in PRESETS for metric in ("single", "supermove")
]


def tiny_games() -> list[FreeCell]:
    """Small decks by every rule; few columns and cells, so that many deals cannot be solved."""
    return [
        FreeCell(columns, cells, building, empty, ranks, metric)
        for (columns, cells, ranks), building, empty, metric in product(
            [(3, 0, 3), (3, 1, 3), (4, 0, 4), (3, 1, 4)],
            ("alternate", "suit"),
            ("any", "kings"),
            ("single", "supermove"),
        )
    ]


def walk(game: FreeCell, position: Position, steps: int, seed: int) -> Iterator[Position]:
    """The positions of a random walk, the start included; it ends early where no move is left."""
    rng = random.Random(seed)
    for _ in range(steps):
        yield position
        moves = game.moves(position)
        if not moves:
            return
        position = game.play(position, rng.choice(moves))


@pytest.mark.parametrize("game", tiny_games(), ids=repr)
def test_the_verdicts_are_those_of_exhaustive_search(game: FreeCell) -> None:
    for number in range(1, 13):
        position = game.deal(number)
        graph = graph_of(game, position, 600)
        if graph is None:
            continue
        # The root is the position up to the order of columns and cells.
        root = next(iter(graph.followers))
        distance = graph.distances().get(root)
        for algorithm in ORDERS:
            result = solve(game, position, algorithm=algorithm)
            assert result.outcome is (Outcome.UNSOLVABLE if distance is None else Outcome.SOLVED)
            assert result.proof is Proof.EXACT
            if distance is not None:
                assert result.certified
                assert result.length is not None
                assert result.length >= distance


def test_many_tiny_deals_of_either_verdict_were_compared() -> None:
    verdicts = [solve(game, game.deal(number)).outcome for game in tiny_games() for number in range(1, 13)]
    assert verdicts.count(Outcome.UNSOLVABLE) > 100
    assert verdicts.count(Outcome.SOLVED) > 100


def test_deals_are_solved_by_short_solutions_with_little_search() -> None:
    game = FreeCell()
    results = [solve(game, game.deal(number)) for number in range(1, 301)]
    assert all(result.outcome is Outcome.SOLVED and result.certified for result in results)
    assert statistics.mean(result.length or 0 for result in results) < 94
    assert statistics.mean(result.expanded for result in results) < 3500
    assert statistics.median(result.expanded for result in results) < 2500


@pytest.mark.slow
def test_the_first_two_thousand_deals_are_solved_in_a_hundred_moves_at_the_mean() -> None:
    game = FreeCell()
    results = [solve(game, game.deal(number)) for number in range(1, 2001)]
    assert all(result.outcome is Outcome.SOLVED for result in results)
    assert statistics.mean(result.length or 0 for result in results) < 94
    assert statistics.mean(result.expanded for result in results) < 3500


@pytest.mark.slow
def test_of_the_original_32000_deals_only_one_is_unsolvable() -> None:
    game = FreeCell()
    lost = [
        number for number in range(1, 32001) if solve(game, game.deal(number)).outcome is not Outcome.SOLVED
    ]
    assert lost == [11982]


@pytest.mark.parametrize("algorithm", ORDERS)
def test_the_impossible_deal_is_proved_impossible(algorithm: str) -> None:
    game = FreeCell()
    result = solve(game, game.deal(11982), algorithm=algorithm)
    assert result.outcome is Outcome.UNSOLVABLE
    assert result.proof is Proof.EXACT
    # Of all that can be reached, only positions up to toggles, without safe home moves and wasted rooms, are
    # met; what was expanded before toggles began counts too.
    before = {"fast": 3_400, "depth-first": 0}.get(algorithm, 10_000)
    assert result.expanded == result.stored + before
    assert result.stored == 21_607


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_variant_and_metric_is_decided(game: FreeCell) -> None:
    for number in range(1, 9):
        result = solve(game, game.deal(number), limits=Limits(nodes=1_000_000))
        assert result.outcome.decided
        assert result.certified == (result.outcome is Outcome.SOLVED)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_positions_in_the_middle_of_a_game_are_decided(game: FreeCell) -> None:
    for number in range(1, 6):
        for position in list(walk(game, game.deal(number), 41, seed=number))[10::10]:
            result = solve(game, position, limits=Limits(nodes=1_000_000))
            assert result.outcome.decided


def test_a_won_position_needs_no_move() -> None:
    for metric in ("single", "supermove"):
        game = FreeCell(metric=metric)
        won = Position((13, 13, 13, 13), (None,) * 4, ((),) * 8)
        for algorithm in ORDERS:
            assert solve(game, won, algorithm=algorithm).moves == ()


def test_one_long_column_is_no_trouble() -> None:
    game = FreeCell()
    cards = [card for column in game.deal(5).columns for card in column]
    rest: tuple[tuple[()], ...] = ((),) * 7
    result = solve(game, Position((0, 0, 0, 0), (None,) * 4, (tuple(cards), *rest)))
    assert result.outcome.decided


def test_supermoves_make_solutions_shorter_and_never_longer() -> None:
    single, supermove = FreeCell(), FreeCell(metric="supermove")
    lengths = [
        [solve(game, game.deal(number), algorithm="by-hand").length or 0 for game in (single, supermove)]
        for number in range(1, 41)
    ]
    assert all(together <= alone for alone, together in lengths)
    assert sum(alone - together for alone, together in lengths) >= 40


@pytest.mark.parametrize("algorithm", ORDERS)
def test_the_same_question_has_the_same_answer(algorithm: str) -> None:
    game = FreeCell()
    for number in range(1, 21):
        first, second = (solve(game, game.deal(number), algorithm=algorithm) for _ in range(2))
        assert first.moves == second.moves
        assert (first.expanded, first.generated, first.stored) == (
            second.expanded,
            second.generated,
            second.stored,
        )


@pytest.mark.parametrize("algorithm", ORDERS)
def test_repair_by_the_rules_finds_nothing_more_to_drop(algorithm: str) -> None:
    game = FreeCell()
    for number in range(1, 9):
        position = game.deal(number)
        result = solve(game, position, algorithm=algorithm, limits=Limits(nodes=50_000))
        if result.moves is not None and len(result.moves) < 300:
            assert len(repair(game, position, result.moves)) == len(result.moves)


@pytest.mark.parametrize("algorithm", ORDERS)
def test_limits_are_obeyed(algorithm: str) -> None:
    game = FreeCell()
    position = game.deal(11982)
    result = solve(game, position, algorithm=algorithm, limits=Limits(nodes=100))
    assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, 100)
    result = solve(game, position, algorithm=algorithm, limits=Limits(seconds=0))
    assert (result.outcome, result.expanded) == (Outcome.TIME_LIMIT, 0)
    for memory in (0, 100_000, 1_000_000):
        result = solve(game, position, algorithm=algorithm, limits=Limits(memory=memory))
        assert result.outcome is Outcome.MEMORY_LIMIT
        assert result.peak_bytes <= memory


def test_a_search_that_outgrows_its_first_memory_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = FreeCell()
    usual = solve(game, game.deal(3))
    monkeypatch.setattr(freecell_quick, "SMALL", 10_000)
    assert solve(game, game.deal(3)).moves == usual.moves
    assert solve(game, game.deal(11982), limits=Limits(seconds=60)).outcome is Outcome.UNSOLVABLE


def test_a_cancelled_search_stops() -> None:
    cancel = Cancel()
    cancel.set()
    game = FreeCell()
    assert solve(game, game.deal(11982), cancel=cancel).outcome is Outcome.CANCELLED


def test_progress_is_reported() -> None:
    seen: list[int] = []
    game = FreeCell()
    solve(game, game.deal(11982), progress=lambda progress: seen.append(progress.expanded))
    assert seen


@pytest.mark.parametrize("width", [1, 5, 100])
def test_every_width_is_complete(width: int) -> None:
    game = FreeCell()
    assert quick(game, game.deal(11982), Request(), width=width).outcome is Outcome.UNSOLVABLE
    assert quick(game, game.deal(1), Request(), width=width).outcome is Outcome.SOLVED


def test_wider_sweeps_give_shorter_solutions() -> None:
    game = FreeCell()
    lengths = [
        statistics.mean(
            quick(game, game.deal(number), Request(), width=width).length or 0 for number in range(1, 41)
        )
        for width in (4, 20, 100)
    ]
    assert lengths == sorted(lengths, reverse=True)


def test_the_metric_changes_nothing_of_a_search_by_hand() -> None:
    single, supermove = (
        solve(FreeCell(metric=metric), FreeCell().deal(4), algorithm="by-hand")
        for metric in ("single", "supermove")
    )
    assert (single.expanded, single.stored) == (supermove.expanded, supermove.stored)


def scores(game: FreeCell, position: Position) -> list[tuple[int, int, int, int]]:
    return _kernel.freecell_scores(*rules_of(game), encode(position))


@pytest.mark.parametrize("game", [FreeCell(variant=variant) for variant in PRESETS], ids=repr)
def test_scores_kept_up_to_date_are_those_made_anew(game: FreeCell) -> None:
    compared = 0
    for number in range(1, 31):
        for position in walk(game, game.deal(number), 60, seed=number):
            for foretold, own, steps_played, steps_opened in scores(game, position):
                assert foretold == own
                assert steps_played == steps_opened
                compared += 1
    assert compared > 500


def test_scores_along_solutions_are_those_made_anew() -> None:
    game = FreeCell()
    for number in range(1, 21):
        position = game.deal(number)
        for move in solve(game, position).moves or ():
            assert all(
                foretold == own and played == opened
                for foretold, own, played, opened in scores(game, position)
            )
            position = game.play(position, move)


def test_what_is_no_position_is_refused_by_the_kernel() -> None:
    game = FreeCell()
    code = encode(game.deal(1))
    asked = {"order": "sweeps", "width": 1, "nodes": None, "seconds": None, "memory": 10**7}
    for wrong in (b"", code[:-1], code + b"\x01", code.replace(b"\x01", b"\x02"), bytes(len(code))):
        with pytest.raises(ValueError, match="not the code of a position"):
            _kernel.freecell_quick(*rules_of(game), False, wrong, watch=lambda *_: False, **asked)
    with pytest.raises(ValueError, match="rules out of range"):
        _kernel.freecell_quick(8, 9, 13, False, False, False, code, watch=lambda *_: False, **asked)


def test_shuffled_columns_and_cells_change_nothing_of_the_verdict() -> None:
    game = FreeCell(columns=4, cells=1, ranks=4)
    for number in range(1, 31):
        position = game.deal(number)
        columns = list(position.columns)
        random.Random(number).shuffle(columns)
        other = Position(position.home, position.cells, tuple(columns))
        assert solve(game, position).outcome is solve(game, other).outcome
