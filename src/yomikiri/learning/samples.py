"""Samples: positions as counts, with moves to go, in groups that are to be ranked."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

UNREACHED = -1
"""The moves to go where no goal was found: worse than all others of the group."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Rows of NumPy arrays."""

    counts: Any
    """A row of int8 for each position."""
    groups: Any
    """The number of its group: positions that a search would have to choose between."""
    to_go: Any
    """Its moves to go, or UNREACHED."""
    bounds: Any = None
    """Its best lower bound, where the game gives one: not learned from, but there for comparisons."""

    def __len__(self) -> int:
        return len(self.groups)

    @staticmethod
    def joined(parts: "Iterable[Samples]") -> "Samples":
        """All of them in one; groups of different parts stay different."""
        import numpy as np

        listed = list(parts)
        groups, first = [], 0
        for part in listed:
            groups.append(part.groups.astype(np.int64) + first)
            first += int(part.groups.max(initial=-1)) + 1
        return Samples(
            np.concatenate([part.counts for part in listed]),
            np.concatenate(groups),
            np.concatenate([part.to_go for part in listed]),
            None
            if any(part.bounds is None for part in listed)
            else np.concatenate([part.bounds for part in listed]),
        )

    def useful(self) -> "Samples":
        """Without the groups in which no goal was found, which teach nothing; sorted by group."""
        import numpy as np

        order = np.argsort(self.groups, kind="stable")
        known = np.unique(self.groups[self.to_go != UNREACHED])
        order = order[np.isin(self.groups[order], known)]
        bounds = None if self.bounds is None else self.bounds[order]
        return Samples(self.counts[order], self.groups[order], self.to_go[order], bounds)
