"""Solution repair: never longer, always certified, and nothing left that serves no purpose."""

import random

import pytest

from yomikiri import solve
from yomikiri.core.errors import CertificationError
from yomikiri.games.freecell.notation import HOME, Move, is_column
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.repair import repair
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace
from yomikiri.search.certify import certify

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]


def careless_solution(game: FreeCell, start: Position, rng: random.Random, nodes: int) -> list[Move] | None:
    """A solution by depth-first search with the moves of each position in a random order."""
    space = FreeCellSpace(game)
    seen = {space.canonical(start)}

    def choices(position: Position) -> list[Move]:
        moves = list(game.moves(position))
        rng.shuffle(moves)
        return moves

    trail: list[tuple[Position, Move | None, list[Move]]] = [(start, None, choices(start))]
    while trail and len(seen) < nodes:
        position, _, moves = trail[-1]
        if game.is_goal(position):
            return [move for _, move, _ in trail if move is not None]
        if not moves:
            trail.pop()
            continue
        move = moves.pop()
        following = game.play(position, move)
        if space.canonical(following) not in seen:
            seen.add(space.canonical(following))
            trail.append((following, move, choices(following)))
    return None


def purposeless(moves: list[Move]) -> int | None:
    """The first move of one card that serves none of the paper's three purposes, by places, literally."""
    for first, move in enumerate(moves):
        if move.target == HOME or move.count > 1:
            continue
        for second in range(first + 1, len(moves)):
            later = moves[second]
            if later.source == move.target:
                if later.count == 1:
                    return first
                break
            put_on_a = later.target == move.source
            under_moves = is_column(move.source) and later.source == move.source
            if put_on_a or under_moves or later.target == move.target:
                break
    return None


@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_careless_solutions_come_out_shorter_and_repaired_ones_as_they_are(
    building: str, empty: str, metric: str
) -> None:
    rng = random.Random(f"{building} {empty} {metric}")
    before, after, found = 0, 0, 0
    for number in range(1, 16):
        game = FreeCell(4, 2, building, empty, 4, metric)
        start = game.deal(number)
        moves = careless_solution(game, start, rng, 3000)
        if moves is None:
            continue
        repaired = repair(game, start, moves)
        certify(game, start, repaired)
        assert len(repaired) <= len(moves)
        assert metric == "supermove" or purposeless(repaired) is None
        assert repair(game, start, repaired) == repaired
        found, before, after = found + 1, before + len(moves), after + len(repaired)
    assert found >= 5
    assert after < before


@pytest.mark.parametrize(
    ("board", "texts", "expected"),
    [
        ("AD AS/2S 2D", "1a 2b ah 1h bh 2h", "1h 1h 2h 2h"),  # Two cards wait in cells for nothing.
        ("2S AD/2D AS", "1a a1 2h 1h 2h 1h", "2h 1h 2h 1h"),  # A card comes back.
        ("AS 2S/AD 2D", "1a 1h ah 2a 2h ah", "1a 1h ah 2a 2h ah"),  # (a2): both have to make way.
        ("2D AS/AD/2S", "1a 2b ah 1a bh ah 3h", "1h 2h 1h 3h"),
        ("AS 2S/2D AD", "1a 1h 2h a1 1h 2h", "1a 1h 2h ah 2h"),  # (a2) keeps the first move, not the second.
    ],
)
def test_only_moves_without_a_purpose_are_dropped(board: str, texts: str, expected: str) -> None:
    game = FreeCell(3, 2, ranks=2)
    position = game.parse_position("Foundations: H-2 C-2 D-0 S-0\n" + board.replace("/", "\n"))
    moves = game.read_moves(position, texts.split())
    assert game.write_moves(position, repair(game, position, moves)) == expected.split()


def test_cards_that_went_one_by_one_go_as_a_run_in_the_metric_supermove() -> None:
    single, supermove = FreeCell(), FreeCell(metric="supermove")
    for number in (1, 4, 5, 9):
        start = single.deal(number)
        one_by_one = solve(single, start, algorithm="depth-first").moves or ()
        together = repair(supermove, start, one_by_one)
        certify(supermove, start, together)
        assert any(move.count > 1 for move in together)
        assert len(together) < len(one_by_one)
        # The kernel does the same with its own solutions.
        assert len(together) <= (solve(supermove, start, algorithm="depth-first").length or 0)
        assert repair(supermove, start, together) == together


def test_what_is_no_solution_is_refused() -> None:
    game = FreeCell()
    with pytest.raises(CertificationError, match="not a goal"):
        repair(game, game.deal(1), [])
