"""The variants: what each name stands for, how it is dealt, and other programs' solutions of it."""

import pytest

from yomikiri import InputError, game, open_deal
from yomikiri.games import FreeCell
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import PRESETS

# Found by Freecell Solver for deal 3 of each game, in its extended standard notation.
SOLUTIONS = {
    "freecell": """
        5h 6h 2a 2b 2c 2h a8 7d 7a b7 d2 c2 4b 4d 4c a4 6a b6 5b 5h 7h ch dh 6h 3c 3h 3h c5 3d b3 5c
        5b d5 b4 c4 8d 8b 8h dh 4h 5c 5d b5 d8 c8 8b 8d 8c 8h 13 12 1h 1h 5h 5h 4h 4h 42 45 48 4h 74
        7h 3h 7h 1h 78 b7 37 28 4b d4 82 5d b5 28 5b c5 2c 2h 45 34 3h 13 1h 21 25 2h bh 6b 62 6h 6h
        7h 86 8h 8h 7h 8h 5h 1h 5h 5h 2h 81 8h dh bh 3h 6h 4h ch 7h 1h ah
    """,
    "bakers-game": """
        5h 6h 2a 2b 2c 2h a3 4d 4a b4 5b 5h 4h 4h ah dh 3a 3d 3h 3h c3 8c 8h ah dh c5 8a 8h 2d 2c 2h
        86 42 84 36 38 23 36 73 72 7h 4h 4h 71 84 78 b7 18 1b 1h 8h 8h 8h 1h 5h 5h 1h 3h 3h b4 5b 5h
        2h 48 43 45 4h 12 1h 26 83 35 64v7 6h 4h 4h 4h 4h 4h 4h 4h b6 6b 61 6h 6h 7h 7h 5h 5h 5h ch
        dh bh 1h ah
    """,
    "eight-off": """
        5h 6h 3h 5b 5d 5f 5k e5 dh 2h c5 6e 6d k6 1c g1 3k 3g c3 8c k8 2k 2h 8h 8h 5h 5h 5h 28 28 41
        4h 1h 1h 1h 1h ch fh 1c d1 c7 8f 8d 8c 8h 2h g8 k8 7g 7k 7h 7h 7h ah 7h gh kh b7 8a 8g 8k 8h
        4b 4h 1h 1h bh 4b 4h b6 36 3h 3h 1h ah gh kh eh 6b 6a 6g 6k 6e 6h 6h 7h 7h bh ah fh gh dh kh
        ch eh
    """,
    "seahaven-towers": """
        5h 6h 3h c3 5a 5d 5c b5 dh 8h 10b a10 b5 7d 7a 7b c7 6c 6h 10h 10h 5h 5h 5h c4 b6 7c 7b a7
        9a 9h 9h 2h 4h 4h 3h 3h 3h ah ch bh dh 4a 4h 4h 1h 9h a6 2c 2b 2h 2h 3h 3h 1h 1h 4h bh 8d 8a
        8b 8h a1 10a 10h ah 9h 1h 1h 6h 6h 6h 6h 7h 7h 10h 1h bh ch dh
    """,
}


@pytest.mark.parametrize(
    ("variant", "rules", "columns", "cells"),
    [
        ("freecell", ("alternate", "any"), [7] * 4 + [6] * 4, 0),
        ("bakers-game", ("suit", "any"), [7] * 4 + [6] * 4, 0),
        ("eight-off", ("suit", "kings"), [6] * 8, 4),
        ("seahaven-towers", ("suit", "kings"), [5] * 10, 2),
    ],
)
def test_a_variant_has_its_rules_and_its_deal(
    variant: str, rules: tuple[str, str], columns: list[int], cells: int
) -> None:
    made = FreeCell(variant=variant)
    assert (made.building, made.empty) == rules
    assert made.size == f"{len(columns)}x{8 if variant == 'eight-off' else 4}"
    position = made.deal(1)
    made.check(position)
    assert [len(column) for column in position.columns] == columns
    assert made.cells - position.empty_cells == cells


@pytest.mark.parametrize("variant", PRESETS)
def test_another_program_s_solution_is_legal_and_wins(variant: str) -> None:
    made = FreeCell(variant=variant, metric="supermove")
    start = made.deal(3)
    position = start
    moves = made.read_moves(start, SOLUTIONS[variant].split())
    for move in moves:
        # What is left out of the list as alike to a listed move is legal all the same.
        position = made.play(position, move)
        made.check(position)
    assert made.is_goal(position)
    assert any(move.count > 1 for move in moves) or made.empty == "kings"


@pytest.mark.parametrize("variant", PRESETS)
def test_a_variant_s_name_is_a_name_of_a_game(variant: str) -> None:
    assert game(variant) == game("freecell", variant=variant) == FreeCell(variant=variant)
    assert open_deal(variant, "7") == open_deal("freecell", "7", variant=variant)


def test_options_go_before_the_variant_and_the_size() -> None:
    chosen = game("eight-off", "9x5", options={"cells": "6", "building": "alternate", "empty-columns": "any"})
    assert chosen == FreeCell(9, 6, "alternate", "any", variant="eight-off")
    assert chosen.options == {"building": "alternate", "empty-columns": "any"}
    assert game("freecell", "4X2X5", options={"columns": "3"}) == FreeCell(3, 2, ranks=5)
    assert game("freecell", options={"metric": "supermove"}).options == {"metric": "supermove"}
    assert FreeCell(variant="bakers-game").options == {}


@pytest.mark.parametrize("size", ["8", "8x", "x4", "8x4x", "8x4x13x1", "8 x 4", "٨x4", "8x4\n", "", "9999x4"])
def test_a_text_that_is_no_size_is_refused(size: str) -> None:
    with pytest.raises(InputError, match=r"is not a size of freecell: expected columns x cells, such as 8x4"):
        game("freecell", size)


@pytest.mark.parametrize(
    ("size", "options", "reason"),
    [
        ("2x4", {}, "freecell has 3 to 10 columns, not 2"),
        ("8x9", {}, "freecell has 0 to 8 cells, not 9"),
        ("8x4x14", {}, "freecell has 2 to 13 ranks, not 14"),
        (None, {"columns": "many"}, "--columns 'many' is not a number of columns"),
        (None, {"cells": "-1"}, "--cells '-1' is not a number of cells"),
        (None, {"building": "rank"}, "unknown building 'rank'"),
        (None, {"metric": "x"}, "unknown metric 'x'"),
        (None, {"goal": "x"}, "unknown option 'goal' of freecell: expected one of metric, columns"),
    ],
)
def test_options_that_do_not_exist_are_refused(
    size: str | None, options: dict[str, str], reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        game("freecell", size, options=options)


def test_fewer_cells_than_the_variant_deals_to_leave_the_cards_in_the_columns() -> None:
    made = FreeCell(variant="eight-off", cells=3)
    position = made.deal(1)
    made.check(position)
    assert position.cells == Position.read("Freecells: 2H - 6H").cells


def test_kings_are_the_highest_rank_of_a_small_deck() -> None:
    made = FreeCell(4, 1, ranks=3, empty="kings")
    position = made.parse_position("Foundations: H-2 C-3 D-3 S-A / Freecells: 2S / 3S / 3H / : / :")
    assert [made.format_move(position, move) for move in made.moves(position)] == ["2h", "ah", "a2"]
    position = made.parse_position("Foundations: H-2 C-3 D-3 S-0 / : AS 2S 3H 3S / : / : / :")
    assert [made.format_move(position, move) for move in made.moves(position)] == ["12", "1a"]
