"""Gaps against Superpuzz: Tables 1 to 9 of Shintani & Hosoya's paper, its curves and what it extrapolates."""

from yomikiri.papers import gaps_nodes as nodes
from yomikiri.papers import gaps_shares as shares
from yomikiri.papers.facts import Reading
from yomikiri.papers.measures import GOAL_SIZES, goals
from yomikiri.papers.page import Report
from yomikiri.papers.published import gaps as paper
from yomikiri.papers.steps import GAPS, PLAIN, SUPERPUZZ, decide_gaps, decide_superpuzz, ordered, plain_gaps

NAME = "gaps-superpuzz"
TITLE = "Gaps against Superpuzz"


def report(reading: Reading) -> Report:
    superpuzz = {size: reading.sample(decide_superpuzz(size)) for size in SUPERPUZZ}
    gaps = {size: reading.sample(decide_gaps(size)) for size in GAPS}
    reached = {size: reading.sample(goals(size).step) for size in GOAL_SIZES}
    plain = {size: reading.sample(ordered(size, PLAIN)) for size in range(4, 11)}
    gaps_plain = {size: reading.sample(plain_gaps(size)) for size in GAPS}
    # The verdict of decide settles whether a deal that depth-first search gave up belongs in a mean.
    winnable = {size: sample.resolved(superpuzz[size]) for size, sample in plain.items()}
    hopeless = {size: sample.refuted(superpuzz[size]) for size, sample in plain.items()}
    gaps_winnable = {size: sample.resolved(gaps[size]) for size, sample in gaps_plain.items()}
    gaps_hopeless = {size: sample.refuted(gaps[size]) for size, sample in gaps_plain.items()}

    moves = nodes.moves_means(gaps_winnable), nodes.moves_means(winnable)
    unsolvable = nodes.unsolvable_means(gaps_hopeless), nodes.unsolvable_means(hopeless)
    first = nodes.first_means(gaps_winnable), nodes.first_means(winnable)
    lost = {size: paper.DEALS - count for size, count in paper.GAPS_SOLVABLE.items()}
    superpuzz_lost = {size: paper.DEALS - count for size, count in paper.SUPERPUZZ_SOLVABLE.items()}
    tables = (
        *shares.solvable_tables(superpuzz, gaps),
        shares.extrapolation_table(superpuzz),
        shares.distribution_table(
            "Table 3: winnable arrangements of Gaps",
            shares.ARRANGED,
            gaps,
            paper.GAPS_ARRANGEMENTS,
            "Per cent of the solvable deals with so many winnable arrangements. The verdict is that of a "
            "chi-squared test at 5 %. The paper's fewer winnable deals (Table 1) also have fewer winnable "
            "arrangements. Our copy of the paper has lost a cell of the row of 12 columns.",
        ),
        shares.distribution_table(
            "Table 4: reachable goals of Superpuzz",
            shares.GOALS,
            reached,
            paper.SUPERPUZZ_GOALS,
            "Per cent of the solvable deals that reach so many of the 24 goal positions.",
        ),
        nodes.moves_table(*moves),
        nodes.nodes_table(
            "Table 6: graphs of unsolvable deals of Gaps",
            unsolvable[0],
            paper.GAPS_UNSOLVABLE,
            lost,
            "Ours are the positions of all 24 arrangements of a deal together.",
        ),
        nodes.nodes_table(
            "Table 7: graphs of unsolvable deals of Superpuzz",
            unsolvable[1],
            paper.SUPERPUZZ_UNSOLVABLE,
            superpuzz_lost,
            "Positions with holes alike. An independent, simpler program counts 497, 5,436, 27,971 and "
            "159,218 at 4 to 7 columns, as we do, and does not come to the paper's numbers with holes "
            "told apart either.",
        ),
        nodes.nodes_table(
            "Table 8: positions to the first solution of Gaps",
            first[0],
            paper.GAPS_FIRST,
            paper.GAPS_SOLVABLE,
            "Depth first, arrangement by arrangement until one is won; those before it count.",
        ),
        nodes.nodes_table(
            "Table 9: positions to the first solution of Superpuzz",
            first[1],
            paper.SUPERPUZZ_FIRST,
            paper.SUPERPUZZ_SOLVABLE,
            "Depth first with the moves of aces tried first; the paper does not say in which order it tries "
            "moves. Its 3,014 at 6 columns, less than at 5, looks like a misprint.",
        ),
        nodes.growth_table(unsolvable[1], first[1]),
        nodes.full_size_table(superpuzz),
    )
    figures = (
        shares.share_figure(superpuzz, gaps),
        shares.arrangement_figure(gaps, reached),
        nodes.moves_figure(*moves),
        nodes.nodes_figure(
            "unsolvable",
            "Graphs of unsolvable deals",
            "unsolvable",
            *unsolvable,
            (paper.GAPS_UNSOLVABLE, paper.SUPERPUZZ_UNSOLVABLE),
            nodes.decided_means(superpuzz, won=False),
        ),
        nodes.nodes_figure(
            "first",
            "Positions to the first solution",
            "first solution",
            *first,
            (paper.GAPS_FIRST, paper.SUPERPUZZ_FIRST),
            nodes.decided_means(superpuzz, won=True),
        ),
    )
    text = (
        f"{paper.SOURCE}: Tables 1 to 9, the curves of Figs. 3 to 7, the power law and the exponential "
        "fits, beside our surveys of numbered deals. The paper has 1000 random deals of each size. Gaps "
        "with n columns moves as many cards as Superpuzz with n - 1.\n\n"
        "Our copy of the paper has its tables and fits but not its drawings: the figures here show the "
        "same quantities on the same kinds of axes."
    )
    return Report(NAME, TITLE, text, tables, figures)
