"""The JSON contract, key by key."""

import json
from typing import Any

import pytest
from cli_tools import FIVE, FIVE_SWAPS, Runner

from yomikiri import Superpuzz, __version__, solve
from yomikiri.core.dealing import RANDOM_DEALS
from yomikiri.core.registry import entries

KEYS = [
    "game",
    "size",
    "deal",
    "algorithm",
    "outcome",
    "moves",
    "length",
    "proved_shortest",
    "lower_bound",
    "upper_bound",
    "expanded",
    "generated",
    "stored",
    "peak_bytes",
    "seconds",
    "proof",
    "error_bound",
    "certified",
    "version",
    "position",
]


def record(out: str) -> dict[str, Any]:
    """The one object on one line of stdout."""
    assert out.count("\n") == 1
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize(
    ("deal", "options", "status", "outcome"),
    [
        ("3", {"size": "5"}, 0, "solved"),
        ("3", {"size": "4", "algorithm": "a-star"}, 0, "solved"),
        ("1", {"size": "5"}, 10, "unsolvable"),
        ("1", {"nodes": "100"}, 20, "node_limit"),
        ("1", {"memory": "256KiB"}, 20, "memory_limit"),
        ("1", {"nodes": "1000", "states": "fingerprint"}, 20, "node_limit"),
    ],
)
def test_a_solve_record_is_the_library_s_result(
    run: Runner, deal: str, options: dict[str, str], status: int, outcome: str
) -> None:
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    answer = run("solve", "superpuzz", deal, "--json", *words)
    assert answer.status == status
    assert answer.err == ""
    found = record(answer.out)
    assert list(found) == KEYS
    board = Superpuzz(int(options.get("size", "13")))
    start = board.deal(int(deal))
    assert found["game"] == "superpuzz"
    assert found["size"] == board.columns
    assert found["deal"] == int(deal)
    assert found["outcome"] == outcome
    assert found["version"] == __version__
    assert found["position"] == str(start).splitlines()
    assert isinstance(found["seconds"], float)
    assert found["peak_bytes"] > 0
    if "nodes" not in options and "memory" not in options:
        expected = solve(board, start, algorithm=options.get("algorithm"))
        assert found["algorithm"] == expected.algorithm
        texts = None if expected.moves is None else board.write_moves(start, expected.moves)
        assert found["moves"] == texts
        for key in [
            "length",
            "proved_shortest",
            "lower_bound",
            "upper_bound",
            "expanded",
            "generated",
            "stored",
            "error_bound",
            "certified",
        ]:
            assert found[key] == getattr(expected, key), key
    # Fingerprints, by choice or because the default algorithm takes them.
    kept = options.get("states", "exact" if "algorithm" in options else "fingerprint")
    assert found["proof"] == kept
    assert (found["error_bound"] > 0) == (kept == "fingerprint" and found["stored"] > 0)
    assert found["certified"] == (outcome == "solved")
    if found["moves"] is None:
        assert found["length"] is None
        assert found["upper_bound"] is None


def test_time_limit_is_an_outcome(run: Runner) -> None:
    answer = run("solve", "superpuzz", "1", "--json", "--seconds", "0")
    assert (answer.status, record(answer.out)["outcome"]) == (20, "time_limit")


def test_an_explicit_position_has_no_number(run: Runner) -> None:
    found = record(run("solve", "superpuzz", "-", "--json", stdin=FIVE.encode()).out)
    assert found["deal"] == "position"
    assert found["size"] == 5
    assert found["position"][0] == ".. .. H4 S4 .."


def test_a_random_deal_says_its_number(run: Runner) -> None:
    found = record(run("solve", "superpuzz", "--size", "3", "--json").out)
    assert 1 <= found["deal"] <= RANDOM_DEALS
    again = record(run("solve", "superpuzz", str(found["deal"]), "--size", "3", "--json").out)
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_json_moves_may_be_swaps(run: Runner) -> None:
    moves = record(run("solve", "superpuzz", "3", "--size", "4", "--json", "--notation", "swaps").out)[
        "moves"
    ]
    assert all(move.startswith("(") for move in moves)
    assert run("verify", "superpuzz", "3", "--size", "4", *moves).status == 0


@pytest.mark.parametrize("name", entries())
def test_a_dealt_position_in_json_reads_back(run: Runner, name: str) -> None:
    answer = run("deal", name, "7", "--json")
    assert list(record(answer.out)) == ["game", "size", "position"]
    assert run("deal", name, "-", "--json", stdin=answer.out.encode()).out == answer.out


@pytest.mark.parametrize(
    ("moves", "status", "legal", "won", "played"),
    [
        (FIVE_SWAPS, 0, True, True, 15),
        ("(H5,HA)", 10, True, False, 1),
        ("(H5,HA) H3", 10, False, False, 1),
    ],
)
def test_a_verify_record(run: Runner, moves: str, status: int, legal: bool, won: bool, played: int) -> None:
    answer = run("verify", "superpuzz", "-", moves, "--json", stdin=FIVE.encode())
    found = record(answer.out)
    assert answer.status == status
    assert list(found) == ["game", "size", "deal", "legal", "won", "moves_played", "message"]
    assert (found["game"], found["size"], found["deal"]) == ("superpuzz", 5, "position")
    assert (found["legal"], found["won"], found["moves_played"]) == (legal, won, played)
    assert found["message"] == run("verify", "superpuzz", "-", moves, stdin=FIVE.encode()).out.rstrip("\n")
