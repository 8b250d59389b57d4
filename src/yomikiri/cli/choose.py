"""``yomikiri deal --winnable`` and ``--difficulty``: look for a deal, among random ones or in a range."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count
from yomikiri.core.deal import Deal
from yomikiri.core.dealing import random_number
from yomikiri.core.errors import InputError, shown
from yomikiri.core.registry import entry_of
from yomikiri.core.words import count, expected, plural
from yomikiri.search import Limits
from yomikiri.search.choosing import Choice, choose_deal, drawn
from yomikiri.search.difficulty import Level

MOST = 1000
"""Random deals to try before giving up."""
_RANGE = re.compile("#?([0-9]{1,19})(?:-([0-9]{1,19}))?")


@dataclass(frozen=True)
class Wish:
    """What the user wants in a deal, as typed."""

    winnable: bool
    difficulty: str | None
    seed: str | None
    nodes: str | None

    @property
    def level(self) -> Level | None:
        """How hard it must be; None if that does not matter."""
        if self.difficulty is None:
            if not self.winnable:
                raise InputError("--seed goes with --winnable or --difficulty")
            return None
        known = [level.value for level in Level]
        if self.difficulty not in known:
            wrong = f"unknown difficulty '{shown(self.difficulty)}'"
            raise InputError(f"{wrong}: {expected(self.difficulty, known)}")
        return Level(self.difficulty)

    @property
    def words(self) -> str:
        """What was looked for."""
        return "can be won" if self.difficulty is None else f"can be won and is {self.difficulty}"


def choose(wish: Wish, source: str, make: Callable[[str], Deal], *, as_json: bool) -> int:
    """Look for the deal and print it; its number goes to standard error."""
    level = wish.level
    nodes = parse_count("--nodes", wish.nodes)
    seed = parse_count("--seed", wish.seed)
    most = entry_of(make("1").game)
    first, last = _range(source, min(most.most, most.drawn))
    numbers: Iterator[int] = iter(range(first, last + 1))
    if source == "random" or seed is not None:
        numbers = islice(drawn(first, last, random_number() if seed is None else seed), MOST)
    with cancel_on_interrupt() as cancel:
        limits = None if nodes is None else Limits(nodes=nodes)
        choice = choose_deal(numbers, lambda number: make(str(number)), level, limits=limits, cancel=cancel)
    if choice.cancelled:
        raise KeyboardInterrupt
    if choice.deal is None:
        return _nothing(wish, choice, whole=source != "random" and seed is None)
    _show(choice.deal, choice, as_json=as_json)
    return Exit.DONE


def _range(source: str, most: int) -> tuple[int, int]:
    """The first and the last deal to look at."""
    if source == "random":
        return 1, most
    match = _RANGE.fullmatch(source)
    first = int(match[1]) if match else 0
    last = int(match[2] or first) if match else 0
    if not 1 <= first <= last:
        raise InputError(f"'{shown(source)}' is not a range of deals: expected a form like 1-100, or random")
    return first, last


def _nothing(wish: Wish, choice: Choice, *, whole: bool) -> int:
    """What to say if none was found: there is none for certain only if all were tried and decided."""
    open_ones = f", {count(choice.undecided)} of them undecided," if choice.undecided else ""
    output.tell(f"yomikiri: none of {plural(choice.looked, 'deal')}{open_ones} {wish.words}\n")
    return Exit.NO if whole and not choice.undecided else Exit.LIMIT


def _show(deal: Deal, choice: Choice, *, as_json: bool) -> None:
    rating = choice.rating
    if as_json:
        more = {} if rating is None else {"difficulty": rating.level, "bits": round(rating.bits or 0.0, 2)}
        output.write_json(deal.to_json() | {"deal": deal.label} | more)
        return
    how = "" if rating is None else f", {rating.level}, {rating.bits:.1f} bits"
    output.note(f"deal {deal.label}{how}")
    output.write(deal.text)
