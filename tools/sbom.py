"""Write the bill of materials of an installed yomikiri: every package it runs on, in CycloneDX 1.6 JSON.

    python tools/sbom.py [--extra NAME]... [--output FILE]

Without extras it lists what everybody installs; ``--extra all`` takes in every extra that is installed here.
The same packages give the same bytes: the serial number is made from the contents, and no clock is read.
"""

import argparse
import json
import sys
import uuid
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from installed import PROJECT, Package, all_extras, closure
from licences import PERMISSIVE, WEAK, fits

SPACE = uuid.UUID("8a1d5fd6-9d0c-5c52-9a0a-6f6b2b6c1b7e")
"""Ours, for serial numbers; drawn once."""


def bill(packages: list[Package], project: str = PROJECT) -> dict[str, Any]:
    """The bill for a project and what it needs."""
    subject = next(package for package in packages if package.name == project)
    keys = {canonicalize_name(package.name): package.key for package in packages}
    document: dict[str, Any] = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component(subject, "application")},
        "components": [_component(package, "library") for package in packages if package is not subject],
        "dependencies": [
            {"ref": package.key, "dependsOn": sorted(keys[need] for need in package.needs)}
            for package in packages
        ],
    }
    serial = uuid.uuid5(SPACE, json.dumps(document, sort_keys=True))
    return {**document, "serialNumber": serial.urn}


def _component(package: Package, kind: str) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": kind,
        "bom-ref": package.key,
        "name": package.name,
        "version": package.version,
        "purl": package.key,
    }
    if package.licence:
        # What is not made of known identifiers is a name, and not an expression.
        known = fits(package.licence, PERMISSIVE | WEAK)
        component["licenses"] = [
            {"expression": package.licence} if known else {"license": {"name": package.licence}}
        ]
    return component


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="sbom.py", description=__doc__.splitlines()[0])
    parser.add_argument("--extra", action="append", default=[], metavar="NAME", help="an extra, or 'all'")
    parser.add_argument("--output", type=Path, metavar="FILE", help="standard output if not given")
    chosen = parser.parse_args(words)
    known = all_extras()
    extras = known if "all" in chosen.extra else chosen.extra
    if wrong := [extra for extra in extras if extra not in known]:
        print(f"'{wrong[0]}' is no extra: expected all or one of {', '.join(known)}", file=sys.stderr)
        return 2
    text = json.dumps(bill(closure(extras)), indent=2) + "\n"
    if chosen.output is None:
        sys.stdout.write(text)
    else:
        chosen.output.parent.mkdir(parents=True, exist_ok=True)
        chosen.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
