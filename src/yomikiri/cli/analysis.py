"""Analyses: what can be said about a position without searching."""

from yomikiri.cli import board, output, summary
from yomikiri.core.analysis import Analysis
from yomikiri.core.deal import Deal


def show(deal: Deal, analysis: Analysis) -> None:
    """Show the board, with highlights, and the figures."""
    console, drawn = output.canvas()
    console.print(board.panel(deal, console, analysis.marked))
    console.print(summary.lines(iter(analysis.figures), console.width))
    output.write_drawn(drawn)
