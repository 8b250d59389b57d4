"""Exhaustive search over every domain of the kernel, through a program that explores them all.

The Python module explores Superpuzz and divides the others, so that a domain could fit the search by its
types, and yet not work in it.
"""

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from math import factorial
from pathlib import Path
from typing import NamedTuple

import pytest

from yomikiri import Outcome, Sliding, Superpuzz, solve
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell

ROOT = Path(__file__).resolve().parent.parent.parent
ORDERS = ("queue", "stack", "priority")
STORES = ("exact", "fingerprint", "patricia")


class Found(NamedTuple):
    outcome: str
    expanded: int
    generated: int
    stored: int
    length: int
    hash: str


Explore = Callable[[list[str]], list[Found]]


@pytest.fixture(scope="module")
def explore(tmp_path_factory: pytest.TempPathFactory) -> Explore:
    """Explores what each line asks for; see the head of the program."""
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    assert compiler, "no C++ compiler: the kernel needs one, too"
    program = tmp_path_factory.mktemp("native") / "explore"
    # Under the sanitizers the program has its own, and the compiler needs none.
    preloaded = "asan" in os.environ.get("LD_PRELOAD", "")
    flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"] if preloaded else []
    surroundings = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    source = ROOT / "tests" / "native" / "every_domain.cpp"
    command = [compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *flags]
    command += [f"-I{ROOT / 'native'}", str(source), "-o", str(program)]
    subprocess.run(command, check=True, env=surroundings)

    def answers(lines: list[str]) -> list[Found]:
        asked = "".join(f"{line}\n" for line in lines)
        done = subprocess.run(
            [program], input=asked, capture_output=True, text=True, check=False, env=surroundings
        )
        assert done.returncode == 0, done.stderr
        rows = [line.split() for line in done.stdout.splitlines()]
        assert len(rows) == len(lines)
        return [Found(outcome, *map(int, counts), hash) for outcome, *counts, hash in rows]

    return answers


def sliding_line(game: Sliding, position: tuple[int, ...], how: str, seed: int = 0) -> str:
    goal, start = game.encode(game.goal).hex(), game.encode(position).hex()
    return f"sliding {seed} {game.rows} {game.columns} {goal} {start} {how}"


def freecell_line(game: FreeCell, position: Position, how: str, seed: int = 0) -> str:
    flags = f"{game.building == 'suit':d} {game.empty == 'kings':d} {game.metric == 'supermove':d}"
    rules = f"{game.columns} {game.cells} {game.ranks} {flags}"
    return f"freecell {seed} {rules} {game.encode(position).hex()} {how}"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("store", STORES)
def test_a_sliding_board_is_solved_in_every_order_and_store(explore: Explore, order: str, store: str) -> None:
    for size in ((2, 2), (2, 3), (3, 3)):
        game = Sliding(*size)
        deals = [game.deal(number) for number in range(1, 6)]
        found = explore([sliding_line(game, deal, f"{order} {store}") for deal in deals])
        assert [answer.outcome for answer in found] == ["solved"] * len(deals)
        if order == "queue":
            shortest = [solve(game, deal, shortest=True).length for deal in deals]
            assert [answer.length for answer in found] == shortest


@pytest.mark.parametrize("store", STORES)
def test_every_board_of_the_same_parity_is_met_when_the_goal_has_the_other(
    explore: Explore, store: str
) -> None:
    for rows, columns in ((2, 2), (2, 3), (3, 3)):
        game = Sliding(rows, columns)
        tiles = game.encode(game.goal)
        odd = tiles.translate(bytes.maketrans(b"\1\2", b"\2\1"))
        lines = [f"sliding 0 {rows} {columns} {tiles.hex()} {odd.hex()} {order} {store}" for order in ORDERS]
        boards = factorial(rows * columns) // 2
        for answer in explore(lines):
            assert (answer.outcome, answer.expanded, answer.stored) == ("unsolvable", boards, boards)


