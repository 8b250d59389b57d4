"""Random walks from the goal of a sliding puzzle: their steps are an upper bound on the distance."""

from yomikiri import Sliding
from yomikiri.core.dealing import SplitMix64
from yomikiri.games.sliding.rules import Tiles


def walks(game: Sliding, count: int, length: int) -> list[list[Tiles]]:
    """Random walks away from the goal; none goes straight back."""
    stream = SplitMix64(15)
    found = []
    for _ in range(count):
        walk, last = [game.goal], 0
        for _ in range(length):
            moves = [move for move in game.moves(walk[-1]) if move != last]
            last = moves[stream.below(len(moves))]
            walk.append(game.play(walk[-1], last))
        found.append(walk)
    return found
