"""Measures: what the papers count that is not the result of a single search.

* Table 4 of the paper on Gaps counts the goals that a deal of Superpuzz can reach: we visit all positions.
* Table 1 of the paper on gap sets counts patterns and the nodes of their diagrams.

They are kept in the same store, as attempts: by the solver ``count-goals`` at a numbered deal, with the
number of goals in ``winnable``; and by ``gap-set`` at the solved board, with the patterns in ``stored`` and
the nodes of the diagram in ``generated``.  They run here, one after another, and like surveys they report
progress, stop within a second when asked to, and are never repeated.
"""

import json
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from yomikiri import _kernel
from yomikiri.bounds.diagram_orders import diagram_nodes, paper_order
from yomikiri.core.installed import version
from yomikiri.games import Superpuzz
from yomikiri.games.sliding.gap_tables import GapTable
from yomikiri.papers.steps import FIFTEEN, Step, superpuzz
from yomikiri.search import Cancel, Limits, Outcome
from yomikiri.search.control import Stopped
from yomikiri.store import Attempt, Configuration, DealRecord, Rules, Solver, Store, canonical
from yomikiri.surveys.deals import Deals
from yomikiri.surveys.plan import Survey, bare, better, settled
from yomikiri.surveys.tally import Gauge, Standing, Tally
from yomikiri.surveys.task import now

GOALS = Solver("count-goals")
GOAL_SIZES = (4, 5)
MOST_GOALS = 24
"""The number of ways to assign suits to rows; once all goals were met, there is nothing left to count."""
GOAL_NODES = 5_000_000
"""The most positions for one deal."""
GAP_SETS = ((0, 8), (0, 10), (0, 12), (0, 16), (2, 8), (2, 10))
"""Gap and cells of the sets of the paper's Table 1."""

Report = Callable[[Standing], None]


@dataclass(frozen=True)
class Measure:
    """Goals at some columns, for deals; or a gap set.  ``quick`` is empty if that is too much for it."""

    name: str
    rules: Rules
    solver: Solver
    deals: str
    quick: str

    @property
    def limits(self) -> Limits:
        """The limits for one deal."""
        return Limits(nodes=GOAL_NODES) if self.solver == GOALS else Limits()

    @property
    def step(self) -> Step:
        """The same as a step, for readers of the store; only for numbered deals."""
        survey = Survey(self.rules, Deals.parse(self.deals), self.solver, Limits())
        return Step((self.name,), survey, self.quick)

    def __str__(self) -> str:
        deals = "" if self.deals == "goal" else f" deals {self.deals}"
        return f"{self.rules}{deals}, {self.solver}"


def goals(size: int) -> Measure:
    deals, quick = ("1-1000", "1-100") if size == 4 else ("1-300", "1-5")
    return Measure("gaps-superpuzz", superpuzz(size), GOALS, deals, quick)


def gap_set(gap: int, cells: int) -> Measure:
    solver = Solver("gap-set", canonical({"cells": cells, "gap": gap}))
    return Measure("gap-sets", FIFTEEN, solver, "goal", "goal" if (gap, cells) == (0, 8) else "")


def measures() -> list[Measure]:
    """All measures, the cheapest of each kind first."""
    return [*map(goals, GOAL_SIZES), *(gap_set(gap, cells) for gap, cells in GAP_SETS)]


def take(
    measure: Measure,
    store: Store,
    *,
    quick: bool = False,
    cancel: Cancel | None = None,
    report: Report | None = None,
) -> None:
    """Compute what the store lacks of a measure; each number is stored as soon as it is known.

    ``report`` gets the progress; ``cancel`` ends it, and the count in progress is discarded.
    """
    cancel = cancel or Cancel()
    tell: Report = report or _silent
    names = list(_names(measure.quick if quick else measure.deals))
    known = _known(measure, store, frozenset(names))
    tally = Tally.of(len(names), known.values())
    try:
        for name in names:
            if name in known:
                continue
            if cancel.is_set():
                return
            if measure.solver == GOALS:
                tell(tally)
                attempt = _count_goals(measure, name, cancel)
            else:
                attempt = _build_gap_set(measure, name, cancel, tell)
            store.record([attempt])
            tally.add(bare(attempt))
    except Stopped:
        return
    tally.finished = True
    tell(tally)


def _silent(standing: Standing) -> None:
    """A report to nobody."""


