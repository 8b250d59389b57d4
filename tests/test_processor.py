"""Both kernels are there, the right one is chosen, and they search alike."""

import json
import os
import subprocess
import sys

import pytest

from yomikiri import _kernel
from yomikiri.processor import KERNEL, NEEDED, choose_kernel, fits

PROGRAM = """
import json
from yomikiri import KERNEL, FreeCell, Sliding, Superpuzz, _kernel, solve
counts = []
for game, number in ((FreeCell(), 3), (Superpuzz(7), 15), (Sliding(3, 3), 4)):
    for shortest in (False, True):
        result = solve(game, game.deal(number), shortest=shortest)
        counts.append((result.outcome.value, result.length, result.expanded, result.generated))
print(json.dumps([KERNEL, _kernel.__name__, counts]))
"""


def ask(kernel: str) -> list[object]:
    environment = os.environ | {"YOMIKIRI_KERNEL": kernel}
    output = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    answer: list[object] = json.loads(output.stdout)
    return answer


def test_a_processor_fits_only_with_every_flag() -> None:
    flags = " fpu " + " ".join(sorted(NEEDED))
    assert fits(flags)
    for missing in NEEDED:
        assert not fits(flags.replace(f" {missing}", ""))
    assert not fits("")


def test_the_kernel_in_use_is_the_one_that_was_chosen() -> None:
    assert _kernel.__name__ == {"plain": "yomikiri._kernel", "wide": "yomikiri._kernel_wide"}[KERNEL]


def test_a_kernel_that_there_is_not_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_KERNEL", "attic")
    with pytest.warns(UserWarning, match="'attic' is not used: expected plain"):
        choose_kernel()


def test_both_kernels_search_alike() -> None:
    plain = ask("plain")
    assert plain[:2] == ["plain", "yomikiri._kernel"]
    if KERNEL == "plain":
        pytest.skip("this machine has only the plain kernel")
    wide = ask("wide")
    assert wide[:2] == ["wide", "yomikiri._kernel_wide"]
    assert wide[2] == plain[2]
