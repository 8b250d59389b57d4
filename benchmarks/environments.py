"""How many steps a second environments take: random legal moves, masks and observations included.

    python benchmarks/environments.py
    python benchmarks/environments.py --games 4096 --seconds 5 --only sliding,freecell

For every game there is, at its usual size: many games side by side in the kernel (GameVectorEnv), and one by
the rules in Python (GameEnv).  Deals are drawn from 1000 numbers, and the kernel's are dealt once each; a
game that has ended begins anew.  Seconds are the processor's, so that others at work beside it do not count.
"""

import argparse
import time
from typing import Any

import arguments
import measured
import numpy as np

from yomikiri.core.registry import entries
from yomikiri.environments import GameEnv, GameVectorEnv

DEALS = range(1, 1001)


def many(name: str, games: int, seconds: float) -> float:
    """Steps a second of games side by side."""
    env = GameVectorEnv(name, games, deals=DEALS)
    env.reset(seed=1)
    for seed in range(20):  # So that deals are known, and games in the midst.
        env.step(env.random_actions(seed))
    steps, began = 0, time.process_time()
    while time.process_time() < began + seconds:
        env.step(env.random_actions(steps))
        steps += games
    return steps / (time.process_time() - began)


def one(name: str, seconds: float) -> float:
    """Steps a second of a game in Python."""
    env, rng = GameEnv(name, deals=DEALS), np.random.default_rng(1)
    info: dict[str, Any] = env.reset(seed=1)[1]
    steps, began = 0, time.process_time()
    while time.process_time() < began + seconds:
        legal = np.flatnonzero(info["action_mask"])
        *_, over, cut, info = env.step(rng.choice(legal) if len(legal) else 0)
        if over or cut:
            info = env.reset()[1]
        steps += 1
    return steps / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=arguments.count, default=4096, help="how many side by side")
    parser.add_argument("--seconds", type=arguments.amount, default=3.0, help="for each line and kind")
    parser.add_argument("--only", default="", metavar="NAME,NAME", help="these games and no others")
    measured.add_arguments(parser)
    options = parser.parse_args()
    kept = measured.Run(options)
    chosen = options.only.split(",") if options.only else list(entries())
    for name in chosen:
        quick, plain = many(name, options.games, options.seconds), one(name, options.seconds)
        print(f"{name:>12}: {quick:>12,.0f} steps a second in the kernel, {plain:>8,.0f} in Python")
        kept.add(f"{name}, a million steps in the kernel", 1e6 / quick)
        kept.add(f"{name}, a thousand steps in Python", 1e3 / plain)
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
