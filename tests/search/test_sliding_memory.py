"""The memory of searches of sliding puzzles: what a result tells is what a limit counts."""

import pytest

from yomikiri import Limits, Outcome, Progress, Sliding, solve
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding import shortest as sliding_kernel
from yomikiri.games.sliding.pattern_tables import tables_of

GAME = Sliding(4, 4, "blank-first")
HARD = (15, 11, 8, 12, 14, 10, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)


@pytest.mark.parametrize(
    ("heuristic", "small"),
    [
        ("manhattan", 0),
        ("linear-conflict", 2**15),
        ("walking-distance", 2 * 24_964 * 25),
        ("pdb-555", 0),
        ("pdb-663", 0),
        ("manhattan+gap0", 0),
        ("pdb-555+gap0", 0),
        ("manhattan+gap0-10", 0),
    ],
)
def test_the_memory_of_a_search_is_that_of_its_tables_and_little_more(heuristic: str, small: int) -> None:
    limits = Limits(nodes=1000)
    glances: list[Progress] = []
    korf, pruned = (
        solve(GAME, HARD, algorithm=name, heuristic=heuristic, limits=limits, progress=glances.append)
        for name in ("ida-star", "ida-star-pruned")
    )
    name, _, gaps = heuristic.partition("+")
    tables = tables_of(GAME, name) if name.startswith("pdb") else []
    gaps_asked = sliding_kernel.with_sieves(sliding_kernel.gap_tables(heuristic))
    tables += [asked.table for asked in gaps_asked]
    whole = small + sum(table.entry_bytes or 0 for table in tables)
    assert bool(tables) == (name.startswith("pdb") or bool(gaps))
    assert whole <= korf.peak_bytes < 1.1 * whole + 3 * 2**20
    # The spare paths count too; without them a general board knows at least which moves are undone.
    spare = pruned.peak_bytes - korf.peak_bytes
    automaton = sliding_kernel.automaton(4, 4).bytes
    assert automaton - 2**11 <= spare <= automaton
    # Before a round is divided there is a little less.
    held = {glance.bytes for glance in glances if glance.note is None}
    assert held
    assert whole <= min(held)
    assert max(held) <= pruned.peak_bytes


@pytest.mark.parametrize("heuristic", ["manhattan", "walking-distance", "pdb-555"])
def test_a_search_needs_the_memory_that_it_tells_and_not_a_byte_less(heuristic: str) -> None:
    used = solve(GAME, HARD, heuristic=heuristic, limits=Limits(nodes=1000)).peak_bytes
    enough = solve(GAME, HARD, heuristic=heuristic, limits=Limits(nodes=1000, memory=used))
    assert (enough.outcome, enough.peak_bytes) == (Outcome.NODE_LIMIT, used)
    short = solve(GAME, HARD, heuristic=heuristic, limits=Limits(nodes=1000, memory=used - 1))
    assert (short.outcome, short.expanded) == (Outcome.MEMORY_LIMIT, 0)


def test_a_search_does_not_lay_its_tables_out_to_know_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> int:
        raise AssertionError("laid out again")

    solve(GAME, GAME.goal, heuristic="pdb-555", limits=Limits(memory=2**30))
    monkeypatch.setattr(pattern_tables._kernel, "pattern_bytes", refuse)
    assert solve(GAME, HARD, heuristic="pdb-555", limits=Limits(nodes=10, memory=2**30)).expanded == 10
