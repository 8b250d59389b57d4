"""Summaries: the answer of a search for people, and the solution in columns."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from yomikiri.core import words
from yomikiri.games import Deal
from yomikiri.search import DealResult, Limits, Outcome, Proof, Result, symmetries

if TYPE_CHECKING:
    from rich.text import Text

STYLES = {
    Outcome.SOLVED: "bold green",
    Outcome.UNSOLVABLE: "bold red",
    Outcome.NODE_LIMIT: "bold yellow",
    Outcome.TIME_LIMIT: "bold yellow",
    Outcome.MEMORY_LIMIT: "bold yellow",
    Outcome.CANCELLED: "bold yellow",
}

NARROWEST = 24
"""Columns that sentences need beside their names; with fewer they go below."""

MOST_COLUMNS = 10
"""The most moves per line: with ten, the number at the left shows where a reader is."""


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
        if result.within is not None:
            return f"{solved}; {stopped} before one within {_room(result)} was found or proved"
        return f"{solved}; {stopped} before a shorter one was found or excluded"
    match result.outcome:
        case Outcome.SOLVED if not result.moves:
            return "Solved: the game is already won"
        case Outcome.SOLVED:
            solved = f"Solved in {words.plural(result.length or 0, 'move')}"
            if _is_shortest(result):
                return f"{solved}, and none is shorter"
            return solved + (
                "" if result.within is None else f", at most {_longer(result)} longer than shortest"
            )
        case Outcome.UNSOLVABLE:
            return "Unsolvable: no sequence of moves wins"
        case Outcome.NODE_LIMIT:
            nodes = words.count(limits.nodes or 0)
            if result.expanded > (limits.nodes or 0):  # This includes earlier runs.
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


def _room(result: Result) -> str:
    """What was asked of a bounded search: ``5%`` or ``3 moves``."""
    within = result.within or ""
    return words.plural(int(within), "move") if within.isdecimal() else within


def _longer(result: Result) -> str:
    """How much longer than a shortest one the solution can be, as it was asked: in per cent or in moves."""
    lower, length = result.lower_bound or 0, result.length or 0
    if lower == 0 or (result.within or "").isdecimal():
        return words.plural(length - lower, "move")
    # Rounded up: less is not proved.
    return f"{-(-(length - lower) * 10_000 // lower) / 100:g} %"


def _was_building(result: Result) -> bool:
    return result.unbuilt is not None and result.unbuilt == result.heuristic


def table(deal: Deal, result: Result, limits: Limits, width: int, *, saving: bool) -> "Text":
    """The figures, one per line; ``saving`` says whether fingerprints and symmetry were already used."""
    return lines(_figures(deal, result, limits, saving=saving), width)


def lines(figures: Iterable[tuple[str, str]], width: int) -> "Text":
    """Figures by name, one per line; under their names if there is no room beside them."""
    from rich.text import Text

    rows = list(figures)
    beside = max((len(name) for name, _ in rows), default=0) + 2
    indent = beside if width - beside >= NARROWEST else 2
    whole = Text(overflow="fold")
    for name, value in rows:
        parts = textwrap.wrap(
            value, max(1, width - indent), break_long_words=False, break_on_hyphens=False
        ) or [""]
        whole.append("\n" if whole else "")
        whole.append(name.ljust(indent) if indent == beside else f"{name}\n{' ' * indent}", "dim")
        whole.append(f"\n{' ' * indent}".join(parts))
    return whole


def grid(cells: Sequence["Text"], across: int, apart: int) -> "Text":
    """Cells in reading order, ``across`` per line, aligned in columns."""
    from rich.text import Text

    widths = [max(map(len, cells[column::across])) for column in range(min(across, len(cells)))]
    whole = Text(overflow="fold")
    for number, cell in enumerate(cells):
        column = number % across
        whole.append("\n" if number and not column else "")
        whole.append_text(cell)
        if column < across - 1 and number < len(cells) - 1:
            whole.append(" " * (widths[column] - len(cell) + apart))
    return whole


def costs(result: Result | DealResult) -> Iterator[tuple[str, str]]:
    """What a search, or all searches of a deal together, did and cost."""
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
    if result.within is not None and result.outcome is Outcome.SOLVED:
        return f"proved: {lower} to {words.plural(result.length, 'move')}, within {_room(result)}"
    if (factor := result.proved_factor) is not None and result.algorithm == "weighted-a-star":
        return f"proved: at most {factor:.4g} times as long, the least is {lower} to {result.length} moves"
    hint = " (--shortest finds it)" if result.outcome is Outcome.SOLVED else ""
    return f"not proved: the least is {lower} to {words.plural(result.length, 'move')}{hint}"


def _proof(deal: Deal, result: Result) -> str:
    if result.outcome is Outcome.UNSOLVABLE and deal.game.why_unsolvable(deal.position):
        return "exact, by the reason above: no search was needed"
    return evidence(result)


def evidence(result: Result | DealResult) -> str:
    """What a verdict, or all verdicts of a deal together, rest on."""
    if result.proof is Proof.EXACT:
        return "exact, whole positions were compared"
    seed = f" with hash seed {result.hash_seed}" if result.hash_seed else ""
    return f"fingerprints{seed}, wrong with probability {result.error_bound:.1e} at most"


def instead(deal: Deal, result: Result) -> str | None:
    """The options that may have been meant, if the given ones were ruled out without a search."""
    other = deal.game.instead(deal.position) if result.outcome is Outcome.UNSOLVABLE else {}
    return " ".join(f"--{name} {value}" for name, value in other.items()) or None


def _hint(deal: Deal, result: Result, limits: Limits, *, saving: bool) -> str | None:
    match result.outcome:
        case Outcome.UNSOLVABLE:
            other = instead(deal, result)
            return other and f"{other}, with which it can be solved"
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
                other = "--algorithm ida-star" if result.algorithm == "a-star" else "another --heuristic"
                return f"a larger --memory than {given}, or {other}"
            rows = " --symmetry rows" if "rows" in symmetries(deal.game) else ""
            less = "" if saving else f", or --states fingerprint{rows}, which needs less"
            return f"a larger --memory than {given}{less}"
    return None


def columns(moves: Sequence[str], width: int) -> "Text":
    """The numbered moves, in reading order, as many per line as fit (at most ten)."""
    from rich.text import Text

    digits = len(str(len(moves)))
    longest = max((len(move) for move in moves), default=0)
    cell = digits + 1 + longest + 2
    across = max(1, min(MOST_COLUMNS, (width + 2) // cell))
    if 5 < across < MOST_COLUMNS:
        across = 5
    cells = [Text.assemble((f"{number:>{digits}} ", "dim"), move) for number, move in enumerate(moves, 1)]
    return grid(cells, across, apart=2)
