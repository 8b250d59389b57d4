"""Positions of FreeCell to compare answers on: walks from deals, and boards full of runs.

Walks meet long runs above lower cards of their suits only now and then, and these are what the bounds of
supermoves are about; so boards are laid out with runs on purpose, with cards home and cells taken.
"""

from random import Random

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import safe_move

GAMES = [
    FreeCell(),
    FreeCell(metric="supermove"),
    FreeCell(variant="bakers-game"),
    FreeCell(variant="bakers-game", metric="supermove"),
    FreeCell(variant="eight-off", metric="supermove"),
    FreeCell(variant="seahaven-towers"),
    FreeCell(columns=6, cells=3, empty="kings"),
    FreeCell(columns=6, cells=3, empty="kings", metric="supermove"),
    FreeCell(columns=4, cells=2, ranks=5),
    FreeCell(columns=4, cells=2, ranks=5, metric="supermove"),
    FreeCell(columns=3, cells=0, ranks=4, building="suit"),
    FreeCell(columns=10, cells=0),
]

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]
METRICS = ["single", "supermove"]


def walk(game: FreeCell, number: int, steps: int) -> list[Position]:
    """The positions of a random walk, in which home moves are rare, so that it is long and runs grow."""
    rng = Random(f"{game!r} {number}")
    position = game.deal(number)
    found = [position]
    for _ in range(steps):
        moves = game.moves(position)
        if not moves:
            break
        onto = [move for move in moves if move.target < game.columns and position.columns[move.target]]
        position = game.play(position, rng.choice(onto if onto and rng.random() < 0.5 else moves))
        found.append(position)
    return found


def closed(game: FreeCell, position: Position) -> tuple[Position, int]:
    """The position after all safe home moves, and how many these were."""
    count = 0
    while (move := safe_move(game, position)) is not None:
        position, count = game.play(position, move), count + 1
    return position, count


def any_game(rng: Random, building: str, empty: str, metric: str, most_ranks: int = 13) -> FreeCell:
    """Any numbers of columns, cells and ranks with these rules."""
    columns, cells, ranks = rng.randint(3, 10), rng.randint(0, 8), rng.randint(2, most_ranks)
    return FreeCell(columns, cells, building, empty, ranks, metric)


def laid_out(game: FreeCell, rng: Random, out: int) -> Position:
    """A position with about so many cards not home, drawn from all suits.

    Each goes to a cell now and then, else half of the time to a top that it fits on, if there is one.
    """
    home = [game.ranks] * len(SUITS)
    for _ in range(min(out, game.ranks * len(SUITS))):
        suit = rng.choice([number for number, rank in enumerate(home) if rank > 0])
        home[suit] -= 1
    cards = [
        Card(suit, rank)
        for suit, first in zip(SUITS, home, strict=True)
        for rank in range(first + 1, game.ranks + 1)
    ]
    rng.shuffle(cards)
    cells: list[Card] = []
    columns: list[list[Card]] = [[] for _ in range(rng.randint(1, game.columns))]
    while cards:
        built = [
            (card, column) for column in columns if column for card in cards if game.fits(card, column[-1])
        ]
        if built and rng.random() < 0.5:
            card, column = rng.choice(built)
            cards.remove(card)
            column.append(card)
        elif len(cells) < game.cells and rng.random() < 0.1:
            cells.append(cards.pop())
        else:
            rng.choice(columns).append(cards.pop())
    columns += [[] for _ in range(game.columns - len(columns))]
    rng.shuffle(columns)
    held = [*cells, *[None] * (game.cells - len(cells))]
    rng.shuffle(held)
    one, two, three, four = home
    return Position((one, two, three, four), tuple(held), tuple(map(tuple, columns)))
