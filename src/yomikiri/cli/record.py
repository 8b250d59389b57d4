"""Records: what ``--json`` prints.  Their keys and the order are a contract; new keys go to the end."""

from collections.abc import Sequence
from typing import Any

import yomikiri
from yomikiri.cli.replay import Verdict
from yomikiri.games import Deal
from yomikiri.search import Result


def solve_record(deal: Deal, result: Result, moves: Sequence[str] | None) -> dict[str, Any]:
    """A search and its answer; ``moves`` is the solution as text."""
    return {
        "game": deal.game.name,
        "size": deal.game.size,
        "deal": deal.label,
        "algorithm": result.algorithm,
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
        "version": yomikiri.__version__,
        "position": deal.game.position_to_json(deal.position)["position"],
    }


def verify_record(deal: Deal, verdict: Verdict) -> dict[str, Any]:
    """A replay and its verdict."""
    return {
        "game": deal.game.name,
        "size": deal.game.size,
        "deal": deal.label,
        "legal": verdict.legal,
        "won": verdict.won,
        "moves_played": verdict.played,
        "message": verdict.message,
    }
