"""Results as tables, for notebooks."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from yomikiri.core import words
from yomikiri.core.html_table import html_table

if TYPE_CHECKING:
    from yomikiri.search.deals import DealResult
    from yomikiri.search.outcome import Outcome, Result


def outcome_words(outcome: "Outcome") -> str:
    """How a search ended: ``time limit``."""
    return outcome.value.replace("_", " ")


def result_table(result: "Result") -> str:
    """The request, the answer, and what it cost."""
    return html_table(outcome_words(result.outcome), _rows(result))


def _rows(result: "Result") -> Iterator[tuple[str, str]]:
    yield "solution", _solution(result)
    if result.lower_bound is not None and not result.proved_shortest:
        most = "" if result.upper_bound is None else f", at most {result.upper_bound}"
        yield "shortest solution", f"at least {result.lower_bound}{most}"
    if result.shortest_count is not None:
        yield "shortest solutions", words.count(result.shortest_count)
    yield "algorithm", result.algorithm + (f" with {result.heuristic}" if result.heuristic else "")
    for name in ("expanded", "generated", "stored"):
        yield name, words.count(getattr(result, name))
    yield "memory", words.size(result.peak_bytes)
    yield "time", words.time(result.seconds)
    chance = f", wrong with a probability of at most {result.error_bound:.1e}" if result.error_bound else ""
    yield "proof", f"{result.proof.value}{chance}"


def _solution(result: "Result") -> str:
    if result.moves is None:
        return "none" if result.lower_bound is None else "none is known"
    proved = ", proved shortest" if result.proved_shortest else ""
    return words.plural(len(result.moves), "move") + proved


def deal_table(found: "DealResult") -> str:
    """One line for each arrangement searched."""
    heads = ("arrangement", "outcome", "solution", "expanded", "time")
    rows = [
        (
            name or "the position",
            outcome_words(result.outcome),
            _solution(result),
            words.count(result.expanded),
            words.time(result.seconds),
        )
        for name, result in found.results.items()
    ]
    return html_table(outcome_words(found.outcome), rows, heads)
