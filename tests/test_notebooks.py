"""The notebooks run, cell by cell, and show what they showed; the reference has every public name."""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import yomikiri
from yomikiri import InputError, surveys
from yomikiri.core import registry
from yomikiri.core.entry import GameEntry

DOCS = Path(__file__).resolve().parent.parent / "docs"
sys.path.insert(0, str(DOCS))

import make_notebooks  # noqa: E402

NOTEBOOKS = sorted(make_notebooks.NOTEBOOKS.glob("*.ipynb"))
VOLATILE = re.compile(r"[0-9.]+ (ms|s|[KM]iB|bytes)\b|[0-9.]+e-[0-9]+|version \S+|seconds=\S+")
"""What differs from run to run, or from kernel to kernel: times and memory."""


@pytest.fixture
def registry_as_it_was() -> Iterator[None]:
    known = dict(registry.entries())
    yield
    registry.entries().clear()
    registry.entries().update(known)
    registry._registered.clear()
    registry._entry_of_class.cache_clear()


def shown(notebook: dict[str, Any]) -> list[Any]:
    """What the cells print and show, without what is volatile; of plots only that they are there."""
    found: list[Any] = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {"stream": output.get("text", [])})
            for form, text in data.items():
                found.append((form, "" if form == "image/png" else VOLATILE.sub("#", "".join(text))))
    return found


def test_there_are_four_and_each_is_linked() -> None:
    page = (DOCS / "notebooks.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 4
    assert all(f"(notebooks/{path.name})" in page for path in NOTEBOOKS)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_showed(
    path: Path, tmp_path: Path, monkeypatch: Any, registry_as_it_was: None
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert path.stat().st_size < 64 * 1024
    assert shown(make_notebooks.run(path)) == shown(kept), "run `python docs/make_notebooks.py`"
    assert any(form == "text/html" or form == "image/png" for form, _ in shown(kept))


def test_a_cell_that_fails_fails_the_notebook(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    cell = {"cell_type": "code", "source": ["1 / 0"], "outputs": []}
    path = tmp_path / "bad.ipynb"
    path.write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        make_notebooks.run(path)


def test_a_game_is_registered_again_but_not_in_the_place_of_ours(registry_as_it_was: None) -> None:
    own = GameEntry("pancakes", "", yomikiri.Superpuzz, 8, place=0)
    registry.register(own)
    registry.register(GameEntry("pancakes", "again", yomikiri.Superpuzz, 8, place=0))
    assert next(iter(registry.entries().values())).summary == "again"
    with pytest.raises(InputError, match="there is a game 'freecell' already"):
        registry.register(GameEntry("freecell", "", yomikiri.Superpuzz, 8))
    with pytest.raises(InputError, match="expected GameEntry"):
        registry.register("freecell")  # type: ignore[arg-type]


# -- the reference ---------------------------------------------------------------------------------

REFERENCE = (DOCS / "api.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", yomikiri.__all__)
def test_every_public_name_has_a_docstring_and_is_in_the_reference(name: str) -> None:
    value = getattr(yomikiri, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        # Its own: that of a parent, or the one that a dataclass makes, says nothing.
        assert len(value.__doc__ or "") > 20
        assert not (value.__doc__ or "").startswith(f"{name}(")
    assert re.search(rf"(:: |`)yomikiri\.{name}(`|$)", REFERENCE, re.MULTILINE)


@pytest.mark.parametrize("name", surveys.__all__)
def test_the_names_of_surveys_are_in_the_reference(name: str) -> None:
    assert len(getattr(surveys, name).__doc__ or "") > 20
    assert re.search(rf":: yomikiri\.surveys\.{name}$", REFERENCE, re.MULTILINE)


@pytest.mark.parametrize("name", re.findall(r"^\.\. auto\w+:: (\S+)$", REFERENCE, re.MULTILINE))
def test_what_the_reference_names_is_there(name: str) -> None:
    from importlib import import_module

    module, _, attribute = name.rpartition(".")
    try:
        assert hasattr(import_module(module), attribute)
    except ModuleNotFoundError:
        import_module(name)


def test_public_methods_have_docstrings() -> None:
    """Those of what a program meets first; properties of a name that says it all may do without."""
    for kind in (yomikiri.Play, yomikiri.Hint, yomikiri.Game, yomikiri.Deal, yomikiri.Limits):
        for name, value in vars(kind).items():
            if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert value.__doc__, f"{kind.__name__}.{name}"
