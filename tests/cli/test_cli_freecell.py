"""FreeCell and its family on the command line."""

import json
from pathlib import Path

import pytest
from cli_tools import Runner
from test_cli_json import KEYS
from test_cli_terminal import OnTerminal

from yomikiri import FreeCell
from yomikiri.games.freecell.rules import PRESETS
from yomikiri.games.freecell.text import READ_AS_ROWS

# Nearly won: the six kings and queens that are left go home in several orders.
END = """\
Foundations: H-J C-Q D-J S-K
Freecells: QD - - -
: KD
: KC QH
: KH
"""
SMALL = ("freecell", "-", "--size", "3x1x2")
SMALL_BOARD = b"Foundations: H-2 C-A D-A\nAS 2D\n2C 2S"


@pytest.fixture
def end(tmp_path: Path) -> str:
    file = tmp_path / "end.txt"
    file.write_text(END)
    return str(file)


def test_deal_prints_the_board_text_of_a_number(run: Runner) -> None:
    answer = run("deal", "freecell", "617")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == f"{FreeCell().deal(617)}\n"
    assert answer.out.startswith("Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n: 7D TD TH KD 4C 4S JD\n")
    assert run("deal", "freecell", "ms:617").out == answer.out
    assert run("deal", "freecell", "own:617").out == f"{FreeCell().deal_own(617)}\n"


@pytest.mark.parametrize("variant", PRESETS)
def test_a_variant_goes_by_its_own_name(run: Runner, variant: str) -> None:
    expected = f"{FreeCell(variant=variant).deal(7)}\n"
    assert run("deal", variant, "7").out == expected
    assert run("deal", "freecell", "7", "--variant", variant).out == expected
    assert run("deal", variant, "-", stdin=expected.encode()).out == expected
    data = run("deal", variant, "7", "--json").out
    assert run("deal", "freecell", "-", "--json", stdin=data.encode()).out == data
    shown = run("solve", variant, "7", "--nodes", "3")
    assert shown.status == 20
    assert f"{variant} {FreeCell(variant=variant).size}, deal 7" in shown.out


def test_options_change_the_rules(run: Runner) -> None:
    rules = ("--columns", "6", "--cells", "2", "--building", "suit", "--empty-columns", "kings")
    found = json.loads(run("deal", "freecell", "3", *rules, "--metric", "supermove", "--json").out)
    assert found["size"] == "6x2"
    assert found["options"] == {"building": "suit", "empty-columns": "kings", "metric": "supermove"}
    assert found["position"] == str(FreeCell(6, 2).deal(3)).splitlines()


def test_the_picture_has_cells_and_homes_above_the_columns(run: Runner, end: str) -> None:
    answer = run("solve", "freecell", end, "--algorithm", "depth-first", "--nodes", "1")
    lines = [line.strip("│╭╮╰╯─").rstrip() for line in answer.out.splitlines()[:8]]
    assert lines == [
        " freecell 8x4, position",
        " a  b  c  d     H  C  D  S",
        " QD -- -- --    JH QC JD KS",
        "",
        " 1  2  3  4  5  6  7  8",
        " KD KC KH",
        "    QH",
        "",
    ]


def test_a_terminal_shows_suits_in_colour(end: str) -> None:
    terminal = OnTerminal("solve", "freecell", end, "--nodes", "1", stdout_too=True)
    terminal.finish()
    shown = terminal.shown.decode()
    assert "\x1b[1;31mQ♦" in shown
    assert "\x1b[1mK♣" in shown


def test_steps_mark_the_card_that_moved(end: str) -> None:
    terminal = OnTerminal("solve", "freecell", end, "--shortest", "--steps", stdout_too=True)
    status, _ = terminal.finish()
    shown = terminal.shown.decode()
    assert status == 0
    # Home shows the queen that came; where she lay there is nothing to mark.
    assert "\x1b[1;7;31mQ♥" in shown
    assert "\x1b[2;7m  " not in shown


