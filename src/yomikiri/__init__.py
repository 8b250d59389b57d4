"""yomikiri: solve one-player, perfect-information puzzles completely, with answers that can be checked.

Names are loaded on first use.  So the command ``yomikiri`` can prepare for Ctrl-C before anything slow, and a
program pays only for what it uses: loading everything takes a tenth of a second or two.
"""

import sys

TYPE_CHECKING = False  # As in typing, without loading it.
if TYPE_CHECKING:
    from typing import Any

    from yomikiri.core.errors import CertificationError, IllegalMove, InputError, NotationError, YomikiriError
    from yomikiri.datasets.dataset import Dataset, load_dataset
    from yomikiri.games import (
        Card,
        Deal,
        FreeCell,
        Game,
        Gaps,
        Layout,
        Sliding,
        Superpuzz,
        game,
        open_deal,
        picture,
    )
    from yomikiri.games.gaps.arrangements import solve_arrangements
    from yomikiri.processor import KERNEL
    from yomikiri.search import (
        DEAD_END,
        Algorithm,
        Cancel,
        DealResult,
        Heuristic,
        HeuristicCheck,
        Hint,
        Level,
        Limits,
        ManyProgress,
        Outcome,
        PatternDatabase,
        Play,
        Progress,
        Proof,
        Result,
        asolve,
        check_heuristic,
        from_array,
        maximum,
        results_frame,
        solve_deal,
        solve_many,
        sum_of,
        to_array,
        weighted,
    )
    from yomikiri.search.algorithms import algorithms
    from yomikiri.search.certify import certify
    from yomikiri.search.shorten import shorten
    from yomikiri.search.solve import solve
    from yomikiri.surveys.comparison import Comparison, compare

    __version__: str

__all__ = [
    "DEAD_END",
    "KERNEL",
    "Algorithm",
    "Cancel",
    "Card",
    "CertificationError",
    "Comparison",
    "Dataset",
    "Deal",
    "DealResult",
    "FreeCell",
    "Game",
    "Gaps",
    "Heuristic",
    "HeuristicCheck",
    "Hint",
    "IllegalMove",
    "InputError",
    "Layout",
    "Level",
    "Limits",
    "ManyProgress",
    "NotationError",
    "Outcome",
    "PatternDatabase",
    "Play",
    "Progress",
    "Proof",
    "Result",
    "Sliding",
    "Superpuzz",
    "YomikiriError",
    "__version__",
    "algorithms",
    "asolve",
    "certify",
    "check_heuristic",
    "compare",
    "from_array",
    "game",
    "load_dataset",
    "maximum",
    "open_deal",
    "picture",
    "results_frame",
    "shorten",
    "solve",
    "solve_arrangements",
    "solve_deal",
    "solve_many",
    "sum_of",
    "to_array",
    "weighted",
]

_HOMES = {
    "core.cards": ("Card",),
    "core.catalog": ("game", "open_deal"),
    "core.deal": ("Deal",),
    "core.errors": ("CertificationError", "IllegalMove", "InputError", "NotationError", "YomikiriError"),
    "core.picture": ("picture",),
    "core.protocol": ("Game",),
    "datasets.dataset": ("Dataset", "load_dataset"),
    "games": ("FreeCell", "Gaps", "Layout", "Sliding", "Superpuzz"),
    "games.gaps.arrangements": ("solve_arrangements",),
    "processor": ("KERNEL",),
    "search.control": ("Cancel", "Progress"),
    "search.deals": ("DealResult",),
    "search.outcome": ("Limits", "Outcome", "Proof", "Result"),
    "surveys.comparison": ("Comparison", "compare"),
}
"""Where the names outside ``search`` live."""


def __getattr__(name: str) -> "Any":
    """Load one of our names on first use."""
    from importlib import import_module

    if name == "_kernel":
        # Importing the kernel gives the one that fits the processor.
        import_module("yomikiri.processor")
        return import_module("yomikiri._kernel")
    if name == "__version__":
        found = import_module("yomikiri.core.installed").version()
    else:
        usual = "search" if name in __all__ else None
        home = next((home for home, names in _HOMES.items() if name in names), usual)
        if home is None:
            from yomikiri.moved import renamed

            return renamed("yomikiri", name)
        found = getattr(import_module(f"yomikiri.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _OldNames:
    """The last import finder: a module found nowhere else may have moved."""

    @staticmethod
    def find_spec(name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        if not name.startswith("yomikiri.") or name == "yomikiri.moved":
            return None
        from yomikiri.moved import spec_of

        return spec_of(name)


sys.meta_path.append(_OldNames)
