"""``repair()``: removes the moves of a FreeCell solution that serve no purpose.

Follows the solution repair of the paper on depth-first search in FreeCell.  Let a move take a card from place
a to place b, which is not home.  It serves a purpose if, before the card moves on to y, (a1) something is put
on a, or (a2) the card under it in column a moves, or (b) something is put on b.  If none of these happens,
the move can be dropped and the card can go from a to y directly, which saves one move, or two if y is a.

Here the rules decide: the first move is dropped, those up to the second are replayed by the names of their
cards, and the second is played from a.  If all of them are legal, the position is the same as before, up to
the order of columns and cells, so everything after it stays legal.  That covers the paper's cases, and more:
what was put on a may find another empty cell, what was put on b may fit on a just as well.  Replaying by
names also cuts out everything between two visits to one position.  All this is repeated until nothing
changes.

In the metric ``supermove`` there is one more purpose: a cell or column that the first move empties may be
needed to carry a run.  Since every move of the replay is checked, capacity included, repair is sound there
too; the second move must take the same cards as the first.  Finally, cards that moved one by one move as a
run where possible.
"""

from collections.abc import Sequence
from typing import NamedTuple

from yomikiri.core.cards import Card
from yomikiri.core.errors import IllegalMove
from yomikiri.games.freecell.notation import HOME, Move, cards_of, cell_place, is_cell
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace
from yomikiri.search.certify import certify
from yomikiri.search.outcome import Limits

TO_HOME, TO_CELL, TO_COLUMN = "home", "a cell", "an empty column"


class Step(NamedTuple):
    """A move by card names: it means the same in all positions that differ only in the order of places."""

    cards: tuple[Card, ...]
    onto: Card | str
    """The card that they are put on, or :data:`TO_HOME`, :data:`TO_CELL` or :data:`TO_COLUMN`."""


def repair(game: FreeCell, position: Position, moves: Sequence[Move]) -> list[Move]:
    """A certified solution of ``position`` that is no longer than ``moves``, which must be one."""
    certify(game, position, moves)
    path = [position]
    steps = []
    for move in moves:
        steps.append(step_of(path[-1], move))
        path.append(game.play(path[-1], move))
    length = len(steps) + 1
    while len(steps) < length:
        length = len(steps)
        steps = without_visits(game, steps, path)
        steps = without_purposeless(game, position, steps)
        path = replay(game, position, steps)
        if game.metric == "supermove":
            steps = by_runs(game, steps, path)
            path = replay(game, position, steps)
    repaired = [move_of(here, step) for here, step in zip(path, steps, strict=False)]
    certify(game, position, repaired)
    return repaired


def without_visits(game: FreeCell, steps: Sequence[Step], path: Sequence[Position]) -> list[Step]:
    """The steps without those between two visits to one position, up to the order of columns and cells."""
    space = FreeCellSpace(game)
    keys = [space.canonical(position) for position in path]
    last = {key: at for at, key in enumerate(keys)}
    kept = []
    at = last[keys[0]]
    while at < len(steps):
        kept.append(steps[at])
        at = last[keys[at + 1]]
    return kept


def by_runs(game: FreeCell, steps: Sequence[Step], path: Sequence[Position]) -> list[Step]:
    """The fewest steps from the first position to the last that pass only through positions of the path.

    Cards moved one after another become one move of the run, where the way is open.
    """
    space = FreeCellSpace(game)
    index = {space.canonical(position): at for at, position in enumerate(path)}
    # Backwards from the last position: how many steps are left from each, and the first of them.
    left, ahead = [0] * len(path), list(steps)
    onward = [at + 1 for at in range(len(steps))]
    for at in range(len(steps) - 1, -1, -1):
        for move in game.moves(path[at]):
            after = index.get(space.canonical(game.play(path[at], move)), at)
            if after > at + 1 and left[after] < left[onward[at]]:
                ahead[at], onward[at] = step_of(path[at], move), after
        left[at] = left[onward[at]] + 1
    at, kept = 0, []
    while at < len(steps):
        kept.append(ahead[at])
        at = onward[at]
    return kept


def without_purposeless(game: FreeCell, position: Position, steps: Sequence[Step]) -> list[Step]:
    """The steps after one pass, from first to last, that drops purposeless ones."""
    left, kept = list(steps), []
    while left:
        shorter = drop_first(game, position, left)
        if shorter is not None:
            left = shorter
            continue
        kept.append(left.pop(0))
        position = game.play(position, move_of(position, kept[-1]))
    return kept


def drop_first(game: FreeCell, position: Position, steps: Sequence[Step]) -> list[Step] | None:
    """The steps without the first, if its cards can wait where they are until they move on."""
    first = steps[0]
    if first.onto == TO_HOME:
        return None
    again = (at for at, step in enumerate(steps[1:], start=1) if not set(step.cards).isdisjoint(first.cards))
    second = next(again)
    if steps[second].cards != first.cards:
        return None
    # Of the first and second steps only the second is left, and not even that if it leads back.
    returns = steps[second].onto == place_of(position, first.cards[0])
    changed = [*steps[1:second], *([] if returns else [steps[second]])]
    try:
        replay(game, position, changed)
    except IllegalMove:
        return None
    return [*changed, *steps[second + 1 :]]


def replay(game: FreeCell, position: Position, steps: Sequence[Step]) -> list[Position]:
    """The positions along the steps, the start included; raises :class:`IllegalMove` if a step is illegal."""
    path = [position]
    for step in steps:
        path.append(game.play(path[-1], move_of(path[-1], step)))
    return path


def place_of(position: Position, card: Card) -> Card | str:
    """What a card that is not home lies on, in the terms of :class:`Step`."""
    if card in position.cells:
        return TO_CELL
    column = next(column for column in position.columns if card in column)
    height = column.index(card)
    return column[height - 1] if height else TO_COLUMN


def step_of(position: Position, move: Move) -> Step:
    """A legal move by card names."""
    cards = cards_of(position, move)
    if move.target == HOME:
        return Step(cards, TO_HOME)
    if is_cell(move.target):
        return Step(cards, TO_CELL)
    column = position.columns[move.target]
    return Step(cards, column[-1] if column else TO_COLUMN)


def move_of(position: Position, step: Step) -> Move:
    """The move that a step names; it may be illegal; raises :class:`IllegalMove` if it has no place."""
    count = len(step.cards)
    sources = [at for at, column in enumerate(position.columns) if column[-count:] == step.cards]
    sources += [cell_place(at) for at, card in enumerate(position.cells) if (card,) == step.cards]
    targets: list[int]
    if step.onto == TO_HOME:
        targets = [HOME]
    elif step.onto == TO_CELL:
        targets = [cell_place(at) for at, card in enumerate(position.cells) if card is None]
    elif step.onto == TO_COLUMN:
        targets = [at for at, column in enumerate(position.columns) if not column]
    else:
        targets = [at for at, column in enumerate(position.columns) if column and column[-1] == step.onto]
    if not sources or not targets:
        raise IllegalMove("the cards are not free to move" if targets else "there is no such place to go")
    return Move(sources[0], targets[0], count)


def shorter(game: FreeCell, position: Position, moves: Sequence[Move], limits: Limits) -> list[Move]:
    """The moves without those that serve no purpose; it takes only a moment, whatever the limits."""
    return repair(game, position, moves)
