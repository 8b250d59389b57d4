"""How far :func:`yomikiri.solve_many` has come."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from yomikiri.search.deals import DealResult
from yomikiri.search.outcome import Outcome, Result


@dataclass(frozen=True)
class ManyProgress:
    """A summary of the results so far."""

    done: int
    total: int | None
    """How many there will be; None if the deals do not say how many they are."""
    solved: int = 0
    unsolvable: int = 0
    expanded: int = 0
    seconds: float = 0.0

    @property
    def undecided(self) -> int:
        """How many ended at a limit."""
        return self.done - self.solved - self.unsolvable

    @property
    def over(self) -> bool:
        """Whether all are done."""
        return self.done == self.total

    def line(self) -> str:
        """One line for people."""
        of = "" if self.total is None else f" of {self.total}"
        rate = f"; {self.done / self.seconds:.3g}/s" if self.seconds > 0 else ""
        counts = f"{self.solved} solved, {self.unsolvable} unsolvable, {self.undecided} undecided"
        return f"{self.done}{of} deals; {counts}{rate}"

    def with_result(self, result: Result | DealResult, seconds: float) -> "ManyProgress":
        """The progress after one more result."""
        return replace(
            self,
            done=self.done + 1,
            solved=self.solved + (result.outcome is Outcome.SOLVED),
            unsolvable=self.unsolvable + (result.outcome is Outcome.UNSOLVABLE),
            expanded=self.expanded + result.expanded,
            seconds=seconds,
        )


ManyProgressCallback = Callable[[ManyProgress], None]
