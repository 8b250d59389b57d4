"""A policy that is trained in seconds: tabular Q-learning on the 2x3 sliding puzzle, in the kernel's games.

The quality that is asked for: the policy solves every position that can be solved, in as many moves as a
shortest solution has.
"""

from typing import Any

import numpy as np

from yomikiri import Sliding
from yomikiri.environments import GameEnv, GameVectorEnv

GAME = Sliding(2, 3)
POWERS = 6 ** np.arange(6)


def trained(steps: int, seed: int) -> Any:
    """The value of each action in each position, by its number; moves are random, so that all are tried."""
    env = GameVectorEnv(GAME, 256, max_steps=50)
    values = np.zeros((6**6, 4))
    rows, info = env.reset(seed=seed)
    ended = np.zeros(env.num_envs, np.bool_)
    for step in range(steps):
        here, actions, began = rows @ POWERS, env.random_actions(seed + step), ended
        rows, rewards, over, cut, info = env.step(actions)
        ahead = np.where(info["action_mask"], values[rows @ POWERS], -np.inf).max(axis=1)
        target = rewards + np.where(over, 0.0, ahead)
        # Nothing was played in a game that began anew.  Moves always lead to the same: no need to average.
        values[here[~began], actions[~began]] = target[~began]
        ended = over | cut
    return values


def distances() -> dict[tuple[int, ...], int]:
    """The true moves to go of all positions, from the goal outwards."""
    found, level = {tuple(GAME.goal): 0}, [tuple(GAME.goal)]
    while level:
        level = [
            after
            for position in level
            for move in GAME.moves(position)
            if (after := tuple(GAME.play(position, move))) not in found
            and found.setdefault(after, found[position] + 1)
        ]
    return found


def moves_of(values: Any, position: tuple[int, ...]) -> int | None:
    """How many moves the greedy policy needs; None if it does not get there."""
    env = GameEnv(GAME, max_steps=50)
    seen, info = env.reset(options={"position": position})
    over, cut = info["won"], False
    while not over and not cut:
        best = np.where(info["action_mask"], values[seen @ POWERS], -np.inf).argmax()
        seen, _, over, cut, info = env.step(best)
    return info["steps"] if info["won"] else None


def test_q_learning_finds_shortest_solutions_of_every_position() -> None:
    values, shortest = trained(3000, seed=1), distances()
    assert len(shortest) == 360
    assert {position: moves_of(values, position) for position in shortest} == shortest


def test_without_training_it_does_not() -> None:
    values, shortest = trained(0, seed=1), distances()
    solved = [moves_of(values, position) for position in shortest]
    assert sum(moves is not None for moves in solved) < 100
