"""Look up the hashes of everything that constraints.txt pins, so that an installation can insist on them.

    python tools/hashes.py --output constraints-hashes.txt

The hashes are those of the package index that pip uses here; which one that is stands nowhere in the result.
Files that no CI machine of ours installs are left out: only pure Python and Linux on x86-64 and ARM, for the
supported versions of Python, and the sources of a package that has nothing else.

``pip install --require-hashes --no-deps -r constraints-hashes.txt`` then installs exactly these files, or
nothing.  It cannot serve as a constraint: with hashes pip wants one for everything, and an editable project
has none.
"""

import argparse
import html
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from packaging.tags import Tag
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = range(11, 15)
"""Minor versions of Python that CI uses, and the next."""
WANTED_TYPE = "application/vnd.pypi.simple.v1+json, text/html;q=0.1"
LINK = re.compile(r'<a\s[^>]*href="([^"]*)#sha256=([0-9a-f]{64})"', re.IGNORECASE)
HEAD = """\
# The hashes of every package in constraints.txt, for Linux on x86-64 and ARM; made by tools/hashes.py.
# pip install --require-hashes --no-deps -r constraints-hashes.txt
"""

Fetch = Callable[[str], tuple[str, str]]
"""The type and the text of what is at an address."""


class NoHashes(Exception):
    """A package that the index does not have, or not with hashes."""


def pins(text: str) -> list[tuple[str, str]]:
    """The names and versions of a constraints file."""
    lines = [line.strip() for line in text.splitlines()]
    return [
        (name, version)
        for name, _, version in (line.partition("==") for line in lines if line[:1] not in ("", "#"))
    ]


def files_on(page: str, kind: str) -> list[tuple[str, str]]:
    """The names and hashes of the files on a page of an index, in either of the forms that indexes have."""
    if "json" in kind:
        files = json.loads(page)["files"]
        return [(file["filename"], file["hashes"]["sha256"]) for file in files if "sha256" in file["hashes"]]
    links = [(urlsplit(html.unescape(link)).path, found) for link, found in LINK.findall(page)]
    return [(path.rsplit("/", 1)[-1], found) for path, found in links]


def chosen(files: Iterable[tuple[str, str]], version: str) -> list[str]:
    """The hashes of the files of a version that a CI machine could install."""
    wheels, sources = set(), set()
    for name, found in files:
        try:
            _, has, _, tags = parse_wheel_filename(name)
        except InvalidWheelFilename:
            try:
                if parse_sdist_filename(name)[1] == Version(version):
                    sources.add(found)
            except InvalidSdistFilename:
                pass  # An installer of long ago.
            continue
        if has == Version(version) and any(is_for_us(tag) for tag in tags):
            wheels.add(found)
    return sorted(wheels or sources)


def is_for_us(tag: Tag) -> bool:
    """Whether a wheel of this tag runs on a CI machine."""
    fits = tag.platform == "any" or re.fullmatch(r"(many)?linux.*_(x86_64|aarch64)", tag.platform)
    if tag.abi == "abi3":
        match = re.fullmatch(r"cp3(\d+)", tag.interpreter)
        return bool(fits and match and int(match[1]) <= max(PYTHONS))
    ours = {"py3", "py2.py3", *(f"cp3{minor}" for minor in PYTHONS), *(f"py3{minor}" for minor in PYTHONS)}
    return bool(fits) and tag.interpreter in ours and not tag.abi.endswith("t")


def line_of(name: str, version: str, indexes: list[str], fetch: Fetch) -> str:
    """The requirement of one pin, with hashes from the first index that has it."""
    for index in indexes:
        try:
            kind, page = fetch(urljoin(index.rstrip("/") + "/", canonicalize_name(name) + "/"))
        except OSError:
            continue  # It is not on this one.
        if found := chosen(files_on(page, kind), version):
            return " \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{one}" for one in found)])
    raise NoHashes(f"{name}=={version} has no files with hashes on the index that pip uses here")


def configured_indexes() -> list[str]:
    """Where pip looks for packages here; its own default if nobody said."""
    default = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    chosen_by_user = os.environ.get("PIP_INDEX_URL") or _pip("config", "get", "global.index-url")
    index = (
        chosen_by_user
        or subprocess.run(
            [sys.executable, "-c", default], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    return [index]


def _pip(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def fetched(address: str) -> tuple[str, str]:
    request = urllib.request.Request(address, headers={"Accept": WANTED_TYPE})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.headers.get_content_type(), answer.read().decode()


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="hashes.py", description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, metavar="FILE", help="standard output if not given")
    given = parser.parse_args(words)
    indexes = configured_indexes()
    lines, missing = [], []
    for name, version in pins((ROOT / "constraints.txt").read_text(encoding="utf-8")):
        try:
            lines.append(line_of(name, version, indexes, fetched))
        except NoHashes as error:
            missing.append(str(error))
    for problem in missing:
        print(problem, file=sys.stderr)
    if missing:
        return 1
    text = HEAD + "\n".join(lines) + "\n"
    if given.output is None:
        sys.stdout.write(text)
    else:
        given.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
