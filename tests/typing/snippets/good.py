"""What must type-check: our games, games from outside, and their own algorithms."""

from typing import assert_type

from yomikiri import (
    Algorithm,
    FreeCell,
    Game,
    Limits,
    Outcome,
    Play,
    Result,
    Sliding,
    Superpuzz,
    algorithms,
    certify,
    game,
    open_deal,
    shorten,
    solve,
    solve_deal,
)
from yomikiri.games.freecell.notation import Move
from yomikiri.games.freecell.position import Position

freecell = FreeCell(metric="supermove", variant="bakers-game")
result = solve(freecell, freecell.deal(1), algorithm="quick", states="exact", engine="auto")
assert_type(result, Result[Move])
assert_type(result.moves, tuple[Move, ...] | None)
if result.moves is not None:
    assert_type(shorten(freecell, freecell.deal(1), result.moves), list[Move])
    assert_type(certify(freecell, freecell.deal(1), result.moves), Position)

# Tiles as a plain tuple are a position of sliding puzzles, too.
assert_type(solve(Sliding(2, 2), (1, 2, 0, 3), shortest=True, limits=Limits(nodes=10)), Result[int])

play = Play(freecell, freecell.deal(1))
assert_type(play.push("7a"), Move)
assert_type(play.position, Position)
assert_type(play.hint().move, Move | None)
assert_type(play.winnable(), Outcome)

# A game that is known by its name only has any positions and moves.
named = game("superpuzz", 4)
solve(named, named.deal(3))
solve_deal(open_deal("gaps", "3", 4), algorithm="decide", first=True)


class Counting(Game[int, int]):
    """A game from outside."""

    name = "counting"

    @property
    def size(self) -> int:
        return 10

    def deal(self, number: int) -> int:
        return number

    def moves(self, position: int) -> list[int]:
        return [1, 2]

    def play(self, position: int, move: int) -> int:
        return position + move

    def is_goal(self, position: int) -> bool:
        return position == 10

    def format_position(self, position: int) -> str:
        return str(position)

    def parse_position(self, text: str) -> int:
        return int(text)

    def format_move(self, position: int, move: int) -> str:
        return str(move)

    def parse_move(self, position: int, text: str) -> int:
        return int(text)


counting = Counting()
assert_type(solve(counting, 3, algorithm="breadth-first"), Result[int])

# An algorithm whose name is open is passed itself.
own: Algorithm = algorithms(counting)["ida-star"]
assert_type(solve(counting, 3, algorithm=own), Result[int])


def length(found: Result, rules: Game) -> int | None:
    """Without parameters, Result and Game stand for any of them."""
    return found.length


length(result, freecell)
length(solve(Superpuzz(4), Superpuzz(4).deal(3)), Superpuzz(4))
