"""The learned score of FreeCell in Python and in the kernel: the same counts, the same integers."""

import random

import pytest

from yomikiri import _kernel, solve
from yomikiri.games.freecell import features
from yomikiri.games.freecell.learner import LEARNER
from yomikiri.games.freecell.position import Position, encode
from yomikiri.games.freecell.quick import rules_of
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import safe_move
from yomikiri.learning import Model

GAMES = (FreeCell(), FreeCell(cells=2), FreeCell(columns=5, cells=3, ranks=7), FreeCell(building="suit"))


def wandered(game: FreeCell, number: int, steps: int) -> Position:
    """A position after a random walk."""
    rng = random.Random(f"{game!r}/{number}/{steps}")
    position = game.deal(number)
    for _ in range(steps):
        moves = list(game.moves(position))
        if not moves:
            break
        home = [move for move in moves if sum(game.play(position, move).home) > sum(position.home)]
        position = game.play(position, rng.choice(home or moves))
    return position


def model_of(seed: int) -> Model:
    """A model with random weights."""
    rng = random.Random(seed)
    weights = tuple(rng.randint(-600, 600) for _ in range(features.COUNT))
    return Model("freecell", "any", features.NAME, 64, weights)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_counts_are_the_same(game: FreeCell) -> None:
    positions = [wandered(game, number, steps) for number in (1, 2, 3) for steps in (0, 7, 40, 90)]
    rows = _kernel.freecell_features(*rules_of(game), [encode(position) for position in positions])
    assert len(rows) == features.COUNT * len(positions)
    for at, position in enumerate(positions):
        row = rows[at * features.COUNT : (at + 1) * features.COUNT]
        assert list(row) == features.counts(position, game.ranks)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_scores_are_the_same_bit_for_bit(game: FreeCell) -> None:
    model = model_of(7)

    def scores(position: Position) -> dict[int, Position]:
        after = [game.play(position, move) for move in game.moves(position)]
        return {model.score(features.counts(child, game.ranks)): child for child in after}

    compared = 0
    for number in (1, 2, 3, 4):
        for steps in (0, 2, 5, 12, 40):
            position = wandered(game, number, steps)
            single = scores(position)
            double = {score for child in single.values() for score in scores(child)}
            for foretold, made, kept, anew in _kernel.freecell_scores(
                *rules_of(game), encode(position), model.packed
            ):
                # A step is one move, or two if the first takes the last room.  The score kept up to date by
                # differences is the one made from scratch, now and a step later.
                assert foretold in single or foretold in double
                assert foretold == made
                assert kept == anew
                compared += 1
    assert compared > 40


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_scores_after_runs_are_the_same_bit_for_bit(game: FreeCell) -> None:
    game = FreeCell(game.columns, game.cells, game.building, game.empty, game.ranks, "supermove")
    model = model_of(8)
    compared = 0
    for number in range(1, 7):
        position = game.deal(number)
        for played in solve(game, position, algorithm="by-hand").moves or ():
            after = [game.play(position, move) for move in game.moves(position) if move.count > 1]
            runs = {model.score(features.counts(child, game.ranks)) for child in after}
            found = _kernel.freecell_scores(*rules_of(game), encode(position), model.packed, True)
            assert all(foretold == made and kept == anew for foretold, made, kept, anew in found)
            if safe_move(game, position) is None:
                assert runs <= {foretold for foretold, *_ in found}
                compared += len(runs)
            position = game.play(position, played)
    assert compared > 10


def test_the_score_written_by_hand_is_one_of_the_models() -> None:
    game = FreeCell()
    weights = [round(weight * 32) for weight in LEARNER.start()]
    by_hand = Model("freecell", LEARNER.rules(game), features.NAME, 32, tuple(weights))
    for number in (1, 5, 617):
        code = encode(wandered(game, number, 20))
        asked = (*rules_of(game), code)
        assert _kernel.freecell_scores(*asked, by_hand.packed) == _kernel.freecell_scores(*asked)


def test_the_kernel_refuses_weights_that_do_not_fit() -> None:
    game = FreeCell()
    code = encode(game.deal(1))
    with pytest.raises(ValueError, match="weights of 4 bytes: expected 2248"):
        _kernel.freecell_scores(*rules_of(game), code, bytes(4))
    with pytest.raises(ValueError, match="weight 601: expected at most 600"):
        _kernel.freecell_scores(*rules_of(game), code, (601).to_bytes(2, "little") * features.COUNT)
