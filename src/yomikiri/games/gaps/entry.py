"""What Gaps offers."""

from itertools import permutations

from yomikiri.core.entry import GameEntry, Option, Several, Title

ENTRY = GameEntry(
    name="gaps",
    summary="the same with the aces fixed at the left, in any of 24 arrangements",
    game="yomikiri.games.gaps.rules:Gaps",
    default_size=14,
    place=2,
    title=Title("Gaps", "ギャップス"),
    sizes="columns, 3 to 14",
    size_unit="columns",
    menu_sizes=tuple(map(str, range(3, 15))),
    notations=("cards", "swaps"),
    first_deal="12",
    examples=("deal gaps 12 | yomikiri solve gaps - --first",),
    page="rules-gaps",
    make="yomikiri.games.gaps.deals:make",
    read="yomikiri.games.gaps.deals:read",
    deal="yomikiri.games.gaps.deals:deal",
    several=Several(
        names=tuple("".join(order) for order in permutations("HDSC")),
        parse="yomikiri.games.gaps.rules:parse_arrangement",
        option=Option(
            "arrangement",
            "Gaps: the suits of the aces from the top row down, such as HDSC; 24 are possible.",
            metavar="SUITS",
        ),
        placed="the position has its aces in place",
        shown_first="SCHD",
    ),
    algorithms="yomikiri.games.gaps.algorithms:algorithms",
    heuristics="yomikiri.games.rows.bounds:heuristics",
    consistent=("misplaced",),
    kernel="yomikiri.games.rows.kernel:kernel_of",
    symmetries=("none", "rows"),
    space="yomikiri.games.rows.space:space",
    partitioning="yomikiri.games.rows.partitioning:partitioning",
    skips_lost=True,
    shorten="yomikiri.games.rows.kernel:shorter",
    certificates="yomikiri.games.gaps.certificates:REASONING",
    agent="yomikiri.games.rows.agent:RowView",
    analysis="yomikiri.games.rows.analysis:analysis",
    web_board="yomikiri.games.rows.web:BOARD",
    rules_line="yomikiri.games.gaps.deals:rules_line",
    guide="yomikiri.games.rows.guide:fixed_guide",
    browser_module="rows",
    web_analysis="yomikiri.games.rows.analysis:web_analysis",
    label="winnable",
)
