"""Tables that change under a search: an error that names the file, never an answer and never a signal."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sliding_antipodes import FIFTEEN
from yomikiri import Limits, Outcome, Sliding, solve
from yomikiri.bounds import tables
from yomikiri.core import system
from yomikiri.core.errors import DamagedFile
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding import shortest as sliding_kernel
from yomikiri.games.sliding.gap_tables import FORMS, GapTable, GapTables
from yomikiri.games.sliding.pattern_tables import PatternTables, tables_of
from yomikiri.games.sliding.resume import FORMAT

pytestmark = pytest.mark.skipif(system.PORTABLE, reason="tables are copied: none can change under a search")
GAME = Sliding(4, 4)
HARD = FIFTEEN[0]
"""80 moves: a long time with small patterns."""


@pytest.fixture(autouse=True)
def mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of this test alone, mapped as if they were large."""
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tables, "MOST_COPIED", -1)
    for opened in ("_views", "_opened"):
        monkeypatch.setattr(pattern_tables, opened, {})
    monkeypatch.setattr(sliding_kernel, "_gap_probes", {})


def cut(path: Path) -> None:
    os.truncate(path, 5000)


def write_over(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(100_000)
        file.write(bytes(100_000))


@pytest.mark.parametrize("change", [cut, write_over])
@pytest.mark.parametrize("resume", [False, True])
def test_a_table_that_changes_under_a_search_ends_it_with_an_error(
    tmp_path: Path, change: Callable[[Path], None], resume: bool
) -> None:
    file = tmp_path / "search" if resume else None
    solve(GAME, HARD, heuristic="pdb-555", resume=file, limits=Limits(nodes=2000))
    before = FORMAT.read_json(file) if file is not None else None
    largest = max((table.path for table in tables_of(GAME, "pdb-555")), key=lambda path: path.stat().st_size)
    seen: list[object] = []

    def watch(progress: object) -> None:
        if not seen:
            change(largest)
        seen.append(progress)

    with pytest.raises(DamagedFile, match=f"{largest.name}' was (changed|cut short)"):
        solve(GAME, HARD, heuristic="pdb-555", resume=file, progress=watch)
    if file is not None:
        saved = FORMAT.read_json(file)
        assert saved == before  # Nothing that the table has said was saved.
    # Asked again, the search builds the table anew.
    result = solve(GAME, GAME.deal(7), heuristic="pdb-555")
    assert (result.outcome, result.length) == (
        Outcome.SOLVED,
        solve(GAME, GAME.deal(7), heuristic="walking-distance").length,
    )


def test_a_bound_from_a_table_that_was_cut_short_is_an_error() -> None:
    bound = PatternTables(GAME, "pdb-555")
    assert bound(HARD) > 0
    for table in tables_of(GAME, "pdb-555"):
        cut(table.path)
    with pytest.raises(DamagedFile, match="in use"):
        bound(HARD)


@pytest.mark.parametrize("kept_share", [0.0, 0.5])
@pytest.mark.parametrize("form", FORMS)
def test_a_gap_set_that_was_cut_short_is_an_error(form: str, kept_share: float) -> None:
    table = GapTable(3, 3, 4, 9, form)
    kept, bound = table.open(), GapTables(Sliding(3, 3), 4, 9, form=form)
    positions = [Sliding(3, 3).deal(number) for number in range(1, 40)]
    for position in positions:
        bound(position)
    header = tables.PAGE_BYTES + 64
    whole = table.table.path.stat().st_size
    os.truncate(table.table.path, header + int((whole - header) * kept_share))
    for position in positions:
        with pytest.raises(DamagedFile, match="in use"):
            table.contains(Sliding(3, 3), position, kept)
        with pytest.raises(DamagedFile, match="in use"):
            bound(position)
