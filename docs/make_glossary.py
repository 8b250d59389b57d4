"""Write the words of the code into the glossary: every public class of the rooms that know no game.

Run as ``python docs/make_glossary.py``; a test compares the page with what this would write.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "yomikiri"
PAGE = Path(__file__).with_name("glossary.md")
ROOMS = (
    "core",
    "bounds",
    "certificates",
    "search",
    "learning",
    "store",
    "surveys",
    "datasets",
    "environments",
)
HEADING = "## Words of the code"


def words() -> Iterator[tuple[str, str, str]]:
    """A word, where it is, and what its docstring says first: modules, and the classes in them."""
    for room in ROOMS:
        for path in sorted((SOURCE / room).glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if path.stem == "__init__":
                yield f"`{room}`", "a room", _first(ast.get_docstring(tree))
                continue
            yield f"`{path.stem}`", f"`{room}`", _first(ast.get_docstring(tree))
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    yield f"`{node.name}`", f"`{room}.{path.stem}`", _first(ast.get_docstring(node))


def _first(text: str | None) -> str:
    """The first sentence or two, in a line of a table."""
    line = " ".join((text or "").split("\n\n")[0].split())
    line = re.sub(r":\w+:`~?([^`]*)`", r"`\1`", line.replace("``", "`"))
    return line.replace("|", "\\|")


def section() -> str:
    """The section of the page."""
    rows = [f"| {word} | {where} | {meaning} |" for word, where, meaning in words()]
    said = (
        "Every module and every public class of the rooms that know no game, with the first words of its own "
        "documentation. `docs/make_glossary.py` writes this table."
    )
    return "\n".join([HEADING, "", said, "", "| word | where | meaning |", "|---|---|---|", *rows, ""])


def page(text: str) -> str:
    """The page with the section as it is now."""
    return text.partition(HEADING)[0].rstrip("\n") + "\n\n" + section()


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
