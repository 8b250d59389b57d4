"""Small certificates of every game and kind of claim, and the exhaustive search that judges them."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri import FreeCell, Game, Gaps, Sliding, Superpuzz, solve
from yomikiri.certificates import write_certificate
from yomikiri.certificates.format import Claim
from yomikiri.certificates.reasoning import usual_inference
from yomikiri.core.errors import NotationError
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.peg.rules import Peg

CONTRACTED = ("dead", "persistent", "contraction", "delay")


class Case(NamedTuple):
    """A position and the way in which its claim is proved."""

    game: Game[Any, Any]
    position: Any
    inference: tuple[str, ...] | None = None
    bound: str | None = None

    def write(self, path: Path, *, at_least: int | None = None) -> Claim:
        """Write the certificate of what the solver says of the position."""
        result = solve(self.game, self.position, shortest=True) if at_least is None else None
        moves: Any = ()
        if result is None:
            claim = Claim("at-least", at_least or 0)
        elif result.moves is None:
            claim = Claim("unsolvable")
        else:
            claim, moves = Claim("shortest", len(result.moves)), result.moves
        words, bound = self.inference, self.bound
        if claim.kind != "unsolvable" and words and "contraction" in words:
            words, bound = usual_inference(self.game, shortest=True)
        write_certificate(path, self.game, self.position, claim, moves, inference=words, bound=bound)
        return claim


@cache
def distance(game: Game[Any, Any], start: Any, most: int = 400_000) -> int | None:
    """The fewest moves to a goal, or None, by looking at every position: no lemma, no bound."""
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        here, moves = queue.popleft()
        if game.is_goal(here):
            return moves
        assert len(seen) <= most
        for move in game.moves(here):
            after = game.play(here, move)
            if after not in seen:
                seen.add(after)
                queue.append((after, moves + 1))
    return None


def small_cases() -> Iterator[tuple[str, Case]]:
    """One case for each game, metric and set of lemmas worth telling apart."""
    two = Sliding(2, 3)
    for bound in ("linear-conflict", "manhattan", "none", "patterns 1,2|3,4,5"):
        yield f"sliding {bound.split()[0]}", Case(two, two.deal(1), ("parity",), bound)
    yield "sliding joins", Case(two, two.deal(2), ("parity", "joins"), "manhattan")
    odd = Sliding(2, 2, "0 1 2 3")
    yield "sliding parity", Case(odd, odd.parse_position("0 2 1 3"))
    yield "sliding without parity", Case(odd, odd.parse_position("0 2 1 3"), (), "none")
    for metric in ("single", "supermove"):
        three, four = FreeCell(4, 1, ranks=3, metric=metric), FreeCell(3, 1, ranks=4, metric=metric)
        yield f"freecell {metric} cycles", Case(four, four.deal(2))
        yield f"freecell {metric} one-suit", Case(three, three.deal(1), None, "one-suit")
        yield f"freecell {metric} home", Case(three, three.deal(1), ("alike", "safe-home", "joins"), "home")
        yield f"freecell {metric} plain", Case(three, three.deal(2), ("alike",), "home")
        yield f"freecell {metric} unsolvable", Case(four, four.deal(3))
    suit = FreeCell(4, 1, ranks=4, variant="bakers-game", metric="supermove")
    yield "freecell in suit", Case(suit, suit.deal(6))
    kings = FreeCell(4, 1, ranks=4, empty="kings")
    yield "freecell kings only", Case(kings, kings.deal(5))
    four_columns, five_columns = Superpuzz(4), Superpuzz(5)
    for words in ((), ("persistent",), ("contraction",), ("contraction", "delay")):
        yield f"superpuzz {' '.join(words)}", Case(four_columns, four_columns.deal(31), words, "none")
    for words in (
        ("dead",),
        ("dead", "persistent", "joins"),
        ("dead", "persistent", "contraction"),
        CONTRACTED,
    ):
        yield f"superpuzz {' '.join(words)}", Case(four_columns, four_columns.deal(44), words, "none")
    yield "superpuzz two holes", Case(four_columns, four_columns.deal(147))
    yield "superpuzz all lemmas", Case(five_columns, five_columns.deal(21))
    yield "superpuzz waiting", Case(four_columns, four_columns.deal(77), ("dead", "persistent"), "waiting")
    yield (
        "superpuzz misplaced",
        Case(four_columns, four_columns.deal(37), ("dead", "persistent"), "misplaced"),
    )
    yield "superpuzz no bound", Case(four_columns, four_columns.deal(3), ("dead", "persistent"), "none")
    montana = Superpuzz(4, "montana")
    yield "montana", Case(montana, montana.deal(105), ("dead", "persistent"), "waiting")
    gaps, wide = Gaps(6), Gaps(7)
    yield "gaps", Case(gaps, gaps.layout(3).arrange("CDSH"), ("dead", "persistent"), "waiting")
    yield "gaps lost", Case(wide, wide.layout(1).arrange("HCSD"), ("dead", "persistent"), "none")
    yield "gaps contracted", Case(wide, wide.layout(1).arrange("HCSD"), (*CONTRACTED, "joins"), "none")
    hole, ranks = BlackHole(7), BlackHole(3)
    yield "black hole lost", Case(hole, hole.deal(245))
    yield "black hole without walks", Case(hole, hole.deal(245), ("alike", "joins"), "none")
    yield "black hole", Case(ranks, ranks.deal(3))
    yield "black hole no bound", Case(ranks, ranks.deal(3), ("alike", "walks"), "none")
    for metric in ("jumps", "moves"):
        pegs, few = Peg("3x4", "any", metric), Peg("3x3", "any", metric)
        yield f"peg {metric}", Case(pegs, pegs.deal(2))
        yield f"peg {metric} lost", Case(few, few.deal(2), ("joins",), "none")
        yield f"peg {metric} no bound", Case(pegs, pegs.deal(2), ("alike", "joins"), "none")
        four = Peg("4x4", "b2", metric)
        yield f"peg {metric} pagodas", Case(four, four.deal(30), ("alike", "classes", "pagodas"), "pegs")
        yield f"peg {metric} regions", Case(four, four.deal(20), (), "regions")
    beans, many = Beans((2, 3)), Beans((9, 2))
    yield "own game alike", Case(beans, (5, 5, 5))
    yield "own game alike lost", Case(many, (5, 5, 5))
    yield "own game not alike", Case(beans, (5, 5, 5), (), "none")
    hop = Hop(7)
    yield "own game", Case(hop, hop.deal(4))
    yield "own game lost", Case(hop, hop.deal(8))


def is_plain(name: str) -> bool:
    """Whether a case rests on the rules alone: the independent checker does not know its game."""
    return name.startswith("own game")


def in_kernel(name: str) -> bool:
    """Whether the kernel has a writer for the game of a case."""
    return not is_plain(name) and not name.startswith(("peg", "black hole"))


class Beans(Game[tuple[int, ...], str]):
    """Heaps of beans, in any order: take two from one, or put a single bean to the largest.

    Won when the heaps are these, in some order; with fewer beans, or one too many, it is lost.
    """

    name = "beans"

    def __init__(self, goal: tuple[int, ...]) -> None:
        self.goal = goal

    @property
    def size(self) -> str:
        return "x".join(map(str, self.goal))

    def deal(self, number: int) -> tuple[int, ...]:
        return (number, number + 1)

    def canonical(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(position))

    def why_unsolvable(self, position: tuple[int, ...]) -> str | None:
        missing = sum(position) - sum(self.goal)
        return "beans" if missing < 0 or missing % 2 else None

    def moves(self, position: tuple[int, ...]) -> list[str]:
        takes = [f"{heap}-" for heap, beans in enumerate(position) if beans >= 2]
        return takes + [f"{heap}+" for heap, beans in enumerate(position) if beans == 1 and len(position) > 2]

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        heap = int(move[:-1])
        rest = sorted(position[:heap] + position[heap + 1 :])
        if move.endswith("-"):
            return (*position[:heap], position[heap] - 2, *position[heap + 1 :])
        return (*rest[:-1], rest[-1] + 1)

    def is_goal(self, position: tuple[int, ...]) -> bool:
        return sorted(each for each in position if each) == sorted(self.goal)

    def format_position(self, position: tuple[int, ...]) -> str:
        return " ".join(map(str, position))

    def parse_position(self, text: str) -> tuple[int, ...]:
        words = text.split(" ")
        if not all(word.isdecimal() and word.isascii() and len(word) < 3 for word in words):
            raise NotationError(f"'{text}' are no heaps")
        return tuple(map(int, words))

    def format_move(self, position: tuple[int, ...], move: str) -> str:
        return move

    def parse_move(self, position: tuple[int, ...], text: str) -> str:
        if text not in self.moves(position):
            raise NotationError(f"'{text}' is no move")
        return text


class Hop(Game[int, int]):
    """A game that the package does not know: to a number, by adding 2 or taking 1 from multiples of 3."""

    name = "hop"

    def __init__(self, goal: int) -> None:
        self.goal = goal

    @property
    def size(self) -> int:
        return self.goal

    def deal(self, number: int) -> int:
        return number

    def moves(self, position: int) -> list[int]:
        steps = [2] if position + 2 <= 2 * self.goal else []
        return [*steps, -1] if position % 3 == 0 and position else steps

    def play(self, position: int, move: int) -> int:
        return position + move

    def is_goal(self, position: int) -> bool:
        return position == self.goal

    def format_position(self, position: int) -> str:
        return str(position)

    def parse_position(self, text: str) -> int:
        if not text.isdecimal() or not text.isascii() or len(text) > 3:
            raise NotationError(f"'{text}' is not a number")
        return int(text)

    def format_move(self, position: int, move: int) -> str:
        return str(move)

    def parse_move(self, position: int, text: str) -> int:
        if text not in ("2", "-1") or int(text) not in self.moves(position):
            raise NotationError(f"'{text}' is no step")
        return int(text)
