"""What the tests of the command line share."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

COMMAND = [sys.executable, "-m", "yomikiri"]

GAMES = (
    "superpuzz, montana, gaps, freecell, bakers-game, eight-off, seahaven-towers, sliding, peg, black-hole"
)
"""Every name of a game that is accepted, as messages list them."""

# The deal of the comparison paper with its solution, and the six-column deal of the Gaps paper.
FIVE = "H5 C5 H4 S4 D5\nH2 C2 D3 S5 SA\nS3 H3 HA C3 D2\nCA S2 DA D4 C4\n"
FIVE_SWAPS = (
    "(H5,HA) (H5,H4) (C5,H2) (H5,H3) (C5,DA) (C5,S3) (C5,CA) (H5,C2) (H5,D2) (C5,SA) "
    "(S5,D4) (S5,S4) (S5,H4) (S5,C3) (S5,C4)"
)
SIX = "DA C2 S2 C3 C4 C5\nHA H2 H5 D2 H6 D6\nSA H4 D4 S6 D5 S3\nCA D3 H3 C6 S5 S4\n"
SIX_SWAPS = (
    "(H6,D3) (H6,C2) (H6,D2) (D6,D4) (D6,H5) (D6,H3) (H6,H4) (H6,S2) (H6,D3) "
    "(H6,H5) (H6,S3) (D6,C3) (D6,D4) (S6,S4) (C6,C4) (C6,D5) (C6,S5) (C6,C5)"
)


@dataclass(frozen=True)
class Run:
    """What a command did."""

    status: int
    out: str
    err: str


Runner = Callable[..., Run]


def clean_environment() -> dict[str, str]:
    """An environment in which neither width, colour nor locale is left to the machine."""
    dropped = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "YOMIKIRI_DEBUG", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in dropped}
    return kept | {"COLUMNS": "80", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8", "TERM": "xterm"}
