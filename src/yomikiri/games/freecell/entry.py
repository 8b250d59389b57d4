"""What FreeCell and its family offer."""

from yomikiri.core.entry import GameEntry, Option, Question, Title
from yomikiri.core.microsoft import LARGEST_MICROSOFT, LARGEST_WINDOWS

ENTRY = GameEntry(
    name="freecell",
    summary="four suits to bring home, by way of cells; also bakers-game, eight-off, seahaven-towers",
    game="yomikiri.games.freecell.rules:FreeCell",
    default_size="8x4",
    place=3,
    title=Title("FreeCell", "フリーセル"),
    sizes="columns x cells, 3x0 to 10x8",
    size_unit="columns x cells",
    menu_sizes=(
        *(f"{columns}x{cells}" for columns in range(3, 11) for cells in range(9)),
        *("3x1x3", "4x1x4", "4x2x5", "5x2x6", "6x3x8", "7x3x10"),  # With small decks.
    ),
    variants={
        "freecell": Title("FreeCell", "フリーセル"),
        "bakers-game": Title("Baker's Game", "ベイカーズゲーム"),
        "eight-off": Title("Eight Off", "エイトオフ"),
        "seahaven-towers": Title("Seahaven Towers", "シーヘイブンタワーズ"),
    },
    options=(
        Option(
            "metric",
            "FreeCell: what counts as one move: a single card, or a run of cards that go together.",
            values=("single", "supermove"),
            default="single",
            preferred="supermove",
        ),
        Option("columns", "FreeCell: the number of columns, 3 to 10.", metavar="N", offered=False),
        Option("cells", "FreeCell: the number of free cells, 0 to 8.", metavar="N", offered=False),
        Option(
            "building",
            "FreeCell: how columns are built down: by alternating colours, or in suit.",
            values=("alternate", "suit"),
        ),
        Option(
            "empty-columns",
            "FreeCell: what an empty column takes: any card, or kings only.",
            values=("any", "kings"),
        ),
    ),
    notations=("places", "names"),
    text_has_size=False,
    examples=("solve freecell 617",),
    page="rules-freecell",
    make="yomikiri.games.freecell.asking:make",
    read="yomikiri.games.freecell.asking:read",
    most=LARGEST_MICROSOFT,
    drawn=LARGEST_WINDOWS,
    sources=(f"ms:1..{LARGEST_MICROSOFT}", "own:1.."),
    named="yomikiri.games.freecell.asking:named",
    note="yomikiri.games.freecell.asking:note",
    algorithms="yomikiri.games.freecell.algorithms:algorithms",
    kernel="yomikiri.games.freecell.algorithms:kernel_of",
    heuristics="yomikiri.games.freecell.bounds:bounds",
    consistent=("home",),
    space="yomikiri.games.freecell.space:space",
    partitioning="yomikiri.games.freecell.partitioning:partitioning",
    shorten="yomikiri.games.freecell.repair:shorter",
    within="yomikiri.games.freecell.shortest:within",
    # Microsoft's 32,000 deals are what others are measured on: nothing is trained on them.
    splits={"test": "1-1000", "validation": "1001-2000", "training": "32001-"},
    learner="yomikiri.games.freecell.learner:LEARNER",
    certificates="yomikiri.games.freecell.certificates:REASONING",
    agent="yomikiri.games.freecell.agent:FreeCellView",
    terminal_board="yomikiri.games.freecell.terminal:lines",
    web_board="yomikiri.games.freecell.web:BOARD",
    rules_line="yomikiri.games.freecell.web:rules_line",
    guide="yomikiri.games.freecell.guide:guide",
    browser_module="freecell",
    web_analysis="yomikiri.games.freecell.web:analysis",
    schemas="yomikiri.games.freecell",
    questions=(
        Question(
            "least-cells",
            "FreeCell: the fewest cells with which the deal can be won, proved.",
            "yomikiri.games.freecell.commands:answer_least_cells",
        ),
    ),
)
