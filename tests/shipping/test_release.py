"""The release script stops at the first doubt, and says which."""

from pathlib import Path

import pytest

import release

ROOT = Path(__file__).resolve().parent.parent.parent
CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-31

### Added

- A game.

## [1.1.0]

- Older.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Files of a project that is ready to be released as 1.2.0."""
    text = '[project]\nname = "x"\nversion = "1.2.0"\n\n[tool.x]\nversion = "9.9.9"\n'
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 1.2.0\n", encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    return tmp_path


def change(checkout: Path, name: str, old: str, new: str) -> None:
    text = (checkout / name).read_text(encoding="utf-8")
    assert old in text
    (checkout / name).write_text(text.replace(old, new), encoding="utf-8")


class Commands:
    """Stands for Git and make: notes what is run, and gives prepared answers."""

    def __init__(self, **answers: str) -> None:
        self.answers = {"branch": "main", **answers}
        self.run: list[str] = []

    def __call__(self, command: list[str]) -> str:
        self.run.append(" ".join(command))
        return self.answers.get(command[1], "") if "--annotate" not in command else ""


def test_nothing_is_in_the_way_of_a_version_that_all_files_agree_on(checkout: Path) -> None:
    assert release.problems(checkout) == []
    assert release.problems(checkout, "v1.2.0") == []


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("pyproject.toml", '"1.2.0"', '"1.2"', "version '1.2': expected three numbers"),
        (
            "CITATION.cff",
            "\nversion: 1.2.0",
            "\nversion: 1.1.0",
            "CITATION.cff has version '1.1.0': expected 1.2.0",
        ),
        ("CITATION.cff", "\nversion: 1.2.0", "", "CITATION.cff has version '': expected 1.2.0"),
        ("CHANGELOG.md", "[1.2.0]", "[1.3.0]", "no section '## [1.2.0] - DATE'"),
        ("CHANGELOG.md", "2026-01-31", "unreleased", "is dated 'unreleased': expected a day"),
        ("CHANGELOG.md", "2026-01-31", "2026-02-31", "is dated '2026-02-31': expected a day"),
        ("CHANGELOG.md", "### Added\n\n- A game.\n", "", "the section of 1.2.0 in CHANGELOG.md is empty"),
        ("CHANGELOG.md", "## [Unreleased]\n", "", "no section '## [Unreleased]'"),
        ("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- New.\n", "unreleased entries: move them"),
    ],
)
def test_what_does_not_fit_is_named(checkout: Path, name: str, old: str, new: str, problem: str) -> None:
    change(checkout, name, old, new)
    assert any(problem in found for found in release.problems(checkout)), release.problems(checkout)


def test_a_tag_of_another_version_is_refused(checkout: Path) -> None:
    assert release.problems(checkout, "v1.2.1") == [
        "the tag is 'v1.2.1': expected 'v1.2.0', after pyproject.toml"
    ]


def test_prepare_writes_the_version_everywhere_and_nothing_else(checkout: Path) -> None:
    change(checkout, "CHANGELOG.md", "2026-01-31", "unreleased")
    change(checkout, "pyproject.toml", '"1.2.0"', '"1.1.0"')
    change(checkout, "CITATION.cff", "\nversion: 1.2.0", "\nversion: 1.1.0")
    assert release.prepare(checkout, "1.2.0", "2026-02-01") == [
        "pyproject.toml",
        "CITATION.cff",
        "CHANGELOG.md",
    ]
    assert release.problems(checkout, "v1.2.0") == []
    assert 'version = "9.9.9"' in (checkout / "pyproject.toml").read_text(encoding="utf-8")
    assert "cff-version: 1.2.0\n" in (checkout / "CITATION.cff").read_text(encoding="utf-8")
    assert release.section((checkout / "CHANGELOG.md").read_text(encoding="utf-8"), "1.2.0") == (
        "2026-02-01",
        "### Added\n\n- A game.",
    )
    assert release.prepare(checkout, "1.2.0", "2026-02-01") == []


def test_prepare_makes_a_section_of_what_is_unreleased(checkout: Path) -> None:
    change(checkout, "CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n### Fixed\n\n- A bug.\n")
    release.prepare(checkout, "1.3.0", "2026-02-01")
    changelog = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    assert release.section(changelog, "Unreleased") == (None, "")
    assert release.section(changelog, "1.3.0") == ("2026-02-01", "### Fixed\n\n- A bug.")
    assert release.section(changelog, "1.1.0") == (None, "- Older.")


def test_prepare_refuses_what_is_no_version(checkout: Path) -> None:
    with pytest.raises(release.Refusal, match=r"'1\.2' is not a version"):
        release.prepare(checkout, "1.2", "2026-02-01")


def test_a_tag_comes_last_and_only_in_earnest(checkout: Path) -> None:
    tests = ["make test", "make licences sbom", "make sdist"]
    commands = Commands()
    assert release.tag(checkout, dry_run=True, run=commands) == "v1.2.0"
    assert commands.run[-3:] == tests
    commands = Commands()
    assert release.tag(checkout, dry_run=False, run=commands) == "v1.2.0"
    assert commands.run[-4:] == [*tests, "git tag --annotate --message yomikiri 1.2.0 v1.2.0"]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"status": " M README.md\n"}, "not committed:  ?M README.md"),
        ({"branch": "work"}, "the branch 'work': releases are made from main"),
        ({"tag": "v1.2.0\n"}, "there is a tag v1.2.0 already"),
    ],
)
def test_a_tag_is_refused_before_anything_is_built(
    checkout: Path, answers: dict[str, str], message: str
) -> None:
    commands = Commands(**answers)
    with pytest.raises(release.Refusal, match=message):
        release.tag(checkout, dry_run=False, run=commands)
    assert not any(command.startswith("make") for command in commands.run)


def test_this_checkout_could_be_prepared() -> None:
    """Between releases everything fits but the date, and the next version may have its section already."""
    assert release.problems(ROOT, dated=False) == []


def test_refusals_are_one_line_and_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["check", "--tag", "v0.0.0"]) == 1
    assert "the tag is 'v0.0.0': expected" in capsys.readouterr().err
