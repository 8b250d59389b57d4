"""Old names work for one version, and say what they are now."""

import sys
import warnings
from importlib import import_module

import pytest

from yomikiri import moved
from yomikiri.core.errors import InputError
from yomikiri.search import DealResult


@pytest.mark.parametrize("old", [name for name in moved.MODULES if name not in moved.PACKAGES])
def test_a_module_that_moved_is_found_with_a_warning(old: str) -> None:
    if "ray" in old:
        pytest.importorskip("ray")
    new = import_module(f"yomikiri.{moved.MODULES[old]}")
    sys.modules.pop(f"yomikiri.{old}", None)
    with pytest.warns(DeprecationWarning, match=f"^yomikiri.{old} is now yomikiri.{moved.MODULES[old]}$"):
        found = import_module(f"yomikiri.{old}")
    public = [name for name in vars(new) if not name.startswith("_")]
    assert all(getattr(found, name) is getattr(new, name) for name in public)


@pytest.mark.parametrize(
    ("package", "name"), [(package, name) for package, names in moved.PACKAGES.items() for name in names]
)
def test_a_name_of_a_package_that_is_gone_is_found(package: str, name: str) -> None:
    old = import_module(f"yomikiri.{package}")
    vars(old).pop(name, None)  # A module of that name, if it was imported.
    with pytest.warns(DeprecationWarning, match=f"^yomikiri.{package}.{name} is now "):
        found = getattr(old, name)
    new = import_module(f"yomikiri.{moved.PACKAGES[package][name]}")
    assert found is getattr(new, name)


def test_names_of_modules_that_became_folders_are_found() -> None:
    with pytest.warns(DeprecationWarning, match="yomikiri.games.freecell.FreeCell is now"):
        from yomikiri.games.freecell import FreeCell
    assert FreeCell().name == "freecell"
    with pytest.raises(ImportError):
        from yomikiri.games.freecell import no_such_name  # noqa: F401


def test_single_names_are_found() -> None:
    import yomikiri

    with pytest.warns(DeprecationWarning, match="yomikiri.ArrangementsResult is now"):
        assert yomikiri.ArrangementsResult is DealResult  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        yomikiri.no_such_name  # type: ignore[attr-defined]  # noqa: B018


def test_new_names_do_not_warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        from yomikiri.games.freecell import rules
    assert rules.FreeCell
    assert issubclass(InputError, ValueError)
    with pytest.raises(ModuleNotFoundError):
        import_module("yomikiri.no_such_module")
