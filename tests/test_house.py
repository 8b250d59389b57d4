"""The rules of the house, as tests: style, types, the direction of imports, and what never gets committed."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from freshness import editable_checkout, foreign, is_stale
from kernel_sources import kernel_sources
from yomikiri.core.registry import RESERVED, entries

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "yomikiri"

ROOMS = [
    "core",
    "bounds",
    "certificates",
    "search",
    "learning",
    "games",
    "store",
    "surveys",
    "papers datasets environments",
    "cli web",
]
"""From left to right: a room may import from its left and from itself, never from its right."""
RANK = {room: rank for rank, together in enumerate(ROOMS) for room in together.split()}
FOR_EVERYONE = ("_kernel", "moved")
MAY_USE_ANYTHING = ("cli", "web")
COMMANDS = re.compile(r"yomikiri\.games\.\w+\.commands")
"""Commands of a game's own, which only the command line loads."""
MAX_LINES = 450
SOURCES = (".py", ".pyi", ".hpp", ".cpp")


# -- style and types -------------------------------------------------------------------------------


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def native_files() -> list[str]:
    folders = (ROOT / "native", ROOT / "tests" / "native", ROOT / "checker")
    found = [path for folder in folders for end in ("*.hpp", "*.cpp") for path in folder.rglob(end)]
    return [str(path) for path in sorted(found)]


def test_ruff_finds_nothing() -> None:
    run(sys.executable, "-m", "ruff", "check", "--quiet", ".")


