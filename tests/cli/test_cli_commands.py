"""Every command does what it says, for people."""

import re
import signal
from pathlib import Path

import pytest
from cli_tools import FIVE, FIVE_SWAPS, SIX, SIX_SWAPS, Runner

from yomikiri import KERNEL, CertificationError, __version__, algorithms, game, open_deal
from yomikiri.cli import parts
from yomikiri.cli.exits import MEANINGS, OF_OUTCOME, Exit
from yomikiri.core.registry import entries
from yomikiri.search import Outcome


def test_version_is_the_library_s_with_its_kernel_and_build(run: Runner) -> None:
    answer = run("--version")
    assert (answer.status, answer.err) == (0, "")
    build = r"\((\w+) kernel, (gcc|clang) [\d.]+[^;]*; \w+ 3\.[\d.]+\w*; \S+ \S+\)"
    found = re.fullmatch(rf"yomikiri {re.escape(__version__)} {build}\n", answer.out)
    assert found, answer.out
    assert found[1] == KERNEL


@pytest.mark.parametrize(
    "command",
    [(), ("solve",), ("deal",), ("verify",), ("improve",), ("analyse",), ("games",), ("algorithms",)],
)
def test_every_command_has_help(run: Runner, command: tuple[str, ...]) -> None:
    answer = run(*command, "--help")
    assert answer.status == 0
    assert "Usage: yomikiri" in answer.out
    assert answer.err == ""


def test_games_lists_the_catalogue_one_line_each(run: Runner) -> None:
    answer = run("games")
    assert answer.status == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == list(entries())
    assert all(kind.summary in answer.out for kind in entries().values())


@pytest.mark.parametrize("name", entries())
def test_algorithms_lists_what_the_library_has_one_line_each(run: Runner, name: str) -> None:
    answer = run("algorithms", name)
    assert answer.status == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == list(algorithms(game(name)))


@pytest.mark.parametrize("name", entries())
def test_deal_prints_text_that_reads_back(run: Runner, name: str, tmp_path: Path) -> None:
    answer = run("deal", name, "7")
    deal = open_deal(name, "7")
    assert answer.out == deal.text + "\n"
    file = tmp_path / "deal.txt"
    file.write_text(answer.out)
    assert run("deal", name, str(file)).out == answer.out
    assert run("deal", name, "-", stdin=answer.out.encode()).out == answer.out


def test_deal_without_a_deal_is_random(run: Runner) -> None:
    drawn = {run("deal", "superpuzz").out for _ in range(3)}
    assert len(drawn) > 1


def test_solve_shows_board_moves_and_summary(run: Runner) -> None:
    answer = run("solve", "superpuzz", "3", "--size", "5")
    moves = run("solve", "superpuzz", "3", "--size", "5", "--quiet").out.split()
    assert answer.status == 0
    assert answer.err == ""
    assert "superpuzz 5, deal 3" in answer.out
    assert all(row in answer.out for row in run("deal", "superpuzz", "3", "--size", "5").out.splitlines())
    numbered = re.findall(r"(\d+) ([HDSC][A2-4](?:@\d)?)\b", answer.out.split("╯")[1])
    assert numbered == [(str(number), move) for number, move in enumerate(moves, start=1)]
    assert f"Solved in {len(moves)} moves" in answer.out
    for word in (
        "shortest",
        "algorithm",
        "expanded",
        "generated",
        "stored",
        "rate",
        "time",
        "memory",
        "fingerprints",
    ):
        assert word in answer.out


def test_solve_shortest_says_that_it_is_proved(run: Runner) -> None:
    answer = run("solve", "superpuzz", "3", "--size", "4", "--shortest")
    assert answer.status == 0
    assert "and none is shorter" in answer.out
    assert "proved: no solution can be shorter" in answer.out


def test_a_won_board_is_proved_shortest_without_a_search(run: Runner) -> None:
    answer = run("solve", "superpuzz", "-", stdin=b"HA ../DA ../SA ../CA ..")
    assert "already won" in answer.out
    assert "proved: no solution can be shorter" in answer.out
    assert "searched" not in answer.out


def test_quiet_prints_one_line_of_moves_or_the_outcome(run: Runner) -> None:
    won = run("solve", "superpuzz", "3", "--size", "5", "--quiet")
    assert won.out.count("\n") == 1
    assert run("verify", "superpuzz", "3", "--size", "5", won.out).status == 0
    assert run("solve", "superpuzz", "1", "--size", "5", "-q").out == "unsolvable\n"
    assert run("solve", "superpuzz", "1", "--nodes", "5", "-q").out == "node_limit\n"
    assert run("solve", "superpuzz", "-", "-q", stdin=b"HA ../DA ../SA ../CA ..").out == "solved\n"


def test_steps_shows_the_board_after_every_move(run: Runner) -> None:
    answer = run("solve", "superpuzz", "3", "--size", "4", "--steps")
    moves = run("solve", "superpuzz", "3", "--size", "4", "--quiet").out.split()
    deal = open_deal("superpuzz", "3", 4)
    position = deal.position
    for number, text in enumerate(moves, start=1):
        position = deal.game.play(position, deal.game.parse_move(position, text))
        assert f"{number}. {text}\n{position}\n" in answer.out


