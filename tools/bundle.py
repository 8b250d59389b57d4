"""Bundles modules of JavaScript: one file instead of a hundred, each of which would cost a journey.

A module becomes a function that is called once, in the order of imports; what it exports goes into one
object, ``$``, by its path, and what it imports comes from there.  Imports must not go round in circles, and
nothing that is exported may change later: both hold of the page, and the first is checked.  ``import("…")``
of a module that has a *chunk* of its own loads that file; of any other it is there already.

Comments and indentation are left out.  Nothing else is changed, so that errors can be read.
"""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

IMPORT = re.compile(r'^import (?:([^"]*?) from )?"([^"]+)";[ \t]*$', re.MULTILINE)
LAZY = re.compile(r'\bimport\("([^"]+)"\)')
EXPORT = re.compile(r"^export (async function|function\*?|class|const) (\w+)", re.MULTILINE)
NAMED = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<tick>`)
    |(?P<regex>(?<=[(,=:\[!&|?{;\n])\s*/(?![*/])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]*)
    |(?P<open>\{)|(?P<close>\})""",
    re.VERBOSE | re.DOTALL,
)
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(`|\$\{)", re.DOTALL)


class Unbundled(ValueError):
    """Something that the bundler does not know."""


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces: comments, literals, which are to be left alone, and code."""
    at, depth, templates = 0, 0, []
    while at < len(text):
        match = TOKEN.search(text, at)
        if match is None:
            yield "code", text[at:]
            return
        yield "code", text[at : match.start()]
        at = match.end()
        kind = match.lastgroup
        if kind in ("open", "close"):
            yield "code", match[0]
            depth += 1 if kind == "open" else -1
            if kind == "open" or not templates or depth != templates[-1]:
                continue
            templates.pop()
        elif kind != "tick":
            yield ("comment" if kind == "comment" else "literal"), match[0]
            continue
        start = at if kind == "close" else match.start()
        rest = TEMPLATE.match(text, at)
        if rest is None:
            raise Unbundled(f"a template that does not end: {text[start : start + 40]}")
        yield "literal", text[start : rest.end()]
        at = rest.end()
        if rest[1] == "${":
            templates.append(depth)
            depth += 1


def stripped(text: str) -> str:
    """JavaScript without comments, blank lines and indentation."""
    kept = []
    for kind, piece in _pieces(text):
        if kind == "literal":
            kept.append(piece)
        elif kind == "code":
            kept.append(re.sub(r"\n\s+", "\n", piece))
    return re.sub(r"[ \t]+\n", "\n", "".join(kept)).strip() + "\n"


@dataclass
class _Module:
    path: str
    text: str
    imports: list[str]
    lazy: list[str]

    def beside(self, path: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), path))


class Bundler:
    """The modules of a page, by path, and the modules that have chunks, with the names of those."""

    def __init__(self, texts: Mapping[str, str], chunks: Mapping[str, str]) -> None:
        self._texts, self._chunks = texts, chunks
        self._known: dict[str, _Module] = {}

    def bundle(self, entry: str, name: str) -> dict[str, str]:
        """The files of an entry: the first is called ``name``, then its chunks."""
        first = self._order(entry)
        files = {name: self._file(first, "export const $ = {};\n")}
        lazy = {target for path in first for target in self._known[path].lazy if target in self._chunks}
        for target in sorted(lazy):
            rest = [path for path in self._order(target) if path not in first]
            start = f"import {{ $ }} from {json.dumps('./' + name)};\n"
            files[self._chunks[target]] = self._file(rest, start)
        return files

    def _module(self, path: str) -> _Module:
        if path not in self._known:
            text = stripped(self._texts[path])
            module = _Module(path, text, [], [])
            module.imports = [module.beside(found[2]) for found in IMPORT.finditer(text)]
            module.lazy = [module.beside(found[1]) for found in LAZY.finditer(text)]
            self._known[path] = module
        return self._known[path]

    def _order(self, entry: str) -> list[str]:
        """An entry and all that it needs at once, each after what it imports."""
        order: list[str] = []
        above: list[str] = []

        def visit(path: str) -> None:
            if path in order:
                return
            if path in above:
                raise Unbundled(f"imports go round in a circle: {' '.join([*above, path])}")
            above.append(path)
            module = self._module(path)
            lazy = [target for target in module.lazy if target not in self._chunks]
            for target in [*module.imports, *lazy]:
                visit(target)
            above.pop()
            order.append(path)

        visit(entry)
        return order

    def _file(self, paths: list[str], start: str) -> str:
        return start + "".join(self._wrapped(self._known[path]) for path in paths)

    def _wrapped(self, module: _Module) -> str:
        def imported(found: re.Match[str]) -> str:
            names, place = found[1], f"$[{json.dumps(module.beside(found[2]))}]"
            if not names:
                return ""
            if names.startswith("{"):
                return f"const {names.replace(' as ', ': ')} = {place};"
            return f"const {{ default: {names} }} = {place};"

        def lazily(found: re.Match[str]) -> str:
            target = module.beside(found[1])
            place = f"$[{json.dumps(target)}]"
            if target in self._chunks:
                return f'import("./{self._chunks[target]}").then(() => {place})'
            return f"Promise.resolve({place})"

        text = LAZY.sub(lazily, IMPORT.sub(imported, module.text))
        names = [found[2] for found in EXPORT.finditer(text)]
        for found in NAMED.finditer(text):
            names += [": ".join(reversed(one.split(" as "))) for one in map(str.strip, found[1].split(","))]
        text = NAMED.sub("", EXPORT.sub(r"\1 \2", text))
        if DEFAULT.search(text):
            text = DEFAULT.sub("const $default = ", text)
            names.append("default: $default")
        if re.search(r"^(import|export)\b(?!\()", text, re.MULTILINE):
            raise Unbundled(f"{module.path} imports or exports in a way that is not known")
        wrapped = f"(() => {{\n{text}return {{ {', '.join(names)} }};\n}})()"
        return f"$[{json.dumps(module.path)}] = {wrapped};\n"