def _known(measure: Measure, store: Store, names: frozenset[str]) -> dict[str, Attempt]:
    """The best attempts at the deals that need not be counted again."""
    found: dict[str, Attempt] = {}
    for attempt in store.attempts(measure.rules, measure.solver):
        name = attempt.deal.deal
        if name in names and settled(attempt, measure.limits) and better(attempt, found.get(name)):
            found[name] = bare(attempt)
    return found


def _names(deals: str) -> Iterator[str]:
    if deals in ("", "goal"):
        return iter([deals] if deals else [])
    return iter(Deals.parse(deals))


def _attempt(
    measure: Measure, deal: str, position: str, outcome: Outcome, started: str, **columns: Any
) -> Attempt:
    return Attempt(
        DealRecord(measure.rules, deal, position),
        Configuration(measure.solver, measure.limits, version()),
        outcome.value,
        socket.gethostname(),
        started,
        **columns,
    )


def _count_goals(measure: Measure, name: str, cancel: Cancel) -> Attempt:
    """Visit every reachable position, breadth first; the first goal met ends a shortest solution."""
    game = Superpuzz(int(measure.rules.size))
    start = game.deal(int(name))
    started, began = now(), time.monotonic()
    kernel = _kernel.Superpuzz(game.columns)
    code = game.encode(start)
    parents: dict[bytes, bytes] = {code: b""}
    layer, found, expanded, generated = [code], [code] if kernel.is_goal(code) else [], 0, 0
    while layer and len(parents) <= GOAL_NODES and len(found) < MOST_GOALS:
        following = []
        for here in layer:
            if cancel.is_set():
                raise Stopped(Outcome.CANCELLED)
            children = kernel.children(here)
            expanded, generated = expanded + 1, generated + len(children)
            for child, is_goal, _, _ in children:
                if child not in parents:
                    parents[child] = here
                    following.append(child)
                    if is_goal:
                        found.append(child)
        layer = following
    columns: dict[str, Any] = {
        "proof": "exact",
        "expanded": expanded,
        "generated": generated,
        "stored": len(parents),
        "seconds": time.monotonic() - began,
        "winnable": len(found),
    }
    if layer and len(found) < MOST_GOALS:
        outcome = Outcome.NODE_LIMIT
    elif not found:
        outcome = Outcome.UNSOLVABLE
    else:
        outcome = Outcome.SOLVED
        moves = _moves(game, found[0], parents)
        columns |= {
            "length": len(moves),
            "moves": " ".join(moves),
            "proved_shortest": True,
            "certified": True,
        }
    return _attempt(measure, name, game.format_position(start), outcome, started, **columns)


def _moves(game: Superpuzz, goal: bytes, parents: dict[bytes, bytes]) -> list[str]:
    """The moves to a goal, in notation; every move is one that the rules list."""
    way = [goal]
    while parents[way[-1]]:
        way.append(parents[way[-1]])
    position = game.decode(way.pop())
    start, moves = position, []
    while way:
        after = game.decode(way.pop())
        [move] = [
            m for m in game.moves(position) if game.encode(game.play(position, m)) == game.encode(after)
        ]
        moves.append(move)
        position = after
    return list(game.write_moves(start, moves))


def _build_gap_set(measure: Measure, name: str, cancel: Cancel, tell: Report) -> Attempt:
    """The patterns of a gap set, and the nodes of its BDD in the paper's order of bits."""
    options = json.loads(measure.solver.options)
    cells = int(options["cells"])
    game = measure.rules.make()
    started, began = now(), time.monotonic()
    order = paper_order(cells)
    title = f"{measure.rules}, {measure.solver}"

    def show(gauge: Gauge) -> None:
        if cancel.is_set():
            raise Stopped(Outcome.CANCELLED)
        tell(gauge)

    def positions(done: int, total: int) -> None:
        if done < total:
            show(Gauge(f"{title}, positions", done, total, began))
        else:
            show(Gauge(f"{title}, all {total:,} positions, now their patterns", started=began))

    def levels(done: int, *others: Any) -> bool:
        show(Gauge(f"{title}, level {done} of {len(order)} of the diagram", started=began))
        return False

    codes = GapTable(4, 4, int(options["gap"]), cells, "hash").codes(positions)
    patterns = len(codes)
    nodes = diagram_nodes(codes, order, "bdd", levels, consume=True)
    position = game.format_position(game.goal)  # type: ignore[attr-defined]
    # The solved board is solved in no moves.
    return _attempt(
        measure,
        name,
        position,
        Outcome.SOLVED,
        started,
        proof="exact",
        length=0,
        moves="",
        proved_shortest=True,
        certified=True,
        stored=patterns,
        generated=nodes,
        seconds=time.monotonic() - began,
    )
