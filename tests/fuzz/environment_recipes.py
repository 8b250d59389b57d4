"""How games are played side by side rightly; see ``kernel_recipes.py``."""

import random
from array import array
from typing import Any

from fuzz.game_recipes import GAMES, parameters
from fuzz.kernel_recipes import Call, each
from yomikiri import _kernel


def _began(rng: random.Random) -> tuple[_kernel.Environments, bytes]:
    """Games that have begun, unless they have not, and a position of theirs."""
    name = rng.choice(GAMES)
    rules, code = parameters(rng, name)
    if name == "rows":
        rules["rows_alike"] = False
    games = rng.choice([1, 2, 9])
    made = getattr(_kernel, name)(**rules).environments(games, limit=rng.choice([1, 2, 50]), deals=3)
    if rng.random() < 0.9:
        try:
            for deal in range(3):
                made.know(deal, code)
        except ValueError:
            return made, code  # A board that no deal leads to.
        made.seed(bytes([1]) * games, array("Q", rng.choices(range(99), k=games)))
        made.begin(bytes([1]) * games)
    return made, code


def _environments(rng: random.Random, name: str) -> Call:
    made, code = _began(rng)
    games, method = made.games, name.split(".")[1]
    which = bytes(rng.choices([0, 1], k=games))
    flags = bytearray(games)
    boards = [bytearray(games * made.observed), bytearray(games * made.actions)]
    words = array("q", rng.choices([0, 1, made.actions - 1, rng.randrange(made.actions)], k=games))
    args: dict[str, list[Any]] = {
        "seed": [which, array("Q", rng.choices([0, 7, 2**64 - 1], k=games))],
        "unknown": [which],
        "know": [rng.randrange(3), code],
        "begin": [which],
        "put": [rng.randrange(games), code, rng.choice([0, 2**64 - 1])],
        "step": [words, *boards, array("d", bytes(8 * games)), flags, bytearray(games), rng.random() < 0.2],
        "look": boards,
        "deals": [array("Q", bytes(8 * games))],
        "lengths": [array("Q", bytes(8 * games))],
        "ended": [flags],
        "won": [flags],
        "draw": [rng.randrange(9), words],
        "code": [rng.randrange(games)],
        "observation": [code],
    }
    if method == "step" and rng.random() < 0.5:
        for _ in range(rng.randrange(60)):
            made.draw(rng.randrange(99), words)
            try:
                made.step(*args["step"])
            except ValueError:
                break
    return Call(getattr(made, method), args[method])


def _of_game(rng: random.Random, name: str) -> Call:
    rules, _ = parameters(rng, name.split(".")[0])
    more = {"limit": rng.choice([1, 1000]), "deals": rng.choice([1, 10**9])}
    return Call(getattr(_kernel, name.split(".")[0])(**rules).environments, [rng.choice([1, 64])], more)


each(
    " ".join(
        f"Environments.{method}"
        for method in vars(_kernel.Environments)
        if not method.startswith("_") and method not in ("games", "actions", "observed")
    ),
    _environments,
)
each(" ".join(f"{name}.environments" for name in GAMES), _of_game)
