"""How the searches that any game has are called rightly; see ``kernel_recipes.py``."""

import random
from array import array
from collections.abc import Callable
from typing import Any

from fuzz import kernel_materials as made
from fuzz.kernel_materials import MEMORY, quiet
from fuzz.kernel_recipes import HEURISTICS, Call, each, limits, recipe, share, width
from yomikiri import _kernel
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.peg.kernel import parameters as peg_parameters
from yomikiri.games.peg.rules import Peg

GAMES = ("black_hole", "freecell", "peg_jumps", "peg_moves", "rows", "sliding")


def parameters(rng: random.Random, game: str) -> tuple[dict[str, Any], bytes]:
    """Parameters of the rules, and a position."""
    if game == "rows":
        columns = width(rng)
        order = rng.choice(["as-listed", "aces-last", "aces-first", "priority-1", "priority-2"])
        rules = {"columns": columns, "rows_alike": rng.random() < 0.5, "order": order}
        return rules, made.row_code(rng, columns)
    if game == "freecell":
        cards = made.freecell_rules(rng)
        return {**cards, "heuristic": rng.choice(HEURISTICS)}, made.freecell_board(rng, cards)
    if game == "black_hole":
        hole = BlackHole(rng.choice([3, 5, 13]))
        position = hole.deal_own(rng.randrange(1, 99))
        return {"ranks": hole.ranks, "alike": rng.random() < 0.5}, hole.encode(position)
    if game.startswith("peg"):
        peg = Peg(rng.choice(["english", "european", "4x4"]), metric=game.removeprefix("peg_"))
        return {**peg_parameters(peg), "alike": rng.random() < 0.5}, peg.encode(
            peg.deal(rng.randrange(1, 99))
        )
    rows, columns = rng.choice([(2, 2), (2, 3), (3, 3), (4, 4), (2, 5)])
    cells = range(rows * columns)
    goal = bytes(rng.sample(cells, len(cells)))
    heuristic = rng.choice(["manhattan", "linear-conflict"])
    shape = {"rows": rows, "columns": columns, "goal": goal, "heuristic": heuristic}
    return shape, bytes(rng.sample(cells, len(cells)))


def _estimates(rng: random.Random) -> Callable[[bytes, int], Any]:
    """Estimates that are sometimes not as they have to be."""
    wrong = rng.random() < 0.2
    values = [0, 1, 5, 300, 16383, 65535, *([-1, 16384, 2**31 - 1] if wrong else [])]

    def evaluate(rows: bytes, count: int) -> Any:
        return array("i", rng.choices(values, k=count + (wrong and rng.random() < 0.1)))

    return evaluate


def _any_game(rng: random.Random, name: str) -> Call:
    game, method = name.split(".")
    rules, code = parameters(rng, game)
    if method == "__init__":
        return Call(getattr(_kernel, game), [], rules)
    call_game = getattr(_kernel, game)(**rules)
    call = Call(getattr(call_game, method), [code])
    stores = ["exact", "fingerprint"] if "slice" in call_game.searches else ["exact"]
    upper = {"upper": rng.choice([None, None, 0, 1, 20])}
    more: dict[str, dict[str, Any]] = {
        "explore": {
            "order": rng.choice(["breadth-first", "depth-first", "priority-first"]),
            "store": rng.choice(stores),
        },
        "decide": {
            "store": rng.choice(stores),
            "seed": rng.randrange(9),
            "threads": rng.choice([1, 1, 2]),
        },
        "a_star": {"weight": rng.choice([1, 1.0, 1.5, 3.0]), "threads": rng.choice([1, 1, 2]), **upper},
        "greedy": upper,
        "bounded": {
            "share": rng.choice([0, 50_000, 10**9]),
            "moves_more": rng.choice([0, 0, 3, 9999]),
            **upper,
        },
        "beam": {"width": rng.choice([1, 2, 100]), **upper},
        "ida_star": upper,
        "bidirectional": {},
        "shorten": {"neighbours": rng.choice([0, 1, 200])},
    }
    if method == "best_first":
        call.args.append(_estimates(rng))
        call.kwargs = {
            "weight": rng.choice([1.0, 1.5, float("inf")]),
            "within": rng.choice([0.0, 1.0, 2.0, float("inf")]),
            "batch": rng.choice([1, 2, 100]),
            "row": rng.choice([len(code), 120]),
            **limits(rng),
        }
    if method in more:
        call.kwargs = {**more[method], **limits(rng)}
    if method == "slice":
        call.kwargs = share(rng)
    if method == "shorten":
        asked: Any = {"nodes": 300, "seconds": None, "memory": MEMORY, "watch": quiet}
        call.args.append(getattr(_kernel, game)(**rules).greedy(code, **asked).path)
    return call


for _name in GAMES:
    _methods = ["__init__", "moves", "children", "is_goal", "key", "estimate"]
    _methods += getattr(_kernel, _name).searches
    each(" ".join(f"{_name}.{method}" for method in _methods), _any_game)


@recipe("sliding_beam")
def _beam(rng: random.Random) -> Call:
    shape = rng.choice([*made.PARTS, (2, 2), (4, 4), (5, 5), (2, 5)])
    bounds = ["manhattan", "linear-conflict", *(["patterns"] * 2 if shape in made.PARTS else [])]
    bound = rng.choice(bounds)
    patterns = made.patterns(*shape) if bound == "patterns" else None
    more = {"bound": bound, "patterns": patterns, "width": rng.choice([0, 1, 20, 500])}
    more |= {"upper": rng.choice([None, None, 0, 30]), **limits(rng)}
    return Call(_kernel.sliding_beam, [*shape, 0, made.sliding_labels(rng, *shape, 0)], more)
