"""Gap sets of the 15-puzzle: Tables 1 and 2 of the paper on gap sets as BDDs."""

from collections.abc import Sequence

from yomikiri.papers.cells import mean_cells
from yomikiri.papers.facts import Reading, Sample
from yomikiri.papers.intervals import AGREES, DIFFERS, mean_of, ratio_of_means
from yomikiri.papers.measures import gap_set
from yomikiri.papers.page import NOT_RUN, Figure, Panel, Report, Series, Table
from yomikiri.papers.published import gap_sets as paper
from yomikiri.papers.steps import SLIDING, sliding

NAME = "gap-sets"
TITLE = "Gap sets of the 15-puzzle"
ROWS = dict(zip(SLIDING, paper.TABLE_2, strict=True))
"""Our heuristics and the rows of Table 2."""

NODE_BYTES = 8
"""Bytes of a node in our diagram files."""


def report(reading: Reading) -> Report:
    samples = {name: reading.sample(sliding(name)) for name in SLIDING}
    nodes = {
        name: {deal: fact.generated for deal, fact in sample.facts.items() if fact.solved}
        for name, sample in samples.items()
    }
    tables = (_sets(reading), _searches(samples, nodes), _ratios(samples, nodes))
    text = (
        f"{paper.SOURCE}: patterns and BDD nodes of the sets (Table 1), and IDA* with them on 300 random "
        "instances (Table 2; ours are the numbered deals 1 to 300, goal with the blank first). Nodes are "
        "positions generated, whether or not the bound cuts them off; a move is never undone by the next "
        "one."
    )
    return Report(NAME, TITLE, text, tables, (_figure(samples, nodes),))


def _sets(reading: Reading) -> Table:
    rows: list[tuple[str, ...]] = []
    for (gap, cells), printed in paper.TABLE_1.items():
        name = f"Gap{gap}" + (f", {cells} cells" if cells < 16 else "")
        found = reading.measured(gap_set(gap, cells))
        theirs = (f"{printed.patterns:,}", f"{printed.nodes - 1:,}", f"{printed.size:,}")
        if found is None:
            rows.append((name, NOT_RUN, theirs[0], NOT_RUN, theirs[1], NOT_RUN, theirs[2], NOT_RUN))
            continue
        same = (found.stored, found.generated) == (printed.patterns, printed.nodes - 1)
        ours = (f"{found.stored:,}", f"{found.generated:,}", f"{NODE_BYTES * found.generated:,}")
        pairs = [cell for pair in zip(ours, theirs, strict=True) for cell in pair]
        rows.append((name, *pairs, AGREES if same else DIFFERS))
    note = (
        "These numbers are exact: they agree only if they are equal. The paper counts one terminal among "
        "the nodes, which is taken off here; ours are of the BDD in its order of bits. The verdict is on "
        "these two; bytes are not comparable, as the formats differ: ours have eight a node."
    )
    columns = ("set", "patterns", "paper", "BDD nodes", "paper", "bytes", "paper", "verdict")
    return Table("Table 1: patterns and nodes", columns, tuple(rows), note)


def _searches(samples: dict[str, Sample], nodes: dict[str, dict[str, int]]) -> Table:
    rows = []
    for name, row in ROWS.items():
        printed = paper.TABLE_2[row]
        mean = mean_of(list(nodes[name].values()), samples[name].undecided)
        cells = mean_cells(mean, printed.nodes, paper.INSTANCES)
        seconds = ""
        if samples[name]:
            seconds = f"{sum(fact.seconds for fact in samples[name]) / samples[name].tried:.3g}"
        rows.append((row, *cells[:-1], seconds, f"{printed.seconds}", cells[-1]))
    columns = (
        "heuristic",
        "instances",
        "ours, nodes (95 %)",
        "paper, nodes",
        "ours to paper",
        "s",
        "paper, s",
        "verdict",
    )
    note = (
        "Both are samples of random instances, so means scatter. They agree if the 95 % interval for the "
        "ratio of the two means contains 1; the paper's mean comes without a spread and is taken to scatter "
        "as ours does, for its own 300 instances. Seconds are not comparable: other "
        "machines, and ours look sets up in bitmaps on 8 cells, and behind those in hash tables on more. "
        "The first instance of a row may have built its tables, some minutes on ten cells and more. What "
        "more cells save is better seen below, on the same instances."
    )
    return Table("Table 2: IDA* with gap sets", columns, tuple(rows), note)


def _ratios(samples: dict[str, Sample], nodes: dict[str, dict[str, int]]) -> Table:
    plain = nodes["manhattan"]
    rows = []
    for name in SLIDING[1:]:
        printed = paper.TABLE_2[ROWS[name]].nodes / paper.TABLE_2["manhattan"].nodes
        both = sorted(plain.keys() & nodes[name].keys())
        found = ratio_of_means([nodes[name][deal] for deal in both], [plain[deal] for deal in both])
        if found is None and both:
            few = f"not comparable: {len(both)} instances"
            rows.append((ROWS[name], str(len(both)), "", f"{printed:.3f}", few))
            continue
        if found is None:
            rows.append((ROWS[name], NOT_RUN, "", f"{printed:.3f}", NOT_RUN))
            continue
        value, low, high = found
        verdict = AGREES if low <= printed <= high else DIFFERS
        # An instance that was given up has more nodes than any other, in the numerator or the denominator.
        if missing := max(samples[name].undecided, samples["manhattan"].undecided):
            verdict = f"not comparable: {missing} undecided"
        ours = f"{value:.3f} ({low:.3f} to {high:.3f})"
        rows.append((ROWS[name], str(len(both)), ours, f"{printed:.3f}", verdict))
    note = (
        "The ratio of means, on the same instances, with the interval of a bootstrap of pairs; the "
        "verdict says whether the paper's ratio lies in it. It hardly depends on the instances, so a "
        "difference is not one of chance. Nor do other ways to count nodes, or to ask the sets, give the "
        "paper's ratios (benchmarks/paper_readings.py)."
    )
    columns = ("heuristic", "instances", "ours, to Manhattan (95 %)", "paper", "verdict")
    return Table("Table 2: what is left of Manhattan's nodes", columns, tuple(rows), note)


def _figure(samples: dict[str, Sample], nodes: dict[str, dict[str, int]]) -> Figure:
    names = ("none", "G0, 8", "10", "12", "16", "G2, 8", "10")
    means = [mean_of(list(nodes[name].values()), samples[name].undecided) for name in SLIDING]
    present = [(place, mean) for place, mean in enumerate(means) if mean is not None]
    ours = Series(
        "ours",
        [place for place, _ in present],
        [mean.value for _, mean in present],
        [mean.low if mean.low == mean.low else mean.value for _, mean in present],
        [mean.high if mean.low == mean.low else mean.value for _, mean in present],
    )
    printed: Sequence[float] = [paper.TABLE_2[ROWS[name]].nodes for name in SLIDING]
    theirs = Series("paper", range(len(printed)), printed, look="paper", colour=1)
    panel = Panel("gap sets, cells", "positions generated", (ours, theirs), log_y=True, names=names)
    caption = "Mean positions that IDA* generates, with 95 % intervals; hollow: the paper's 300 instances."
    return Figure("search", "IDA* with gap sets", caption, (panel,))
