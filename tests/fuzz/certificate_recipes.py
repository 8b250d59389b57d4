"""How the functions that make the tables of certificates are called rightly; see ``kernel_recipes.py``."""

import random
from typing import Any

from fuzz import kernel_materials as made
from fuzz.kernel_recipes import Call, limits, recipe, width
from yomikiri import _kernel

INFINITE = 0xFFFF


def _closing(rng: random.Random) -> dict[str, Any]:
    asked = limits(rng)
    asked["most"] = asked.pop("nodes")
    return {"joins": rng.random() < 0.5, **asked}


@recipe("certify_rows")
def _certify_rows(rng: random.Random) -> Call:
    columns, contraction = width(rng), rng.random() < 0.4
    rules = {rule: rng.random() < 0.5 for rule in ("dead", "persistent", "delay")}
    bound = "none" if contraction else rng.choice(["none", "misplaced", "waiting"])
    return Call(
        _kernel.certify_rows,
        [columns, made.row_code(rng, columns), rng.choice([1, 9, INFINITE])],
        {**rules, "contraction": contraction, "bound": bound, **_closing(rng)},
    )


@recipe("certify_freecell")
def _certify_freecell(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    bound = rng.choice(["home", "one-suit", "cycles"])
    return Call(
        _kernel.certify_freecell,
        [*rules.values(), made.freecell_board(rng, rules), rng.choice([1, 9, INFINITE])],
        {"safe": rng.random() < 0.5, "bound": bound, **_closing(rng)},
    )


@recipe("certify_sliding")
def _certify_sliding(rng: random.Random) -> Call:
    rows, columns = rng.randint(2, 5), rng.randint(2, 5)
    goal, start = (bytes(rng.sample(range(rows * columns), rows * columns)) for _ in range(2))
    bound = rng.choice(["none", "manhattan", "linear-conflict", "patterns 1 2"])
    return Call(
        _kernel.certify_sliding,
        [rows, columns, goal, start, rng.choice([1, 9, INFINITE])],
        {"parity": rng.random() < 0.5, "bound": bound, **_closing(rng)},
    )