def test_small_freecell_deals_have_the_verdicts_and_shortest_lengths_of_python(explore: Explore) -> None:
    games = [
        FreeCell(columns=3, cells=1, ranks=3),
        FreeCell(columns=3, cells=1, ranks=3, metric="supermove"),
        FreeCell(columns=3, cells=1, ranks=3, building="suit"),
        FreeCell(columns=3, cells=1, ranks=3, empty="kings"),
    ]
    rng, seen = random.Random(17), set()
    for game in games:
        deals = [game.deal(rng.randrange(1, 10**6)) for _ in range(12)]
        expected = [solve(game, deal, algorithm="breadth-first", engine="python") for deal in deals]
        for order in ORDERS:
            for store in STORES:
                lines = [freecell_line(game, deal, f"{order} {store}") for deal in deals]
                for answer, python in zip(explore(lines), expected, strict=True):
                    assert answer.outcome == python.outcome.value
                    if python.outcome is Outcome.UNSOLVABLE:
                        counts = (python.expanded, python.generated, python.stored)
                        assert (answer.expanded, answer.generated, answer.stored) == counts
                    elif order == "queue":
                        assert answer.length == python.length
                    seen.add(answer.outcome)
    assert seen == {"solved", "unsolvable"}


def test_superpuzz_has_the_same_verdicts_with_and_without_what_is_lost(explore: Explore) -> None:
    game, seen = Superpuzz(4), set()
    codes = [game.encode(game.deal(number)).hex() for number in range(1, 81)]
    for order in ORDERS:
        for store in STORES:
            whole = explore([f"superpuzz 0 4 {code} {order} {store}" for code in codes])
            alive = explore([f"superpuzz-alive 0 4 {code} {order} {store}" for code in codes])
            assert [answer.outcome for answer in whole] == [answer.outcome for answer in alive]
            if order == "queue":
                assert [answer.length for answer in whole] == [answer.length for answer in alive]
            assert sum(a.stored for a in alive) < sum(a.stored for a in whole)
            seen |= {answer.outcome for answer in whole}
    assert seen == {"solved", "unsolvable"}


def test_a_hash_seed_changes_every_hash_and_nothing_else(explore: Explore) -> None:
    row, tiles, cards = Superpuzz(4), Sliding(3, 3), FreeCell(columns=3, cells=1, ranks=3)
    code, how = row.encode(row.deal(1)).hex(), "queue fingerprint"
    usual = {
        "superpuzz": "882598e06e0d3a80fdeb221bec3b8471",
        "superpuzz-alive": "882598e06e0d3a80fdeb221bec3b8471",
        "components": "bb9bda28f2dcfe2b52bd5c2a2f449792",
        "sliding": "434ce3e601736ed8aada7775bf6f3b5b",
        "freecell": "20fb0c67338c0d2a893176c4f15c7c93",
    }
    wide = Superpuzz(13)
    lines = {
        "superpuzz": lambda seed: f"superpuzz {seed} 4 {code} {how}",
        "superpuzz-alive": lambda seed: f"superpuzz-alive {seed} 4 {code} {how}",
        "components": lambda seed: f"components {seed} 13 {wide.encode(wide.deal(1)).hex()}",
        "sliding": lambda seed: sliding_line(tiles, tiles.deal(1), how, seed),
        "freecell": lambda seed: freecell_line(cards, cards.deal(1), how, seed),
    }
    seeds = (0, 1, 2, 3, 12345, 2**63 - 1)
    for domain, line in lines.items():
        found = explore([line(seed) for seed in seeds])
        assert len({answer[:-1] for answer in found}) == 1
        # In no part of a hash that a store looks at do two seeds agree.
        for part in (slice(16), slice(16, 32)):
            assert len({answer.hash[part] for answer in found}) == len(seeds)
        assert found[0].hash == usual[domain]
