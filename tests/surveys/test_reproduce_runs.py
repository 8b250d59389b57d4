"""The last table of a report: what was run for it, when, where, by which versions, for how long."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from yomikiri import Limits
from yomikiri.papers import report
from yomikiri.papers.measures import gap_set
from yomikiri.papers.page import NOT_RUN, WHAT_WAS_RUN, Table
from yomikiri.papers.steps import Step, decide_gaps, decide_superpuzz, sliding
from yomikiri.store import Attempt, Configuration, DealRecord, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "results.db")) as opened:
        yield opened


def last_table(name: str, store: Store, *, quick: bool = False) -> Table:
    table = report(name, store, quick).tables[-1]
    assert table.title == WHAT_WAS_RUN
    return table


def row(table: Table, game: str, solver: str) -> dict[str, str]:
    [found] = [row for row in table.rows if row[:2] == (game, solver)]
    return dict(zip(table.columns, found, strict=True))


def tried(
    step: Step, deal: str, started: str, host: str, seconds: float, *, version: str = "1.0", nodes: int = 10
) -> Attempt:
    """An attempt that a limit stopped."""
    configuration = Configuration(step.survey.solver, Limits(nodes), version)
    where = DealRecord(step.survey.rules, deal, "")
    return Attempt(where, configuration, "node_limit", host, started, seconds=seconds, expanded=nodes)


def test_it_says_when_where_and_how_long_everything_ran(store: Store) -> None:
    four, six = decide_superpuzz(4), decide_gaps(6)
    store.record(
        [
            tried(four, "1", "2026-01-31T23:59:59Z", "a", 1800.0),
            # A second attempt, which replaces the first in the sums of the row.
            tried(four, "1", "2026-02-02T00:00:10Z", "b", 3600.0, version="1.1", nodes=20),
            tried(six, "7", "2026-02-01T12:30:00Z", "a", 36.0),
            # No deal of the plan.
            tried(four, "123456", "2020-01-01T00:00:00Z", "c", 3600.0),
        ]
    )
    table = last_table("full-game", store)
    found = row(table, "superpuzz 4", "decide")
    assert (found["tried"], found["seconds"], found["positions"]) == ("1", "3,600", "20")
    assert (found["days (UTC)"], found["version"]) == ("2026-01-31 to 2026-02-02", "1.0, 1.1")
    assert row(table, "gaps 6", "decide")["days (UTC)"] == "2026-02-01"
    assert row(table, "gaps 7", "decide")["days (UTC)"] == ""
    assert table.note.endswith(
        "All attempts, those included that others replaced: 3, begun 2026-01-31 23:59 to 2026-02-02 00:00 "
        "UTC, on 2 machines, 1.5 hours of searches in all; yomikiri 1.0, 1.1."
    )
    assert last_table("full-game", store) == table


def test_it_names_no_machine(store: Store) -> None:
    store.record([tried(decide_superpuzz(4), "1", "2026-01-31T00:00:00Z", "secret-name", 1.0)])
    assert "on 1 machine, " in last_table("full-game", store).note
    assert "secret-name" not in report("full-game", store).markdown()


def test_of_an_empty_store_it_says_that_nothing_was_run(store: Store) -> None:
    assert last_table("full-game", store).note.endswith("Nothing was run.")


def test_a_ratio_of_a_few_instances_is_not_comparable_and_not_called_not_run(store: Store) -> None:
    for heuristic in ("manhattan", "manhattan+gap0"):
        for deal in ("1", "2", "3"):
            found = tried(sliding(heuristic), deal, "2026-01-31T00:00:00Z", "a", 1.0)
            store.record([replace(found, outcome="solved", moves="", length=0, generated=7)])
    [table] = [t for t in report("gap-sets", store).tables if t.title.endswith("Manhattan's nodes")]
    assert table.rows[0] == ("gap0 on 8 cells", "3", "", "0.261", "not comparable: 3 instances")
    assert table.rows[1][-1] == NOT_RUN


def test_gap_sets_that_were_built_are_in_it(store: Store) -> None:
    measure = gap_set(2, 8)
    solved = Attempt(
        DealRecord(measure.rules, "goal", ""),
        Configuration(measure.solver, Limits(), "1.0"),
        "solved",
        "a",
        "2026-01-31T00:00:00Z",
        seconds=90.0,
        stored=5,
    )
    store.record([replace(solved, moves="", length=0)])
    table = last_table("gap-sets", store)
    found = row(table, "sliding 4x4 goal=blank-first", "gap-set cells=8 gap=2")
    assert (found["deals asked"], found["tried"], found["seconds"]) == ("1", "1", "90")
    assert found["days (UTC)"] == "2026-01-31"
    assert row(table, "sliding 4x4 goal=blank-first", "gap-set cells=10 gap=2")["tried"] == NOT_RUN
    quick = last_table("gap-sets", store, quick=True)
    assert [r[1] for r in quick.rows if r[1].startswith("gap-set")] == ["gap-set cells=8 gap=0"]
