"""Rows: one a position.  No column has a null, so that columns are arrays as they lie in memory.

What is not known is -1.  A lower bound that knows a position to be lost is 65,535, as for heuristics of
your own.  The code of a position is a row of bytes of fixed length, the encoding of
:func:`yomikiri.to_array`.
"""

import random
from collections.abc import Iterator
from typing import Any

from yomikiri.core.code_rows import row_bytes, row_of
from yomikiri.core.deal import ONLY, Deal
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.datasets.bounds import Bounds
from yomikiri.datasets.judge import LABELS, Judge, Label
from yomikiri.datasets.recipe import Recipe
from yomikiri.datasets.sampling import Sample, beam, path, walks
from yomikiri.datasets.splits import split_of
from yomikiri.search import Limits

UNKNOWN = -1
BOUND = "bound_"
"""What the names of columns of lower bounds begin with."""


def load_polars() -> Any:
    """Polars, which only data sets and exports need."""
    try:
        import polars
    except ModuleNotFoundError:
        raise InputError("data sets need the package polars: pip install 'yomikiri[datasets]'") from None
    return polars


def schema(game: Game[Any, Any], start: Any, bounds: Bounds) -> dict[str, Any]:
    """The columns and their types."""
    pl = load_polars()
    return {
        "split": pl.Enum(["training", "validation", "test", "none"]),
        "deal": pl.String,
        "arrangement": pl.String,
        "source": pl.Enum(["path", "beam", "random"]),
        "ply": pl.Int16,
        "code": pl.Array(pl.UInt8, row_bytes(game, start)),
        "text": pl.String,
        "way": pl.String,
        "label": pl.Enum(list(LABELS)),
        "proved": pl.Boolean,
        "moves_to_go": pl.Int16,
        "lower": pl.Int16,
        "upper": pl.Int16,
        "winnable": pl.Int8,
        "best_moves": pl.List(pl.String),
        "best_proved": pl.Boolean,
        "error_bound": pl.Float64,
        **{BOUND + name: pl.UInt16 for name in bounds.names},
        "rules": pl.String,
        "metric": pl.String,
        "version": pl.String,
        "seed": pl.Int64,
    }


def metric_of(game: Game[Any, Any]) -> str:
    """What counts as one move: the game's option of that name, or ``move`` where there is no choice."""
    option = next((each for each in entry_of(game).options if each.name == "metric"), None)
    return "move" if option is None else str(game.options.get("metric", option.default))


def of_deal(recipe: Recipe, deal: Deal, limits: Limits) -> list[dict[str, Any]]:
    """The rows of a deal, in their order: by arrangement, then by source, paths by ply."""
    bounds = Bounds(deal.game)
    rows: list[dict[str, Any]] = []
    for name, start in deal.positions.items():
        judge = LABELS[recipe.label](deal.game, limits, bounds)
        for sample, label in _labelled(recipe, deal, name, start, judge):
            rows.append(_row(recipe, deal, name, sample, label, judge))
    return rows


def _labelled(
    recipe: Recipe, deal: Deal, name: str, start: Any, judge: Judge
) -> Iterator[tuple[Sample, Label]]:
    """The samples of one start, no position twice, each with its label."""
    game = deal.game
    moves = judge.solution(start)
    least = judge.known(start).lower
    seen: set[bytes] = set()
    followed = list(path(game, start, moves))
    labels: dict[int, Label] = {}
    stuck = False
    for sample in reversed(followed):
        # From the goal backwards: what is nearer to it is easier, and once a search met its limit the
        # positions before it would, too.
        judge.at_least(sample.position, least - len(sample.way))
        label = judge.known(sample.position) if stuck else judge.label(sample.position)
        stuck |= not judge.proved(label)
        labels[len(sample.way)] = label
    samples: list[Sample] = []
    if "path" in recipe.positions:
        samples += followed
    if "beam" in recipe.positions:
        rng = _rng(recipe, deal, name, "beam")
        samples += beam(game, start, count=recipe.samples, width=recipe.width, rng=rng)
    if "random" in recipe.positions:
        rng = _rng(recipe, deal, name, "random")
        samples += walks(game, start, moves, count=recipe.samples, steps=recipe.steps, rng=rng)
    for sample in samples:
        code = game.encode(sample.position)
        if code in seen:
            continue
        seen.add(code)
        on_path = sample.source == "path"
        yield sample, labels[len(sample.way)] if on_path else judge.label(sample.position)


def _rng(recipe: Recipe, deal: Deal, name: str, source: str) -> random.Random:
    return random.Random(f"{recipe.seed}/{recipe.rules}/{deal.label}/{name}/{source}")


def _row(recipe: Recipe, deal: Deal, name: str, sample: Sample, label: Label, judge: Judge) -> dict[str, Any]:
    game, position = deal.game, sample.position
    choice = judge.choice(position, label)
    start = deal.positions[name]
    exact = label.exact if recipe.label == "shortest" else None
    return {
        "split": split_of(entry_of(game), str(deal.label)),
        "deal": str(deal.label),
        "arrangement": "" if name == ONLY else name,
        "source": sample.source,
        "ply": len(sample.way),
        "code": list(row_of(game, position, row_bytes(game, start))),
        "text": game.format_position(position),
        "way": " ".join(game.write_moves(start, sample.way)),
        "label": recipe.label,
        "proved": judge.proved(label),
        "moves_to_go": UNKNOWN if exact is None else exact,
        "lower": UNKNOWN if label.winnable is False else label.lower,
        "upper": UNKNOWN if label.upper is None else label.upper,
        "winnable": UNKNOWN if label.winnable is None else int(label.winnable),
        "best_moves": [game.format_move(position, move) for move in choice.moves],
        "best_proved": choice.complete,
        "error_bound": min(1.0, label.error_bound + choice.error_bound),
        **{BOUND + bound: value for bound, value in judge.bounds.values(position).items()},
        "rules": str(recipe.rules),
        "metric": metric_of(game),
        "version": recipe.version,
        "seed": recipe.seed,
    }
