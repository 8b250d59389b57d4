"""What the sliding puzzles offer."""

from yomikiri.core.entry import GameEntry, Option, Title

ENTRY = GameEntry(
    name="sliding",
    summary="the 15-puzzle and its kin: a tile beside the blank slides into it",
    game="yomikiri.games.sliding.rules:Sliding",
    default_size="4x4",
    place=4,
    title=Title("Sliding puzzle", "スライディングパズル"),
    short_title=Title("Sliding", "スライド"),
    sizes="rows x columns, 2x2 to 5x5",
    size_unit="rows x columns",
    menu_sizes=tuple(f"{rows}x{columns}" for rows in range(2, 6) for columns in range(2, 6)),
    options=(
        Option(
            "goal",
            "Sliding: blank-last (the default), blank-first, or a position.",
            values=("blank-last", "blank-first"),
            metavar="GOAL",
            default="blank-last",
        ),
    ),
    notations=("tiles", "directions"),
    examples=("solve sliding korf:79 --quiet",),
    page="rules-sliding",
    make="yomikiri.games.sliding.deals:make",
    read="yomikiri.games.sliding.deals:read",
    sources=("korf:1..100",),
    named="yomikiri.games.sliding.deals:named",
    implied="yomikiri.games.sliding.deals:implied",
    algorithms="yomikiri.games.sliding.algorithms:algorithms",
    heuristics="yomikiri.games.sliding.algorithms:heuristics",
    consistent=("manhattan", "linear-conflict", "walking-distance", "pdb-??", "pdb-???", "pdb-????"),
    partitioning="yomikiri.games.sliding.partitioning:partitioning",
    quickest="yomikiri.games.sliding.algorithms:quickest",
    tables="yomikiri.games.sliding.tables:TABLES",
    certificates="yomikiri.games.sliding.certificates:REASONING",
    web_board="yomikiri.games.sliding.web:BOARD",
    rules_line="yomikiri.games.sliding.web:rules_line",
    web_analysis="yomikiri.games.sliding.web:analysis",
    commands="yomikiri.games.sliding.commands:app",
)
