"""Malformed input: exactly one line on stderr, the same for ever, status 2, and nothing on stdout."""

import pytest
from cli_tools import FIVE, GAMES, Runner

from yomikiri.core.dealing import MAX_DEAL

COUNT = "expected a whole number such as 1000000 or 1e6"
TIME = "expected seconds as a decimal number such as 2.5"
MEMORY = "expected bytes or a form like 512MiB or 4GiB"
CARD = "expected a suit H, D, S or C and a rank A234567890JQK"
COMMANDS = (
    "solve, deal, verify, improve, analyse, games, algorithms, heuristics, hint, rate, play, "
    "compare, schema, check, serve, learn, build-game, reproduce, help, completion, man, "
    "gapset, tables, survey, dataset"
)

USAGE = [
    ((), f"missing command: expected one of {COMMANDS}, or --help"),
    (("slove",), f"unknown command 'slove': expected one of {COMMANDS}; did you mean solve?"),
    (("help", "slove"), f"unknown command 'slove': expected one of {COMMANDS}; did you mean solve?"),
    (("nothing",), f"unknown command 'nothing': expected one of {COMMANDS}"),
    (("solve", "frecell"), f"unknown game 'frecell': expected one of {GAMES}; did you mean freecell?"),
    (("completion", "tcsh"), "unknown shell 'tcsh': expected one of bash, zsh, fish"),
    (("--color",), "unknown option '--color'"),
    (("solve",), "missing argument GAME"),
    (("verify", "superpuzz"), "missing argument DEAL"),
    (("verify", "superpuzz", "1"), "missing argument MOVES"),
    (("games", "superpuzz"), "unexpected argument 'superpuzz'"),
    (("solve", "superpuzz", "1", "2"), "unexpected argument '2'"),
    (("solve", "superpuzz", "1", "--nodez", "5"), "unknown option '--nodez': did you mean --nodes?"),
    (("deal", "superpuzz", "1", "--quiet"), "unknown option '--quiet'"),
    (("solve", "superpuzz", "1", "-xyz"), "unknown option '-xyz'"),
    (("solve", "superpuzz", "1", "--size"), "option '--size' needs a value"),
    (("solve", "superpuzz", "1", "--json=yes"), "option '--json' takes no value"),
    (("solve", "superpuzz", "1", "--steps", "--json"), "--steps cannot go with --json"),
    (("solve", "superpuzz", "1", "--steps", "--quiet"), "--steps cannot go with --quiet"),
]

