"""Check the licences of everything that is installed with yomikiri, and list them.

    python tools/licences.py

What everybody installs must be permissive, so that nobody who uses the library takes on a duty beyond
keeping a notice.  The extras, the tests and the docs may also use weak copyleft (LGPL, MPL), which binds
changes to those packages and not what uses them.  A package whose licence cannot be told is refused until
somebody has looked: ``LOOKED_UP`` in installed.py says what they found.
"""

import re
import sys

from installed import Package, all_extras, closure

PERMISSIVE = frozenset(
    [
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "CC0-1.0",
        "CNRI-Python",
        "HPND",
        "ISC",
        "LicenseRef-Public-Domain",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "PSF-2.0",
        "Python-2.0",
        "Unlicense",
        "Zlib",
    ]
)
WEAK = frozenset(["LGPL-2.1-only", "LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MPL-2.0"])
EXCEPTIONS = frozenset(["LLVM-exception", "GCC-exception-3.1"])


def fits(expression: str, allowed: frozenset[str]) -> bool:
    """Whether an SPDX expression can be met with these licences: one side of OR is enough, AND needs both."""
    words = re.findall(r"\(|\)|[^\s()]+", expression)
    if not words:
        return False
    value, rest = _either(words, allowed)
    return value and not rest


def _either(words: list[str], allowed: frozenset[str]) -> tuple[bool, list[str]]:
    value, words = _both(words, allowed)
    while words and words[0] == "OR":
        other, words = _both(words[1:], allowed)
        value = value or other
    return value, words


def _both(words: list[str], allowed: frozenset[str]) -> tuple[bool, list[str]]:
    value, words = _one(words, allowed)
    while words and words[0] == "AND":
        other, words = _one(words[1:], allowed)
        value = value and other
    return value, words


def _one(words: list[str], allowed: frozenset[str]) -> tuple[bool, list[str]]:
    if not words:
        return False, []
    if words[0] == "(":
        value, words = _either(words[1:], allowed)
        return value and words[:1] == [")"], words[1:]
    value, words = words[0] in allowed, words[1:]
    if words[:1] == ["WITH"]:
        return value and words[1:2] != [] and words[1] in EXCEPTIONS, words[2:]
    return value, words


def refused(packages: list[Package], allowed: frozenset[str]) -> list[str]:
    """A line for every package that may not be used with these licences."""
    lines = []
    for package in packages:
        if not fits(package.licence, allowed):
            licence = f"'{package.licence}'" if package.licence else "no licence that can be told"
            lines.append(
                f"{package.name} {package.version} has {licence}: expected {' or '.join(sorted(allowed))}"
            )
    return lines


def main() -> int:
    core, everything = closure(), closure(all_extras())
    names = {package.name for package in core}
    for package in everything:
        kind = "core" if package.name in names else "extra"
        print(f"{package.name:32} {package.version:14} {kind:6} {package.licence}")
    found = refused(core, PERMISSIVE) + refused(everything, PERMISSIVE | WEAK)
    for line in sorted(set(found)):
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
