"""The page "How to add a game": its package is made, installed, and asked what the page says."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "add-a-game.md"
FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_package_of_the_page_works_as_it_says(tmp_path: Path) -> None:
    source, site = tmp_path / "source", tmp_path / "site"
    source.mkdir()
    module = "\n".join(block for block in blocks("python") if ">>>" not in block)
    (source / "peg_line.py").write_text(module, encoding="utf-8")
    (source / "pyproject.toml").write_text("\n".join(blocks("toml")), encoding="utf-8")
    words = "-m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation --no-index"
    install = [sys.executable, *words.split(), "--target", str(site), str(source)]
    subprocess.run(install, check=True, capture_output=True)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(site), "COLUMNS": "100", "TERM": "dumb"}
    commands = [part for block in blocks("shell") for part in re.split(r"^\$ ", block, flags=re.M)[1:]]
    assert len(commands) > 3
    for part in commands:
        command, _, shown = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert doctest.OutputChecker().check_output(shown, done.stdout, FLAGS), f"{command}\n{done.stdout}"
