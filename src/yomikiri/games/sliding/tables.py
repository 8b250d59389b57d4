"""The tables of the sliding puzzles: pattern databases, and the gap sets that searches consult."""

import re

from yomikiri.bounds.tables import Table
from yomikiri.core.errors import InputError
from yomikiri.games.sliding.gap_tables import GapTable
from yomikiri.games.sliding.pattern_tables import GROUPS, pattern_tables, tables_of
from yomikiri.games.sliding.rules import BLANK_FIRST, Sliding
from yomikiri.games.sliding.shortest import GAPS, gap_tables, kernel_heuristics, with_sieves


class SlidingTables:
    """What ``yomikiri tables`` lists and builds."""

    def known(self) -> dict[str, Table]:
        """The pattern tables, and the gap sets that searches consult."""
        return pattern_tables() | {asked.name: asked.table for asked in GAPS["+gaps"]}

    def named(self, name: str) -> Table | None:
        """The gap set of that name, if there is one."""
        match = re.fullmatch(r"gap(\d{1,3})-(\d{1,2})-(\d)x(\d)-([a-z]+)", name)
        if match is None:
            return None
        gap, cells, rows, columns = map(int, match.groups()[:4])
        try:
            return GapTable(rows, columns, gap, cells, match.group(5)).table
        except InputError:
            return None

    def of_heuristic(self, name: str) -> list[Table] | None:
        """The tables of a heuristic, if it has any."""
        plain, plus, _ = name.partition("+")
        sizes = _sizes()
        if name not in sizes and not (plus and name in kernel_heuristics(Sliding())):
            return None
        found: list[Table] = []
        if plain in sizes:
            rows, columns = map(int, sizes[plain].split("x"))
            found += tables_of(Sliding(rows, columns, BLANK_FIRST), plain)
        return found + [asked.table for asked in with_sieves(gap_tables(name))]

    def accepted(self) -> str:
        """All accepted names of tables, in words."""
        plain = kernel_heuristics(Sliding())
        bases = [name for name in plain if "+" not in name]
        larger = [name for name in plain if name.partition("+")[2] not in ("", "gap0", "gaps")]
        return (
            f"{', '.join(_sizes())}; one of {', '.join(bases)} with +gap0 or +gaps; {', '.join(larger)}; "
            "a gap set such as gap2-8-4x4-bitmap (gap, cells, size, form)"
        )


def _sizes() -> dict[str, str]:
    """The pattern heuristics and the sizes of their boards."""
    return {name: size for size, named in GROUPS.items() for name in named}


TABLES = SlidingTables()
