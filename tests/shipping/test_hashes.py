"""Hashes are found on either kind of index page, for the files that CI installs and no others."""

import json
import re
from pathlib import Path

import pytest

import hashes

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = {
    "thing-1.0-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl": "a" * 64,
    "thing-1.0-cp312-cp312-manylinux_2_17_aarch64.whl": "b" * 64,
    "thing-1.0-cp312-cp312-win_amd64.whl": "c" * 64,
    "thing-1.0-cp39-cp39-manylinux_2_17_x86_64.whl": "d" * 64,
    "thing-1.0-cp39-abi3-manylinux_2_17_x86_64.whl": "e" * 64,
    "thing-1.0-cp313-cp313t-manylinux_2_17_x86_64.whl": "1" * 64,
    "thing-1.1-cp312-cp312-manylinux_2_17_x86_64.whl": "f" * 64,
    "thing-1.0.tar.gz": "0" * 64,
    "thing-1.0.exe": "2" * 64,
}


def json_page(files: dict[str, str]) -> str:
    return json.dumps(
        {"files": [{"filename": name, "hashes": {"sha256": found}} for name, found in files.items()]}
    )


def html_page(files: dict[str, str]) -> str:
    links = [
        f'<a href="../../packages/{name}#sha256={found}" data-x="1">{name}</a>'
        for name, found in files.items()
    ]
    return "<!DOCTYPE html><body>" + "<br>\n".join(links) + "</body>"


def test_both_kinds_of_pages_say_the_same() -> None:
    from_json = hashes.files_on(json_page(FILES), "application/vnd.pypi.simple.v1+json")
    assert from_json == hashes.files_on(html_page(FILES), "text/html") == list(FILES.items())


def test_only_files_for_our_machines_and_this_version_are_taken() -> None:
    assert hashes.chosen(FILES.items(), "1.0") == ["a" * 64, "b" * 64, "e" * 64]


def test_sources_stand_in_where_there_is_no_wheel() -> None:
    files = {"thing-1.0.tar.gz": "0" * 64, "thing-1.0-cp312-cp312-win_amd64.whl": "c" * 64}
    assert hashes.chosen(files.items(), "1.0") == ["0" * 64]
    assert hashes.chosen(files.items(), "1.1") == []


def test_the_first_index_that_has_a_version_serves() -> None:
    def fetch(address: str) -> tuple[str, str]:
        if address.startswith("https://empty.example/"):
            raise OSError("404")
        assert address == "https://full.example/simple/some-thing/"
        return "text/html", html_page({"some_thing-1.0-py3-none-any.whl": "a" * 64})

    indexes = ["https://empty.example/simple", "https://full.example/simple/"]
    assert (
        hashes.line_of("Some_Thing", "1.0", indexes, fetch)
        == f"Some_Thing==1.0 \\\n    --hash=sha256:{'a' * 64}"
    )
    with pytest.raises(hashes.NoHashes, match=r"Some_Thing==2\.0 has no files"):
        hashes.line_of("Some_Thing", "2.0", indexes, fetch)


def test_the_hashes_that_are_kept_cover_the_constraints() -> None:
    kept = (ROOT / "constraints-hashes.txt").read_text(encoding="utf-8")
    pinned = hashes.pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    entries = [entry for entry in re.split(r"(?m)^(?=[A-Za-z0-9])", kept) if not entry.startswith("#")]
    assert [entry.split()[0] for entry in entries] == [f"{name}=={version}" for name, version in pinned]
    assert all(re.fullmatch(r"\S+( \\\n    --hash=sha256:[0-9a-f]{64})+\n", entry) for entry in entries)
    assert "://" not in kept
