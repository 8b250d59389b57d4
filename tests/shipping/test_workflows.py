"""Workflows, forms and citation hold together: what they name is there, and no job may do more than it must.

GitHub reads them, and nobody else does before a push; so this finds what a reader can find: a file that its
published schema refuses, a target of make that is gone, a job that waits for one that does not exist, a step
with more rights than it needs.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from yomikiri.core.registry import entries

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = [
    path for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"
]
RUNNERS = {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2022"}
EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")


def load(path: Path) -> dict[Any, Any]:
    loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def steps_of(path: Path) -> list[dict[str, Any]]:
    return [step for job in load(path)["jobs"].values() for step in job.get("steps", [])]


def refused(schema: str, *paths: Path) -> str:
    """What a schema that ships with check-jsonschema says against files; nothing if they conform."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_files_conform_to_their_published_schemas() -> None:
    assert refused("github-workflows", *WORKFLOWS) == ""
    assert refused("github-issue-forms", *FORMS) == ""
    assert refused("github-issue-config", ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml") == ""
    assert refused("citation-file-format", ROOT / "CITATION.cff") == ""


def test_a_file_that_does_not_conform_is_refused(tmp_path: Path) -> None:
    text = (ROOT / ".github" / "workflows" / "docs.yml").read_text(encoding="utf-8")
    wrong = tmp_path / "docs.yml"
    wrong.write_text(text.replace("runs-on:", "run-on:"), encoding="utf-8")
    assert "$.jobs.build" in refused("github-workflows", wrong)


def test_there_is_a_workflow_for_every_purpose() -> None:
    assert {path.stem for path in WORKFLOWS} == {"benchmark", "docs", "release", "test", "wheels"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_are_whole(path: Path) -> None:
    workflow = load(path)
    # YAML takes the word "on" for a truth value.
    assert set(workflow) <= {"name", True, "permissions", "concurrency", "jobs"}
    assert workflow["permissions"] == {"contents": "read"}
    jobs = workflow["jobs"]
    for name, job in jobs.items():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(jobs) - {name}
        if "uses" in job:
            assert (ROOT / job["uses"]).is_file()
            continue
        assert job["timeout-minutes"] <= 120
        matrix = job.get("strategy", {}).get("matrix", {})
        text = job["runs-on"]
        if not EXPRESSION.search(text):
            assert text in RUNNERS
        elif "include" in matrix:
            assert {row["os"] for row in matrix["include"]} <= RUNNERS
        else:
            assert set(re.findall(r"'([a-z]+-[\w.-]+)'", text)) <= RUNNERS
        assert job["steps"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_steps_run_or_use_something_of_a_version(path: Path) -> None:
    for step in steps_of(path):
        assert ("run" in step) != ("uses" in step), step
        if "uses" in step:
            assert re.fullmatch(r"(actions|pypa)/[\w-]+@(v\d+(\.\d+)*|release/v\d+)", step["uses"])
        if str(step.get("uses", "")).startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_the_steps_run_is_there(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in steps_of(path):
        script = step.get("run", "")
        # What somebody else wrote, such as a title, must not become part of a script.
        assert not EXPRESSION.search(script), script
        for line in script.splitlines():
            words = line.split()
            if words[:1] == ["make"]:
                targets = [word for word in words[1:] if "=" not in word]
                for target in targets[: targets.index("|")] if "|" in targets else targets:
                    made = target.replace(".venv", "$(VENV)")
                    assert re.search(rf"^[^\t\n=]*{re.escape(made)}[^\n=]*:", makefile, re.MULTILINE), target
            for name in re.findall(r"(?:tools|tests|\.ci)/[\w/.]+", line):
                assert (ROOT / name).exists(), name


def test_only_publishing_may_write_or_prove_who_it_is() -> None:
    rights = {
        (path.stem, name): job["permissions"]
        for path in WORKFLOWS
        for name, job in load(path)["jobs"].items()
        if "permissions" in job
    }
    assert rights == {
        ("docs", "deploy"): {"pages": "write", "id-token": "write"},
        ("release", "publish"): {"id-token": "write"},
        ("release", "announce"): {"contents": "write"},
    }


def test_a_release_is_published_only_after_its_tests_and_wheels() -> None:
    workflow = load(ROOT / ".github" / "workflows" / "release.yml")
    assert workflow[True] == {"push": {"tags": ["v*"]}}
    assert workflow["jobs"]["publish"]["needs"] == ["check", "wheels"]
    assert not any("secrets." in path.read_text(encoding="utf-8") for path in WORKFLOWS)


def test_wheels_are_built_for_every_supported_python() -> None:
    settings = project()["tool"]["cibuildwheel"]
    oldest = project()["project"]["requires-python"]
    assert oldest == ">=3.11"
    assert settings["build"] == ["cp311-*", "cp312-*"]
    # One wheel of the stable ABI stands for 3.12 and all later versions.
    assert settings["overrides"] == [{"select": "cp312-*", "config-settings": {"wheel.py-api": "cp312"}}]
    platforms = {
        row["platform"]
        for row in load(ROOT / ".github/workflows/wheels.yml")["jobs"]["wheel"]["strategy"]["matrix"][
            "include"
        ]
    }
    assert platforms == {"linux-x86-64", "linux-arm", "macos-x86-64", "macos-arm", "windows-x86-64"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms_ask_with_labels_and_unique_names(path: Path) -> None:
    form = load(path)
    assert {"name", "description", "body"} <= set(form)
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert {field["type"] for field in fields} <= {"input", "textarea", "dropdown", "checkboxes"}
    names = [field["id"] for field in fields]
    assert len(names) == len(set(names))
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_the_citation_is_of_this_version_and_licence() -> None:
    citation = load(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert str(citation["version"]) == project()["project"]["version"]
    assert citation["license"] == "MIT"
    assert citation["type"] == "software"
    assert citation["authors"]
    # What the package plays is what the citation says that it plays.
    for entry in entries().values():
        assert entry.heading.en.lower() in citation["abstract"].lower(), entry.name
