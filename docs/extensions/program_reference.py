"""Sphinx extension: pages that are filled in by the program itself, so that they cannot go stale.

A page names what it wants in a comment of its own line, such as ``<!-- fill: commands -->``, and gets
Markdown in its place before the page is parsed.  Nothing that is made so is committed.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from yomikiri.cli.exits import MEANINGS
from yomikiri.cli.help import parts
from yomikiri.cli.manual import VARIABLES, leaves
from yomikiri.cli.program import command, whole
from yomikiri.cli.schema import names, schema

MARK = re.compile(r"^<!-- fill: (\w+) -->$", re.MULTILINE)
JAPANESE = "ja/"
CITATION = Path(__file__).resolve().parents[2] / "CITATION.cff"


def commands() -> Iterator[str]:
    """A section for every command: how it is called, what it takes."""
    for words, each in leaves(command(whole()), ()):
        usage, tables = parts(each)
        yield f"## yomikiri {' '.join(words)}\n"
        yield f"{_plain(each.help or '')}\n"
        yield f"```text\n{' '.join(['yomikiri', *words, *usage])}\n```\n"
        for title, rows in tables:
            yield f"| {title} | |\n|---|---|"
            yield from (f"| `{_cell(name)}` | {_cell(_plain(text))} |" for name, text in rows)
            yield ""


def statuses() -> Iterator[str]:
    """The exit statuses."""
    yield "| exit status | meaning |\n|---:|---|"
    yield from (f"| {int(status)} | {_cell(meaning)} |" for status, meaning in MEANINGS.items())


def variables() -> Iterator[str]:
    """The variables of the environment."""
    yield "| variable | meaning |\n|---|---|"
    yield from (f"| `{name}` | {_cell(meaning)} |" for name, meaning in VARIABLES.items())


def schemas() -> Iterator[str]:
    """A section for every schema: its fields in a table, and the whole of it folded away."""
    for name in names():
        found = schema(name)
        printed, colon, about = found["title"].partition(": ")
        yield f"## {name}\n"
        yield f"`{printed}`{colon}{_plain(about)}\n"
        forms = found.get("oneOf", [found])
        for number, form in enumerate(forms, 1):
            if len(forms) > 1:
                yield f"Form {number} of {len(forms)}:\n"
            yield from _fields(form)
        yield f":::{{dropdown}} The schema\n```json\n{json.dumps(found, indent=2)}\n```\n:::\n"


def citation() -> Iterator[str]:
    """The entry of a bibliography, from the citation file of the repository."""
    facts = yaml.safe_load(CITATION.read_text(encoding="utf-8"))
    authors = " and ".join(f"{{{author['name']}}}" for author in facts["authors"])
    yield "```bibtex\n@software{yomikiri,"
    for field, value in (
        ("author", authors),
        ("title", facts["title"]),
        ("version", facts["version"]),
        ("license", facts["license"]),
    ):
        yield f"  {field:7} = {{{value}}},"
    yield "}\n```"


def _fields(form: dict[str, Any]) -> Iterator[str]:
    """A row for each field of an object, or of the objects of a list."""
    if form.get("type") == "array":
        yield "A list of objects:\n"
        form = form.get("items", {})
    if not form.get("properties"):
        return
    required = set(form.get("required", ()))
    yield "| field | type | always there |\n|---|---|---|"
    for field, kind in form["properties"].items():
        yield f"| `{field}` | {_cell(_type(kind))} | {'yes' if field in required else 'no'} |"
    yield ""


def _type(kind: dict[str, Any]) -> str:
    if "enum" in kind:
        return "one of " + ", ".join(f"`{json.dumps(value)}`" for value in kind["enum"])
    if "const" in kind:
        return f"`{json.dumps(kind['const'])}`"
    if "$ref" in kind:
        return f"`{kind['$ref'].rpartition('/')[2]}`"
    for joined in ("anyOf", "oneOf"):
        if joined in kind:
            return " or ".join(_type(each) for each in kind[joined])
    types = kind.get("type", "anything")
    text = " or ".join([types] if isinstance(types, str) else types)
    if "array" in text and isinstance(kind.get("items"), dict):
        text = text.replace("array", f"list of {_type(kind['items'])}")
    return text


def _plain(text: str) -> str:
    """A sentence of the help text as Markdown: on one line, with nothing in it that Markdown would read."""
    return re.sub(r"([\\`*_<>\[\]#])", r"\\\1", " ".join(text.split()))


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


FILLS = {
    "citation": citation,
    "commands": commands,
    "schemas": schemas,
    "statuses": statuses,
    "variables": variables,
}


def filled(text: str) -> str:
    """The text of a page with its marks replaced."""
    return MARK.sub(lambda mark: "\n".join(FILLS[mark[1]]()).rstrip(), text)


def _read(app: Any, docname: str, source: list[str]) -> None:
    source[0] = filled(source[0])


def _say_language(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Tell browsers and screen readers which pages are Japanese."""
    if pagename.startswith(JAPANESE):
        context["language"] = "ja"


def setup(app: Any) -> dict[str, Any]:
    app.connect("source-read", _read)
    app.connect("html-page-context", _say_language)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
