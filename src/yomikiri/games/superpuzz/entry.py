"""What Superpuzz offers."""

from yomikiri.core.entry import GameEntry, Title

ENTRY = GameEntry(
    name="superpuzz",
    summary="four rows, four holes; a hole takes the successor of its left neighbour; also montana",
    game="yomikiri.games.superpuzz.rules:Superpuzz",
    default_size=13,
    place=1,
    title=Title("Superpuzz", "スーパーパズ"),
    sizes="columns, 2 to 13",
    size_unit="columns",
    menu_sizes=tuple(map(str, range(2, 14))),
    variants={"superpuzz": Title("Superpuzz", "スーパーパズ"), "montana": Title("Montana", "モンタナ")},
    notations=("cards", "swaps"),
    first_deal="12",
    examples=("solve superpuzz random --size 6 --shortest",),
    page="rules-superpuzz",
    make="yomikiri.games.superpuzz.deals:make",
    read="yomikiri.games.superpuzz.deals:read",
    algorithms="yomikiri.games.superpuzz.algorithms:algorithms",
    heuristics="yomikiri.games.rows.bounds:heuristics",
    symmetries=("none", "rows"),
    space="yomikiri.games.rows.space:space",
    partitioning="yomikiri.games.rows.partitioning:partitioning",
    skips_lost=True,
    shorten="yomikiri.games.rows.kernel:shorter",
    certificates="yomikiri.games.superpuzz.certificates:REASONING",
    analysis="yomikiri.games.rows.analysis:analysis",
    web_board="yomikiri.games.rows.web:BOARD",
    rules_line="yomikiri.games.superpuzz.deals:rules_line",
    web_analysis="yomikiri.games.rows.analysis:web_analysis",
)
