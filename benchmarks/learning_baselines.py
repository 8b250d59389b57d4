"""Other models beside the learned score of FreeCell, on the same positions: what would a better one be worth?

    python benchmarks/learning_baselines.py [--training 32001-32060] [--beam 1001-1012]

Every model is fitted to the training deals and orders pairs of positions of the validation deals, as the
learning curve does.  With ``--beam`` each also guides a plain beam search, written in Python with batches of
NumPy, on some deals: its lengths compare models at an equal number of expansions, not at equal time.  Needs
scikit-learn and PyTorch for the models that are made with them; without, those are left out.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import arguments
import numpy as np

from yomikiri import _kernel
from yomikiri.games.freecell.learner import LEARNER
from yomikiri.games.freecell.position import encode
from yomikiri.games.freecell.quick import rules_of
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.learning import Samples, load_model
from yomikiri.learning.fit import fit, judged
from yomikiri.learning.samples import UNREACHED

Score = Callable[[Any, Any], Any]
"""Scores of positions, given their counts and lower bounds."""
RIDGE, EPOCHS, HIDDEN, BATCH, MOST_LAYERS = 300.0, 4, 64, 4096, 300


@dataclass(frozen=True)
class Data:
    """What models are fitted to and judged by."""

    training: Samples
    validation: Samples


def gathered(numbers: Sequence[int]) -> Samples:
    game = FreeCell()
    return Samples.joined(LEARNER.gather(game, game.deal(number), number) for number in numbers).useful()


def linear(weights: Any) -> Score:
    return lambda counts, bounds: counts.astype(np.float32) @ weights


def by_ranking(data: Data) -> Score:
    return linear(fit(data.training, data.validation, LEARNER.start(), epochs=EPOCHS).weights)


def ridge(data: Data) -> Score:
    """The bound, and a linear guess of what it misses."""
    known = data.training.to_go != UNREACHED
    counts = data.training.counts[known].astype(np.float32)
    missed = (data.training.to_go - data.training.bounds)[known].astype(np.float32)
    mean = missed.mean()
    gram = counts.T @ counts + RIDGE * np.eye(counts.shape[1], dtype=np.float32)
    weights = np.linalg.solve(gram, counts.T @ (missed - mean))
    return lambda rows, bounds: bounds + rows.astype(np.float32) @ weights


def boosted(data: Data) -> Score:
    from sklearn.ensemble import HistGradientBoostingRegressor

    known = data.training.to_go != UNREACHED
    model = HistGradientBoostingRegressor(max_iter=150, learning_rate=0.1, random_state=0)
    missed = (data.training.to_go - data.training.bounds)[known]
    model.fit(_with(data.training.counts[known], data.training.bounds[known]), missed)
    return lambda rows, bounds: bounds + model.predict(_with(rows, bounds))


def network(data: Data, *, ranking: bool) -> Score:
    """Two hidden layers on counts and bound; a loss on values, or on the order within groups."""
    import torch

    torch.manual_seed(0)
    torch.set_num_threads(1)
    inputs = data.training.counts.shape[1]
    net = torch.nn.Sequential(
        torch.nn.Linear(inputs, HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN, HIDDEN),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN, 1),
    )

    def score(rows: Any, bounds: Any) -> Any:
        return net(torch.from_numpy(rows.astype(np.float32) / 4))[:, 0] + torch.from_numpy(
            bounds.astype(np.float32)
        )

    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    training, rng = data.training, np.random.default_rng(0)
    labels = np.where(training.to_go == UNREACHED, 1000, training.to_go).astype(np.float32)
    for _ in range(EPOCHS):
        shuffled = rng.permutation(int(training.groups.max()) + 1)[training.groups]
        order = np.lexsort((rng.random(len(training)), shuffled))
        for at in range(0, len(order), BATCH):
            rows = order[at : at + BATCH]
            found, wanted = (
                score(training.counts[rows], training.bounds[rows]),
                torch.from_numpy(labels[rows]),
            )
            if ranking:
                groups = torch.from_numpy(training.groups[rows])
                losses = []
                for distance in (1, 2, 3):
                    same = (groups[:-distance] == groups[distance:]) & (
                        wanted[:-distance] != wanted[distance:]
                    )
                    sign = torch.sign(wanted[distance:] - wanted[:-distance])[same]
                    gap = (found[distance:] - found[:-distance])[same]
                    losses.append(torch.nn.functional.softplus(-sign * gap / 0.25))
                loss = torch.cat(losses).mean()
            else:
                reached = wanted < 1000
                loss = torch.nn.functional.huber_loss(found[reached], wanted[reached])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()

    def scored(rows: Any, bounds: Any) -> Any:
        with torch.no_grad():
            return score(rows, bounds).numpy()

    return scored


def _with(counts: Any, bounds: Any) -> Any:
    return np.concatenate([counts, bounds[:, None]], axis=1).astype(np.float32)


MODELS: dict[str, Callable[[Data], Score]] = {
    "by hand": lambda data: linear(np.array(LEARNER.start(), dtype=np.float32)),
    "the package's": lambda data: linear(
        np.array(load_model(LEARNER.default).weights, dtype=np.float32) / LEARNER.scale
    ),
    "linear, order": by_ranking,
    "h4 alone": lambda data: lambda counts, bounds: bounds.astype(np.float32),
    "h4 + ridge": ridge,
    "h4 + boosted trees": boosted,
    "h4 + network, values": lambda data: network(data, ranking=False),
    "h4 + network, order": lambda data: network(data, ranking=True),
}


def pairs(score: Score, samples: Samples) -> tuple[float, float]:
    """The shares of pairs in order: both with moves to go, and one that leads nowhere."""
    scores = np.asarray(score(samples.counts, samples.bounds), dtype=np.float32)[:, None]
    found = judged(Samples(scores, samples.groups, samples.to_go), np.ones(1, dtype=np.float32))
    return found.pairs, found.lost


def beam(number: int, score: Score, width: int) -> int | None:
    """The length that a plain beam finds, without repair; None if it dies."""
    game = FreeCell()
    rules = rules_of(game)
    kernel = _kernel.FreeCell(*rules, False)
    start = encode(game.deal(number))
    layer, seen = [start], {kernel.key(start, start)}
    for depth in range(1, MOST_LAYERS):
        following = []
        for code in layer:
            for _, child, _ in kernel.children(code):
                key = kernel.key(start, child)
                if key not in seen:
                    seen.add(key)
                    following.append(child)
        if any(code.startswith(bytes([game.ranks] * 4)) for code in following):
            return depth
        if not following:
            return None
        rows = np.frombuffer(_kernel.freecell_features(*rules, following), dtype=np.int8)
        bounds = np.array([kernel.estimate(code, "relaxed") for code in following])
        scores = score(rows.reshape(len(following), LEARNER.count), bounds)
        layer = [following[at] for at in np.argsort(scores, kind="stable")[:width]]
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--training", type=arguments.deals, default="32001-32060")
    parser.add_argument("--validation", type=arguments.deals, default="1001-1010")
    parser.add_argument("--beam", type=arguments.deals, help="deals for a beam in Python: seconds each")
    parser.add_argument("--width", type=int, default=16)
    options = parser.parse_args()
    data = Data(gathered(options.training), gathered(options.validation))
    print(f"{len(data.training):,} positions to learn from, {len(data.validation):,} to judge by\n")
    print(f"| model | pairs in order | one leads nowhere | beam of width {options.width} | died |")
    print("|---|--:|--:|--:|--:|")
    for name, make in MODELS.items():
        try:
            score = make(data)
        except ImportError as error:
            print(f"| {name} | left out: {error.name} is not installed | | | |")
            continue
        both, lost = pairs(score, data.validation)
        found = [beam(number, score, options.width) for number in options.beam or ()]
        lengths = [length for length in found if length is not None]
        mean = f"{statistics.mean(lengths):.1f}" if lengths else ""
        died = str(found.count(None)) if found else ""
        print(f"| {name} | {both:.1%} | {lost:.1%} | {mean} | {died} |", flush=True)


if __name__ == "__main__":
    arguments.run(main)
