"""Ask an installed yomikiri something of every game, by every kernel that this machine runs.

    python tools/smoke.py

For a wheel or a source archive that was installed into an environment of its own: it needs nothing but
yomikiri, runs from an empty directory, and fails if the package that answers is not the installed one.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

QUESTIONS = [
    (["solve", "superpuzz", "9", "--quiet"], ["verify", "superpuzz", "9", "-"]),
    (
        ["solve", "superpuzz", "7", "--size", "6", "--shortest", "--quiet"],
        ["verify", "superpuzz", "7", "-", "--size", "6"],
    ),
    (["solve", "freecell", "617", "--quiet"], ["verify", "freecell", "617", "-"]),
    (
        ["solve", "sliding", "42", "--size", "3x3", "--quiet"],
        ["verify", "sliding", "42", "-", "--size", "3x3"],
    ),
    (["solve", "black-hole", "24", "--quiet"], ["verify", "black-hole", "24", "-"]),
    (["solve", "peg", "1", "--quiet"], ["verify", "peg", "1", "-"]),
]
"""A question, and the command that checks its answer."""
LOST = [["solve", "superpuzz", "4", "--size", "6", "--quiet"], ["solve", "gaps", "1", "--quiet"]]
"""Deals that cannot be won."""
WHERE = "import yomikiri; print(yomikiri.KERNEL, yomikiri.__file__)"
UNSOLVABLE = 10


def run(words: list[str], kernel: str, given: str = "") -> tuple[int, str]:
    """Run Python on some words in an empty directory; its status and what it printed."""
    surroundings = {
        key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "YOMIKIRI_KERNEL")
    }
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, *words],
            input=given,
            cwd=folder,
            env={**surroundings, "YOMIKIRI_KERNEL": kernel, "YOMIKIRI_CACHE": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    return done.returncode, done.stdout.strip()


def kernels() -> list[str]:
    """The kernels that this machine runs."""
    found = [run(["-W", "ignore", "-c", WHERE], name)[1].split(" ")[0] for name in ("plain", "wide", "wider")]
    return sorted(set(found))


def ask(words: list[str], kernel: str, given: str = "") -> tuple[int, str]:
    return run(["-m", "yomikiri", *words], kernel, given)


def main() -> int:
    status, where = run(["-c", WHERE], "plain")
    package = Path(where.partition(" ")[2])
    if status != 0 or not package.is_relative_to(Path(sysconfig.get_path("platlib")).resolve()):
        print(f"yomikiri is not installed here: {where or 'it cannot be imported'}", file=sys.stderr)
        return 1
    failures = []
    print(ask(["--version"], "plain")[1])
    for kernel in kernels():
        for question, check in QUESTIONS:
            solved = ask(question, kernel)
            verified = ask(check, kernel, solved[1])
            print(f"{kernel:6} {' '.join(question)}: {verified[1] or verified[0]}")
            if (solved[0], verified[0]) != (0, 0):
                failures.append(question)
        for question in LOST:
            answer = ask(question, kernel)
            print(f"{kernel:6} {' '.join(question)}: {answer[1] or answer[0]}")
            if answer != (UNSOLVABLE, "unsolvable"):
                failures.append(question)
    for question in failures:
        print(f"wrong: {' '.join(question)}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
