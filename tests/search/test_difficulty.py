"""Difficulty: what a rating counts, and that it is the same each time, for every game."""

import math

import pytest

from yomikiri import Cancel, Limits, Outcome, game, open_deal
from yomikiri.core.registry import entries
from yomikiri.search.choosing import can_be_won, choose_deal, drawn
from yomikiri.search.difficulty import HARD, MEDIUM, Difficulty, Level, rate, rate_deal


def by_hand(name: str, number: int, size: str) -> tuple[int, int, float]:
    """Winning and losing moves along the solution, and the luck, each move decided by a search of all."""
    from yomikiri import solve
    from yomikiri.search.solution import some_solution

    deal = open_deal(name, str(number), size)
    rules, position = deal.game, deal.position
    winning = losing = 0
    luck = 0.0
    moves = some_solution(rules, position).moves
    assert moves is not None
    for move in moves:
        outcomes = [
            solve(rules, rules.play(position, each), algorithm="breadth-first", engine="python").outcome
            for each in rules.moves(position)
        ]
        winning += outcomes.count(Outcome.SOLVED)
        losing += outcomes.count(Outcome.UNSOLVABLE)
        luck += math.log2(len(outcomes) / outcomes.count(Outcome.SOLVED))
        position = rules.play(position, move)
    return winning, losing, luck


@pytest.mark.parametrize(("name", "number", "size"), [("superpuzz", 3, "4"), ("black-hole", 1, "3")])
def test_moves_on_the_way_are_counted_as_by_hand(name: str, number: int, size: str) -> None:
    deal = open_deal(name, str(number), size)
    found = rate(deal.game, deal.position)
    assert found.outcome is Outcome.SOLVED
    winning, losing, luck = by_hand(name, number, size)
    assert (found.winning, found.losing, found.undecided) == (winning, losing, 0)
    assert found.legal == winning + losing
    assert found.luck == pytest.approx(luck)
    assert found.bits == pytest.approx(luck + math.log2(1 + found.expanded))
    assert found.winning_share == winning / found.legal


@pytest.mark.parametrize("name", entries())
def test_every_game_has_ratings_that_stay(name: str) -> None:
    size = entries()[name].menu_sizes[0] if name != "freecell" else "3x1x3"
    ratings = []
    for number in range(1, 6):
        deal = open_deal(name, str(number), size)
        found = rate_deal(deal)
        assert found == rate_deal(open_deal(name, str(number), size))
        assert found.legal == found.winning + found.losing + found.undecided
        assert (found.bits is None) == (found.outcome is not Outcome.SOLVED)
        ratings.append(found)
    assert {each.outcome for each in ratings} <= {Outcome.SOLVED, Outcome.UNSOLVABLE}


def test_a_game_in_which_every_move_can_be_undone_has_no_traps() -> None:
    found = rate_deal(open_deal("sliding", "5", "3x3"))
    assert (found.losing, found.traps, found.luck, found.mistakes) == (0, 0, 0.0, 0.0)
    assert found.bits == found.effort > 0


def test_a_won_position_is_no_effort_and_a_lost_one_has_no_rating() -> None:
    rules = game("sliding", "2x2")
    won = rate(rules, rules.parse_position("1 2\n3 0"))
    assert (won.length, won.bits, won.level) == (0, 0.0, Level.EASY)
    lost = rate_deal(open_deal("superpuzz", "1", "5"))
    assert (lost.outcome, lost.bits, lost.level, lost.winning_share) == (Outcome.UNSOLVABLE, None, None, None)


def test_limits_and_cancelling_are_outcomes() -> None:
    deal = open_deal("superpuzz", "2", "13")
    assert rate_deal(deal, limits=Limits(nodes=10)).outcome is Outcome.NODE_LIMIT
    cancel = Cancel()
    cancel.set()
    assert rate_deal(deal, cancel=cancel).outcome is Outcome.CANCELLED
    assert can_be_won(deal, cancel=cancel) is Outcome.CANCELLED
    assert choose_deal(iter([2]), lambda number: deal, cancel=cancel).cancelled


def test_levels_begin_where_they_say() -> None:
    assert [Level.of(bits) for bits in (0.0, MEDIUM - 0.01, MEDIUM, HARD - 0.01, HARD)] == [
        Level.EASY,
        Level.EASY,
        Level.MEDIUM,
        Level.MEDIUM,
        Level.HARD,
    ]


def test_a_deal_of_several_positions_is_rated_by_the_first_that_can_be_won() -> None:
    deal = open_deal("gaps", "3", "6")
    found = rate_deal(deal)
    assert found.arrangement == "CDSH"
    assert found.bits == rate(deal.game, deal.positions["CDSH"]).bits
    assert rate_deal(open_deal("gaps", "1", "6")) == Difficulty(
        Outcome.UNSOLVABLE, expanded=rate_deal(open_deal("gaps", "1", "6")).expanded
    )


@pytest.mark.parametrize("level", Level)
def test_a_chosen_deal_is_as_hard_as_was_asked(level: Level) -> None:
    def made(number: int):  # type: ignore[no-untyped-def]
        return open_deal("superpuzz", str(number), "6")

    choice = choose_deal(drawn(1, 10**6, 7), made, level)
    assert choice.deal is not None
    assert choice.rating is not None
    assert rate_deal(choice.deal).level is choice.rating.level is level
    again = choose_deal(drawn(1, 10**6, 7), made, level)
    assert again.deal is not None
    assert again.deal.label == choice.deal.label


def test_where_there_is_none_all_were_looked_at() -> None:
    choice = choose_deal(iter(range(1, 6)), lambda number: open_deal("peg", str(number), "4x5"))
    assert (choice.deal, choice.looked, choice.undecided) == (None, 5, 0)


def test_the_correlation_of_ranks_is_spearmans() -> None:
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
    try:
        from difficulty import measured, spearman, table
    finally:
        sys.path.pop(0)
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(0.9486833)
    assert spearman([1, 1], [1, 2]) is None
    rows = measured("superpuzz", "4", 12)
    assert len(rows) == 12
    assert spearman([row["bits"] for row in rows], [row["winning share"] for row in rows]) < 0
    assert "| superpuzz | 4 | 12 |" in table([("superpuzz", "4", rows)])
