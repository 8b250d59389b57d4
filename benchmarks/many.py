"""What a deal costs above its search when many are solved, by ``solve_many`` and by ``solve``.

    python benchmarks/many.py [--deals 1-500] [--rounds 5]

Times are processor time of this process, each round counts for itself and the best is printed.  The search is
timed where it is called, so that its own ups and downs do not blur what is around it:

* kernel: the kernel's search;
* replay: the rest of the algorithm's search: the lower bound, the moves, and their replay by the rules;
* above: all else, from the number of a deal to its result.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import measured
from arguments import count, deals

from yomikiri import FreeCell, _kernel, solve, solve_many
from yomikiri.games.freecell import quick as quick_module


class Timed:
    """A function whose processor time is added up."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.seconds = function, 0.0

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        began = time.process_time()
        try:
            return self.function(*arguments, **options)
        finally:
            self.seconds += time.process_time() - began


class TimedKernel:
    """The kernel, with its quick search timed."""

    def __init__(self) -> None:
        self.freecell_quick = Timed(_kernel.freecell_quick)

    def __getattr__(self, name: str) -> Any:
        return getattr(_kernel, name)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=deals, default=deals("1-500"), help="deals of FreeCell: 1-500")
    parser.add_argument("--rounds", type=count, default=5, help="how often each is measured")
    measured.add_arguments(parser)
    asked = parser.parse_args()
    kept = measured.Run(asked)
    game, numbers = FreeCell(), asked.deals
    kernel, search = TimedKernel(), Timed(quick_module.quick)
    vars(quick_module).update(_kernel=kernel, quick=search)

    def many() -> None:
        for _ in solve_many(game, numbers):
            pass

    def one_by_one() -> None:
        for number in numbers:
            solve(game, game.deal(number))

    for name, way in (("solve_many", many), ("solve", one_by_one)):
        rounds = []
        for _ in range(asked.rounds):
            kernel.freecell_quick.seconds = search.seconds = 0.0
            began = time.process_time()
            way()
            whole = time.process_time() - began
            parts = (kernel.freecell_quick.seconds, search.seconds - kernel.freecell_quick.seconds)
            rounds.append((*parts, whole - search.seconds))
        best = [1e6 * min(part) / len(numbers) for part in zip(*rounds, strict=True)]
        print("{:<10}  kernel {:7.1f}  replay {:6.1f}  above {:6.1f}  us a deal".format(name, *best))
        for part, cost in zip(("kernel", "replay", "above"), best, strict=True):
            kept.add(f"{name}, a thousand deals, {part}", cost / 1e3)
    kept.finish()


if __name__ == "__main__":
    main()
