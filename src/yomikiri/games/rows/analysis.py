"""What can be said about a position of Superpuzz or Gaps without searching: its component and dead cards."""

from collections.abc import Iterator

from yomikiri.core.analysis import Analysis
from yomikiri.core.board import Json, cell_place
from yomikiri.core.words import plural
from yomikiri.games.rows.components import Component
from yomikiri.games.rows.relaxation import dead_cards, is_dead
from yomikiri.games.rows.rules import Position, RowGame

DEAD_NOTE = (
    "A dead card can never again stand in its own column (rank k in column k) in a row that its ace can "
    "head, even if every card could be in all the places it ever came to and no hole were ever filled. One "
    "dead card proves that the position is lost; a lost position need not have any."
)


def analysis(game: RowGame, position: Position) -> Analysis:
    """Which moves of a position can be undone."""
    component = Component.of(game, position)
    moves = [(game.format_move(position, move), component.keeps(move)) for move in game.moves(position)]
    record = {
        "class": list(game.class_of(position)),
        "reversible": [game.write_card(card) for card in component.cards],
        "reversible_holes": [[cell // game.columns + 1, cell % game.columns + 1] for cell in component.holes],
        "component_size": component.size,
        "exits": component.exit_count,
        "moves": [text for text, _ in moves],
    }
    marked = {divmod(cell, game.columns) for cell in component.cells}
    return Analysis(record, list(_figures(component, moves)), marked)


def _figures(component: Component, moves: list[tuple[str, bool]]) -> Iterator[tuple[str, str]]:
    """Lines for people; each move comes with whether it stays in the component."""
    game = component.game
    aces, holes = game.class_of(component.position)
    leaders = plural(aces, "ace" if game.lead == 1 else "two")
    yield "class", f"({aces}, {holes}): {leaders} and {plural(holes, 'hole')} in column 1"
    if component.is_trivial:
        yield "reversible", "nothing: no move can be undone"
    else:
        cards = " ".join(map(game.write_card, component.cards))
        yield "reversible", f"{cards}, and {plural(len(component.holes), 'hole')}"
    yield "component", plural(component.size, "position")
    yield "exits", f"{plural(component.exit_count, 'move')} out of the component"
    staying, leaving = (" ".join(text for text, stays in moves if stays is kind) for kind in (True, False))
    if staying:
        yield "moves within", staying
    if leaving:
        yield "moves out", leaving
    if not moves:
        won = game.is_goal(component.position)
        yield "moves", "none: the game is won" if won else "none: the game is lost"


def web_analysis(game: RowGame, position: Position) -> Json:
    """What the page highlights and says."""
    component = Component.of(game, position)
    dead = [game.write_card(card) for card in dead_cards(position)]
    lost = is_dead(position)
    aces, holes = game.class_of(position)
    parts = [
        f"class ({aces}, {holes})",
        "no move can be undone"
        if component.is_trivial
        else f"{len(component.cards)} reversible cards, {component.size} positions that lead to one another",
    ]
    if dead:
        parts.append(f"dead: {' '.join(dead)}")
    elif lost:
        parts.append("lost: the suits cannot be given different rows any more")
    return {
        "kind": "rows",
        "reversible": [game.write_card(card) for card in component.cards],
        "reversible_holes": [cell_place(cell, game.columns) for cell in component.holes],
        "dead": dead,
        "dead_note": DEAD_NOTE,
        "lost": lost,
        "component": str(component.size),
        "klass": [aces, holes],
        "text": "; ".join(parts),
    }
