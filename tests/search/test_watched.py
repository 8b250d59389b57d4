"""``progress=True`` shows a search where a person looks; the log tells of searches, tables and surveys."""

import io
import logging
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from yomikiri import FreeCell, Limits, Play, Progress, Superpuzz, open_deal, solve, solve_deal
from yomikiri.bounds.tables import Table
from yomikiri.search import showing
from yomikiri.store import Store
from yomikiri.surveys import plan, run
from yomikiri.surveys.executor import InProcess

GAME = Superpuzz(6)


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


class Notebook:
    """What IPython has in a notebook, as far as it is used."""

    def __init__(self) -> None:
        self.outputs: list[str] = []

    def install(self, monkeypatch: Any) -> None:
        package, display = ModuleType("IPython"), ModuleType("IPython.display")
        package.get_ipython = lambda: SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
        display.HTML = str  # type: ignore[attr-defined]

        def shown(html: str, display_id: bool) -> Any:
            assert display_id
            self.outputs.append(html)
            return SimpleNamespace(update=self.outputs.append)

        display.display = shown  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "IPython", package)
        monkeypatch.setitem(sys.modules, "IPython.display", display)


def long_search(progress: bool) -> None:
    """One that reports at least once: in Python, until it has."""
    game = Superpuzz(13)
    solve(
        game,
        game.deal(1),
        algorithm="breadth-first",
        engine="python",
        limits=Limits(seconds=0.3),
        progress=progress,
    )


def test_progress_is_shown_on_a_terminal_and_goes_away(monkeypatch: Any) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    long_search(progress=True)
    assert "expanded" in screen.getvalue()
    assert "\x1b[2K" in screen.getvalue()  # The line is erased.
    screen.truncate(0)
    long_search(progress=False)
    assert screen.getvalue() == ""


def test_progress_is_an_output_in_a_notebook_and_goes_away(monkeypatch: Any) -> None:
    notebook = Notebook()
    notebook.install(monkeypatch)
    long_search(progress=True)
    assert "expanded" in notebook.outputs[1]
    assert notebook.outputs[-1] == ""


def test_nothing_is_shown_where_nobody_looks(capfd: Any) -> None:
    long_search(progress=True)
    assert capfd.readouterr() == ("", "")


def test_every_search_function_takes_true() -> None:
    assert solve(GAME, GAME.deal(8), progress=True).expanded == 5404
    assert solve_deal(open_deal("gaps", "3", 4), first=True, progress=True).expanded > 0
    assert Play(GAME, GAME.deal(8)).winnable(progress=True).decided
    game = FreeCell()
    assert Play(game, game.deal(1)).hint(progress=False)


def test_a_closed_terminal_does_not_end_the_search(monkeypatch: Any) -> None:
    def broken() -> showing.Show:
        raise OSError("closed")

    monkeypatch.setattr(showing, "is_interactive", lambda: True)
    monkeypatch.setattr(showing, "_on_terminal", broken)
    with showing.showing() as report:
        assert report is not None
        report(Progress(1, 1, 1, 1, 1, 1.0))


def test_a_search_is_logged_at_its_start_and_its_end(caplog: Any) -> None:
    with caplog.at_level(logging.DEBUG, "yomikiri"):
        solve(GAME, GAME.deal(8), algorithm="decide", progress=False)
    assert [(record.name, record.levelname) for record in caplog.records] == [
        ("yomikiri.search", "DEBUG"),
        ("yomikiri.search", "INFO"),
    ]
    assert caplog.messages[0] == "solve superpuzz 6 begins: algorithm='decide'"
    assert caplog.messages[1].startswith("solve superpuzz 6: unsolvable by decide, 5,404 expanded, ")


def test_tables_and_surveys_are_logged(caplog: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    table = Table("log-test", 1, "for a test", lambda allocate, report: allocate(10).__setitem__(0, 1))
    with caplog.at_level(logging.INFO, "yomikiri"):
        table.open()
        with Store(str(tmp_path / "s.db"), create=True) as store:
            run(plan("superpuzz", "1-3", size=4), store, InProcess())
    assert any(text.startswith("table log-test: built, 10 bytes, ") for text in caplog.messages)
    assert any(text.startswith("survey ends: ") and "solvable" in text for text in caplog.messages)


def test_nothing_is_logged_unless_a_program_asks() -> None:
    code = "from yomikiri import *; g = Superpuzz(4); solve(g, g.deal(3), progress=True)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
