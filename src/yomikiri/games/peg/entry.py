"""What peg solitaire offers."""

from yomikiri.core.entry import GameEntry, Option, Title

ENTRY = GameEntry(
    name="peg",
    summary="peg solitaire: pegs jump over pegs and take them away, until one is left",
    game="yomikiri.games.peg.rules:Peg",
    default_size="english",
    place=5,
    title=Title("Peg solitaire", "ペグソリテール"),
    short_title=Title("Peg", "ペグ"),
    sizes="english, european, 3x3 to 6x6",
    size_unit="board",
    menu_sizes=("english", "european", "4x4", "4x5", "5x5", "5x6", "6x6"),
    options=(
        Option(
            "finish",
            "Peg solitaire: the hole for the last peg, such as d4, the centre (the default), or any.",
            values=("centre", "any"),
            metavar="HOLE",
            default="centre",
        ),
        Option(
            "metric",
            "Peg solitaire: what counts as one move: a jump, or all jumps of one peg in a row.",
            values=("jumps", "moves"),
            default="jumps",
        ),
    ),
    examples=("solve peg 1",),
    page="rules-peg",
    make="yomikiri.games.peg.asking:make",
    read="yomikiri.games.peg.asking:read",
    algorithms="yomikiri.games.peg.algorithms:algorithms",
    heuristics="yomikiri.games.peg.bounds:bounds",
    kernel="yomikiri.games.peg.algorithms:in_kernel",
    symmetries=("none", "board"),
    space="yomikiri.games.peg.space:space",
    certificates="yomikiri.games.peg.certificates:REASONING",
    agent="yomikiri.games.peg.agent:view",
    web_board="yomikiri.games.peg.web:BOARD",
    rules_line="yomikiri.games.peg.web:rules_line",
    guide="yomikiri.games.peg.guide:guide",
    browser_module="peg",
)
