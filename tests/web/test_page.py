"""The page itself, as text: both languages say everything, and nothing needs a looser security policy."""

import re
from pathlib import Path

import pytest

import yomikiri.web

STATIC = Path(yomikiri.web.__file__).with_name("static")
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
MODULES = sorted((STATIC / "js").rglob("*.js"))
SHEETS = sorted((STATIC / "css").glob("*.css"))
WORDS = STATIC / "js" / "i18n"
MAX_LINES = 450
MAX_SHEET_LINES = 400

ENTRY = re.compile(
    r'^  (?:"(?P<quoted>[^"]+)"|(?P<plain>\w+)):(?P<text>.*(?:\n(?:    .*|  [})\]].*))*)', re.MULTILINE
)
"""A key of a dictionary and what follows, up to the next key: dictionaries are flat and indented by two."""


def dictionary(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted([WORDS / f"{language}.js", *WORDS.glob(f"*.{language}.js")]):
        text = path.read_text(encoding="utf-8")
        for match in ENTRY.finditer(text[text.index("export default") :]):
            key = match["quoted"] or match["plain"]
            assert key not in found, f"{key} is said twice"
            found[key] = match["text"]
    return found


ENGLISH, JAPANESE = dictionary("en"), dictionary("ja")


def test_both_languages_have_the_same_keys() -> None:
    assert len(ENGLISH) > 150
    assert set(ENGLISH) == set(JAPANESE)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_both_languages_fill_in_the_same_things() -> None:
    different = {}
    for key in ENGLISH:
        if "=>" in ENGLISH[key] or "=>" in JAPANESE[key]:
            continue  # A function of what is filled in, not a text with places for it.
        # A plural may leave its number out in one language.
        if difference := (placeholders(ENGLISH[key]) ^ placeholders(JAPANESE[key])) - {"n"}:
            different[key] = difference
    assert different == {}


def used_keys() -> set[str]:
    keys = {key for found in re.findall(r'data-i18n(?:-\w+)?="([^"]+)"', PAGE) for key in found.split()}
    for module in MODULES:
        if module.parent != WORDS:
            keys |= set(re.findall(r'(?<![\w.])t\(\s*"([^"]+)"', module.read_text(encoding="utf-8")))
    return keys


def test_every_word_of_the_page_is_in_the_dictionaries() -> None:
    assert len(used_keys()) > 100
    assert used_keys() - set(ENGLISH) == set()


def test_the_page_has_no_inline_script_style_or_handler() -> None:
    assert re.findall(r"<script(?![^>]*\ssrc=)", PAGE) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", PAGE) == []


def test_everything_that_the_page_loads_is_its_own() -> None:
    for source in re.findall(r'(?:src|href)="([^"#]+)"', PAGE):
        assert source.startswith("/static/"), source
        assert (STATIC / source.removeprefix("/static/")).is_file(), source


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(STATIC)))
def test_a_module_is_short_imports_what_exists_and_evaluates_nothing(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES
    for path in re.findall(r'(?:from|import|import\()\s*"(\.[^"]+)"', text):
        assert (module.parent / path).is_file(), path
    assert not re.search(
        r"\beval\(|new Function\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write", text
    )


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_is_short_says_what_it_is_about_and_is_loaded_once(sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_SHEET_LINES
    assert text.startswith("/*")
    assert PAGE.count(f'href="/static/css/{sheet.name}"') == 1


def test_the_names_that_the_page_promises_are_there() -> None:
    promise = PAGE[PAGE.index("<!--") : PAGE.index("-->")]
    names = set(re.findall(r"#([a-z][a-z-]*)", promise))
    scripts = "\n".join(module.read_text(encoding="utf-8") for module in MODULES)
    made = set(re.findall(r'id="([a-z-]+)"', PAGE)) | set(re.findall(r'"((?:choose|paste)-[a-z]+)"', scripts))
    made |= {f"game-{game}" for game in ("superpuzz", "gaps", "freecell", "sliding")}
    made |= {"choose-variant", "choose-size"}  # Made from a prefix, for both dialogs.
    assert len(names) > 30
    assert names - made == set()
