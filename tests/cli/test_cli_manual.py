"""The manual page: the language of man(7), and all commands and options in it."""

import re
import shutil
import subprocess

import pytest
import typer
from cli_tools import Runner, clean_environment

from yomikiri.cli.exits import MEANINGS
from yomikiri.cli.manual import leaves
from yomikiri.cli.program import whole
from yomikiri.core.registry import entries


def test_every_command_and_option_is_on_the_page(run: Runner) -> None:
    answer = run("man")
    assert (answer.status, answer.err) == (0, "")
    text = re.sub(r"\\f[BIR]", "", answer.out).replace("\\-", "-")
    for words, command in leaves(typer.main.get_command(whole()), ()):
        assert f".SS yomikiri {' '.join(words)}" in text
        for param in command.params:
            if param.param_type_name == "option":
                assert param.opts[0] in text
    for name in entries():
        assert f"\n{name}\n" in text
    for status in MEANINGS:
        assert f"\n{int(status)}\n" in text


def test_every_line_is_text_or_a_request_that_exists(run: Runner) -> None:
    known = {".TH", ".SH", ".SS", ".TP", ".PP", ".EX", ".EE", ".B", ".I"}
    for line in run("man").out.splitlines():
        assert line
        assert not line.startswith("'")
        if line.startswith("."):
            assert line.split()[0] in known
        # Every escape is one that groff has.
        assert re.sub(r"\\(f[BIR]|-|e|&|\((aq|ga|ha|ti|dq))", "", line).count("\\") == 0


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_has_nothing_to_say_about_it(run: Runner) -> None:
    page = run("man").out
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tascii"],
        input=page,
        capture_output=True,
        text=True,
        check=True,
        env=clean_environment(),
    )
    assert done.stderr == ""
    assert "yomikiri solve" in done.stdout
