"""The line of figures that a terminal shows while a search runs."""

from dataclasses import replace

from yomikiri import Progress
from yomikiri.search.showing import counts

WIDTH = 80
LATE = Progress(
    expanded=12_345_678,
    generated=23_456_789,
    stored=20_123_456,
    open=7_000_000,
    bytes=1_717_986_918,
    seconds=56.5,
    lower_bound=115,
    upper_bound=130,
)
"""What a long search for the shortest at 13 columns reports, each figure as wide as it gets."""


def test_both_bounds_and_what_was_done_are_seen_on_eighty_columns() -> None:
    seen = counts(LATE)[: WIDTH - 1]  # The last column is for the sign that something was cut off.
    assert seen.startswith("at least 115 moves, at most 130, 12.3 M expanded, 219 k/s, 56.5 s, 1.6 GiB")


def test_the_line_begins_with_the_counts_while_no_bound_is_known() -> None:
    plain = replace(LATE, lower_bound=0, upper_bound=None)
    assert counts(plain) == "12.3 M expanded, 219 k/s, 56.5 s, 1.6 GiB, 20.1 M stored"
    assert counts(replace(plain, lower_bound=1)).startswith("at least 1 move, 12.3 M expanded")


def test_what_goes_on_before_a_search_stands_alone() -> None:
    assert counts(replace(LATE, note="building a table")) == "building a table, 56.5 s"
