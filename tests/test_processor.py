"""The kernels are there, the right one is chosen, and they search alike."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from which_kernel import which_kernel
from yomikiri import _kernel, processor
from yomikiri.processor import KERNEL, NEEDED, choose_kernel, fits

PROGRAM = """
import json
from yomikiri import KERNEL, FreeCell, Gaps, Sliding, Superpuzz, _kernel, solve
counts = []
for game, number in ((FreeCell(), 3), (Superpuzz(7), 15), (Superpuzz(8), 3), (Sliding(3, 3), 4)):
    for shortest in (False, True):
        result = solve(game, game.deal(number), shortest=shortest)
        counts.append((result.outcome.value, result.length, result.expanded, result.generated))
result = solve(Gaps(), Gaps().layout(12).arrange("SCHD"))
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


def runnable() -> list[str]:
    """The kernels that were built and that this processor runs, beside the plain one, the fastest first."""
    flags = processor._flags()
    return [
        name for name in NEEDED if importlib.util.find_spec(f"yomikiri._kernel_{name}") and fits(name, flags)
    ]


@pytest.mark.parametrize("kernel", NEEDED)
def test_a_processor_fits_only_with_every_flag(kernel: str) -> None:
    flags = ["fpu", *sorted(NEEDED[kernel])]
    assert fits(kernel, " ".join(flags))
    for missing in NEEDED[kernel]:
        assert not fits(kernel, " ".join(flag for flag in flags if flag != missing))
    assert not fits(kernel, "")


def test_a_processor_that_fits_a_kernel_fits_all_slower_ones() -> None:
    faster, slower = NEEDED.values()
    assert faster > slower


def test_the_kernel_in_use_is_the_one_that_was_chosen() -> None:
    assert _kernel.__name__ == {"plain": "yomikiri._kernel"}.get(KERNEL, f"yomikiri._kernel_{KERNEL}")
    if "YOMIKIRI_KERNEL" not in os.environ:
        assert [*runnable(), "plain"][0] == KERNEL


@pytest.mark.parametrize(("flags", "kernel"), [(sorted(NEEDED["wide"]), "wide"), (("fpu",), "plain")])
def test_an_older_processor_gets_an_older_kernel(
    flags: tuple[str, ...], kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "wide" not in runnable():
        pytest.skip("this machine has only the plain kernel")
    monkeypatch.delenv("YOMIKIRI_KERNEL", raising=False)
    monkeypatch.setattr(processor, "_flags", lambda: " ".join(flags))
    in_use = sys.modules["yomikiri._kernel"]
    try:
        assert choose_kernel() == kernel
    finally:
        sys.modules["yomikiri._kernel"] = vars(sys.modules["yomikiri"])["_kernel"] = in_use


def test_a_kernel_that_there_is_not_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_KERNEL", "attic")
    with pytest.warns(UserWarning, match="'attic' is not used: expected plain"):
        choose_kernel()


def test_a_kernel_that_the_processor_does_not_run_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_KERNEL", "wider")
    monkeypatch.setattr(processor, "_flags", lambda: "fpu avx avx2")
    with pytest.warns(UserWarning, match="'wider' is not used: expected plain, the only one"):
        assert choose_kernel() == "plain"


def test_without_a_kernel_that_runs_here_the_import_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "_is_there", lambda module: module.endswith("_wider"))
    monkeypatch.setattr(processor, "_flags", lambda: "fpu avx")
    with pytest.raises(ImportError, match="install it again on this machine"):
        choose_kernel()


def test_the_only_kernel_is_chosen_if_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    if not runnable():
        pytest.skip("this machine has only the plain kernel")
    monkeypatch.setenv("YOMIKIRI_KERNEL", "plain")
    monkeypatch.setattr(processor, "_is_there", lambda module: module.endswith(f"_{runnable()[0]}"))
    in_use = sys.modules["yomikiri._kernel"]
    try:
        with pytest.warns(UserWarning, match="'plain' is not used"):
            assert choose_kernel() == runnable()[0]
    finally:
        sys.modules["yomikiri._kernel"] = vars(sys.modules["yomikiri"])["_kernel"] = in_use


def test_an_editable_installation_compiles_the_kernel_that_fits() -> None:
    assert which_kernel() == [*runnable(), "plain"][0]


def test_all_kernels_search_alike() -> None:
    plain = ask("plain")
    assert plain[:2] == ["plain", "yomikiri._kernel"]
    if not runnable():
        pytest.skip("this machine has only the plain kernel")
    for kernel in runnable():
        answer = ask(kernel)
        assert answer[:2] == [kernel, f"yomikiri._kernel_{kernel}"]
        assert answer[2] == plain[2]
