"""The paper has the parts that its journal asks for, cites what it lists, and says what the docs measured."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
PAPER = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
MEASURED = (
    "docs/full-game.md",
    "docs/report/full-game.md",
    "docs/freecell-quick.md",
    "docs/freecell-search.md",
)


def test_the_head_names_what_the_journal_needs() -> None:
    _, head, _ = PAPER.split("---\n", 2)
    facts = yaml.safe_load(head)
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(facts)
    known = {entry["index"] for entry in facts["affiliations"]}
    assert {author["affiliation"] for author in facts["authors"]} <= known
    assert (ROOT / "paper" / facts["bibliography"]).is_file()


def test_the_parts_are_there_and_it_is_not_too_long() -> None:
    headings = re.findall(r"^# (.*)$", PAPER, re.MULTILINE)
    assert headings[0] == "Summary"
    assert headings[-1] == "References"
    assert {"Statement of need", "State of the field"} <= set(headings)
    assert 250 < len(PAPER.split()) < 1100
    for peer in ("Solvitaire", "Freecell Solver", "Fast Downward", "OpenSpiel"):
        assert f"*{peer}*" in PAPER


def test_citations_and_the_bibliography_are_the_same() -> None:
    listed = re.findall(
        r"^@\w+\{(\w+),", (ROOT / "paper" / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(set(re.findall(r"\[@(\w+)\]", PAPER)))


def test_every_result_is_one_that_the_docs_measured() -> None:
    results = PAPER.split("# Results", 1)[1]
    docs = "".join((ROOT / name).read_text(encoding="utf-8") for name in MEASURED)
    numbers = re.findall(r"\d{1,3}(?:,\d{3})+|\d+\.\d+|\b(?:437|83|17|45|62)\b", results)
    assert len(numbers) > 10
    assert [number for number in numbers if number not in docs] == []
