"""A light start: what is loaded before an answer, and how long that takes beside Python's own start.

Times are of the processor, compared in the same test, so that a busy machine changes nothing.
"""

import subprocess
import sys

import pytest
from cli_tools import COMMAND, clean_environment

import yomikiri
from yomikiri.core import installed

pytest.importorskip("resource", reason="processor times of other processes")

HEAVY = {
    "alembic",
    "email.message",
    "importlib.metadata",
    "pydantic",
    "rich",
    "secrets",
    "sqlalchemy",
    "typer",
    "yomikiri.certificates",
    "yomikiri.cli.app",
    "yomikiri.games",
    "yomikiri.search",
    "yomikiri.surveys",
    "yomikiri.store",
}
RUNS = 5


def heavy_modules(statement: str) -> set[str]:
    """Those of the heavy modules that a statement loads in a new process."""
    program = f"import sys\n{statement}\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=clean_environment()
    )
    return HEAVY & set(done.stderr.split())


def command(*words: str) -> str:
    return f"from yomikiri.cli import main\nassert main({list(words)!r}) == 0"


def test_importing_the_package_loads_nothing() -> None:
    assert heavy_modules("import yomikiri") == set()


def test_the_version_loads_nothing_heavy() -> None:
    for option in ("--version", "-V"):
        assert heavy_modules(command(option)) == set()


def test_a_library_search_loads_neither_interface_nor_proofs() -> None:
    statement = """if True:
        import yomikiri
        deal = yomikiri.open_deal("superpuzz", "3", "4")
        yomikiri.solve(deal.game, deal.position)"""
    assert heavy_modules(statement) == {"yomikiri.games", "yomikiri.search"}


def test_a_command_loads_no_other() -> None:
    loaded = heavy_modules(command("solve", "superpuzz", "3", "--size", "4", "--quiet"))
    assert not loaded & {"alembic", "rich", "sqlalchemy", "yomikiri.certificates"}
    assert not loaded & {"yomikiri.surveys", "yomikiri.store"}
    assert "sqlalchemy" in heavy_modules("import yomikiri.cli.survey\nimport yomikiri.store")


def seconds(words: list[str]) -> float:
    """Processor seconds of a process, the best of some."""
    import resource

    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, capture_output=True, env=clean_environment())
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def test_the_start_is_a_few_times_that_of_python() -> None:
    bare = seconds([sys.executable, "-c", "pass"])
    # Measured: 1.3 and 5; it was 1.3 and 30 when the version waited for Typer and all games.
    assert seconds([sys.executable, "-c", "import yomikiri"]) < 3 * bare
    assert seconds([*COMMAND, "--version"]) < 10 * bare


# -- what is installed ------------------------------------------------------------------------------


def test_what_is_installed_is_what_the_standard_library_says() -> None:
    from importlib import metadata

    assert installed.version() == yomikiri.__version__ == metadata.version("yomikiri")
    for group in ("yomikiri.games", "console_scripts", "pytest11"):
        ours = {(point.name, point.value) for point in installed.entry_points(group)}
        assert ours == {(point.name, point.value) for point in metadata.entry_points(group=group)}
        assert ours
    (pytest_script,) = [each for each in installed.entry_points("console_scripts") if each.name == "pytest"]
    assert callable(pytest_script.load())


def test_an_archive_or_a_finder_on_the_path_is_left_to_the_standard_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = installed.entry_points("yomikiri.games")

    class Finder:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> None:
            return None

        @staticmethod
        def find_distributions(context: object = None) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert not installed._is_plain()
    assert set(installed.entry_points("yomikiri.games")) == set(plain)
    assert installed.version() == yomikiri.__version__
