"""The kernel of an editable installation is compiled again where it was compiled, and nowhere else."""

import sys
import sysconfig
from pathlib import Path

import pytest

import rebuild


def test_the_folder_of_a_build_has_the_name_of_a_wheel() -> None:
    root = Path("checkout")
    assert rebuild.folder(root, (3, 11), "linux-x86_64") == root / "build" / "cp311-cp311-linux_x86_64"
    assert rebuild.folder(root, (3, 13), "macosx-11.0-arm64").name == "cp313-cp313-macosx_11_0_arm64"


def test_what_is_compiled_is_installed_into_the_package() -> None:
    compile_, install = rebuild.commands(Path("built"), "cmake", Path("site"))
    assert compile_ == ["cmake", "--build", "built"]
    assert install == ["cmake", "--install", "built", "--prefix", str(Path("site") / "yomikiri")]


def test_without_an_installation_there_is_nothing_to_compile_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rebuild, "ROOT", tmp_path)
    assert rebuild.main() == 1
    expected = rebuild.folder(tmp_path, sys.version_info[:2], sysconfig.get_platform())
    assert f"{expected} is not there: expected an editable installation" in capsys.readouterr().err
