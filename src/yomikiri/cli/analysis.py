"""Analyses: what can be said of a position without searching."""

from collections.abc import Iterator, Sequence

from yomikiri.cli import board, output, words
from yomikiri.games import Deal
from yomikiri.spaces import Component


def show(deal: Deal, component: Component, moves: Sequence[tuple[str, bool]]) -> None:
    """The board with its reversible cells marked, and the figures; a move comes with whether it stays."""
    from rich.table import Table
    from rich.text import Text

    console, drawn = output.canvas()
    n = component.game.columns
    console.print(board.panel(deal, console, {divmod(cell, n) for cell in component.cells}))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for name, value in _figures(component, moves):
        grid.add_row(Text(name), Text(value))
    console.print(grid)
    output.write_drawn(drawn)


def _figures(component: Component, moves: Sequence[tuple[str, bool]]) -> Iterator[tuple[str, str]]:
    game = component.game
    aces, holes = game.class_of(component.position)
    leaders = words.plural(aces, "ace" if game.lead == 1 else "two")
    yield "class", f"({aces}, {holes}): {leaders} and {words.plural(holes, 'hole')} in column 1"
    if component.is_trivial:
        yield "reversible", "nothing: no move can be undone"
    else:
        cards = " ".join(map(game.write_card, component.cards))
        yield "reversible", f"{cards}, and {words.plural(len(component.holes), 'hole')}"
    yield "component", words.plural(component.size, "position")
    yield "exits", f"{words.plural(component.exit_count, 'move')} out of the component"
    staying, leaving = (" ".join(text for text, stays in moves if stays is kind) for kind in (True, False))
    if staying:
        yield "moves within", staying
    if leaving:
        yield "moves out", leaving
    if not moves:
        yield (
            "moves",
            "none: the game is won" if game.is_goal(component.position) else "none: the game is lost",
        )