def test_python_is_formatted() -> None:
    run(sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")


def test_types_are_strict() -> None:
    run(sys.executable, "-m", "mypy")


def test_native_sources_are_formatted() -> None:
    tool = shutil.which("clang-format", path=str(Path(sys.executable).parent))
    assert tool, "clang-format is not installed beside Python: run `make test`"
    run(tool, "--dry-run", "-Werror", *native_files())


# -- rooms -----------------------------------------------------------------------------------------


def imports_of(source: str, module: str) -> list[str]:
    """The dotted names that a module's text imports, anywhere in it; ``from a import b`` gives ``a.b``."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = node.module or ""
            if node.level:
                package = ".".join([*module.split(".")[: -node.level], *([package] if package else [])])
            found += [f"{package}.{alias.name}" for alias in node.names]
    return found


def wrong_imports(source: str, module: str) -> list[str]:
    """The imports of a module of yomikiri that point from its room to the right, or to the root."""
    room = module.split(".")[1]
    if COMMANDS.fullmatch(module):
        return []
    wrong = []
    for name in imports_of(source, module):
        parts = name.split(".")
        if parts[0] != "yomikiri" or room in MAY_USE_ANYTHING:
            continue
        target = parts[1] if len(parts) > 1 else ""
        if target not in FOR_EVERYONE and RANK.get(target, len(ROOMS)) > RANK[room]:
            wrong.append(name)
    return wrong


def room_modules() -> list[str]:
    return [
        str(path.relative_to(SOURCE.parent)) for path in sorted(SOURCE.rglob("*.py")) if path.parent != SOURCE
    ]


@pytest.mark.parametrize("path", room_modules())
def test_imports_point_to_the_left(path: str) -> None:
    # The name of a package's __init__ ends in a part of its own, so that relative imports resolve.
    module = path.removesuffix(".py").replace("/", ".")
    assert wrong_imports((SOURCE.parent / path).read_text(encoding="utf-8"), module) == []


def test_every_package_is_a_room() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert packages <= set(RANK)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("yomikiri.core.bad", "from yomikiri.search import solve"),
        ("yomikiri.core.bad", "def late():\n    import yomikiri.search.solve"),
        ("yomikiri.core.bad", "from ..search.solve import solve"),
        ("yomikiri.games.bad", "from yomikiri import solve"),
        ("yomikiri.search.bad", "from yomikiri.games.rows.rules import RowGame"),
        ("yomikiri.search.bad", "import yomikiri"),
        ("yomikiri.search.bad", "from yomikiri.cli import main"),
        ("yomikiri.bounds.bad", "from yomikiri.elsewhere import thing"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    assert wrong_imports(source, module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("yomikiri.games.good", "from yomikiri.search.algorithm import Algorithm"),
        ("yomikiri.games.peg.commands", "from yomikiri.cli import output"),
        ("yomikiri.search.good", "from yomikiri import _kernel"),
        (
            "yomikiri.games.good",
            "from yomikiri.core.errors import InputError\nfrom .cards import Card\nimport json",
        ),
        ("yomikiri.cli.good", "import yomikiri\nfrom yomikiri import solve"),
    ],
)
def test_a_right_import_is_let_through(module: str, source: str) -> None:
    assert wrong_imports(source, module) == []


# -- games -----------------------------------------------------------------------------------------

FACES = ("__init__.py", "moved.py", "games/__init__.py")
"""What gives the classes of games to programs by name, and what knows where they were."""
CITED = ('"Priority-first Search in Superpuzz"',)
"""Titles of papers."""


def names_of_games() -> re.Pattern[str]:
    """The games' names, classes, variants, titles and the words before the numbers of their deals."""
    words = set()
    for entry in entries().values():
        class_name = str(entry.game).rpartition(":")[2]
        words |= {
            entry.name,
            class_name,
            *entry.variants,
            *(source.partition(":")[0] for source in entry.sources),
        }
        words |= {title.en for title in (entry.heading, *entry.variants.values())}
    words -= {"own", "ms"}  # Too short to mean anything.
    return re.compile(r"(?<![\w-])(" + "|".join(sorted(words, key=len, reverse=True)) + r")(?![\w-])", re.I)


def files_that_know_no_game() -> list[str]:
    found = [
        path.relative_to(SOURCE) for end in ("*.py", "*.js", "*.css", "*.html") for path in SOURCE.rglob(end)
    ]
    kept = [path for path in found if path.parts[0] not in ("papers", "games") and str(path) not in FACES]
    return sorted(map(str, kept))


@pytest.mark.parametrize("name", files_that_know_no_game())
def test_no_game_is_named_outside_its_folder(name: str) -> None:
    text = (SOURCE / name).read_text(encoding="utf-8")
    for title in CITED:
        text = text.replace(title, "")
    assert [match.group() for match in names_of_games().finditer(text)] == []


def test_a_game_that_is_named_is_found() -> None:
    assert names_of_games().findall("if isinstance(game, FreeCell) and not x-gaps-y: Gaps")
    assert names_of_games().search("a gap set between two positions") is None


def games_that_know_others(folder: Path) -> list[str]:
    """The other games that a game's folder imports; a family's folder, such as rows, is no game."""
    own, known = folder.name, {str(entry.game).split(".")[2] for entry in entries().values()}
    found = []
    for path in folder.rglob("*.py"):
        for name in imports_of(path.read_text(encoding="utf-8"), f"yomikiri.games.{own}.{path.stem}"):
            parts = name.split(".")
            if parts[:2] == ["yomikiri", "games"] and parts[2] in known - {own}:
                found.append(f"{path.name}: {name}")
    return found


def test_games_do_not_know_one_another() -> None:
    folders = [path for path in (SOURCE / "games").iterdir() if (path / "__init__.py").is_file()]
    assert {folder.name: games_that_know_others(folder) for folder in folders} == {
        folder.name: [] for folder in folders
    }


def calls_of(source: str, name: str) -> int:
    """How often a class is called by its bare name."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return sum(isinstance(call.func, ast.Name) and call.func.id == name for call in calls)


def test_results_are_made_in_one_place() -> None:
    """``Result.of`` makes them all; nobody else calls the class."""
    found = [path for path in SOURCE.rglob("*.py") if calls_of(path.read_text(encoding="utf-8"), "Result")]
    assert found == []
    assert calls_of("x = Result(1)", "Result") == 1


def test_names_of_options_that_the_command_line_takes_are_reserved() -> None:
    taken = set()
    for name in ("app.py", "compare.py", "survey.py", "dataset.py", "learn.py"):
        for node in ast.walk(ast.parse((SOURCE / "cli" / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(arg.arg == "rules" for arg in node.args.args):
                taken |= {arg.arg.replace("_", "-") for arg in node.args.args}
    assert len(taken) > 20
    assert taken <= RESERVED


# -- what is committed -----------------------------------------------------------------------------

# Written in pieces, so that this file does not contain what it looks for.
MACHINE_PATHS = [f"/{name}/" for name in ("wo" + "rk", "ro" + "ot")] + ["/ho" + "me/"]
HOSTS = [
    name + "." + ending
    for name, ending in [
        ("py" + "pi", "org"),
        ("python" + "hosted", "org"),
        ("ana" + "conda", "org"),
        ("npm" + "js", "org"),
        ("npm" + "js", "com"),
        ("crates", "i" + "o"),
        ("ghcr", "i" + "o"),
        ("quay", "i" + "o"),
        ("docker", "i" + "o"),
    ]
]
FORBIDDEN = re.compile("|".join(re.escape(text) for text in MACHINE_PATHS + HOSTS))


def committed_files() -> list[Path]:
    """What is, or is about to be, committed; everything there is when this is no Git clone."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("not a Git clone")
    paths = [ROOT / name for name in done.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def forbidden_in(text: str) -> list[str]:
    return FORBIDDEN.findall(text)


def test_no_committed_file_names_a_machine_or_a_registry() -> None:
    found = {}
    for path in committed_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # Not text.
        if hits := forbidden_in(text):
            found[str(path.relative_to(ROOT))] = hits
    assert found == {}


def test_a_forbidden_text_is_found() -> None:
    assert forbidden_in("see /" + "work/notes")
    assert forbidden_in("from https://" + HOSTS[0] + "/simple")
    assert forbidden_in("a framework/of homes") == []


def test_files_stay_short() -> None:
    long = {}
    for path in committed_files():
        name = path.relative_to(ROOT)
        # A stub has to describe all of its module.
        if path.suffix == ".pyi":
            continue
        if name.parts[0] in ("src", "native", "tests", "checker") and path.suffix in SOURCES:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > MAX_LINES:
                long[str(name)] = lines
    assert long == {}


# -- the set-up ------------------------------------------------------------------------------------


def test_a_source_newer_than_the_kernel_makes_it_stale(tmp_path: Path) -> None:
    source, kernel = tmp_path / "a.cpp", tmp_path / "_kernel.so"
    source.touch()
    assert is_stale([], [source])
    kernel.touch()
    assert not is_stale([kernel], [source])
    later = kernel.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert is_stale([kernel], [source])


def test_a_header_that_only_browsers_need_does_not_make_the_kernel_stale(tmp_path: Path) -> None:
    files = {
        "native/bind.cpp": '#include "games/rules.hpp"\n',
        "native/games/rules.hpp": '#include "deck.hpp"\n',
        "native/games/deck.hpp": "",
        "native/wasm/module.cpp": '#include "games/words.hpp"\n',
        "native/games/words.hpp": '#include "games/rules.hpp"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = {path.relative_to(tmp_path).as_posix() for path in kernel_sources(tmp_path)}
    assert found == {"CMakeLists.txt", "native/bind.cpp", "native/games/rules.hpp", "native/games/deck.hpp"}


def test_the_environment_of_another_checkout_is_refused(tmp_path: Path) -> None:
    info = tmp_path / "yomikiri-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: yomikiri\nVersion: 1.0\n", encoding="utf-8")
    assert editable_checkout(str(tmp_path)) is None  # Installed from a wheel.
    for checkout in (ROOT, tmp_path / "another checkout"):
        origin = {"dir_info": {"editable": True}, "url": checkout.as_uri()}
        (info / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
        assert editable_checkout(str(tmp_path)) == checkout.resolve()
    assert foreign(None) is None
    assert foreign(ROOT) is None
    assert f"these are the tests of {ROOT}: run `make test`" in str(foreign(tmp_path))


def test_constraints_pin_every_requirement() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line) for line in pinned)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    names = {_normal(line.split("==")[0]) for line in pinned}
    assert {_normal(re.split(r"[\[<>=!~ ]", want)[0]) for want in wanted} <= names


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
