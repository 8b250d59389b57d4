"""Pattern databases by an abstraction in Python: what they prove, and the files that keep them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from yomikiri import InputError, PatternDatabase, Sliding, check_heuristic, maximum, solve
from yomikiri.core.errors import DamagedFile, MemoryRefused

GAME = Sliding(3, 3)
Cells = tuple[int, ...]


def first_four(position: Cells) -> Cells:
    """Where the blank and the tiles 1 to 4 are."""
    return tuple(position.index(tile) for tile in range(5))


def last_four(position: Cells) -> Cells:
    return tuple(position.index(tile) for tile in (0, 5, 6, 7, 8))


def slides(cells: Cells) -> Iterator[Cells]:
    """The patterns a slide away: the blank changes places with a neighbour, known or not."""
    blank = cells[0]
    row, column = divmod(blank, 3)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < 3 and 0 <= c < 3:
            to = 3 * r + c
            yield (to, *(blank if cell == to else cell for cell in cells[1:]))


def build(abstraction: Any, **more: Any) -> PatternDatabase:
    return PatternDatabase.build(
        GAME, abstraction, successors=slides, starts=[GAME.goal], goals=[GAME.goal], **more
    )


@pytest.fixture(scope="module")
def table() -> PatternDatabase:
    return build(first_four)


def test_it_has_every_pattern_and_is_consistent(table: PatternDatabase) -> None:
    assert len(table) == 9 * 8 * 7 * 6 * 5
    assert table.name == "first_four"
    assert table.distance(GAME.goal) == 0
    small = [GAME.deal(number) for number in range(1, 30)]
    for position in small:
        length = solve(GAME, position, shortest=True).length
        assert length is not None
        assert table.distance(position) <= length


def test_it_is_consistent_on_every_position_of_a_small_board() -> None:
    game = Sliding(2, 2)

    def first(position: Cells) -> Cells:
        return position.index(0), position.index(1)

    def around(cells: Cells) -> Iterator[Cells]:
        blank = cells[0]
        for to in (blank ^ 1, blank ^ 2):
            yield to, blank if cells[1] == to else cells[1]

    database = PatternDatabase.build(game, first, successors=around, starts=[game.goal], goals=[game.goal])
    assert check_heuristic(game, database.heuristic).consistent
    assert max(database.distances.values()) > 1


def test_it_guides_to_shortest_solutions(table: PatternDatabase) -> None:
    both = maximum(table.heuristic, build(last_four).heuristic)
    for number in (1, 2, 3):
        position = GAME.deal(number)
        result = solve(GAME, position, heuristic=both, shortest=True)
        assert result.length == solve(GAME, position, shortest=True).length
        assert result.heuristic == "maximum(first_four, last_four)"


def test_a_file_gives_the_same_table(table: PatternDatabase, tmp_path: Path) -> None:
    path = tmp_path / "patterns"
    table.save(path)
    again = PatternDatabase.load(path, GAME, first_four)
    assert (again.distances, again.name) == (table.distances, table.name)
    assert again.distance(GAME.deal(1)) == table.distance(GAME.deal(1))
    with pytest.raises(InputError, match="is of another game"):
        PatternDatabase.load(path, Sliding(3, 3, "blank-first"), first_four)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "patterns"
    build(lambda position: (position.index(0) and (position.index(0),)) or (0,), name="blank").save(path)
    whole = path.read_bytes()
    for place in (3, 30, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(DamagedFile):
            PatternDatabase.load(path, GAME, first_four)
    path.write_bytes(whole[:-1])
    with pytest.raises(DamagedFile):
        PatternDatabase.load(path, GAME, first_four)


def test_what_cannot_be_built_is_refused(table: PatternDatabase) -> None:
    with pytest.raises(InputError, match="no goals"):
        PatternDatabase.build(GAME, first_four, successors=slides, starts=[GAME.goal], goals=[])
    with pytest.raises(InputError, match="no starts"):
        PatternDatabase.build(GAME, first_four, successors=slides, starts=[], goals=[GAME.goal])
    with pytest.raises(MemoryRefused, match="more than 100 patterns"):
        build(first_four, most=100)
    foreign = PatternDatabase(GAME, lambda position: "elsewhere", "other", table.distances)
    with pytest.raises(InputError, match="'elsewhere' is not in the database 'other'"):
        foreign.distance(GAME.goal)
