"""The code of 17 bytes: lossless, and the same for positions that differ only in the order of places."""

import random

import pytest

from freecell_graphs import small_graphs, walk
from yomikiri.core.cards import Card
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import AS_DEALT, CODE_BYTES, FreeCellCode, FreeCellSpace

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]
VARIANTS = ["freecell", "bakers-game", "eight-off", "seahaven-towers"]


def shuffled(position: Position, rng: random.Random) -> Position:
    """The position with its columns and cells in another order."""
    columns, cells = list(position.columns), list(position.cells)
    rng.shuffle(columns)
    rng.shuffle(cells)
    return Position(position.home, tuple(cells), tuple(columns))


@pytest.mark.parametrize(("building", "empty"), RULES)
def test_on_whole_graphs_no_two_positions_share_a_code_and_every_code_reads_back(
    building: str, empty: str
) -> None:
    rng = random.Random(building + empty)
    for ranks, columns, cells in [(3, 3, 0), (4, 3, 1), (5, 3, 1)]:
        game = FreeCell(columns, cells, building, empty, ranks)
        graphs = small_graphs(game, 1, 6, 800)
        assert graphs
        for graph in graphs:
            everything = list(graph.followers)
            # Any position may be the start; those that can be reached from it are coded relative to it.
            for start in (everything[0], rng.choice(everything)):
                code = FreeCellCode(game, start)
                reached = graph.reached(start)
                assert len({code.encode(position) for position in reached}) == len(reached)
                for position in reached:
                    assert code.decode(code.encode(position)) == position
                    assert code.encode(shuffled(position, rng)) == code.encode(position)


@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_codes_of_random_walks_read_back(variant: str, metric: str) -> None:
    game = FreeCell(variant=variant, metric=metric)
    space = FreeCellSpace(game)
    rng = random.Random(variant)
    for number in range(1, 8):
        code = FreeCellCode(game, walk(game, game.deal(number), rng.randrange(30), rng))
        position = code.start
        for _ in range(60):
            position = walk(game, position, 1, rng)
            assert len(code.encode(position)) == CODE_BYTES == 17
            assert code.decode(code.encode(position)) == space.canonical(position)
            assert code.encode(shuffled(position, rng)) == code.encode(position)


def test_cards_that_part_and_meet_again_have_the_code_that_they_had() -> None:
    game = FreeCell(3, 2, ranks=3)
    start = game.parse_position("3H 2S\n3D 2C AD\nAH AS 3S AC 2D 3C 2H\n")
    code = FreeCellCode(game, start)
    position = start
    for text in ("1a", "a1"):
        position = game.play(position, game.parse_move(position, text))
        assert (code.encode(position) == code.encode(start)) == (text == "a1")
    assert code.values(position)[Card("S", 2)] == AS_DEALT
    # On the other card that it fits on, it has another code.
    for text in ("2h", "2a", "12"):
        position = game.play(position, game.parse_move(position, text))
    assert code.values(position)[Card("S", 2)] not in (AS_DEALT, code.values(start)[Card("S", 2)])


def test_a_position_that_can_not_be_reached_is_refused() -> None:
    game = FreeCell()
    with pytest.raises(InputError, match=r"cannot be reached from the start: .. lies on .."):
        FreeCellCode(game, game.deal(1)).encode(game.deal(2))


def test_bytes_that_are_no_code_are_refused() -> None:
    game = FreeCell()
    code = FreeCellCode(game, game.deal(1))
    with pytest.raises(InputError, match="a code of freecell has 17 bytes, not 16"):
        code.decode(bytes(16))
    rng = random.Random(3)
    for _ in range(200):
        with pytest.raises(InputError):
            code.decode(rng.randbytes(CODE_BYTES))
