"""The answer of ``solve`` for people: the deal, the moves or the boards on the way, and the summary."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from yomikiri.cli import board, output, summary
from yomikiri.games import Deal
from yomikiri.search import Limits, Result

if TYPE_CHECKING:
    from rich.console import RenderableType


def path(deal: Deal, result: Result) -> list[Any]:
    """The positions along the solution, the start included."""
    positions = [deal.position]
    for move in result.moves or ():
        positions.append(deal.game.play(positions[-1], move))
    return positions


def quietly(deal: Deal, result: Result, texts: Sequence[str]) -> None:
    """Print only the moves, on one line, or the name of the outcome."""
    # Moves that contain blanks are numbered, each on its own line.
    lines = [f"{number}. {text}" for number, text in enumerate(texts, start=1)]
    worded = any(" " in text for text in texts)
    output.write("\n".join(lines) if worded else " ".join(texts) or result.outcome.value)
    if result.shortest_count is not None:
        output.write(str(result.shortest_count))
    if other := summary.instead(deal, result):
        output.note(f"with {other} it can be solved")


def show(
    deal: Deal, result: Result, limits: Limits, texts: Sequence[str], steps: Sequence[Any], *, saving: bool
) -> None:
    """Show everything; ``steps`` are the positions on the way, if their boards were requested."""
    from rich.text import Text

    console, drawn = output.canvas()
    pictures: list[RenderableType] = [board.panel(deal, console)]
    if steps:
        for number, ((before, after), text) in enumerate(zip(pairwise(steps), texts, strict=True), start=1):
            pictures += [Text(f"\n{number}. {text}"), board.board(deal.game, after, console, before)]
    elif texts:
        pictures.append(summary.columns(texts, console.width))
    pictures += [Text(), summary.headline(result, limits)]
    pictures.append(summary.table(deal, result, limits, console.width, saving=saving))
    for picture in pictures:
        console.print(picture)
    output.write_drawn(drawn)