def test_moves_with_the_names_of_cards_are_numbered(run: Runner, end: str) -> None:
    plain = run("solve", "freecell", end, "--shortest", "--quiet")
    named = run("solve", "freecell", end, "--shortest", "--quiet", "--notation", "names")
    moves = plain.out.split()
    assert (plain.status, len(moves)) == (0, 5)
    assert [line.split()[:2] for line in named.out.splitlines()] == [
        [f"{number}.", move] for number, move in enumerate(moves, start=1)
    ]
    assert any(line.endswith("QH home") for line in named.out.splitlines())
    shown = run("solve", "freecell", end, "--shortest", "--notation", "names").out
    assert all(line.partition(". ")[2] in shown for line in named.out.splitlines())
    assert run("verify", "freecell", end, plain.out).out == "legal and won: 5 moves\n"


@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize(
    "algorithm", ["breadth-first", "depth-first", "priority-first", "a-star", "ida-star"]
)
def test_every_reference_solves_a_small_deck(run: Runner, algorithm: str, metric: str) -> None:
    options = ("--metric", metric, "--engine", "python")
    answer = run("solve", *SMALL, "--algorithm", algorithm, "--json", *options, stdin=SMALL_BOARD)
    found = json.loads(answer.out)
    assert answer.status == 0
    assert list(found)[: len(KEYS)] == KEYS
    assert (found["game"], found["size"], found["certified"]) == ("freecell", "3x1x2", True)
    assert found.get("options", {}) == ({"metric": "supermove"} if metric == "supermove" else {})
    won = run("verify", *SMALL, "--metric", metric, *found["moves"], stdin=SMALL_BOARD)
    assert (won.status, won.out) == (0, f"legal and won: {found['length']} moves\n")


@pytest.mark.parametrize("algorithm", ["a-star", "ida-star"])
@pytest.mark.parametrize(
    ("given", "named"),
    [([], "relaxed"), (["--heuristic", "home"], "home"), (["--heuristic", "h3"], "cycles")],
)
def test_the_json_names_the_heuristic(run: Runner, given: list[str], named: str, algorithm: str) -> None:
    answer = run(
        "solve", "freecell", "3", "--size", "4x2x4", "--shortest", "--algorithm", algorithm, "--json", *given
    )
    assert json.loads(answer.out)["heuristic"] == named


def test_without_memory_for_a_star_another_algorithm_is_named(run: Runner) -> None:
    answer = run("solve", "freecell", "1", "--shortest", "--memory", "4M")
    assert answer.status == 20
    assert "a larger --memory than 4 MiB, or --algorithm ida-star" in answer.out


def test_a_small_deck_can_be_lost(run: Runner) -> None:
    answer = run("solve", "freecell", "1", "--size", "3x0x3", "--engine", "python", "--quiet")
    assert (answer.status, answer.out) == (10, "unsolvable\n")


def test_the_metric_decides_what_verify_counts(run: Runner) -> None:
    board = b"Foundations: H-J C-J D-J S-T\nKS QD JS\nKD QC\nKC QH\nKH QS"
    runs = ("verify", "freecell", "-", "--metric", "supermove")
    answer = run(*runs, "15v3", "51v2", stdin=board)
    assert answer.out == "not won: legal, but the game is not won after 2 moves\n"
    answer = run("verify", "freecell", "-", "15v3", stdin=board)
    assert answer.status == 10
    assert answer.out == (
        "illegal: move 1: 3 cards cannot go from column 1 to column 5: "
        "one card at a time moves in the metric single\n"
    )


