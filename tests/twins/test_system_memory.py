"""Memory of the kernel, with the pages of Unix and with what the C library has everywhere."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ALLOWED = {"native/system.hpp", "native/stores/map_guard.hpp"}


@pytest.mark.parametrize("portable", [False, True], ids=["this system", "portable"])
@pytest.mark.parametrize("program", ["system_memory", "tag_index"])
def test_regions_and_what_grows_in_them_keep_their_promises(
    program: str, portable: bool, tmp_path: Path
) -> None:
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++")
    assert compiler, "no C++ compiler: the kernel needs one, too"
    made = tmp_path / program
    surroundings = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
    command = [compiler, "-std=c++20", "-g", "-O1", *warnings, "-fsanitize=address,undefined"]
    command += [*(["-DYOMIKIRI_PORTABLE=1"] if portable else []), "-I", str(ROOT / "native"), "-pthread"]
    source = str(ROOT / "tests" / "native" / f"{program}.cpp")
    subprocess.run([*command, source, "-o", str(made)], env=surroundings, check=True)
    # What stays in the region cache when the process ends is no leak.
    surroundings["ASAN_OPTIONS"] = "detect_leaks=0"
    done = subprocess.run([str(made)], env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_only_two_headers_know_the_operating_system() -> None:
    words = (
        "<sys/",
        "<unistd.h>",
        "<signal.h>",
        "<csignal>",
        "<fcntl.h>",
        "<windows.h>",
        "<sched.h>",
        "<pthread.h>",
    )
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "native").rglob("*.?pp")
        if any(f"#include {word}" in path.read_text(encoding="utf-8") for word in words)
    }
    assert found == ALLOWED
