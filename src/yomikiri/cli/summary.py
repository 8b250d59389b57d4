"""Summaries: the answer of a search for people, and the solution in columns."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from yomikiri.cli import words
from yomikiri.games import Deal
from yomikiri.search import ArrangementsResult, Limits, Outcome, Proof, Result, symmetries

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

STYLES = {
    Outcome.SOLVED: "bold green",
    Outcome.UNSOLVABLE: "bold red",
    Outcome.NODE_LIMIT: "bold yellow",
    Outcome.TIME_LIMIT: "bold yellow",
    Outcome.MEMORY_LIMIT: "bold yellow",
    Outcome.CANCELLED: "bold yellow",
}

MOST_COLUMNS = 10
"""Moves on a line at most: with ten, the number at the left tells where a reader is."""


def headline(result: Result, limits: Limits) -> "Text":
    """The outcome in words."""
    from rich.text import Text

    return Text(_outcome(result, limits), STYLES[result.outcome])


def _outcome(result: Result, limits: Limits) -> str:
    if result.moves and not result.outcome.decided:
        # A search for the shortest stopped with a solution in hand.
        stopped = "cancelled" if result.outcome is Outcome.CANCELLED else "the limit is reached"
        solved = f"Solved in {words.plural(len(result.moves), 'move')}"
        if result.proved_shortest:
            return f"{solved}, and none is shorter; {stopped} before all were counted"
        return f"{solved}; {stopped} before a shorter one was found or excluded"
    match result.outcome:
        case Outcome.SOLVED if not result.moves:
            return "Solved: the game is already won"
        case Outcome.SOLVED:
            solved = f"Solved in {words.plural(result.length or 0, 'move')}"
            return solved + (", and none is shorter" if _is_shortest(result) else "")
        case Outcome.UNSOLVABLE:
            return "Unsolvable: no sequence of moves wins"
        case Outcome.NODE_LIMIT:
            nodes = words.count(limits.nodes or 0)
            if result.expanded > (limits.nodes or 0):  # Earlier runs have their share in it.
                return f"Undecided: the limit of {nodes} positions for one run is reached"
            return f"Undecided: {nodes} positions were expanded, the limit"
        case Outcome.TIME_LIMIT if _was_building(result):
            spent = words.time(limits.seconds or 0)
            return f"Undecided: the limit of {spent} went into building the tables of {result.heuristic}"
        case Outcome.TIME_LIMIT:
            return f"Undecided: the limit of {words.time(limits.seconds or 0)} is over"
        case Outcome.MEMORY_LIMIT:
            return "Undecided: the memory limit is reached"
        case Outcome.CANCELLED if _was_building(result):
            return f"Cancelled: the tables of {result.heuristic} were still being built"
        case Outcome.CANCELLED:
            return "Cancelled: undecided so far"


def _was_building(result: Result) -> bool:
    return result.unbuilt is not None and result.unbuilt == result.heuristic


def table(deal: Deal, result: Result, limits: Limits, *, saving: bool) -> "Table":
    """The figures, one a line; ``saving`` says whether fingerprints and symmetry were used already."""
    return lines(_figures(deal, result, limits, saving=saving))


def lines(figures: Iterable[tuple[str, str]]) -> "Table":
    """Figures by name, one a line."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for name, value in figures:
        grid.add_row(Text(name), Text(value))
    return grid


def costs(result: Result | ArrangementsResult) -> Iterator[tuple[str, str]]:
    """What a search, or all searches of a deal together, did and took."""
    yield (
        "positions",
        f"{words.count(result.expanded)} expanded, {words.count(result.generated)} generated, "
        f"{words.count(result.stored)} stored",
    )
    if result.expanded and result.seconds > 0:
        yield "rate", f"{words.short_count(result.expanded / result.seconds)} expanded a second"
    yield "time", words.time(result.seconds)
    yield "memory", words.size(result.peak_bytes)


def _figures(deal: Deal, result: Result, limits: Limits, *, saving: bool) -> Iterator[tuple[str, str]]:
    if result.outcome is not Outcome.UNSOLVABLE:
        yield "shortest", _bounds(deal, result)
    elif reason := deal.game.why_unsolvable(deal.position):
        yield "reason", reason
    if result.shortest_count is not None:
        yield "counted", words.plural(result.shortest_count, "shortest solution")
    yield "algorithm", result.algorithm + (f", {result.heuristic}" if result.heuristic else "")
    yield from costs(result)
    yield "proof", _proof(deal, result)
    if result.certified:
        yield "certified", "the moves were replayed by the rules"
    hint = _hint(deal, result, limits, saving=saving)
    if hint:
        yield "try", hint


def _is_shortest(result: Result) -> bool:
    return result.proved_shortest or (
        result.length is not None and result.lower_bound is not None and result.lower_bound >= result.length
    )


def _bounds(deal: Deal, result: Result) -> str:
    lower = result.lower_bound or 0
    if result.length is None:
        which = "every solution" if deal.game.knows_unsolvable else "a solution, if there is one,"
        return f"{which} has at least {words.plural(lower, 'move')}"
    if _is_shortest(result):
        return "proved: no solution can be shorter"
    hint = " (--shortest finds it)" if result.outcome is Outcome.SOLVED else ""
    return f"not proved: the least is {lower} to {words.plural(result.length, 'move')}{hint}"


def _proof(deal: Deal, result: Result) -> str:
    if result.outcome is Outcome.UNSOLVABLE and deal.game.why_unsolvable(deal.position):
        return "exact, by the reason above: no search was needed"
    return evidence(result)


def evidence(result: Result | ArrangementsResult) -> str:
    """What a verdict, or all verdicts of a deal together, rest on."""
    if result.proof is Proof.EXACT:
        return "exact, whole positions were compared"
    return f"fingerprints, wrong with probability {result.error_bound:.1e} at most"


def _hint(deal: Deal, result: Result, limits: Limits, *, saving: bool) -> str | None:
    match result.outcome:
        case Outcome.NODE_LIMIT:
            return "a larger --nodes, or another --algorithm"
        case Outcome.TIME_LIMIT if result.unbuilt is not None:
            better = "" if _was_building(result) else f", which is better than {result.heuristic}"
            return f"'yomikiri tables build {result.unbuilt}' first, once{better}; or a larger --seconds"
        case Outcome.TIME_LIMIT:
            return "a larger --seconds, or another --algorithm"
        case Outcome.MEMORY_LIMIT:
            given = words.size(limits.memory_bytes()) if limits.memory is not None else "80 % of what is free"
            if result.heuristic is not None:
                return f"a larger --memory than {given}, or another --heuristic"
            rows = " --symmetry rows" if "rows" in symmetries(deal.game) else ""
            less = "" if saving else f", or --states fingerprint{rows}, which needs less"
            return f"a larger --memory than {given}{less}"
    return None


def columns(moves: Sequence[str], width: int) -> "Table":
    """The numbered moves, in reading order, as many on a line as fit (at most ten)."""
    from rich.table import Table
    from rich.text import Text

    digits = len(str(len(moves)))
    longest = max((len(move) for move in moves), default=0)
    cell = digits + 1 + longest + 2
    across = max(1, min(MOST_COLUMNS, (width + 2) // cell))
    if 5 < across < MOST_COLUMNS:
        across = 5
    grid = Table.grid(padding=(0, 2, 0, 0))
    cells = [Text.assemble((f"{number:>{digits}} ", "dim"), move) for number, move in enumerate(moves, 1)]
    for start in range(0, len(cells), across):
        grid.add_row(*cells[start : start + across])
    return grid
