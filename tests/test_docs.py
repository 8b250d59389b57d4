"""Every example in the README and the docs is run: Python in one session a page, and commands.

* A ``python`` block is executed; where it has prompts (``>>>``), what it prints must be what is shown.
* In a ``console`` block, each command that starts with ``yomikiri`` (or is ``echo $?``) is run, and its
  output must be what is shown below it; ``...`` stands for anything.
* Every relative link leads to a file, and the tables of statuses and fields are complete.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from yomikiri import Deal, Superpuzz, solve
from yomikiri.cli import main
from yomikiri.cli.exits import MEANINGS
from yomikiri.cli.program import whole
from yomikiri.cli.record import solve_record, verify_record
from yomikiri.cli.replay import replay

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "docs", ROOT / "docs" / "ja")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for folder in FOLDERS for page in sorted(folder.glob("*.md"))),
]
FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks_of(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield Block(match.group(1), match.group(2), text[: match.start(2)].count("\n"))


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if any(block.language == language for block in blocks_of(page))]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_python_examples_do_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(ROOT / "data")  # Pages show what a checkout has.
    session: dict[str, Any] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    parser = doctest.DocTestParser()
    report: list[str] = []
    for block in blocks_of(page):
        if block.language != "python":
            continue
        if ">>>" not in block.text:
            exec(compile("\n" * block.line + block.text, str(page), "exec"), session)
            continue
        # get_doctest copies the names it is given, so they are handed on from block to block.
        test = parser.get_doctest(block.text, session, name_of(page), str(page), block.line)
        runner.run(test, out=report.append, clear_globs=False)
        session = test.globs
    assert runner.failures == 0, "".join(report)


def commands_of(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block with the output shown for each."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def is_ours(command: str) -> bool:
    return command.startswith("yomikiri") or "| yomikiri" in command or command == "echo $?"


def environment(home: Path) -> dict[str, str]:
    """What examples are run in."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8", "COLUMNS": "100", "TERM": "dumb"}
    return env | {name: os.environ[name] for name in ("LD_PRELOAD", "ASAN_OPTIONS") if name in os.environ}


MEANT_FOR_A_SHELL = set("|&;<>()$`*?[#~{}\\=!")


def words_of(command: str) -> list[str] | None:
    """The words of a call of ours, if no shell is needed to find them."""
    words = [] if MEANT_FOR_A_SHELL & set(command) else shlex.split(command)
    return words[1:] if words[:1] == ["yomikiri"] else None


def in_this_process(words: list[str]) -> tuple[int, str]:
    """What a call prints, errors among it, without the time that a process takes to start."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(printed), redirect_stderr(printed):
        status = int(main(words))
    printed.seek(0)
    return status, printed.read()


def by_a_shell(command: str, status: int, folder: Path, env: dict[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "-c", f"(exit {status}); {command}"],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("page", pages_with("console"), ids=name_of)
def test_shell_examples_print_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: Any) -> None:
    env = environment(tmp_path)
    for name in set(os.environ) - set(env):
        if not name.startswith("PYTEST"):
            monkeypatch.delenv(name)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    checker = doctest.OutputChecker()
    status = 0
    for block in blocks_of(page):
        if block.language != "console":
            continue
        for command, shown in commands_of(block):
            if not is_ours(command):
                continue
            if (words := words_of(command)) is not None:
                status, output = in_this_process(words)
            else:
                status, output = by_a_shell(command, status, tmp_path, env)
            printed = "\n".join(line.rstrip() for line in output.splitlines())
            wanted = "\n".join(line.rstrip() for line in shown.splitlines())
            assert checker.check_output(wanted.strip("\n") + "\n", printed.strip("\n") + "\n", FLAGS), (
                f"{name_of(page)}, line {block.line}: {command}\n--- shown\n{wanted}\n--- printed\n{printed}"
            )


def without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors_of(page: Path) -> set[str]:
    """What a link can name on a page: its headings, as GitHub and Sphinx write them."""
    headings = re.findall(r"^#+ (.*)$", without_code(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=name_of)
def test_relative_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", without_code(page)):
        if re.match(r"[a-z]+:", target):
            continue
        linked = page.parent / target if target else page
        assert linked.exists(), f"{name_of(page)} links to {target}"
        if anchor and linked.suffix == ".md":
            assert anchor in anchors_of(linked), f"{name_of(page)} links to {target}#{anchor}"


def test_the_table_of_exit_statuses_is_the_one_in_force() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (\d+) \| (.*) \|$", page, re.MULTILINE)
    assert shown == [(str(int(status)), meaning) for status, meaning in MEANINGS.items()]


def test_every_json_field_is_explained() -> None:
    game = Superpuzz(4)
    deal = Deal.of(game, game.deal(3), 3)
    records = [solve_record(deal, solve(game, deal.position), []), verify_record(deal, replay(deal, []))]
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))))
    assert {key for record in records for key in record} <= explained


def test_every_command_and_every_option_of_solve_has_a_row() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    rows = "".join(re.findall(r"^\| (`.*?) \| ", page, re.MULTILINE))
    commands = typer.main.get_command(whole()).commands  # type: ignore[attr-defined]
    assert set(commands) <= set(re.findall(r"yomikiri ([a-z-]+)", rows))
    options = {word for option in commands["solve"].params for word in option.opts if word.startswith("--")}
    assert options - {"--help"} <= set(re.findall(r"--[a-z-]+", rows))
