"""What Black Hole offers."""

from yomikiri.core.entry import GameEntry, Title
from yomikiri.core.microsoft import LARGEST_MICROSOFT, LARGEST_WINDOWS

ENTRY = GameEntry(
    name="black-hole",
    summary="all cards go onto the ace of spades, each one rank above or below the last",
    game="yomikiri.games.blackhole.rules:BlackHole",
    default_size=13,
    place=6,
    title=Title("Black Hole", "ブラックホール"),
    sizes="ranks, an odd number from 3 to 13",
    size_unit="ranks",
    menu_sizes=("3", "5", "7", "9", "11", "13"),
    first_deal="2",
    notations=("cards", "fans"),
    text_has_size=False,
    examples=("solve black-hole 24",),
    page="rules-black-hole",
    make="yomikiri.games.blackhole.asking:make",
    read="yomikiri.games.blackhole.asking:read",
    most=LARGEST_MICROSOFT,
    drawn=LARGEST_WINDOWS,
    sources=(f"ms:1..{LARGEST_MICROSOFT}", "own:1.."),
    named="yomikiri.games.blackhole.asking:named",
    algorithms="yomikiri.games.blackhole.algorithms:algorithms",
    heuristics="yomikiri.games.blackhole.bounds:bounds",
    kernel="yomikiri.games.blackhole.algorithms:in_kernel",
    symmetries=("none", "fans"),
    space="yomikiri.games.blackhole.space:space",
    certificates="yomikiri.games.blackhole.certificates:REASONING",
    agent="yomikiri.games.blackhole.agent:BlackHoleView",
    web_board="yomikiri.games.blackhole.web:BOARD",
    rules_line="yomikiri.games.blackhole.web:rules_line",
    guide="yomikiri.games.blackhole.guide:guide",
    browser_module="blackhole",
)
