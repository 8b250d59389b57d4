"""How FreeCell's quick searches and their learned scores are called rightly: see ``kernel_recipes.py``."""

import random

from fuzz import kernel_materials as made
from fuzz.kernel_recipes import Call, limits, recipe
from yomikiri import _kernel
from yomikiri.games.freecell import features


def _weights(rng: random.Random) -> bytes | None:
    """The weights of a learned score, as large as they may be."""
    weights = [rng.randint(-600, 600) for _ in range(features.COUNT)]
    return rng.choice([None, b"".join(each.to_bytes(2, "little", signed=True) for each in weights)])


@recipe("freecell_quick")
def _quick(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    order = rng.choice(["sweeps", "depth-first"])
    more = {"order": order, "width": rng.choice([1, 3, 100]), "weights": _weights(rng), **limits(rng)}
    return Call(_kernel.freecell_quick, [*rules.values(), made.freecell_board(rng, rules)], more)


@recipe("freecell_batch")
def _batch(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    codes = [made.freecell_board(rng, rules) for _ in range(rng.choice([0, 1, 3]))]
    more = {"width": rng.choice([0, 1, 3, 100]), **limits(rng)}
    return Call(_kernel.freecell_batch, [*list(rules.values())[:5], codes], more)


@recipe("freecell_deals")
def _deals(rng: random.Random) -> Call:
    columns, cells, _, suit, kings = list(made.freecell_rules(rng).values())[:5]
    first = rng.choice([1, 11_982, 2**31, 8_589_934_590])
    dealt = rng.choice([[], [0], [0, 1], [2, 0]])
    rules = [max(columns, 4), cells, suit, kings]
    return Call(_kernel.freecell_deals, [*rules, first, first + rng.choice([0, 1]), dealt], limits(rng))


@recipe("freecell_scores")
def _scores(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    board = made.freecell_board(rng, rules)
    supermove = rng.random() < 0.5
    return Call(_kernel.freecell_scores, [*list(rules.values())[:5], board, _weights(rng), supermove])


@recipe("freecell_features")
def _features(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    codes = [made.freecell_board(rng, rules) for _ in range(rng.choice([0, 1, 3]))]
    return Call(_kernel.freecell_features, [*list(rules.values())[:5], codes])


@recipe("freecell_harvest")
def _harvest(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    widths = {name: rng.choice([0, 1, 5, 20]) for name in ("wide", "narrow", "judge")}
    sizes = {name: rng.choice([0, 1, 4]) for name in ("beyond", "samples", "fronts", "best", "others")}
    more = {**widths, **sizes, "seed": rng.getrandbits(64), "memory": rng.choice([1000, 10**7])}
    return Call(_kernel.freecell_harvest, [*list(rules.values())[:5], made.freecell_board(rng, rules)], more)
