"""Certificates of bounded solutions: the moves, and a table for the lower bound."""

from pathlib import Path
from typing import Any

import pytest
from independent import statuses

from yomikiri import Gaps, Outcome, Sliding, Superpuzz, solve
from yomikiri.certificates import check, write_certificate
from yomikiri.certificates.format import Claim, NotACertificate
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.peg.rules import Peg

GAMES: list[Game[Any, Any]] = [
    Sliding(3, 3),
    Superpuzz(5),
    Gaps(5),
    FreeCell(columns=4, cells=2, ranks=4),
    BlackHole(5),
    Peg("4x4", finish="any", metric="moves"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_both_checkers_know_the_claim(game: Game[Any, Any], tmp_path: Path) -> None:
    paths = []
    for number in range(1, 9):
        path = tmp_path / str(number)
        result = solve(game, game.deal(number), within="60%", certificate=path)
        assert result.unsaved is None
        verdict = check(path)
        assert verdict.proved, verdict
        paths.append(path)
        claim = verdict.header.claim
        if result.outcome is Outcome.SOLVED and not result.proved_shortest:
            assert (claim.kind, claim.length, claim.lower) == ("within", result.length, result.lower_bound)
    assert statuses(paths) == [0] * len(paths)


def test_what_is_proved_is_said_in_a_sentence(tmp_path: Path) -> None:
    game = Sliding(3, 3)
    position = game.deal(2)
    shortest = solve(game, position)
    assert shortest.length is not None
    moves, lower = shortest.moves or (), shortest.length - 2
    write_certificate(tmp_path / "a", game, position, Claim("within", shortest.length, lower), moves)
    more = -(-2 * 10_000 // lower)
    said = (
        f"a solution of {shortest.length} moves; none is shorter than {lower}, so it is at most "
        f"{more // 100}.{more % 100:02d} % longer than the shortest"
    )
    assert check(tmp_path / "a").sentence.endswith(said)


def test_a_bound_that_is_too_high_is_not_proved(tmp_path: Path) -> None:
    game = Sliding(2, 3)
    position = game.deal(3)
    detour = next(iter(game.moves(position)))  # The same tile goes there and back.
    moves = (detour, detour, *(solve(game, position).moves or ()))
    shortest = len(moves) - 2
    path = tmp_path / "a"
    with pytest.raises(InputError, match="the claim is false"):
        write_certificate(path, game, position, Claim("within", len(moves), shortest + 1), moves)
    write_certificate(path, game, position, Claim("within", len(moves), shortest), moves)
    text = path.read_bytes()
    assert check(path).proved
    false = text.replace(b"claim: within %d %d" % (len(moves), shortest), b"claim: within %d %d" % (1, 2))
    path.write_bytes(false)
    with pytest.raises(NotACertificate, match="1 moves where 2 are the least"):
        check(path)
    assert statuses([path]) == [2]
