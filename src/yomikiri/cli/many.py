"""``yomikiri solve GAME RANGES --json-lines``: many deals, one JSON object per line."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yomikiri.cli import output
from yomikiri.cli.arrangements import arranged
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count, parse_notation, parse_seconds
from yomikiri.cli.record import arrangements_record, solve_record
from yomikiri.core.catalog import open_deal
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError, shown
from yomikiri.search import DealResult, Limits, Result
from yomikiri.search.showing import is_interactive

_RANGES = re.compile(r"(?:[a-z][a-z0-9]*:)?[0-9]+[-,][0-9a-z:,-]*", re.ASCII)
ONE_DEAL = ("resume", "certificate")
"""Options of solve that name a file for a single search."""


@dataclass(frozen=True)
class Asked:
    """Which deals, as given on the command line."""

    game: str
    source: str
    size: str | None
    variant: str | None
    rules: Mapping[str, str]
    arrangement: str | None
    notation: str | None

    def open(self, name: str) -> Deal:
        """The deal of that number or name."""
        deal = open_deal(self.game, name, self.size, self.variant, self.rules)
        return arranged(deal, self.arrangement)


def parse_workers(text: str | None) -> int | None:
    """How many deals to solve at a time; None is one per processor."""
    if text is None:
        return 1
    if text == "all":
        return None
    count = parse_count("--workers", text)
    if count is None or count < 1:
        raise InputError(f"--workers '{shown(text)}' is not a number of workers: expected 1 or more, or all")
    return count


def refuse_options(
    workers: str | None, total_nodes: str | None, total_seconds: str | None, *, unordered: bool
) -> None:
    """Refuse the options for many deals where there is one."""
    for word, given in (
        ("--workers", workers),
        ("--total-nodes", total_nodes),
        ("--total-seconds", total_seconds),
        ("--unordered", unordered),
    ):
        if given:
            raise InputError(f"{word} is for many deals: expected --json-lines with it")


def refuse_ranges(source: str) -> None:
    """Refuse a range of deals, and say what it needs, unless a file has that name."""
    if _RANGES.fullmatch(source) and not Path(source).exists():
        raise InputError(f"deals '{shown(source)}' are several: expected --json-lines with them")


def parse_total(nodes: str | None, seconds: str | None) -> Limits:
    """The limits for all deals together."""
    return Limits(parse_count("--total-nodes", nodes), parse_seconds("--total-seconds", seconds))


def solve_lines(
    asked: Asked,
    options: dict[str, Any],
    *,
    first: bool,
    workers: int | None,
    total: Limits,
    ordered: bool,
    levels: bool,
    quiet: bool,
) -> int:
    """Solve the deals and write one line for each; the status is that of the worst."""
    from yomikiri.cli.progress import progress
    from yomikiri.search.many import solve_many
    from yomikiri.surveys.deals import Deals

    ranges = Deals.parse(asked.source)
    names = iter(ranges)
    sample = asked.open(next(iter(ranges)))
    parse_notation(sample.game, asked.notation)
    given = {name: value for name, value in options.items() if value is not None}
    for name in ONE_DEAL:
        if name in given:
            raise InputError(f"--{name} is for one deal: --json-lines cannot go with it")
    limits = given.pop("limits")
    if first:
        given["first"] = True
    # Workers deal numbers themselves; named deals and single arrangements are made here.
    plain = asked.arrangement is None
    items = (int(name) if plain and name.isdecimal() else asked.open(name) for name in names)
    counted = _Counted(items, ranges.count)
    undecided = False
    with cancel_on_interrupt() as cancel, progress() as report:
        found = solve_many(
            sample.game,
            counted,
            workers=workers,
            ordered=ordered,
            limits=limits,
            total=total,
            progress=report if is_interactive() and not quiet else None,
            cancel=cancel,
            **given,
        )
        done = 0
        for result in found:
            done += 1
            undecided = undecided or not result.outcome.decided
            output.write_json(_record(asked, result, levels=levels))
        if cancel.is_set():
            return Exit.CANCELLED
    return Exit.LIMIT if undecided or done < ranges.count else Exit.DONE


class _Counted:
    """Deals with a known count, for progress."""

    def __init__(self, items: Iterator[Any], count: int) -> None:
        self._items, self._count = items, count

    def __iter__(self) -> Iterator[Any]:
        return self._items

    def __len__(self) -> int:
        return self._count


def _record(asked: Asked, result: Result | DealResult, *, levels: bool) -> dict[str, Any]:
    deal = asked.open(str(result.label))
    write = parse_notation(deal.game, asked.notation)
    if isinstance(result, DealResult):
        moves = {
            name: list(_texts(deal, deal.positions[name], each, write))
            for name, each in result.results.items()
            if each.moves is not None
        }
        return arrangements_record(deal, result, moves, levels=levels)
    texts = None if result.moves is None else list(_texts(deal, deal.position, result, write))
    return solve_record(deal, result, texts, levels=levels)


def _texts(deal: Deal, position: Any, result: Result, write: Callable[[Any, Any], str]) -> Iterator[str]:
    for move in result.moves or ():
        yield write(position, move)
        position = deal.game.play(position, move)
