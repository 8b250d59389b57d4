"""The documentation is built as a site without a warning: every page is found, every link leads somewhere."""

import fcntl
import functools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import typer

from yomikiri.cli.program import whole
from yomikiri.cli.schema import names
from yomikiri.core.registry import entries

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
sys.path[:0] = [str(DOCS), str(DOCS / "extensions")]

import make_images  # noqa: E402
import make_recording  # noqa: E402
import program_reference  # noqa: E402


class Page(HTMLParser):
    """What a page links to and what can be linked to on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := found.get(key))}
        for key in ("href", "src"):
            if value := found.get(key):
                self.links.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does it; once, however many workers run the tests."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    out = folder / "site"
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "built").exists():
            command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
            command += [str(DOCS), str(out)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            (out / "built").touch()
    return out


@functools.cache
def read(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def broken(page: Path, site: Path) -> list[str]:
    """The internal links of a page that lead nowhere."""
    found = []
    for link in read(page).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        inside = target.is_file() and target.is_relative_to(site)
        named = unquote(parts.fragment) if target.suffix == ".html" else ""
        if not inside or (named and named not in read(target).anchors):
            found.append(link)
    return found


def test_no_internal_link_of_the_site_is_broken(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 60
    assert {str(page.relative_to(site)): found for page in pages if (found := broken(page, site))} == {}


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text('<p id="here"><a href="#here"/><a href="#gone"/><img src="no.png"/>', encoding="utf-8")
    assert broken(page, tmp_path) == ["#gone", "no.png"]


def test_every_page_can_be_reached_from_the_front_page(site: Path) -> None:
    reached, waiting = set(), [site / "index.html"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        for link in read(page).links:
            path = urlsplit(link).path
            if path.endswith(".html") and not urlsplit(link).scheme:
                waiting.append((page.parent / unquote(path)).resolve())
    written = {page.relative_to(DOCS).with_suffix(".html") for page in DOCS.rglob("*.md")}
    assert written - {page.relative_to(site) for page in reached} == set()


def test_the_front_page_lists_every_page(site: Path) -> None:
    """The one place that links to all of them, but for the runs of the report."""
    listed = {urlsplit(link).path for link in read(site / "index.html").links}
    written = {str(page.relative_to(DOCS).with_suffix(".html")) for page in DOCS.rglob("*.md")}
    assert written - {"index.html"} <= listed


@pytest.mark.parametrize(
    "name", ["tutorial", "how-to", "reference", "explanation", "measurements", "ja/index"]
)
def test_front_pages_introduce_every_page_that_they_list(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    prose, _, listed = text.rpartition("```{toctree}")
    pages = [line for line in listed.splitlines() if re.fullmatch(r"[a-z][\w/-]*", line)]
    assert len(pages) > 3
    # The reports of the papers have a front page of their own.
    assert [page for page in pages if f"({page}.md" not in prose and not page.startswith("report/")] == []


def test_the_citation_is_that_of_the_repository() -> None:
    text = "\n".join(program_reference.citation())
    assert f"= {{{version('yomikiri')}}}" in text
    assert "The yomikiri developers" in text


def test_the_site_can_be_searched_and_is_dark_at_night(site: Path) -> None:
    assert (site / "searchindex.js").stat().st_size > 100_000
    text = (site / "index.html").read_text(encoding="utf-8")
    assert 'role="search"' in text
    assert "theme-toggle" in text


def test_japanese_pages_say_that_they_are(site: Path) -> None:
    for page in (site / "ja").glob("*.html"):
        assert '<html class="no-js" lang="ja"' in page.read_text(encoding="utf-8")
    assert 'lang="en"' in (site / "index.html").read_text(encoding="utf-8")


def test_the_reference_has_every_command_option_and_schema(site: Path) -> None:
    text = "\n".join(program_reference.commands())
    program = typer.main.get_command(whole())
    for name, command in program.commands.items():  # type: ignore[attr-defined]
        assert f"## yomikiri {name}" in text
        for option in getattr(command, "params", []):
            words = [word for word in option.opts if word.startswith("--") and word != "--help"]
            assert not words or any(f"{word}" in text for word in words), (name, words)
    anchors = read(site / "commands.html").anchors
    assert {"yomikiri-solve", "yomikiri-survey-run", "exit-statuses"} <= anchors
    assert set(names()) <= read(site / "schemas.html").anchors


@pytest.mark.parametrize("folder", [DOCS, DOCS / "ja"], ids=["English", "Japanese"])
def test_every_game_has_a_page_with_its_rules(folder: Path) -> None:
    games = {name for entry in entries().values() for name in (entry.name, *entry.variants)}
    # Montana is Superpuzz with other ranks, and is explained there.
    missing = {name for name in games - {"montana"} if not (folder / f"rules-{name}.md").is_file()}
    assert missing == set()


def test_japanese_rules_are_japanese() -> None:
    for page in (DOCS / "ja").glob("*.md"):
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        kana = len(re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]", text))
        assert kana > 150, page.name


# -- pictures --------------------------------------------------------------------------------------


def test_the_boards_are_as_they_are_drawn_now() -> None:
    for name, drawing in make_images.boards().items():
        kept = (make_images.IMAGES / name).read_text(encoding="utf-8")
        assert kept == drawing, "run `python docs/make_images.py`"


def test_every_picture_is_shown_on_some_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *DOCS.rglob("*.md")])
    pictures = [*(DOCS / "images").iterdir(), *(DOCS / "report").glob("*.svg")]
    assert [path.name for path in pictures if path.name not in text] == []


def rows_of(svg: str) -> list[str]:
    """The text of each row of a recording, without the blanks between its pieces."""
    root = ElementTree.fromstring(svg)
    rows = root.iterfind(".//{http://www.w3.org/2000/svg}text")
    return ["".join("".join(row.itertext()).split()) for row in rows]


def untimed(row: str) -> str:
    """A row without what differs from run to run."""
    if row.startswith(("rate", "time", "memory")):
        return re.match(r"[a-z]+", row)[0]  # type: ignore[index]
    return row


def test_the_recording_shows_what_is_printed_now() -> None:
    kept = make_recording.PICTURE.read_text(encoding="utf-8")
    now = make_recording.drawn(make_recording.scenes())
    assert list(map(untimed, rows_of(kept))) == list(map(untimed, rows_of(now))), (
        "run `python docs/make_recording.py`"
    )


def test_the_recording_moves_and_can_keep_still() -> None:
    text = make_recording.PICTURE.read_text(encoding="utf-8")
    assert text.count("@keyframes") > 40
    assert "prefers-reduced-motion" in text
    assert "<script" not in text
    assert "http://www.w3.org/2000/svg" in text
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")


# -- the README ------------------------------------------------------------------------------------

README = (ROOT / "README.md").read_text(encoding="utf-8")
FIGURES = [
    ("83 won, 17 proved lost", "full-game.md", "83 can be won, 17 cannot"),
    ("worst 45 s and 1.2 GiB", "full-game.md", "in 45, 40 and 31 s and 1.2, 1.2 and 0.8 GiB"),
    ("85.8 ± 3.7 %", "peers.md", "85.8 % ± 3.7"),
    ("86 within 1 s and all within 30 s", "freecell-search.md", "| 1 to 100, single | 86 | 99 | 100 | 100 |"),
    ("at most 551 MiB", "freecell-search.md", "| 551 MiB |"),
    ("deals 1 to 1000, none left open", "report/freecell-heuristics.md", "| a-star | 1,000 | 1,000 | 0 |"),
    ("58 kB, checked in 0.1 s", "certificates.md", "| 61,839 | | 57,655 | 0.11 | 0.10 |"),
    ("92 moves in 0.9 ms", "freecell-quick.md", "| yomikiri quick | 0.89 | 0.51 | 12.8 | 91.86 |"),
    ("127 moves in 0.5 ms", "freecell-quick.md", "| fc-solve looking-glass | 0.53 | 0.42 | 4.2 | 127.31 |"),
    ("96 in 161 ms", "freecell-quick.md", "| fc-solve video-editing | 160.77 | 140.26 | 449.4 | 96.12 |"),
    ("30.9 million entries", "certificates.md", "| 30,877,951 |"),
]


@pytest.mark.parametrize(("said", "page", "measured"), FIGURES, ids=[figure[0] for figure in FIGURES])
def test_figures_of_the_readme_are_those_of_the_docs(said: str, page: str, measured: str) -> None:
    assert " ".join(said.split()) in " ".join(README.split())
    assert " ".join(measured.split()) in " ".join((DOCS / page).read_text(encoding="utf-8").split())


def test_the_readme_comes_to_the_point() -> None:
    before, _, _ = README.partition("## Map of the repository")
    assert len(before.splitlines()) < 75
    assert before.count("```") == 4
    assert "images/tour.svg" in before
