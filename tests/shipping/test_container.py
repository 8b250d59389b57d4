"""The container file reads as one: known instructions, whole lines, and nobody special who runs it."""

import json
import re
from pathlib import Path

from yomikiri.cli.program import whole

ROOT = Path(__file__).resolve().parent.parent.parent
KNOWN = {"FROM", "RUN", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"}


def instructions() -> list[tuple[str, str]]:
    """The instructions and what follows each, with continued lines joined."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines))
    found = [line.split(None, 1) for line in whole.splitlines() if line.strip()]
    return [(words[0], words[1]) for words in found]


def test_instructions_are_known_and_in_order() -> None:
    words = instructions()
    assert {name for name, _ in words} <= KNOWN
    assert words[0][0] == "FROM"
    stages = [value for name, value in words if name == "FROM"]
    assert len(stages) == 2
    assert all(re.fullmatch(r"[\w./-]+:[\w.-]+( AS \w+)?", stage) for stage in stages)
    assert [value for name, value in words if name == "COPY" and value.startswith("--from=build ")]


def test_what_is_copied_is_there_and_every_continued_line_goes_on() -> None:
    for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines():
        assert not line.endswith((" ", "\\ "))
    runs = [value for name, value in instructions() if name == "RUN"]
    assert all("&&  " not in run and not run.endswith("&&") and run.count('"') % 2 == 0 for run in runs)
    assert any("/source/constraints.txt" in run for run in runs)


def test_it_serves_as_nobody_special_with_commands_that_exist() -> None:
    words = dict(instructions())
    assert words["USER"] == "yomikiri"
    assert json.loads(words["ENTRYPOINT"]) == ["yomikiri"]
    [command, *options] = json.loads(words["CMD"])
    serve = next(one for one in whole().registered_commands if one.name == command)
    assert serve.callback is not None
    assert {"--host", "--port", "--no-open"} <= set(options)
    # Others can reach it, so it must not be one that lets everybody in.
    assert "--insecure" not in options
    names = [name for name, _ in instructions()]
    assert names.index("USER") < names.index("ENTRYPOINT")
