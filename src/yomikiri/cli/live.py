"""The live display: the deal and the counts of a running search, on an interactive stderr only.

It is transient: it disappears when the search ends, and nothing of it goes to stdout.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from yomikiri.cli import output
from yomikiri.cli.board import panel
from yomikiri.games import Deal
from yomikiri.search import Progress
from yomikiri.search.control import ProgressCallback
from yomikiri.search.showing import counts, is_interactive

if TYPE_CHECKING:
    from rich.live import Live


class LiveDisplay:
    """A context whose ``progress`` is passed to the search: a callback, or None to stay silent.

    Rich is loaded, and the screen touched, at the first report: a search that ends sooner costs nothing.
    """

    def __init__(self, deal: Deal, *, enabled: bool) -> None:
        self.progress: ProgressCallback | None = self._report if enabled and is_interactive() else None
        self._deal = deal
        self._live: Live | None = None

    def __enter__(self) -> "LiveDisplay":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            with self._watched():
                self._live.stop()

    def _report(self, progress: Progress) -> None:
        with self._watched():
            self._draw(progress)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """If the terminal was closed, nobody is watching any more: that must not end the search."""
        try:
            yield
        except OSError:
            output.silence(sys.stderr)

    def _draw(self, progress: Progress) -> None:
        from rich.console import Group
        from rich.text import Text

        live = self._live or self._start()
        line = Text(counts(progress), no_wrap=True, overflow="ellipsis")
        keys = Text("Ctrl-C stops and reports", "dim")
        live.update(Group(panel(self._deal, live.console), line, keys), refresh=True)

    def _start(self) -> "Live":
        from rich.console import Console
        from rich.live import Live

        # The search itself drives the display: no second thread, nothing between it and the kernel.
        screen = Console(stderr=True, highlight=False, emoji=False, markup=False)
        self._live = Live(console=screen, auto_refresh=False, transient=True)
        self._live.start()
        return self._live
