"""What yomikiri is made of: licences that may be used, and a bill of materials that is complete."""

import json
from importlib.metadata import distribution
from pathlib import Path

import pytest

import installed
import licences
import sbom
from installed import Package, all_extras, closure
from licences import PERMISSIVE, WEAK, fits


def test_what_everybody_installs_is_permissive() -> None:
    assert licences.refused(closure(), PERMISSIVE) == []


def test_nothing_that_is_installed_here_is_more_than_weak_copyleft() -> None:
    assert licences.refused(closure(all_extras()), PERMISSIVE | WEAK) == []


def test_a_package_without_a_fitting_licence_is_named() -> None:
    packages = [
        Package("good", "1", "MIT", ()),
        Package("bad", "2", "GPL-3.0-only", ()),
        Package("mute", "3", "", ()),
    ]
    lines = licences.refused(packages, frozenset(["MIT", "ISC"]))
    assert lines == [
        "bad 2 has 'GPL-3.0-only': expected ISC or MIT",
        "mute 3 has no licence that can be told: expected ISC or MIT",
    ]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("GPL-3.0-only OR MIT AND ISC", True),
        ("(GPL-3.0-only OR MIT) AND ISC", True),
        ("(GPL-3.0-only OR MIT) AND GPL-2.0-only", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0 WITH surprise", False),
        ("Apache-2.0 WITH", False),
        ("(MIT", False),
        ("MIT MIT", False),
        ("MIT AND", False),
        ("", False),
    ],
)
def test_expressions_are_read_as_spdx_says(expression: str, expected: bool) -> None:
    assert fits(expression, PERMISSIVE) is expected


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("The MIT License", "MIT"),
        ("MIT", "MIT"),
        ("Apache License 2.0", "Apache-2.0"),
        ("BSD-3-Clause", "BSD-3-Clause"),
        ("Ours alone", "Ours alone"),
    ],
)
def test_free_words_become_identifiers_where_they_can(text: str, identifier: str) -> None:
    assert installed.written(text) == identifier


def test_the_closure_follows_dependencies_and_asked_extras_only() -> None:
    core = {package.name.lower() for package in closure()}
    assert {"yomikiri", "typer", "rich", "sqlalchemy", "alembic", "mako"} <= core
    assert "fastapi" not in core
    web = {package.name.lower() for package in closure(["web"])}
    assert core < web
    assert {"fastapi", "starlette", "uvicorn"} <= web


def test_the_bill_names_every_package_once_and_the_ways_between_them(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "sbom.json"
    assert sbom.main(["--extra", "all", "--output", str(path)]) == 0
    bill = json.loads(path.read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    subject = bill["metadata"]["component"]
    assert (subject["name"], subject["version"]) == ("yomikiri", distribution("yomikiri").version)
    refs = [component["bom-ref"] for component in [subject, *bill["components"]]]
    assert len(refs) == len(set(refs)) == len(closure(all_extras()))
    ways = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    assert sorted(ways) == sorted(refs)
    assert all(set(targets) <= set(refs) for targets in ways.values())
    assert any("typer@" in target for target in ways[subject["bom-ref"]])
    # Nothing floats: each package is there because of another one.
    assert {target for targets in ways.values() for target in targets} == set(refs) - {subject["bom-ref"]}


def test_the_same_packages_give_the_same_bill() -> None:
    one = [Package("yomikiri", "1", "MIT", ("b",)), Package("b", "2", "Ours alone", ())]
    bill = sbom.bill(one)
    assert sbom.bill(one) == bill
    assert bill["components"][0]["licenses"] == [{"license": {"name": "Ours alone"}}]
    other = sbom.bill([one[0], Package("b", "3", "MIT", ())])
    assert other["serialNumber"] != bill["serialNumber"]


def test_an_unknown_extra_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert sbom.main(["--extra", "wep"]) == 2
    assert "'wep' is no extra: expected all or one of" in capsys.readouterr().err
