"""Compile a game's C++ header into an extension module: ``yomikiri build-game lights.hpp``.

All it takes is a header with one class that meets the contract of ``game.hpp``: the resulting module has a
class with every search whose requirements the game meets (``bind_game.hpp``).  The package ships its headers
for this purpose.  You also need a C++20 compiler and nanobind (``pip install nanobind``).

Projects with their own CMake build use ``find_package(yomikiri CONFIG)``, with the folder that
:func:`cmake_folder` returns, and ``yomikiri_add_game(NAME HEADER CLASS)``.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from yomikiri.core.errors import InputError

_SOURCE = """// Made by yomikiri.build_game.
#include "bind_game.hpp"
#include "{header}"

NB_MODULE({module}, m) {{
    yomikiri::prepare_for_the_end();
    yomikiri::bind_game<{game}>(m, "{name}");
}}
"""
_WARNINGS = ["-Wall", "-Wextra"]


def include_folder() -> Path:
    """The folder with the headers that a game includes."""
    spec = importlib.util.find_spec("yomikiri._kernel")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "include"


def cmake_folder() -> Path:
    """The folder with ``yomikiri-config.cmake``."""
    return include_folder().parent / "cmake"


def build_game(
    header: Path, *, output: Path | None = None, name: str | None = None, game: str | None = None
) -> Path:
    """Compile a header; the module is called NAME_kernel, its class NAME.

    ``name`` defaults to that of the header, and ``game``, the C++ class, to ``PegLine`` for ``peg_line``.
    The module goes into the folder ``output``, by default that of the header.
    """
    if not header.is_file():
        raise InputError(f"no header '{header}': expected a C++ file that is there")
    name = name or header.stem
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise InputError(f"the name '{name}': expected small letters, digits and underscores")
    game = game or "".join(part.capitalize() for part in name.split("_"))
    if not re.fullmatch(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*", game):
        raise InputError(f"the class '{game}': expected the name of a C++ class")
    module = f"{name}_kernel"
    made = (output or header.parent) / f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{module}.cpp"
        source.write_text(_SOURCE.format(header=header.resolve(), module=module, game=game, name=name))
        _compile(source, made)
    return made


def _compile(source: Path, made: Path) -> None:
    spec = importlib.util.find_spec("nanobind")
    if spec is None or spec.origin is None:
        raise InputError(
            "nanobind is not installed: expected it beside yomikiri, as 'pip install nanobind' does"
        )
    nanobind = Path(spec.origin).parent
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        raise InputError("no C++ compiler: expected c++, g++ or clang++, or one that CXX names")
    foreign = [
        sysconfig.get_path("include"),
        nanobind / "include",
        nanobind / "ext" / "robin_map" / "include",
    ]
    options = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing"]
    options += [f"-DNB_DOMAIN={source.stem}", "-pthread", *_WARNINGS, f"-I{include_folder()}"]
    options += [part for folder in foreign for part in ("-isystem", str(folder))]
    linked = ["-shared", "-Wl,-undefined,dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    # The game first: if it does not compile, there is no need to wait for the rest.
    objects = source.with_suffix(".o")
    _run([*compiler.split(), *options, "-c", str(source), "-o", str(objects)])
    rest = [str(objects), str(nanobind / "src" / "nb_combined.cpp")]
    _run([*compiler.split(), *options, *rest, *linked, "-o", str(made)])


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise InputError(f"the game does not compile:\n{done.stderr.strip()}")
