"""Records: what ``--json`` prints.  Their keys and their order are a contract; new keys go at the end."""

from collections.abc import Mapping, Sequence
from typing import Any

import yomikiri
from yomikiri.cli.replay import Verdict
from yomikiri.core.analysis import Analysis
from yomikiri.core.catalog import variant_of
from yomikiri.core.deal import Deal
from yomikiri.search import DealResult, Outcome, Result


def _about(deal: Deal) -> dict[str, Any]:
    """Which deal it is."""
    return {"game": deal.game.name, "size": deal.game.size, "deal": deal.label}


def _end(deal: Deal) -> dict[str, Any]:
    """What comes last: the version, the position, and the variant unless it is the usual one."""
    position = deal.to_json()["position"]
    options = {"options": dict(deal.game.options)} if deal.game.options else {}
    return {"version": yomikiri.__version__, "position": position} | _variant(deal) | options | _note(deal)


def _note(deal: Deal) -> dict[str, Any]:
    return {} if deal.note is None else {"note": deal.note}


def _variant(deal: Deal) -> dict[str, Any]:
    variant = variant_of(deal.game)
    return {} if variant is None else {"variant": variant}


def plain_record(deal: Deal, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Which deal it is, an answer, and what comes last."""
    return {**_about(deal), **answer, **_end(deal)}


def _answer(result: Result, moves: Sequence[str] | None) -> dict[str, Any]:
    """The answer of one search; ``moves`` is the solution as text."""
    return {
        "outcome": result.outcome.value,
        "moves": None if moves is None else list(moves),
        "length": result.length,
        "proved_shortest": result.proved_shortest,
        "lower_bound": result.lower_bound,
        "upper_bound": result.upper_bound,
        "expanded": result.expanded,
        "generated": result.generated,
        "stored": result.stored,
        "peak_bytes": result.peak_bytes,
        "seconds": result.seconds,
        "proof": result.proof.value,
        "error_bound": result.error_bound,
        "certified": result.certified,
    }


def _extras(result: Result) -> dict[str, Any]:
    """Keys that only some searches have."""
    extras = {
        "heuristic": result.heuristic,
        "shortest_count": result.shortest_count,
        "unbuilt": result.unbuilt,
        "unsaved": result.unsaved,
        "hash_seed": result.hash_seed or None,
        "within": result.within,
        "proved_factor": None if result.within is None else result.proved_factor,
    }
    return {key: value for key, value in extras.items() if value is not None}


def _levels(result: Result, asked: bool) -> dict[str, Any]:
    return {"levels": [level.to_dict() for level in result.levels]} if asked else {}


def solve_record(
    deal: Deal, result: Result, moves: Sequence[str] | None, *, levels: bool = False
) -> dict[str, Any]:
    """A search and its answer; ``moves`` is the solution as text."""
    record = (
        _about(deal) | {"algorithm": result.algorithm} | _answer(result, moves) | _end(deal) | _extras(result)
    )
    reason = deal.game.why_unsolvable(deal.position) if result.outcome is Outcome.UNSOLVABLE else None
    return record | ({} if reason is None else {"reason": reason}) | _levels(result, levels)


def arrangements_record(
    deal: Deal, answer: DealResult, moves: Mapping[str, Sequence[str]], *, levels: bool = False
) -> dict[str, Any]:
    """A deal and the answers for its arrangements; ``moves`` has the solutions as text."""
    return (
        _about(deal)
        | {
            "algorithm": answer.algorithm,
            "outcome": answer.outcome.value,
            "winnable": answer.winnable,
            "expanded": answer.expanded,
            "generated": answer.generated,
            "stored": answer.stored,
            "peak_bytes": answer.peak_bytes,
            "seconds": answer.seconds,
            "arrangements": [
                {"arrangement": name}
                | _answer(result, moves.get(name))
                | _extras(result)
                | _levels(result, levels)
                for name, result in answer.results.items()
            ],
        }
        | _end(deal)
        | ({"hash_seed": answer.hash_seed} if answer.hash_seed else {})
    )


def analysis_record(deal: Deal, analysis: Analysis) -> dict[str, Any]:
    """A position and what can be said about it without searching."""
    return _about(deal) | dict(analysis.record) | _end(deal)


def verify_record(deal: Deal, verdict: Verdict) -> dict[str, Any]:
    """A replay and its verdict."""
    return (
        _about(deal)
        | {
            "legal": verdict.legal,
            "won": verdict.won,
            "moves_played": verdict.played,
            "message": verdict.message,
        }
        | _variant(deal)
        | _note(deal)
    )


def improve_record(deal: Deal, before: int, moves: Sequence[str] | None, message: str) -> dict[str, Any]:
    """A solution and its improved version; without ``moves`` it was not one, and ``message`` says why."""
    return (
        _about(deal)
        | {
            "moves": None if moves is None else list(moves),
            "length": None if moves is None else len(moves),
            "length_before": before,
            "certified": moves is not None,
            "message": message,
        }
        | _end(deal)
    )
