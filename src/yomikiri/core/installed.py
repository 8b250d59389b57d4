"""What is installed: our version, and the entry points of a group.

The standard library answers both (:mod:`importlib.metadata`), but loads a mail parser to do so, which takes
longer than everything else that ``yomikiri --version`` does.  Two plain files beside each package hold what
we need, so we read those.  Where packages may lie elsewhere, in an archive or behind a custom finder, we ask
the standard library after all; the answer is always the same.
"""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any

RECORDS = (".dist-info", ".egg-info")
"""The suffixes of the folders in which installers describe packages."""


@dataclass(frozen=True)
class EntryPoint:
    """An object that a package offers under a name."""

    name: str
    value: str
    """Where it is: ``package.module:attribute``."""
    package: str = ""
    """The package that offers it, by its name on a package index."""

    def load(self) -> Any:
        """The object it points to."""
        module, _, attributes = self.value.partition("[")[0].strip().partition(":")
        found: Any = import_module(module.strip())
        for attribute in filter(None, attributes.strip().split(".")):
            found = getattr(found, attribute)
        return found


def entry_points(group: str) -> list[EntryPoint]:
    """The entry points of a group, in the order of the search path."""
    if not _is_plain():
        from importlib import metadata

        return [
            EntryPoint(point.name, point.value, "" if point.dist is None else point.dist.name)
            for point in metadata.entry_points(group=group)
        ]
    found = []
    for package, folder in _folders().items():
        text = _text(folder, "entry_points.txt")
        if f"[{group}]" in text:
            found += [EntryPoint(name, value, package) for name, value in _section(text, group)]
    return found


def version() -> str:
    """The installed version of yomikiri."""
    folder = _folders().get("yomikiri") if _is_plain() else None
    text = "" if folder is None else _text(folder, "METADATA") or _text(folder, "PKG-INFO")
    line = re.search(r"^Version: *(\S+) *$", text.partition("\n\n")[0], re.MULTILINE)
    if line is not None:
        return line[1]
    from importlib import metadata

    return metadata.version("yomikiri")


def _is_plain() -> bool:
    """Whether all packages are in plain folders on the search path."""
    others = [
        each for each in sys.meta_path if each is not PathFinder and hasattr(each, "find_distributions")
    ]
    return not others and not any(
        place.endswith(".egg") or os.path.isfile(place) for place in sys.path if isinstance(place, str)
    )


def _folders() -> dict[str, str]:
    """The folder that describes each package, by package name; the first on the search path wins."""
    found: dict[str, str] = {}
    for place in sys.path:
        try:
            names = sorted(os.listdir(place or "."))
        except (OSError, TypeError):
            continue
        for name in names:
            if name.endswith(RECORDS):
                package = re.sub(r"[-_.]+", "-", name.rpartition(".")[0].partition("-")[0]).lower()
                found.setdefault(package, os.path.join(place, name))
    return found


def _text(folder: str, name: str) -> str:
    try:
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _section(text: str, wanted: str) -> Iterator[tuple[str, str]]:
    """The names and values of one section of an ``entry_points.txt``."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif section == wanted and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()
