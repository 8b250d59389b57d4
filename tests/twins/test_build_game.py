"""A game from outside: one C++ header, compiled by ``yomikiri.build_game``, has every search."""

import importlib.util
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from yomikiri.build_game import build_game, cmake_folder, include_folder
from yomikiri.core.errors import InputError

HEADER = Path(__file__).resolve().parent.parent / "native" / "peg_line.hpp"
HOLES = 9
ASKED: Any = {"nodes": None, "seconds": None, "memory": 2**26, "watch": lambda *counts: False}


def load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("peg_line_kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def jumps(pegs: int) -> list[int]:
    """The positions that a jump leads to, in the order of the header."""
    found = []
    for source in range(HOLES):
        for step in (-1, 1):
            over, target = source + step, source + 2 * step
            if 0 <= target < HOLES and pegs >> source & 1 and pegs >> over & 1 and not pegs >> target & 1:
                found.append(pegs ^ (1 << source | 1 << over | 1 << target))
    return found


def alike(pegs: int) -> int:
    return min(pegs, int(f"{pegs:0{HOLES}b}"[::-1], 2))


def can_be_won(pegs: int) -> bool:
    return pegs.bit_count() == 1 or any(can_be_won(after) for after in jumps(pegs))


def assert_agents_play(kernel: Any, pegs: int) -> None:
    """A game that numbers no actions has its moves by their places in the list, one step after another."""
    games = kernel.environments(1, limit=50)
    games.put(0, pegs.to_bytes(2, "little"))
    seen, mask = bytearray(2), bytearray(games.actions)
    action, reward, over, cut = array("q", [0]), array("d", [0.0]), bytearray(1), bytearray(1)
    games.look(seen, mask)
    assert int.from_bytes(seen, "little") == pegs
    while not over[0]:
        after = [] if pegs.bit_count() == 1 else jumps(pegs)
        assert mask == bytes([1] * len(after)).ljust(games.actions, b"\0")
        action[0] = len(after) // 2 if after else 0
        games.step(action, seen, mask, reward, over, cut)
        pegs = after[action[0]] if after else pegs
        assert int.from_bytes(seen, "little") == pegs


@pytest.mark.slow
def test_a_header_from_outside_gets_every_search(tmp_path: Path) -> None:
    module = load(build_game(HEADER, output=tmp_path))
    kernel = module.peg_line(holes=HOLES)
    searches = ["explore", "decide", "a_star", "greedy", "bounded", "beam", "ida_star"]
    assert sorted(kernel.searches) == sorted([*searches, "best_first", "shorten"])
    seen = set()
    for pegs in range(1, 2**HOLES):
        code = pegs.to_bytes(2, "little")
        expected = [
            (alike(after).to_bytes(2, "little"), after.bit_count() == 1) for after in jumps(alike(pegs))
        ]
        assert kernel.children(code) == expected
        outcome = "solved" if can_be_won(pegs) else "unsolvable"
        for name in searches:
            found = getattr(kernel, name)(code, **ASKED)
            assert found.outcome == outcome, (name, pegs)
            if outcome == "solved":
                assert len(found.path) == pegs.bit_count() - 1
        seen.add(outcome)
        assert_agents_play(kernel, pegs)
    assert seen == {"solved", "unsolvable"}
    with pytest.raises(ValueError, match="holes 17: expected 3 to 16"):
        module.peg_line(holes=17)
    with pytest.raises(ValueError, match="a store of that kind needs a game that can undo moves"):
        kernel.explore(b"\7\0", store="fingerprint", **ASKED)


def test_headers_and_the_cmake_function_are_shipped() -> None:
    for header in ("game.hpp", "bind_game.hpp", "search/explore.hpp", "stores/hash_store.hpp"):
        assert (include_folder() / header).is_file()
    assert "yomikiri_add_game" in (cmake_folder() / "yomikiri-config.cmake").read_text()


@pytest.mark.parametrize(
    ("name", "game", "message"),
    [
        ("Peg", None, "the name 'Peg': expected small letters"),
        ("peg", "Peg; evil", "the class 'Peg; evil': expected the name of a C"),
    ],
)
def test_names_that_make_no_sense_are_refused(name: str, game: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        build_game(HEADER, name=name, game=game)


def test_what_does_not_compile_is_said_without_a_traceback(tmp_path: Path) -> None:
    header = tmp_path / "broken.hpp"
    header.write_text("#error this is broken")
    done = subprocess.run(
        [sys.executable, "-m", "yomikiri", "build-game", str(header)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "the game does not compile" in done.stderr
    assert "this is broken" in done.stderr
    assert "Traceback" not in done.stderr