MESSAGES = [
    (("deal", "freecell", "0"), "deal '0' is out of range: expected 1 to 8589934591"),
    (("deal", "freecell", "ms:x"), "deal 'ms:x' is out of range: expected ms:1 to ms:8589934591"),
    (("deal", "freecell", "1", "--cells", "9"), "freecell has 0 to 8 cells, not 9"),
    (("deal", "freecell", "1", "--columns", "x"), "--columns 'x' is not a number of columns"),
    (
        ("deal", "freecell", "1", "--metric", "x"),
        "unknown metric 'x': expected one of single, supermove",
    ),
    (
        ("deal", "freecell", "1", "--variant", "spider"),
        "unknown variant 'spider' of freecell: expected one of "
        "freecell, bakers-game, eight-off, seahaven-towers",
    ),
    (("deal", "superpuzz", "1", "--cells", "4"), "unknown option 'cells' of superpuzz: it has no options"),
    (
        ("deal", "superpuzz", "ms:1"),
        "deal 'ms:1' is neither a number nor a readable file: No such file or directory",
    ),
    (
        ("solve", "freecell", "1", "--notation", "swaps"),
        "unknown notation 'swaps' of freecell 8x4: expected one of places, names",
    ),
    (
        ("solve", "superpuzz", "1", "--notation", "names"),
        "unknown notation 'names' of superpuzz 13: expected one of cards, swaps",
    ),
    (("analyse", "freecell", "1"), "freecell has no analysis: it is for superpuzz and gaps"),
    (
        ("verify", "freecell", "1", "1a", "1x"),
        "move 2: '1x' is not a move: expected a form like 1a, a7, 6h, 23 or 26v3",
    ),
    (
        ("deal", "freecell", "1", "--arrangement", "HDSC"),
        "freecell has no arrangements: --arrangement is for gaps",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), MESSAGES, ids=lambda value: str(value)[:60])
def test_a_bad_word_is_refused_in_one_line(run: Runner, arguments: tuple[str, ...], message: str) -> None:
    answer = run(*arguments)
    assert (answer.status, answer.out, answer.err) == (2, "", f"yomikiri: {message}\n")


def test_a_bad_board_is_refused_in_one_line(run: Runner) -> None:
    answer = run("solve", "freecell", "-", stdin=END.replace("KH", "KC").encode())
    assert (answer.status, answer.err) == (2, "yomikiri: line 5: KC occurs twice, also in line 4\n")


# -- boards that people type ------------------------------------------------------------------------


def by_rows(number: int) -> bytes:
    """A deal as a screen shows it, row by row."""
    columns = FreeCell().deal(number).columns
    rows = [[str(column[row]) for column in columns if row < len(column)] for row in range(len(columns[0]))]
    return "\n".join(map(" ".join, rows)).encode()


def test_a_board_by_rows_is_solved_as_itself_and_the_reading_is_told(run: Runner) -> None:
    known = run("solve", "freecell", "24", "--quiet")
    told = f"yomikiri: note: {READ_AS_ROWS}\n"
    typed = run("solve", "freecell", "-", "--quiet", stdin=by_rows(24))
    assert (typed.status, typed.out, typed.err) == (0, known.out, told)
    for command in (("deal", "freecell", "-"), ("verify", "freecell", "-", known.out.strip())):
        answer = run(*command, stdin=by_rows(24))
        assert (answer.status, answer.err) == (0, told)
    for command in (("solve", "freecell", "-"), ("improve", "freecell", "-", known.out.strip())):
        found = run(*command, "--json", stdin=by_rows(24))
        assert json.loads(found.out)["note"] == READ_AS_ROWS
        assert found.err == told
    assert "note" not in json.loads(run("solve", "freecell", "24", "--json").out)


def test_a_number_with_a_hash_is_a_deal(run: Runner) -> None:
    known = run("deal", "freecell", "24")
    assert run("deal", "freecell", "#24") == run("deal", "freecell", "-", stdin=b"#24\n") == known


def test_an_empty_file_is_called_empty(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    file.write_text("")
    answer = run("solve", "freecell", str(file))
    assert (answer.status, answer.err) == (2, f"yomikiri: the file '{file}' is empty: expected a position\n")
