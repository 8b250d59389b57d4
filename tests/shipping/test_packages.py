"""The wheel and the source archive: what they contain, and that they work where there is no compiler."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import wheel
import wheels
from wheel import expected_kernels, kernels_in, unneeded

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ("build", "auditwheel") if sys.platform == "linux" else ("build",)


def test_what_nobody_needs_is_found() -> None:
    good = [
        "yomikiri/__init__.py",
        "yomikiri/py.typed",
        "yomikiri/_kernel.pyi",
        "yomikiri/_kernel.cpython-311-x86_64-linux-gnu.so",
        "yomikiri/_kernel_wide.abi3.so",
        "yomikiri/_kernel.pyd",
        "yomikiri/web/static/js/app.js",
        "yomikiri/include/games/peg/rules.hpp",
        "yomikiri/cmake/yomikiri-config.cmake",
        "yomikiri-1.0.dist-info/METADATA",
    ]
    bad = [
        "yomikiri/tests/test_x.py",
        "native/module.cpp",
        "yomikiri/native/system.hpp",
        "yomikiri/core/__pycache__/system.cpython-311.pyc",
        "tests/conftest.py",
        "yomikiri/notes.txt",
        "LICENSE",
    ]
    assert unneeded(good) == []
    assert unneeded(bad) == bad


def test_everything_in_the_package_is_needed() -> None:
    source = ROOT / "src"
    there = [path for path in (source / "yomikiri").rglob("*") if path.is_file()]
    built = {".pyc", ".so", ".pyd"}
    names = [path.relative_to(source).as_posix() for path in there if path.suffix not in built]
    assert len(names) > 300
    assert unneeded(names) == []


def test_kernels_are_told_by_their_names() -> None:
    names = [
        "yomikiri/_kernel.cpython-311-x86_64-linux-gnu.so",
        "yomikiri/_kernel_wide.abi3.so",
        "yomikiri/_kernel.pyi",
    ]
    assert kernels_in(names) == {"_kernel", "_kernel_wide"}
    assert (
        expected_kernels("x86_64")
        == expected_kernels("AMD64")
        == {"_kernel", "_kernel_wide", "_kernel_wider"}
    )
    assert expected_kernels("aarch64") == {"_kernel"}


def packed(name: str) -> bool:
    """Whether a tool that builds packages is installed here."""
    return (
        subprocess.run([sys.executable, "-m", name, "--help"], capture_output=True, check=False).returncode
        == 0
    )


@pytest.fixture(scope="module")
def packers() -> None:
    if missing := [name for name in TOOLS if not packed(name)]:
        pytest.skip(f"not installed: {', '.join(missing)}; `make wheel` installs them")


def clean_environment(folder: Path) -> Path:
    """A new environment; its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def smoke(python: Path) -> str:
    """What the installed package answers where nothing but Python is on the path, and so no compiler."""
    surroundings = {"PATH": str(python.parent), "HOME": str(python.parent)}
    assert shutil.which("c++", path=surroundings["PATH"]) is None
    words = [str(python), str(ROOT / "tools" / "smoke.py")]
    done = subprocess.run(words, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="laid out as on Unix")
def test_a_wheel_with_all_kernels_works_without_a_compiler(packers: None, tmp_path: Path) -> None:
    assert wheel.main(["--output", str(tmp_path / "dist")]) == 0
    [built] = (tmp_path / "dist").glob("*.whl")
    if sys.platform == "linux":
        assert "manylinux" in built.name
    with zipfile.ZipFile(built) as archive:
        assert not [info.filename for info in archive.infolist() if info.file_size > 2**24]
    python = clean_environment(tmp_path / "environment")
    constraints = str(ROOT / "constraints.txt")
    words = [
        str(python),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--only-binary",
        ":all:",
        "-c",
        constraints,
        str(built),
    ]
    subprocess.run(words, check=True)
    answers = smoke(python)
    assert "plain  solve gaps 1 --quiet: unsolvable" in answers
    # Without any extra, everything that needs none can be imported, and the rest says what it needs.
    refused = subprocess.run(
        [str(python), "-m", "yomikiri", "serve"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "yomikiri[web]" in refused.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="laid out as on Unix")
def test_the_source_archive_builds_and_works(packers: None, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(words, check=True)
    [built] = tmp_path.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "pyproject.toml",
        "CMakeLists.txt",
        "LICENSE",
        "native/module.cpp",
        "src/yomikiri/py.typed",
    } <= names
    # The tests of an archive read the workflows and the paper, too.
    assert {".github/workflows/release.yml", ".ci/run", "paper/paper.md"} <= names
    assert not [name for name in names if name.startswith((".venv", "build/", "dist/"))]
    python = clean_environment(tmp_path / "environment")
    # The plain kernel alone: what is asked here is whether the archive has everything that a build needs.
    settings = "--config-settings=cmake.define.YOMIKIRI_KERNELS=plain"
    constraints = str(ROOT / "constraints.txt")
    words = [str(python), "-m", "pip", "install", "--quiet", "-c", constraints, settings, str(built)]
    subprocess.run(words, check=True)
    assert "plain  solve gaps 1 --quiet: unsolvable" in smoke(python)


def test_each_python_has_the_wheel_that_serves_it() -> None:
    found = {(3, 11): "a", (3, 12): "b", (3, 13): "c"}
    assert wheels.builders(found) == [(3, 11), (3, 12)]
    assert wheels.builders({(3, 13): "c"}) == [(3, 13)]
    built = {(3, 11): Path("own.whl"), (3, 12): Path("stable.whl")}
    served = {version: wheels.server(version, built).stem for version in found}
    assert served == {(3, 11): "own", (3, 12): "stable", (3, 13): "stable"}


@pytest.mark.skipif(os.name != "posix", reason="programs are shell scripts here")
def test_only_pythons_that_run_and_are_supported_are_found(tmp_path: Path) -> None:
    def program(name: str, said: str, status: int = 0) -> str:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\necho '{said}'\nexit {status}\n", encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    programs = [
        program("older", "3 10 /older"),
        program("shim", "command not found", 127),
        program("stable", "3 13 /stable"),
        program("first", "3 11 /first"),
        program("second", "3 11 /second"),
        str(tmp_path / "nowhere"),
    ]
    assert wheels.pythons(programs) == {(3, 11): "/first", (3, 13): "/stable"}
    with pytest.raises(SystemExit):
        wheels.main(["--python", programs[0]])
