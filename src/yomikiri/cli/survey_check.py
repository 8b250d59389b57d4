"""``yomikiri survey check``: what is wrong with a store, one line each, and what a second opinion found.

Loaded when the command runs, with the store and its database.
"""

import time
from dataclasses import dataclass

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.options import parse_count, parse_limits
from yomikiri.cli.progress import clear, note, progress
from yomikiri.core.errors import InputError, shown
from yomikiri.search import Limits
from yomikiri.store import Store
from yomikiri.surveys import Executor
from yomikiri.surveys.proofs import verify
from yomikiri.surveys.recheck import LIMITS, recheck
from yomikiri.surveys.tally import Gauge


@dataclass(frozen=True)
class Again:
    """What ``--again`` asks for."""

    sample: int | None
    """How many answers; None is all."""
    seed: int
    limits: Limits

    @classmethod
    def read(cls, again: str | None, *others: str | None) -> "Again | None":
        """Parses ``--again`` and the options that go with it, in the order of the command."""
        names = ("--seed", "--nodes", "--seconds", "--memory", "--workers")
        if again is None:
            for name, text in zip(names, others, strict=True):
                if text is not None:
                    raise InputError(f"{name} is for answers decided again: expected --again with it")
            return None
        seed, nodes, seconds, memory, _ = others
        sample = None if again == "all" else parse_count("--again", again)
        if again != "all" and not sample:
            raise InputError(
                f"--again '{shown(again)}' is not a count of answers: expected 1 or more, or all"
            )
        limits = parse_limits(nodes or f"{LIMITS.nodes}", seconds or f"{LIMITS.seconds}", memory)
        return cls(sample, parse_count("--seed", seed) or 0, limits)


class Checking:
    """A check in progress: it shows what it finds, and knows the exit status in the end."""

    def __init__(self) -> None:
        self._problems = 0
        self._cancelled = False

    def complain(self, problem: str) -> None:
        """Show a problem."""
        self._problems += 1
        clear()
        output.write(output.safe(problem))

    def check(self, store: Store, *, replay: bool) -> None:
        """Run the integrity check."""
        started = time.monotonic()
        with progress() as watch:

            def report(done: int, total: int) -> None:
                watch(Gauge("attempts checked", done, total, started, over=done == total))

            for problem in store.check(replay=replay, report=report):
                self.complain(problem)

    def certificates(self, store: Store, folder: str) -> None:
        """Check the certificates, and say which share of the verdicts they prove."""
        started = time.monotonic()
        with progress() as watch:

            def report(done: int, total: int) -> None:
                watch(Gauge("verdicts looked at", done, total, started, over=done == total))

            found = verify(store, folder, report)
        for problem in found.wrong:
            self.complain(problem)
        if found.stated:
            output.write("\n".join(found.lines()))

    def decide_again(self, store: Store, asked: Again, solvers: Executor) -> None:
        """Decide answers of the store, all or a sample, again by another algorithm."""
        with cancel_on_interrupt() as cancel, progress() as watch:
            found = recheck(
                store,
                solvers,
                sample=asked.sample,
                seed=asked.seed,
                limits=asked.limits,
                report=watch,
                cancel=cancel,
            )
        for problem in found.wrong:
            self.complain(problem)
        output.write("\n".join(map(output.safe, found.lines())))
        self._cancelled = not found.finished
        if self._cancelled:
            note("stopped: the same command starts again")

    def status(self) -> Exit:
        """Finish: returns the status, and says so if nothing is wrong."""
        if self._problems:
            return Exit.NO
        if self._cancelled:
            return Exit.CANCELLED
        output.write("no problem found")
        return Exit.DONE
