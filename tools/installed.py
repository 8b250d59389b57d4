"""What is installed here because of yomikiri: its dependencies, theirs, and so on, with their licences.

Reads what the installer wrote beside every package (:mod:`importlib.metadata`), so that it needs no network
and says what is there rather than what was asked for.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "yomikiri"

CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT No Attribution License (MIT-0)": "MIT-0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
    "zlib/libpng License": "Zlib",
}
"""Identifiers of the classifiers that packages use instead of an expression."""
WRITTEN = (
    (r"apache([ -]software)?([ -]license)?,?[ -]*(v(ersion)? ?)?2(\.0)?", "Apache-2.0"),
    (r"(the )?(new |modified |3-clause )?bsd([ -]3[ -]clause)?( licen[sc]e)?", "BSD-3-Clause"),
    (r"bsd[ -]2[ -]clause.*", "BSD-2-Clause"),
    (r"(the )?mit( licen[sc]e)?", "MIT"),
    (r"isc( licen[sc]e)?", "ISC"),
    (r"mpl[ -]?2(\.0)?", "MPL-2.0"),
    (r"psf.*|python software foundation.*", "PSF-2.0"),
)
"""The same for what they write freely, in lower case."""
LOOKED_UP = {
    "axe-playwright-python": "MIT AND MPL-2.0",  # The second is of the copy of axe-core in it.
    # The wheel has nothing of the editor mode that is under the GPL.
    "docutils": "LicenseRef-Public-Domain AND BSD-2-Clause AND BSD-3-Clause AND PSF-2.0",
}
"""What people found in packages whose metadata says nothing, or not enough."""


@dataclass(frozen=True)
class Package:
    """An installed package."""

    name: str
    version: str
    licence: str
    """An SPDX expression, or what the package says instead; empty if it says nothing."""
    needs: tuple[str, ...]
    """The installed packages that it asks for by itself, without extras."""

    @property
    def key(self) -> str:
        """Its package URL."""
        return f"pkg:pypi/{canonicalize_name(self.name)}@{self.version}"


def closure(extras: Iterable[str] = (), project: str = PROJECT) -> list[Package]:
    """The project, and every installed package that it needs with these extras, by name."""
    found: dict[str, Package] = {}
    waiting = [(project, frozenset(extras))]
    seen = set(waiting)
    while waiting:
        name, wanted = waiting.pop()
        try:
            there = distribution(name)
        except PackageNotFoundError:
            continue  # For another platform or Python, or of an extra that was not asked for.
        wishes = list(_wishes(there, wanted))
        needs = {canonicalize_name(wish.name) for wish in wishes if _is_installed(wish.name)}
        key = canonicalize_name(name)
        if known := found.get(key):
            needs |= set(known.needs)
        found[key] = Package(there.metadata["Name"], there.version, licence_of(there), tuple(sorted(needs)))
        for wish in wishes:
            step = (canonicalize_name(wish.name), frozenset(wish.extras))
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    return [found[name] for name in sorted(found)]


def all_extras(project: str = PROJECT) -> list[str]:
    """The names of the extras that a project declares."""
    return sorted(distribution(project).metadata.get_all("Provides-Extra") or [])


def licence_of(there: Distribution) -> str:
    """What a package says of its licence, as an SPDX expression where that can be told."""
    if looked_up := LOOKED_UP.get(canonicalize_name(there.metadata["Name"])):
        return looked_up
    if expression := there.metadata.get("License-Expression"):
        return expression
    marks = [
        mark.split(" :: ")[-1] for mark in there.metadata.get_all("Classifier") or [] if "License ::" in mark
    ]
    classified = {CLASSIFIED.get(mark, mark) for mark in marks if mark != "OSI Approved"}
    if classified:
        return " AND ".join(sorted(classified))
    lines = (there.metadata.get("License") or "").strip().splitlines()
    return written(lines[0]) if lines else ""


def written(text: str) -> str:
    """The identifier for a licence that somebody wrote as they liked; the text itself if it is unknown."""
    for form, identifier in WRITTEN:
        if re.fullmatch(form, text.strip().lower()):
            return identifier
    return text.strip()


def _wishes(there: Distribution, extras: frozenset[str]) -> Iterable[Requirement]:
    for line in there.requires or []:
        wish = Requirement(line)
        environments = [{"extra": extra} for extra in extras or {""}]
        if wish.marker is None or any(wish.marker.evaluate(one) for one in environments):
            yield wish


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True
