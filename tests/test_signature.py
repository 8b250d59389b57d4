"""The signature of the search: how many positions each pinned case expands, on every store.

A difference is a change of search behaviour.  If it is meant, run ``benchmarks/run.py --update`` and say
so in the commit; if not, it is a defect.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


def load_benchmarks() -> Any:
    if str(BENCHMARKS) not in sys.path:
        sys.path.append(str(BENCHMARKS))  # For what the programs there share.
    spec = importlib.util.spec_from_file_location("benchmark_run", BENCHMARKS / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


benchmarks = load_benchmarks()
CASES = benchmarks.load_cases()
QUICK = [(case, store) for case in CASES if case.quick for store in case.stores]


@pytest.mark.parametrize(("case", "store"), QUICK, ids=[f"{case.name}-{store}" for case, store in QUICK])
def test_a_search_expands_as_many_positions_as_ever(case: Any, store: str) -> None:
    result = case.run(store)
    assert (result.outcome.value, result.expanded) == (case.outcome, case.expanded)


def test_case_names_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_updating_changes_counts_and_nothing_else() -> None:
    case = next(case for case in CASES if case.quick)
    result = case.run(case.stores[0])
    text = benchmarks.CASES.read_text(encoding="utf-8")
    outdated = text.replace(f"expanded = {case.expanded}\n", "expanded = 1\n", 1)
    assert outdated != text
    assert benchmarks.updated(outdated, {case.name: result}) == text