VALUES = [
    (("solve", "chess"), f"unknown game 'chess': expected one of {GAMES}"),
    (
        ("algorithms", "Superpuzz"),
        f"unknown game 'Superpuzz': expected one of {GAMES}; did you mean superpuzz?",
    ),
    (
        ("solve", "superpuzz", "-5"),
        f"'-5' is neither an option nor a deal number: deals are 1 to {MAX_DEAL}",
    ),
    (
        ("deal", "superpuzz", "-12"),
        f"'-12' is neither an option nor a deal number: deals are 1 to {MAX_DEAL}",
    ),
    (("solve", "superpuzz", "--", "-5"), f"deal '-5' is out of range: expected 1 to {MAX_DEAL}"),
    (("solve", "superpuzz", "0"), f"deal '0' is out of range: expected 1 to {MAX_DEAL}"),
    (
        ("solve", "superpuzz", "9223372036854775808"),
        f"deal '9223372036854775808' is out of range: expected 1 to {MAX_DEAL}",
    ),
    (
        ("solve", "superpuzz", "nothing-here.txt"),
        "deal 'nothing-here.txt' is neither a number nor a readable file: No such file or directory",
    ),
    (
        ("solve", "superpuzz", "two\nlines"),
        "deal 'two\\x0alines' is neither a number nor a readable file: No such file or directory",
    ),
    (("solve", "superpuzz", "/"), "deal '/' is neither a number nor a readable file: Is a directory"),
    (("deal", "superpuzz", "1", "--size", "14"), "size '14' is not a size of superpuzz: expected 2 to 13"),
    (("deal", "superpuzz", "1", "--size", "-3"), "size '-3' is not a size of superpuzz: expected 2 to 13"),
    (("deal", "superpuzz", "1", "--size", ""), "size '' is not a size of superpuzz: expected 2 to 13"),
    (
        ("solve", "superpuzz", "1", "--algorithm", "magic"),
        "unknown algorithm 'magic' for superpuzz: expected one of ",
    ),
    (
        ("solve", "superpuzz", "1", "--algorithm", "priority-1", "--shortest"),
        "algorithm 'priority-1' does not find shortest solutions: expected one of ",
    ),
    (
        ("solve", "superpuzz", "1", "--duplicates", "tree"),
        "unknown duplicates 'tree': expected one of hash, patricia",
    ),
    (
        ("solve", "superpuzz", "1", "--states", "some"),
        "unknown states 'some': expected one of exact, fingerprint",
    ),
    (
        ("solve", "superpuzz", "1", "--symmetry", "all"),
        "unknown symmetry 'all': expected one of none, rows",
    ),
    (
        ("solve", "superpuzz", "1", "--engine", "gpu"),
        "unknown engine 'gpu': expected one of auto, kernel, python",
    ),
    (
        ("solve", "freecell", "1", "--heuristic", "home"),
        "heuristic 'home' goes with a-star or ida-star or bounded or weighted-a-star or greedy, "
        "not with quick: "
        "ask for a shortest solution, or name the algorithm",
    ),
    (
        ("solve", "superpuzz", "1", "--heuristic", "misplaced"),
        "heuristic 'misplaced' goes with ida-star, not with decide: name the algorithm",
    ),
    (
        ("solve", "freecell", "1", "--heuristic", "best"),
        "unknown heuristic 'best' for quick: expected one of relaxed, ",
    ),
    (
        ("solve", "freecell", "1", "--shortest", "--heuristic", "best"),
        "unknown heuristic 'best' for a-star: expected one of relaxed, ",
    ),
    (
        ("solve", "superpuzz", "1", "--notation", "x"),
        "unknown notation 'x' of superpuzz 13: expected one of cards, swaps",
    ),
    *[
        (("solve", "superpuzz", "1", "--nodes", text), f"--nodes '{text}' is not a count: {COUNT}")
        for text in ("-1", "ten", "1.5", "nan", "inf", "1e-3", "", "5M", "1__0", "９", "0x10", "9" * 20 + "x")
    ],
    (
        ("solve", "superpuzz", "1", "--nodes", "1e30"),
        "--nodes '1e30' is too large: expected at most 9223372036854775807",
    ),
    *[
        (("solve", "superpuzz", "1", "--seconds", text), f"--seconds '{text}' is not a time: {TIME}")
        for text in ("-1", "nan", "inf", "soon", "1e400", "", "1:30")
    ],
    *[
        (("solve", "superpuzz", "1", "--memory", text), f"--memory '{text}' is not a memory size: {MEMORY}")
        for text in ("-1", "4GB", "4XiB", "much", "nan", "", "GiB", "1e9", "4GiB4")
    ],
    (
        ("solve", "superpuzz", "1", "--memory", "99999999TiB"),
        "--memory '99999999TiB' is too large: expected at most 9223372036854775807",
    ),
]

MOVES = [
    ("X2", f"move 1: 'X2' is not a card: {CARD}"),
    ("H\u212a", f"move 1: 'H\u212a' is not a card: {CARD}"),
    ("H9", "move 1: H9 is not in play: with 5 columns cards go up to rank 4"),
    ("(H5,HA) ??", f"move 2: '??' is not a card: {CARD}"),
    ("HA", "move 1: 'HA' must say its row: expected HA@1 or HA@3"),
    ("HA@9", "move 1: 'HA@9': '9' is not a row, expected 1 to 4"),
    ("HA@", f"move 1: 'HA@' is not a card: {CARD}"),
    ("H2@1", "move 1: 'H2@1': only an ace names a row, expected just H2"),
    ("(H5,", "move 1: '(H5,' is not a swap: expected a form like (H5,HA)"),
    ("(H5;HA)", "move 1: '(H5;HA)' is not a swap: expected a form like (H5,HA)"),
    ("(H4,HA)", "move 1: '(H4,HA)' must name one hole and one card: holes have rank 5 here"),
    ("(H5,D5)", "move 1: '(H5,D5)' must name one hole and one card: holes have rank 5 here"),
    (")", f"move 1: ')' is not a card: {CARD}"),
    ("H2,H3", f"move 1: 'H2,H3' is not a card: {CARD}"),
    ("\x1b[31m", f"move 1: '\\x1b[31m' is not a card: {CARD}"),
]

