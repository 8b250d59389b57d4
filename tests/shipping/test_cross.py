"""The kernel compiles for systems that nobody here has: some of it by default, all among the slow tests."""

from pathlib import Path

import pytest

import cross

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_sources_are_those_of_the_build() -> None:
    found = cross.sources(ROOT)
    assert ROOT / "native" / "module.cpp" in found
    listed = {path for path in (ROOT / "native").rglob("*.cpp") if "wasm" not in path.parts}
    assert set(found) == listed


def test_what_binds_tables_compiles_for_windows(capsys: pytest.CaptureFixture[str]) -> None:
    assert cross.main(["--target", cross.WINDOWS, "--only", "native/bind_tables"]) == 0
    assert capsys.readouterr().out == f"{cross.WINDOWS}: 1 of 1 sources compile\n"


def test_what_only_unix_has_is_found(tmp_path: Path) -> None:
    source = tmp_path / "pages.cpp"
    source.write_text("#include <sys/mman.h>\nint main() { return 0; }\n", encoding="utf-8")
    said = cross.compiled(source, cross.WINDOWS, tmp_path, tmp_path)
    assert "sys/mman.h" in said


def test_a_part_that_no_source_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cross.main(["--only", "nowhere"]) == 2
    assert "no source contains 'nowhere'" in capsys.readouterr().err


@pytest.mark.slow
def test_everything_compiles_for_every_target() -> None:
    assert cross.main([]) == 0
