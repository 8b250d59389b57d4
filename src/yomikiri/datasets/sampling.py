"""Samples: where the positions of a data set come from.

* ``path``: every position of a solution, a shortest one if labels are moves to go;
* ``beam``: what a narrow beam search meets, which is what a model that leads one will be asked about: the
  best positions of its layers, expanded or not;
* ``random``: ends of short random walks that leave the path, which no good player would meet.

Everything random is drawn from a seed and the name of the deal, so that a deal gives the same positions
whoever builds it, and after whatever.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from yomikiri.core.errors import CertificationError, InputError
from yomikiri.core.protocol import Game
from yomikiri.search.guided import kernel_of
from yomikiri.search.hasty import widest_space

SOURCES = ("path", "beam", "random")
MOST_LAYERS = 1000
"""A beam that is longer follows a circle."""


@dataclass(frozen=True)
class Sample:
    """A position, where it comes from, and the moves that lead to it from the deal."""

    source: str
    position: Any
    way: tuple[Any, ...]


def path(game: Game[Any, Any], start: Any, moves: Sequence[Any]) -> Iterator[Sample]:
    """The positions of a solution, from the deal to the goal."""
    position = start
    yield Sample("path", position, ())
    for count, move in enumerate(moves, start=1):
        position = game.play(position, move)
        yield Sample("path", position, tuple(moves[:count]))


def walks(
    game: Game[Any, Any], start: Any, moves: Sequence[Any], *, count: int, steps: int, rng: random.Random
) -> Iterator[Sample]:
    """The ends of ``count`` walks of 1 to ``steps`` random moves from positions of a solution."""
    positions = [sample.position for sample in path(game, start, moves)]
    if len(positions) > 1:
        positions.pop()  # From a goal there is nowhere to go.
    for _ in range(count):
        begin = rng.randrange(len(positions))
        position, way = positions[begin], list(moves[:begin])
        for _ in range(rng.randint(1, steps)):
            legal = game.moves(position)
            if not legal or game.is_goal(position):
                break
            way.append(rng.choice(legal))
            position = game.play(position, way[-1])
        yield Sample("random", position, tuple(way))


def has_beam(game: Game[Any, Any]) -> bool:
    """Whether the game has a beam search in the kernel."""
    kernel = kernel_of(widest_space(game))
    return kernel is not None and "beam" in kernel.searches


def beam(game: Game[Any, Any], start: Any, *, count: int, width: int, rng: random.Random) -> list[Sample]:
    """``count`` positions of a beam of so many positions a layer, drawn from the best of all its layers.

    The beam goes by the game's best estimate in the kernel, ties as they come, and ends with the first goal.
    Drawn from are twice as many positions of each layer as it expands: a model will have to rank those, too.
    """
    if not has_beam(game):
        raise InputError(
            f"positions beam: {game.name} has no beam search in the kernel: expected path, random"
        )
    layers = _Beam(game, width)
    candidates = list(layers.run(start))
    chosen = sorted(rng.sample(range(len(candidates)), min(count, len(candidates))))
    return [layers.sample(candidates[index]) for index in chosen]


class _Beam:
    """A beam search whose layers can be looked at: the kernel expands and estimates, Python chooses.

    The kernel's own beam gives a path and no layers.  Its positions are those of the widest space, which
    are not always the ones that moves of the deal lead to; those are found when they are asked for.
    """

    def __init__(self, game: Game[Any, Any], width: int) -> None:
        self.game, self.width = game, width
        self.space = widest_space(game)
        self.kernel = kernel_of(self.space)
        self._parent: dict[bytes, bytes] = {}
        self._real: dict[bytes, tuple[Any, tuple[Any, ...]]] = {}

    def run(self, start: Any) -> Iterator[bytes]:
        """The keys of the best positions of each layer but the first."""
        root = self.space.key(start)
        self._real[root] = start, ()
        self._parent[root] = b""
        layer = [root]
        for _ in range(MOST_LAYERS):
            ranked: list[tuple[int, bytes]] = []
            won = False
            for code in layer:
                for child, goal in self.kernel.children(code):
                    if child in self._parent:
                        continue
                    estimate = 0 if goal else self.kernel.estimate(child)
                    if estimate is None:
                        continue  # A dead end.
                    self._parent[child] = code
                    ranked.append((estimate, child))
                    won |= goal
            ranked.sort(key=lambda pair: pair[0])
            layer = [child for _, child in ranked[: 2 * self.width]]
            yield from layer
            if won or not layer:
                return
            del layer[self.width :]

    def sample(self, key: bytes) -> Sample:
        """The position of a key, as moves from the deal lead to it."""
        missing = []
        while key not in self._real:
            missing.append(key)
            key = self._parent[key]
        for child in reversed(missing):
            position, way = self._real[key]
            for move in self.game.moves(position):
                following = self.game.play(position, move)
                if self.space.key(following) == child:
                    self._real[child] = following, (*way, move)
                    break
            else:
                raise CertificationError(f"a step of a beam is not a move of {self.game!r}")
            key = child
        return Sample("beam", *self._real[key])