POSITIONS = [
    (b"", "standard input is empty: expected a position"),
    (b" \r\n", "standard input is empty: expected a position"),
    (b"# deal 5", "the text has only comments: expected 4 rows of cards and holes"),
    (FIVE.encode() + b"HA\n", "found 5 rows, expected 4"),
    (b"HA/DA/SA/CA", "row 1 has 1 cells, expected 2 to 13"),
    (b"HA .. ../DA ../SA ../CA ..", "row 2 has 2 cells, expected 3 as in row 1"),
    (FIVE.replace("H2", "H3", 1).encode(), "row 3, column 2: H3 occurs twice"),
    (FIVE.replace("H2", "..", 1).encode(), "H2 is missing"),
    (
        FIVE.replace("H2", "H9", 1).encode(),
        "row 2, column 1: H9 is too high: with 5 columns cards go up to H4",
    ),
    (FIVE.replace("H2", "Z2", 1).encode(), f"row 2, column 1: 'Z2' is not a card: {CARD}; a hole is '..'"),
    (b"HA \xff", "byte 4 of '-' is not UTF-8 text"),
    (b"x" * 70_000, "deal '-' is larger than 65536 bytes: no position is"),
    (
        b"{",
        "not valid JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
    ),
    (b"{}", 'a position in JSON needs "game", "size" and "position"'),
    (b'{"a":' * 10_000, "not valid JSON: nested too deeply"),
    (b'{"game": "chess", "size": 5}', "\"game\" is 'chess', expected 'superpuzz'"),
    (b'{"game": "superpuzz", "size": 99}', "size '99' is not a size of superpuzz: expected 2 to 13"),
    (
        b'{"game": "superpuzz", "size": 5, "position": "HA"}',
        '"position" must be a list of lines of text',
    ),
]


def check(run: Runner, arguments: tuple[str, ...], message: str, stdin: bytes = b"") -> None:
    """The contract of a refusal; a message that ends in a blank is the beginning of one."""
    answer = run(*arguments, stdin=stdin)
    assert answer.err.count("\n") == 1
    assert answer.err.endswith("\n")
    if message.endswith(" "):
        assert answer.err.startswith(f"yomikiri: {message}")
    else:
        assert answer.err == f"yomikiri: {message}\n"
    assert (answer.status, answer.out) == (2, "")


@pytest.mark.parametrize(("arguments", "message"), [*USAGE, *VALUES], ids=lambda value: ascii(value)[:60])
def test_a_bad_word_is_refused_in_one_line(run: Runner, arguments: tuple[str, ...], message: str) -> None:
    check(run, arguments, message)


@pytest.mark.parametrize(("moves", "message"), MOVES, ids=lambda value: ascii(value)[:40])
def test_a_malformed_move_is_refused_in_one_line(run: Runner, moves: str, message: str) -> None:
    # Two holes in column 1, so that an ace must say which.
    board = FIVE.replace("S3", "D5").replace("S4 D5", "S4 S3").encode()
    check(run, ("verify", "superpuzz", "-", moves), message, board)


@pytest.mark.parametrize(("position", "message"), POSITIONS, ids=[str(n) for n in range(len(POSITIONS))])
def test_a_malformed_position_is_refused_in_one_line(run: Runner, position: bytes, message: str) -> None:
    check(run, ("solve", "superpuzz", "-"), message, position)


def test_every_name_that_is_listed_is_a_game(run: Runner) -> None:
    for name in GAMES.split(", "):
        assert run("algorithms", name).status == 0
        assert run("deal", name, "1").status == 0


def test_a_position_must_fit_the_size(run: Runner) -> None:
    message = "the position has 5 columns, expected 6"
    check(run, ("deal", "superpuzz", "-", "--size", "6"), message, FIVE.encode())


def test_standard_input_is_read_once(run: Runner) -> None:
    message = "'-' stands for both DEAL and MOVES: expected it at most once"
    check(run, ("verify", "superpuzz", "-", "-"), message, FIVE.encode())


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (b"\xff", "byte 1 of the moves is not UTF-8 text"),
        (b"x" * 2**25, "the moves are longer than 16777216 bytes"),
    ],
)
def test_moves_on_standard_input_are_checked(run: Runner, moves: bytes, message: str) -> None:
    check(run, ("verify", "superpuzz", "3", "-"), message, moves)


def test_a_refusal_by_a_real_process_has_no_traceback(spawn: Runner) -> None:
    # A name that is not UTF-8 reaches Python as a lone surrogate.
    check(spawn, ("solve", "superpuzz", "no\udcffname"), "deal 'no\\xdcffname' is neither ")
    check(spawn, ("solve", "superpuzz", "-5"), VALUES[2][1])
