"""The kernel's door: what it refuses, what it survives, and that its typed stub tells the truth."""

import ast
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import yomikiri
from yomikiri import Superpuzz, _kernel, algorithms

ORDERS = [entry.name for entry in algorithms(Superpuzz(4)).values() if entry.kernel and entry.twin]
STORES = ["exact", "fingerprint", "patricia"]
CALLS = ["moves", "children", "is_goal", "canonical"]


def explore(columns: int, start: bytes, *, rows_alike: bool = False, **options: object) -> _kernel.Answer:
    asked = {
        "order": "breadth-first",
        "store": "exact",
        "nodes": 100,
        "seconds": None,
        "memory": 2**24,
        "watch": lambda *counts: False,
    }
    rules = _kernel.Superpuzz(columns, rows_alike=rows_alike)
    return rules.explore(rules.canonical(start) if rows_alike else start, **(asked | options))


def bad_codes(columns: int) -> list[bytes]:
    """Codes of the wrong length, with two cards in a cell, with a cell that does not exist."""
    game = Superpuzz(columns)
    code = game.encode(game.deal(1))
    number = int.from_bytes(code, "little")
    first, second = number & 63, number >> 6 & 63
    doubled = number - (second << 6) + (first << 6)
    beyond = number - first + 4 * columns
    far = number - first + 63
    return [
        b"",
        code[:-1],
        code + b"\0",
        code * 20,
        bytes(len(code)),
        b"\xff" * len(code),
        *(each.to_bytes(len(code), "little") for each in (doubled, beyond, far)),
    ]


@pytest.mark.parametrize("columns", range(2, 14))
def test_a_code_that_is_no_position_is_refused_by_every_call(columns: int) -> None:
    kernel = _kernel.Superpuzz(columns)
    for code in bad_codes(columns):
        for call in CALLS:
            with pytest.raises(ValueError, match="code"):
                getattr(kernel, call)(code)
        with pytest.raises(ValueError, match="code"):
            explore(columns, code)


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 13), st.data())
def test_any_bytes_are_a_position_to_both_or_to_neither(columns: int, data: st.DataObject) -> None:
    game, kernel = Superpuzz(columns), _kernel.Superpuzz(columns)
    length = 3 * (columns - 1)
    number = int.from_bytes(game.encode(game.deal(data.draw(st.integers(1, 1000)))), "little")
    card, cell = data.draw(st.integers(0, 4 * (columns - 1) - 1)), data.draw(st.integers(0, 63))
    changed = (number & ~(63 << 6 * card)) | cell << 6 * card
    for code in (changed.to_bytes(length, "little"), data.draw(st.binary(max_size=40))):
        try:
            game.decode(code)
        except ValueError:
            with pytest.raises(ValueError, match="code"):
                kernel.moves(code)
        else:
            assert kernel.canonical(kernel.canonical(code)) == kernel.canonical(code)


@pytest.mark.parametrize("columns", [-1, 0, 1, 15, 1000])
def test_other_widths_are_refused(columns: int) -> None:
    with pytest.raises(ValueError, match="2 to 14 columns"):
        _kernel.Superpuzz(columns)


def test_unknown_orders_and_stores_and_wrong_types_are_refused() -> None:
    game = Superpuzz(4)
    code = game.encode(game.deal(1))
    with pytest.raises(ValueError, match="unknown order"):
        explore(4, code, order="sideways")
    with pytest.raises(ValueError, match="unknown store"):
        explore(4, code, store="attic")
    for wrong in ({"nodes": -1}, {"nodes": 2**64}, {"memory": -1}, {"memory": None}, {"seconds": "soon"}):
        with pytest.raises(TypeError):
            explore(4, code, **wrong)
    with pytest.raises(TypeError):
        _kernel.Superpuzz(4).moves("text")


@pytest.mark.parametrize("rows_alike", [False, True])
@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("order", ORDERS)
def test_no_memory_limit_however_small_is_overstepped_or_fatal(
    order: str, store: str, rows_alike: bool
) -> None:
    rng = random.Random(order + store)
    game = Superpuzz(7)
    code = game.encode(game.deal(3))
    limits = [0, 1, 15, 16, 100, *(int(2 ** rng.uniform(7, 21)) for _ in range(60))]
    outcomes = set()
    for memory in limits:
        answer = explore(7, code, rows_alike=rows_alike, order=order, store=store, nodes=3000, memory=memory)
        assert answer.peak_bytes <= memory
        assert answer.expanded <= answer.generated + 1
        outcomes.add(answer.outcome)
        if memory <= 100:
            assert answer.outcome == "memory_limit"
            assert answer.expanded == 0
            assert answer.path == []
    assert "memory_limit" in outcomes
    assert len(outcomes) > 1


