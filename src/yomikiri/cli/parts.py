"""``yomikiri solve --parts``: one search divided among threads, or among the machines of a cluster."""

from collections.abc import Mapping
from typing import Any

from yomikiri.cli.options import parse_count
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError, shown
from yomikiri.search import Cancel, Result, solve
from yomikiri.search.control import ProgressCallback

USUAL: dict[str, Any] = {
    "duplicates": "hash",
    "engine": "auto",
    "heuristic": None,
    "weight": None,
    "within": None,
    "model": None,
    "threads": 1,
    "count_shortest": False,
    "certificate": None,
}
"""The options of solve that a search in parts does not take, and their defaults."""


def check_parts(deal: Deal, parts: str | None, cluster: str | None, *, skip_lost: bool) -> None:
    """Refuse incompatible options before searching."""
    if parts is None:
        for option, given in (("--cluster", cluster is not None), ("--skip-lost", skip_lost)):
            if given:
                raise InputError(f"{option} is for a search in parts: expected --parts with it")
    elif deal.has_arrangements:
        raise InputError("--parts is for one position: expected --arrangement with it")


def solve_position(
    deal: Deal,
    options: Mapping[str, Any],
    parts: str | None,
    cluster: str | None,
    *,
    skip_lost: bool,
    progress: ProgressCallback | None,
    cancel: Cancel,
) -> Result:
    """Solve a deal of one position, in one piece or, if requested, in parts."""
    if parts is None:
        return solve(deal.game, deal.position, progress=progress, cancel=cancel, **options)
    from yomikiri.surveys.partition import solve_partitioned

    for name, usual in USUAL.items():
        if options.get(name, usual) != usual:
            raise InputError(f"--{name.replace('_', '-')} cannot go with --parts")
    if options["algorithm"] not in (None, "breadth-first"):
        name = shown(options["algorithm"])
        raise InputError(f"algorithm '{name}' cannot be divided: expected breadth-first with --parts")
    count = parse_count("--parts", parts)
    if count is None:
        raise InputError("--parts 'none' is not a number of parts: expected 1 or more")
    return solve_partitioned(
        deal.game,
        deal.position,
        parts=count,
        cluster=cluster or "local",
        limits=options["limits"],
        states=options["states"] or "exact",
        symmetry=options["symmetry"],
        hash_seed=options["hash_seed"],
        skip_lost=skip_lost,
        resume=options["resume"],
        progress=progress,
        cancel=cancel,
    )