@pytest.mark.parametrize(
    "options",
    [
        ("--algorithm", "priority-2"),
        ("--engine", "python"),
        ("--engine", "kernel", "--duplicates", "patricia"),
        ("--states", "fingerprint", "--symmetry", "rows"),
        ("--notation", "swaps"),
        ("--shortest", "--algorithm", "a-star"),
        ("--nodes", "1_000_000", "--seconds", "20.5", "--memory", "0.5GiB"),
        ("--nodes", "none", "--seconds", "none"),
        ("--nodes", "1e6", "--memory", "512m"),
    ],
)
def test_whatever_the_options_the_solution_verifies(run: Runner, options: tuple[str, ...]) -> None:
    deal = ("superpuzz", "3", "--size", "4")
    answer = run("solve", *deal, "--quiet", *options)
    assert answer.status == 0
    assert run("verify", *deal, answer.out).status == 0


def test_both_notations_say_the_same_moves(run: Runner) -> None:
    cards = run("solve", "superpuzz", "3", "--size", "5", "--quiet").out.split()
    swaps = run("solve", "superpuzz", "3", "--size", "5", "--quiet", "--notation", "swaps").out.split()
    assert [swap[4:6] for swap in swaps] == [card[:2] for card in cards]


@pytest.mark.parametrize(
    ("board", "swaps", "count"), [(FIVE, FIVE_SWAPS, 15), (SIX, SIX_SWAPS, 18)], ids=["five", "six"]
)
def test_verify_accepts_the_worked_deals(
    run: Runner, tmp_path: Path, board: str, swaps: str, count: int
) -> None:
    file = tmp_path / "deal.txt"
    file.write_text(board)
    said = f"legal and won: {count} moves\n"
    spaced = swaps.replace(",", ", ")
    for moves in (
        swaps.split(),
        [swaps],
        [spaced],
        spaced.split(),
        [swaps.replace(" ", "")],
        [swaps.lower()],
    ):
        answer = run("verify", "superpuzz", str(file), *moves)
        assert (answer.status, answer.out, answer.err) == (0, said, "")
    answer = run("verify", "superpuzz", str(file), "-", stdin=swaps.replace(" ", "\n").encode())
    assert (answer.status, answer.out) == (0, said)
    answer = run("verify", "superpuzz", "-", swaps, stdin=board.encode())
    assert (answer.status, answer.out) == (0, said)


def test_verify_says_which_move_is_illegal_and_why(run: Runner) -> None:
    answer = run("verify", "superpuzz", "-", "(H5,HA)", "(D5,H2)", stdin=FIVE.encode())
    assert answer.status == 10
    assert answer.err == ""
    assert answer.out == (
        "illegal: move 2: H2 cannot go to row 1, column 5: a hole right of S4 takes nothing\n"
    )


def test_verify_says_that_moves_do_not_win(run: Runner) -> None:
    answer = run("verify", "superpuzz", "-", *FIVE_SWAPS.split()[:-1], stdin=FIVE.encode())
    assert answer.status == 10
    assert answer.out == "not won: legal, but the game is not won after 14 moves\n"
    assert run("verify", "superpuzz", "-", "", stdin=FIVE.encode()).status == 10


def test_every_outcome_has_its_exit_status() -> None:
    assert {outcome: int(status) for outcome, status in OF_OUTCOME.items()} == {
        Outcome.SOLVED: 0,
        Outcome.UNSOLVABLE: 10,
        Outcome.NODE_LIMIT: 20,
        Outcome.TIME_LIMIT: 20,
        Outcome.MEMORY_LIMIT: 20,
        Outcome.CANCELLED: 128 + signal.SIGINT,
    }
    assert set(MEANINGS) == set(Exit)


@pytest.mark.parametrize("engine", ["kernel", "python"])
@pytest.mark.parametrize(
    ("option", "value", "said", "hint"),
    [
        ("--nodes", "50", "50 positions were expanded, the limit", "a larger --nodes"),
        ("--nodes", "0", "0 positions were expanded, the limit", "a larger --nodes"),
        ("--seconds", "0.05", "the limit of 50 ms is over", "a larger --seconds"),
        ("--memory", "256K", "the memory limit is reached", "a larger --memory than 256 KiB"),
    ],
)
def test_a_limit_is_named_with_what_to_try(
    run: Runner, engine: str, option: str, value: str, said: str, hint: str
) -> None:
    # A deal that takes a thousand times as long as the shortest of these limits.
    answer = run("solve", "superpuzz", "25", option, value, "--engine", engine)
    assert answer.status == 20
    assert f"Undecided: {said}" in answer.out
    assert hint in answer.out
    assert answer.err == ""


def test_unsolvable_is_said_and_has_its_status(run: Runner) -> None:
    answer = run("solve", "superpuzz", "1", "--size", "5")
    assert answer.status == 10
    assert "Unsolvable: no sequence of moves wins" in answer.out


@pytest.mark.parametrize(
    "error", [RuntimeError("the roof is on fire"), CertificationError("move 3 is illegal")]
)
def test_a_defect_is_one_line_and_a_traceback_only_on_request(
    run: Runner, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(parts, "solve", fail)
    answer = run("solve", "superpuzz", "1")
    line = f"yomikiri: internal error, a bug in yomikiri: {type(error).__name__}: {error}\n"
    assert (answer.status, answer.out, answer.err) == (1, "", line)
    monkeypatch.setenv("YOMIKIRI_DEBUG", "1")
    answer = run("solve", "superpuzz", "1")
    assert answer.status == 1
    assert answer.err.startswith("Traceback")
    assert answer.err.endswith(line)
