"""``yomikiri rate``: how hard a deal is, and why (docs/difficulty.md)."""

from collections.abc import Mapping
from typing import Any

from yomikiri.cli import exits, output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.opening import opened
from yomikiri.cli.options import parse_count
from yomikiri.cli.parameters import (
    NONE,
    Arrangement,
    DealSource,
    GameName,
    Json,
    Nodes,
    Quiet,
    Size,
    Variant,
    with_rules,
)
from yomikiri.cli.record import plain_record
from yomikiri.core.words import count, plural
from yomikiri.search import Limits
from yomikiri.search.difficulty import Difficulty, rate_deal


@with_rules
def rate_command(
    game_name: GameName,
    source: DealSource,
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    nodes: Nodes = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Say how hard a deal is for a person: what can go wrong on the way, and how far one has to look."""
    limit = parse_count("--nodes", nodes)
    deal = opened(game_name, source, size, variant, rules, arrangement)
    with cancel_on_interrupt() as cancel:
        found = rate_deal(deal, limits=None if limit is None else Limits(nodes=limit), cancel=cancel)
    if as_json:
        output.write_json(plain_record(deal, rate_record(found)))
    elif found.level is None:
        output.write(found.outcome.value)
    elif quiet:
        output.write(found.level)
    else:
        output.write("\n".join(_lines(found)))
    return exits.OF_OUTCOME[found.outcome] if found.level is None else Exit.DONE


def rate_record(found: Difficulty) -> dict[str, Any]:
    """A rating as JSON."""
    rated = found.bits is not None
    share = found.winning_share
    return {
        "outcome": found.outcome.value,
        "level": found.level,
        "bits": round(found.bits, 4) if found.bits is not None else None,
        "luck": round(found.luck, 4) if rated else None,
        "effort": round(found.effort, 4) if rated else None,
        "length": found.length,
        "expanded": found.expanded,
        "legal": found.legal,
        "winning": found.winning,
        "losing": found.losing,
        "undecided": found.undecided,
        "traps": found.traps,
        "mistakes": round(found.mistakes, 4),
        "winning_share": None if share is None else round(share, 4),
    } | ({"arrangement": found.arrangement} if found.arrangement else {})


def _lines(found: Difficulty) -> list[str]:
    where = f" (arrangement {found.arrangement})" if found.arrangement else ""
    undecided = f", {count(found.undecided)} undecided" if found.undecided else ""
    return [
        f"{found.level}: {found.bits:.1f} bits, luck {found.luck:.1f} and effort {found.effort:.1f}{where}",
        f"a solution of {plural(found.length or 0, 'move')}, found after {count(found.expanded)} expanded; "
        f"{plural(found.traps, 'position')} on the way with a losing move",
        f"{count(found.legal)} moves to choose from on the way: {count(found.winning)} winning, "
        f"{count(found.losing)} losing{undecided}; at random, {found.mistakes:.1f} mistakes",
    ]
