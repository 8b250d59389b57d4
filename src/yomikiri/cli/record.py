"""Records: what ``--json`` prints.  Their keys and the order are a contract; new keys go to the end."""

from collections.abc import Mapping, Sequence
from typing import Any

import yomikiri
from yomikiri.cli.replay import Verdict
from yomikiri.games import Deal, variant_of
from yomikiri.search import ArrangementsResult, Outcome, Result
from yomikiri.spaces import Component


def _about(deal: Deal) -> dict[str, Any]:
    """Which deal it is."""
    return {"game": deal.game.name, "size": deal.game.size, "deal": deal.label}


def _end(deal: Deal) -> dict[str, Any]:
    """What comes last: the version, the position, and the variant unless it is the usual one."""
    position = deal.game.position_to_json(deal.position)["position"]
    options = {"options": dict(deal.game.options)} if deal.game.options else {}
    return {"version": yomikiri.__version__, "position": position} | _variant(deal) | options


def _variant(deal: Deal) -> dict[str, Any]:
    variant = variant_of(deal.game)
    return {} if variant is None else {"variant": variant}


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
    """What only some searches say."""
    extras = {
        "heuristic": result.heuristic,
        "shortest_count": result.shortest_count,
        "unbuilt": result.unbuilt,
    }
    return {key: value for key, value in extras.items() if value is not None}


def solve_record(deal: Deal, result: Result, moves: Sequence[str] | None) -> dict[str, Any]:
    """A search and its answer; ``moves`` is the solution as text."""
    record = (
        _about(deal) | {"algorithm": result.algorithm} | _answer(result, moves) | _end(deal) | _extras(result)
    )
    reason = deal.game.why_unsolvable(deal.position) if result.outcome is Outcome.UNSOLVABLE else None
    return record if reason is None else record | {"reason": reason}


def arrangements_record(
    deal: Deal, answer: ArrangementsResult, moves: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """A deal of Gaps and the answers for its arrangements; ``moves`` has the solutions as text."""
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
                {"arrangement": name} | _answer(result, moves.get(name))
                for name, result in answer.results.items()
            ],
        }
        | _end(deal)
    )


def analysis_record(deal: Deal, component: Component, moves: Sequence[str]) -> dict[str, Any]:
    """A position and the component that it belongs to; ``moves`` are its legal moves as text."""
    game = component.game
    return (
        _about(deal)
        | {
            "class": list(game.class_of(component.position)),
            "reversible": [game.write_card(card) for card in component.cards],
            "reversible_holes": [
                [cell // game.columns + 1, cell % game.columns + 1] for cell in component.holes
            ],
            "component_size": component.size,
            "exits": component.exit_count,
            "moves": list(moves),
        }
        | _end(deal)
    )


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
    )


def improve_record(deal: Deal, before: int, moves: Sequence[str] | None, message: str) -> dict[str, Any]:
    """A solution and what became of it; without ``moves`` it was none, and ``message`` says why."""
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
