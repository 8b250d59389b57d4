"""Make a release: check that everything says the same version, run the tests, build the source archive, tag.

    python tools/release.py prepare 0.2.0     write the version and the date of today everywhere
    python tools/release.py check             does everything say the same version, and is there a changelog?
    python tools/release.py notes             print the changelog's section of this version
    python tools/release.py tag [--dry-run]   check, test, build and tag; the tag starts the release workflow

The version stands in pyproject.toml.  CITATION.cff repeats it, and the changelog has a section for it, headed
``## [0.2.0] - unreleased`` until ``prepare`` replaces the last word by a date.  A tag is the version with a v
before it; nobody can take it back once the workflow has published it, so ``tag`` stops at the first doubt.
"""

import argparse
import datetime
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+")
HEADING = re.compile(r"^## \[(?P<name>[^\]]+)\](?: - (?P<date>\S+))?$", re.MULTILINE)
PENDING = "unreleased"
"""What the heading of a section says instead of a date before the release."""
BRANCH = "main"


class Refusal(Exception):
    """Why there is no release; one line for a person."""


def version(root: Path) -> str:
    """The version of pyproject.toml."""
    found: str = tomllib.loads(_read(root / "pyproject.toml"))["project"]["version"]
    return found


def section(changelog: str, name: str) -> tuple[str | None, str] | None:
    """The date and the text of one section of a changelog, or None if there is none of that name."""
    headings = list(HEADING.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["name"] == name:
            end = following.start() if following else len(changelog)
            return heading["date"], changelog[heading.end() : end].strip()
    return None


def problems(root: Path, tag: str | None = None, *, dated: bool = True) -> list[str]:
    """Everything that is in the way of releasing the version of pyproject.toml."""
    found = []
    current = version(root)
    if not VERSION.fullmatch(current):
        found.append(f"pyproject.toml has version '{current}': expected three numbers, as in 1.2.3")
    if tag is not None and tag != f"v{current}":
        found.append(f"the tag is '{tag}': expected 'v{current}', after pyproject.toml")
    cited = re.search(r"^version: (.*)$", _read(root / "CITATION.cff"), re.MULTILINE)
    if cited is None or cited[1].strip("\"'") != current:
        found.append(f"CITATION.cff has version '{cited[1] if cited else ''}': expected {current}")
    return found + _changelog_problems(_read(root / "CHANGELOG.md"), current, dated=dated)


def _changelog_problems(changelog: str, current: str, *, dated: bool) -> list[str]:
    entry = section(changelog, current)
    if entry is None:
        return [f"CHANGELOG.md has no section '## [{current}] - DATE'"]
    found = []
    date, text = entry
    if not text:
        found.append(f"the section of {current} in CHANGELOG.md is empty")
    if dated and not _is_date(date):
        found.append(
            f"the section of {current} in CHANGELOG.md is dated '{date}': expected a day, as in 2026-01-31"
        )
    pending = section(changelog, "Unreleased")
    if pending is None:
        found.append("CHANGELOG.md has no section '## [Unreleased]' for what comes next")
    elif dated and pending[1]:
        found.append(f"CHANGELOG.md has unreleased entries: move them to the section of {current}")
    return found


def prepare(root: Path, new: str, today: str) -> list[str]:
    """Write a version and its date into every file that has them; the files that changed."""
    if not VERSION.fullmatch(new):
        raise Refusal(f"'{new}' is not a version: expected three numbers, as in 1.2.3")
    changelog = _read(root / "CHANGELOG.md")
    if section(changelog, new) is None:
        # Everything that is not released yet is.
        changelog = changelog.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{new}] - {today}\n", 1)
    else:
        changelog = changelog.replace(f"## [{new}] - {PENDING}\n", f"## [{new}] - {today}\n", 1)
    texts = {
        "pyproject.toml": _with_version(root / "pyproject.toml", 'version = "{}"', new),
        "CITATION.cff": _with_version(root / "CITATION.cff", "version: {}", new),
        "CHANGELOG.md": changelog,
    }
    changed = [name for name, text in texts.items() if text != _read(root / name)]
    for name in changed:
        (root / name).write_text(texts[name], encoding="utf-8")
    return changed


def _with_version(path: Path, form: str, new: str) -> str:
    """The text of a file with the line of its version changed; the first that begins so is meant."""
    old = re.compile("^" + re.escape(form).replace(r"\{\}", VERSION.pattern) + "$", re.MULTILINE)
    text, count = old.subn(form.format(new), _read(path), count=1)
    if count == 0:
        raise Refusal(f"{path.name} has no line '{form.format('1.2.3')}'")
    return text


def tag(root: Path, *, dry_run: bool, run: Callable[[list[str]], str]) -> str:
    """Check, test, build and tag; the name of the tag.  A dry run leaves out the tag, and nothing else."""
    if found := problems(root):
        raise Refusal("; ".join(found))
    name = f"v{version(root)}"
    if dirty := run(["git", "status", "--porcelain", "--untracked-files=no"]).strip():
        raise Refusal(f"there are changes that are not committed: {', '.join(dirty.splitlines())}")
    if (branch := run(["git", "branch", "--show-current"]).strip()) != BRANCH:
        raise Refusal(f"this is the branch '{branch}': releases are made from {BRANCH}")
    if run(["git", "tag", "--list", name]).strip():
        raise Refusal(f"there is a tag {name} already")
    for command in (["make", "test"], ["make", "licences", "sbom"], ["make", "sdist"]):
        run(command)
    if not dry_run:
        run(["git", "tag", "--annotate", "--message", f"yomikiri {name[1:]}", name])
    return name


def _is_date(text: str | None) -> bool:
    try:
        return text is not None and str(datetime.date.fromisoformat(text)) == text
    except ValueError:
        return False


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _run(command: list[str]) -> str:
    """Run a command in the checkout; what it printed.  Long ones show their output as it comes."""
    quiet = command[0] == "git"
    if not quiet:
        print(f"$ {' '.join(command)}", flush=True)
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE if quiet else None, text=True, check=False
    )
    if done.returncode != 0:
        raise Refusal(f"'{' '.join(command)}' ended with status {done.returncode}")
    return done.stdout or ""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="release.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="write the version and today's date into every file")
    preparing.add_argument("version")
    checking = commands.add_parser("check", help="find what is in the way of a release")
    checking.add_argument("--tag", help="also compare with this tag")
    commands.add_parser("notes", help="print the changelog's section of this version")
    tagging = commands.add_parser("tag", help="check, test, build and tag")
    tagging.add_argument("--dry-run", action="store_true", help="do everything but the tag")
    chosen = parser.parse_args(words)
    try:
        if chosen.command == "prepare":
            changed = prepare(ROOT, chosen.version, str(datetime.datetime.now(datetime.UTC).date()))
            print(f"changed: {', '.join(changed) or 'nothing'}")
        elif chosen.command == "check":
            if found := problems(ROOT, chosen.tag):
                raise Refusal("\n".join(found))
            print(f"ready: {version(ROOT)}")
        elif chosen.command == "notes":
            entry = section(_read(ROOT / "CHANGELOG.md"), version(ROOT))
            if entry is None:
                raise Refusal(f"CHANGELOG.md has no section '## [{version(ROOT)}] - DATE'")
            print(entry[1])
        else:
            name = tag(ROOT, dry_run=chosen.dry_run, run=_run)
            print(
                f"a dry run: {name} could be made"
                if chosen.dry_run
                else f"now: git push origin {BRANCH} {name}"
            )
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
