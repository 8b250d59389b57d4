"""shorten(): never longer, always certified, and honest about what is no solution."""

import random
from typing import Any

import pytest

from graphs import games_and_deals
from yomikiri import CertificationError, Limits, Superpuzz, _kernel, certify, shorten, solve
from yomikiri.games.rows.rules import Move, Position, RowGame
from yomikiri.search.driver import never_stop
from yomikiri.search.shorten import without_loops


def padded(game: RowGame, position: Position, moves: list[Move], rng: random.Random) -> list[Move]:
    """The solution with useless detours: moves that can be taken back at once, and are."""
    found: list[Move] = []
    for move in [*moves, None]:
        for detour in rng.sample(listed := list(game.moves(position)), len(listed)):
            after = game.play(position, detour)
            back = [m for m in game.moves(after) if m.card == detour.card and m.target == detour.source]
            if back and rng.random() < 0.7:
                found += [detour, back[0]]
                break
        if move is not None:
            found.append(move)
            position = game.play(position, move)
    return found


@pytest.mark.parametrize(("columns", "numbers"), [(4, range(1, 40)), (6, range(1, 12)), (8, range(1, 5))])
def test_padded_solutions_come_back_no_longer_and_legal(columns: int, numbers: range) -> None:
    rng = random.Random(columns)
    longer = 0
    for game, deal in games_and_deals(columns, numbers):
        best = solve(game, deal, shortest=True, limits=Limits(nodes=50_000))
        if best.moves is None:
            continue
        detours = padded(game, deal, list(best.moves), rng)
        certify(game, deal, detours)
        longer += len(detours) > len(best.moves)
        for nodes in (0, 50, 30_000):
            shorter = shorten(game, deal, detours, Limits(nodes=nodes))
            certify(game, deal, shorter)
            assert len(best.moves) <= len(shorter) <= len(detours)
        assert len(shorter) <= len(best.moves) + 2
    assert longer > 0


def test_a_bad_solution_becomes_a_shortest_one_with_time() -> None:
    game = Superpuzz(6)
    for number in range(1, 10):
        deal = game.deal(number)
        some = solve(game, deal, algorithm="depth-first-aces-last")
        if some.moves is None:
            continue
        best = solve(game, deal, shortest=True)
        assert len(shorten(game, deal, some.moves)) == best.length


def test_what_is_no_solution_is_refused() -> None:
    game = Superpuzz(4)
    deal = next(game.deal(n) for n in range(1, 50) if solve(game, game.deal(n)).moves)
    moves = list(solve(game, deal).moves or ())
    for wrong in (moves[:-1], moves[1:], []):
        with pytest.raises(CertificationError):
            shorten(game, deal, wrong)


def test_the_kernel_refuses_paths_that_are_none() -> None:
    game = Superpuzz(4)
    code = game.encode(game.deal(1))
    asked: dict[str, Any] = {"nodes": 9, "seconds": None, "memory": 2**20, "watch": never_stop}
    with pytest.raises(ValueError, match="does not end in a goal"):
        _kernel.row_shorten(4, code, [], **asked)
    with pytest.raises(ValueError, match="not a sequence of moves"):
        _kernel.row_shorten(4, code, [game.encode(game.deal(2))], **asked)
    with pytest.raises(ValueError, match="code"):
        _kernel.row_shorten(4, code, [b"abc"], **asked)


def test_loops_are_cut_out_of_any_path() -> None:
    game = Superpuzz(3)
    position = Position.read("HA .. H2 / DA D2 .. / SA S2 .. / .. C2 CA")
    away = game.parse_move(position, "HA@4")
    after = game.play(position, away)
    back = game.parse_move(after, "HA@1")
    ahead = game.parse_move(position, "H2")
    assert without_loops(game, position, [away, back, away, back, ahead]) == [ahead]
    assert without_loops(game, position, []) == []