@pytest.mark.parametrize("store", STORES)
def test_more_memory_never_means_less_search(store: str) -> None:
    game = Superpuzz(7)
    code = game.encode(game.deal(3))
    expanded = [explore(7, code, store=store, nodes=4000, memory=2**power).expanded for power in range(23)]
    assert expanded == sorted(expanded)
    assert expanded[0] == 0
    assert expanded[-1] == 4000


@pytest.mark.parametrize("order", ORDERS)
def test_a_search_that_ran_out_of_memory_counts_as_one_that_did_not(order: str) -> None:
    """Up to where it stopped, memory has no influence on what a search does."""
    game = Superpuzz(13)
    code = game.encode(game.deal(1))
    for memory in (1_000_000, 2_000_000, 4_000_000):
        short = explore(13, code, order=order, nodes=None, memory=memory)
        assert short.outcome == "memory_limit"
        # The last expansion was cut off in its midst, so compare around it.
        full = [explore(13, code, order=order, nodes=short.expanded - back, memory=2**28) for back in (1, 0)]
        assert full[0].generated < short.generated <= full[1].generated
        assert full[0].stored <= short.stored <= full[1].stored


def test_the_stub_names_what_the_module_has() -> None:
    stub = ast.parse((Path(yomikiri.__file__).parent / "_kernel.pyi").read_text())
    # A name that begins with an underscore is the stub's own.
    classes = {
        node.name: node
        for node in stub.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    functions = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    constants = {
        node.target.id
        for node in stub.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    known = {name for name in dir(_kernel) if not name.startswith("__")}
    assert {*classes, *functions, *constants} == known
    for name, node in classes.items():
        members = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        members |= {
            each.target.id
            for each in node.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        }
        native = vars(getattr(_kernel, name))
        assert members - {"__init__"} <= set(native)
        assert {member for member in native if not member.startswith("__")} <= members


FUNCTIONS = [name for name in dir(_kernel) if name.startswith(("row_", "certify_"))]
SHARED = {
    "limits": ["nodes", "seconds", "memory", "watch"],
    "closing": ["joins", "bound", "most", "seconds", "memory", "watch"],
}


def arguments_of(node: ast.FunctionDef) -> list[str]:
    """The names that the stub gives; those that several functions share stand behind two stars."""
    shared = SHARED[node.args.kwarg.arg] if node.args.kwarg is not None else []
    return [each.arg for each in [*node.args.args, *node.args.kwonlyargs]] + shared


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_stub_gives_functions_the_arguments_they_have(name: str) -> None:
    stub = ast.parse((Path(yomikiri.__file__).parent / "_kernel.pyi").read_text())
    [node] = [each for each in stub.body if isinstance(each, ast.FunctionDef) and each.name == name]
    documented = getattr(_kernel, name).__doc__
    assert re.findall(r"(\w+): ", documented) == arguments_of(node)
    for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        given = re.search(rf"\b{argument.arg}: [^,=]*= (\w+)", documented)
        assert (given and given.group(1)) == (default and ast.unparse(default))


def test_the_row_functions_refuse_what_is_no_position_or_no_width() -> None:
    asked = {"nodes": 1, "seconds": None, "memory": 2**20, "watch": lambda *counts: False}
    calls = [
        _kernel.row_estimate,
        _kernel.row_persistent,
        lambda columns, code: _kernel.row_shortest(columns, code, **asked),
        lambda columns, code: _kernel.RowAStar(columns, code, memory=2**20),
        lambda columns, code: _kernel.row_beam(columns, code, width=9, **asked),
        lambda columns, code: _kernel.row_shorten(columns, code, [], **asked),
    ]
    for call in calls:
        for columns in (2, 5, 13):
            for code in bad_codes(columns):
                with pytest.raises(ValueError, match="code"):
                    call(columns, code)
        for columns in (-1, 0, 1, 15, 1000):
            with pytest.raises(ValueError, match="columns"):
                call(columns, b"")
    with pytest.raises(ValueError, match="upper"):
        _kernel.row_shortest(3, Superpuzz(3).encode(Superpuzz(3).deal(1)), upper=-1, **asked)


def test_the_stub_gives_explore_the_arguments_it_has() -> None:
    stub = ast.parse((Path(yomikiri.__file__).parent / "_kernel.pyi").read_text())
    [node] = [each for each in ast.walk(stub) if isinstance(each, ast.FunctionDef) and each.name == "explore"]
    documented = _kernel.Superpuzz.explore.__doc__
    assert documented is not None
    assert re.findall(r"(\w+): ", documented) == arguments_of(node)[1:]
