"""Narrow terminals: what does not fit is broken and goes on, and nothing is ever cut off."""

import io
import re

import pytest
from cli_tools import Runner
from rich.console import Console, RenderableType
from rich.text import Text

from yomikiri import open_deal
from yomikiri.cli import board, summary

WIDTHS = (8, 12, 20, 30, 38, 39, 40, 42, 45, 60, 80)
FRAME = re.compile(r"[─│╭╮╰╯]")
TOLD = re.compile(r"\(the board is [^)]*\)")
DEALS = [
    ("superpuzz", "9", None),
    ("montana", "9", "5"),
    ("gaps", "9", None),
    ("freecell", "617", None),
    ("freecell", "617", "10x8"),
    ("seahaven-towers", "617", None),
    ("sliding", "3", "5x5"),
    ("sliding", "123456789", "2x2"),
]


def shown(thing: RenderableType, width: int) -> str:
    """What a terminal of that width shows; the lines are as wide as it is at most."""
    file = io.StringIO()
    Console(file=file, width=width, highlight=False, emoji=False, markup=False).print(thing)
    assert all(len(line.rstrip()) <= width for line in file.getvalue().splitlines())
    return file.getvalue()


def letters(text: str) -> str:
    """All that is written, without the blanks between it."""
    return "".join(TOLD.sub("", " ".join(FRAME.sub(" ", text).split())).split())


@pytest.mark.parametrize(("name", "number", "size"), DEALS)
def test_a_board_keeps_all_its_cards_at_any_width(name: str, number: str, size: str | None) -> None:
    deal = open_deal(name, number, size)
    for width in (*WIDTHS, 200):
        console = Console(file=io.StringIO(), width=width)
        if width == 8 and name != "sliding":
            continue  # The note itself is broken there in the middle of its words.
        text = shown(board.panel(deal, console), width)
        whole = shown(board.panel(deal, Console(file=io.StringIO(), width=200)), 200)
        assert letters(text) == letters(whole)
        if not deal.has_arrangements:
            alone = shown(board.board(deal.game, deal.position, console), width)
            assert letters(alone) in letters(whole)


def test_a_board_is_framed_where_there_is_room_and_told_where_there_is_not() -> None:
    deal = open_deal("superpuzz", "9")
    at = {
        width: shown(board.panel(deal, Console(file=io.StringIO(), width=width)), width) for width in WIDTHS
    }
    assert "╭" in at[42]
    assert at[40].startswith("superpuzz 13, deal 9\nH9 D4 ")
    assert at[40].count("\n") == 5
    assert "(the board is 38 columns wide:\nlines that go on are indented)\n" in at[30]
    # The rest of a row stands below it, further in.
    assert at[30].splitlines()[1:3] == ["H9 D4 D0 H7 S5 .. H2 .. S3 S0", "  C3 D3 SA"]


def test_a_frame_does_not_cut_off_the_number_of_a_deal() -> None:
    deal = open_deal("sliding", "123456789", "2x2")
    for width in (20, 30, 32, 33, 40):
        text = shown(board.panel(deal, Console(file=io.StringIO(), width=width)), width)
        assert "sliding 2x2, deal 123456789" in " ".join(text.split())


@pytest.mark.parametrize("width", WIDTHS)
def test_moves_and_figures_lose_nothing(width: int) -> None:
    moves = ["63  TC onto JD", "26v3  9H 8S 7D to column 6", "HA@1", "12"] * 4
    wide = letters(shown(summary.columns(moves, 200), 200))
    assert letters(shown(summary.columns(moves, width), width)) == wide
    figures = [
        ("algorithm", "ida-star-pruned, walking-distance+gaps"),
        ("try", "--goal blank-first, and so on"),
    ]
    assert letters(shown(summary.lines(figures, width), width)) == "".join(
        "".join(f"{name}{value}".split()) for name, value in figures
    )
    cells = [Text(f"HDSC won in {number}") for number in range(90, 110)]
    assert letters(shown(summary.grid(cells, max(1, width // 20), 4), width)) == "".join(
        str(cell).replace(" ", "") for cell in cells
    )


@pytest.mark.parametrize("width", ["20", "40"])
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "superpuzz", "9", "--nodes", "0"),
        ("solve", "freecell", "617", "--notation", "names"),
        ("solve", "sliding", "3", "--size", "3x3", "--steps"),
        ("solve", "gaps", "3", "--size", "8", "--first"),
        ("analyse", "superpuzz", "7"),
    ],
    ids=" ".join,
)
def test_a_command_says_the_same_on_a_narrow_terminal(
    run: Runner, command: tuple[str, ...], width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written() -> str:
        answer = run(*command)
        assert answer.err == ""
        # Times and rates differ from run to run.
        timeless = re.sub(r"rate\s+\S+( [kMG])?\s+expanded\s+a\s+second", "", answer.out)
        return letters(re.sub(r"time\s+[0-9.]+ m?s", "", timeless))

    monkeypatch.setenv("COLUMNS", "100")
    wide = written()
    monkeypatch.setenv("COLUMNS", width)
    assert written() == wide
    assert "…" not in wide
