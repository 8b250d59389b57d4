"""Decision diagrams: every operation against Python's sets, both kinds, any order; and files of them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damage import assert_all_damage_is_refused
from yomikiri import _kernel
from yomikiri.bounds.diagram_orders import (
    better_order,
    bit_order,
    diagram_nodes,
    first_cell_first,
    paper_order,
)
from yomikiri.bounds.diagrams import FORMAT, Diagram, kernel_codes, never_stop
from yomikiri.bounds.plain_diagrams import Tree, plain_contains, plain_diagram, plain_nodes
from yomikiri.core.errors import DamagedFile, InputError, YomikiriError

KINDS = st.sampled_from(["bdd", "zdd"])
unhurried = settings(deadline=None)  # A busy machine is no defect.


@st.composite
def orders(draw: st.DrawFn, most: int = 9) -> list[int]:
    return draw(st.permutations(range(draw(st.integers(1, most)))))


@st.composite
def sets_in_order(draw: st.DrawFn, count: int) -> tuple[list[int], list[set[int]]]:
    """An order and some sets of codes that fit it."""
    order = draw(orders())
    codes = st.sets(st.integers(0, 2 ** len(order) - 1), max_size=60)
    return order, [draw(codes) for _ in range(count)]


@unhurried
@given(sets_in_order(1), KINDS)
def test_a_diagram_has_the_codes_it_was_made_of(case: tuple[list[int], list[set[int]]], kind: str) -> None:
    order, [codes] = case
    diagram = Diagram(codes, order, kind)
    assert len(diagram) == diagram.count == len(codes)
    assert bool(diagram) == bool(codes)
    assert list(diagram) == sorted(codes)
    everything = range(2 ** len(order))
    assert [code for code in everything if code in diagram] == sorted(codes)
    assert (diagram.kind, diagram.order) == (kind, tuple(order))


@unhurried
@given(sets_in_order(1), KINDS)
def test_a_diagram_has_the_nodes_of_the_plain_one(case: tuple[list[int], list[set[int]]], kind: str) -> None:
    order, [codes] = case
    diagram = Diagram(codes, order, kind)
    tree = plain_diagram(codes, order, kind)
    made: list[Any] = [False, True]
    for number, level, low, high in diagram.node_list():
        assert number == len(made)
        made.append((level, made[low], made[high]))
    assert made[diagram.root] == tree
    assert set(made[2:]) == plain_nodes(tree)
    assert diagram.nodes == len(made) - 2
    assert all(plain_contains(tree, order, kind, code) == (code in codes) for code in range(2 ** len(order)))


@unhurried
@given(sets_in_order(2), KINDS)
def test_set_operations_are_those_of_sets(case: tuple[list[int], list[set[int]]], kind: str) -> None:
    order, [one, other] = case
    first, second = Diagram(one, order, kind), Diagram(other, order, kind)
    # Equality compares nodes, so these also say that a result is reduced and numbered as if built afresh.
    assert first | second == Diagram(one | other, order, kind)
    assert first & second == Diagram(one & other, order, kind)
    assert first - second == Diagram(one - other, order, kind)
    assert (first == second) == (one == other)


@unhurried
@given(sets_in_order(1), KINDS, KINDS, st.randoms(use_true_random=False))
def test_rebuilding_keeps_the_codes(
    case: tuple[list[int], list[set[int]]], kind: str, other: str, random: Any
) -> None:
    order, [codes] = case
    shuffled = list(order)
    random.shuffle(shuffled)
    assert Diagram(codes, order, kind).rebuilt(shuffled, other) == Diagram(codes, shuffled, other)


@unhurried
@given(sets_in_order(1), KINDS)
def test_a_repr_rebuilds_a_small_diagram(case: tuple[list[int], list[set[int]]], kind: str) -> None:
    order, [codes] = case
    diagram = Diagram(sorted(codes)[:20], order, kind)
    assert eval(repr(diagram)) == diagram


def test_all_codes_of_64_bits_can_be_counted() -> None:
    low, high = Diagram([0], bits=64, kind="bdd"), Diagram([2**64 - 1], bits=64, kind="bdd")
    assert low.nodes == high.nodes == 64
    # x or not x, for the top bit alone: made from two halves with one node each.
    everything = Diagram(range(2), bits=1, kind="bdd")
    assert (everything.count, everything.nodes) == (2, 0)
    assert list(low | high) == [0, 2**64 - 1]


def test_long_sets_are_sorted_by_radix_and_counted() -> None:
    codes = [(number * 0x9E3779B97F4A7C15) % 2**64 for number in range(20_000)]
    for kind in ("bdd", "zdd"):
        diagram = Diagram(codes + codes[:100], bits=64, kind=kind)
        assert list(diagram) == sorted(codes)
        assert diagram == Diagram(reversed(codes), bits=64, kind=kind)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([4], [0, 1]), {}, "code 4 has more than 2 bits"),
        (([-1], [0, 1]), {}, "a code is a whole number of at most 64 bits, not below 0"),
        (([2**64], [0, 1]), {}, "a code is a whole number of at most 64 bits, not below 0"),
        (([], [0, 2]), {}, r"the order \[0, 2\] is none: expected every bit from 0 to 1 once"),
        (([], []), {}, "an order of 0 bits: expected 1 to 64"),
        (([], [0, 1]), {"bits": 3}, "an order of 2 bits: expected 3"),
        (([],), {}, "no order and None bits: expected an order, or 1 to 64 bits"),
        (([], [0], "mdd"), {}, "unknown kind of diagram 'mdd': expected bdd or zdd"),
    ],
)
def test_what_is_no_set_of_codes_is_refused(arguments: Any, options: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Diagram(*arguments, **options)


def test_diagrams_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(InputError, match="two diagrams of different kinds or orders have no union"):
        Diagram([1], bits=2, kind="bdd") | Diagram([1], bits=2, kind="zdd")
    with pytest.raises(InputError, match="no difference"):
        Diagram([1], [0, 1]) - Diagram([1], [1, 0])


def test_what_is_no_code_is_not_in_a_diagram() -> None:
    diagram = Diagram([0, 3], bits=2, kind="bdd")
    assert all(thing not in diagram for thing in (-1, 4, 2**70, "3", None))


def test_a_memory_limit_is_an_error_of_ours() -> None:
    codes = [(number * 0x9E3779B97F4A7C15) % 2**64 for number in range(50_000)]
    with pytest.raises(YomikiriError, match="the memory limit of 1,048,576 bytes was reached"):
        Diagram(codes, bits=64, memory=1 << 20)


# -- files -----------------------------------------------------------------------------------------


@unhurried
@given(sets_in_order(1), KINDS)
def test_a_saved_diagram_is_loaded_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, case: tuple[list[int], list[set[int]]], kind: str
) -> None:
    order, [codes] = case
    path = tmp_path_factory.mktemp("diagrams") / "one"
    diagram = Diagram(codes, order, kind)
    diagram.save(path)
    loaded = Diagram.load(path)
    assert loaded == diagram
    assert diagram.bytes == 256 + 8 * (diagram.nodes + 2) == FORMAT.glance(path).length
    assert list(loaded) == sorted(codes)
    assert loaded | diagram == diagram
    assert [entry.name for entry in path.parent.iterdir()] == ["one"]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "diagram"
    Diagram([code for code in range(4096) if code * code % 61 < 9], bits=12).save(path)
    return path


@pytest.mark.parametrize("step", [23, pytest.param(1, marks=pytest.mark.slow)])
def test_every_flipped_bit_and_every_cut_of_a_file_is_refused(saved: Path, step: int) -> None:
    assert_all_damage_is_refused(saved, lambda: Diagram.load(saved), step)


def test_every_flipped_bit_and_every_cut_of_a_small_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small"
    Diagram([1, 2], bits=2).save(path)
    assert_all_damage_is_refused(path, lambda: Diagram.load(path))


def image_of(saved: Path) -> bytearray:
    return bytearray(FORMAT.read(saved))


def test_every_damaged_byte_of_an_image_is_noticed(saved: Path) -> None:
    whole = bytes(image_of(saved))
    for place in [*range(0, 300), *range(300, len(whole), 97), len(whole) - 1]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(InputError, match="one: "):
            Diagram.from_bytes(damaged, "one")
        FORMAT.write(saved, damaged)
        with pytest.raises(DamagedFile, match=f"'{saved}' is damaged: "):
            Diagram.load(saved)


@pytest.mark.parametrize("length", [0, 1, 16, 255, 256, 257, 1000, -8, -1])
def test_a_truncated_image_is_refused(saved: Path, length: int) -> None:
    with pytest.raises(InputError, match=r"not a diagram|a damaged diagram"):
        Diagram.from_bytes(image_of(saved)[:length])


def test_an_image_with_more_behind_it_is_refused(saved: Path) -> None:
    with pytest.raises(InputError, match="bytes of nodes, expected"):
        Diagram.from_bytes(image_of(saved) + b"\0" * 8)


def test_another_version_is_named(saved: Path) -> None:
    image = image_of(saved)
    image[16] = 9
    with pytest.raises(InputError, match="a diagram of version 9: expected version 1"):
        Diagram.from_bytes(image)


def test_a_file_from_before_there_were_seals_is_refused_with_what_to_do(saved: Path) -> None:
    saved.write_bytes(image_of(saved))
    with pytest.raises(DamagedFile, match=r"has no seal: .*earlier version, build it again and save it"):
        Diagram.load(saved)


def test_words_that_make_no_diagram_are_refused_though_their_checksums_are_right() -> None:
    good = Diagram([1, 2], bits=2, kind="bdd")
    image = bytearray(good.bytes)
    good.in_kernel.write(image)

    def sealed(words: list[int], root: int) -> bytes:
        body = b"".join(word.to_bytes(8, "little") for word in [0, 0, *words])
        header = bytearray(image[:256])
        header[24:32] = (len(words) + 2).to_bytes(8, "little")
        header[32:40] = root.to_bytes(8, "little")
        header[40:48] = _kernel.checksum(body).to_bytes(8, "little")
        header[48:56] = bytes(8)
        header[48:56] = _kernel.checksum(bytes(header)).to_bytes(8, "little")
        return bytes(header) + body

    def word(level: int, low: int, high: int) -> int:
        return level << 58 | low << 29 | high

    assert list(Diagram.from_bytes(sealed([word(1, 0, 1)], 2))) == [1, 3]
    for words, root in [
        ([word(1, 0, 1)], 3),  # a root that is not there
        ([word(1, 0, 2)], 2),  # a node below itself
        ([word(2, 0, 1)], 2),  # a level that the order does not have
        ([word(1, 1, 1)], 2),  # not reduced
        ([word(0, 0, 1), word(1, 0, 2)], 3),  # a child above its parent
    ]:
        with pytest.raises(InputError, match="its nodes make no reduced diagram"):
            Diagram.from_bytes(sealed(words, root))


# -- orders ----------------------------------------------------------------------------------------


def test_orders_of_cells_become_orders_of_bits() -> None:
    assert first_cell_first(2) == (3, 2, 1, 0, 7, 6, 5, 4)
    assert paper_order(2) == (4, 5, 6, 7, 0, 1, 2, 3)
    assert bit_order([1, 0], [0, 2, 1, 3]) == (4, 6, 5, 7, 0, 2, 1, 3)


def test_a_better_order_is_better_and_truly_so() -> None:
    # Cells 0 and 2 are equal, cells 1 and 3 too: kept together, each pair is decided at once.
    codes = [a | b << 4 | a << 8 | b << 12 for a in range(16) for b in range(16)]
    kernel = kernel_codes(codes, 16)
    seen = []
    best = better_order(kernel, 4, "bdd", report=seen.append)
    assert best.nodes == len(plain_nodes(plain_diagram(codes, best.bits, "bdd")))
    assert best.nodes < diagram_nodes(kernel, first_cell_first(4), "bdd")
    assert {frozenset(best.cells[:2]), frozenset(best.cells[2:])} == {frozenset({0, 2}), frozenset({1, 3})}
    assert [order.nodes for order in seen] == sorted({order.nodes for order in seen}, reverse=True)


@unhurried
@given(sets_in_order(1), KINDS)
def test_codes_may_be_consumed(case: tuple[list[int], list[set[int]]], kind: str) -> None:
    order, [members] = case
    codes = kernel_codes(members, len(order))
    nodes = diagram_nodes(codes, order, kind)
    assert len(codes) == len(members)
    assert diagram_nodes(codes, order, kind, consume=True) == nodes
    assert len(codes) == 0


# -- the kernel's own guards -----------------------------------------------------------------------


def test_the_kernel_checks_what_it_is_given() -> None:
    codes = kernel_codes([5], 3)
    with pytest.raises(ValueError, match="every bit once"):
        _kernel.Diagram.build(codes, [0, 0, 1], "bdd", memory=1 << 20, watch=never_stop)
    with pytest.raises(ValueError, match="more bits than the order has"):
        _kernel.Diagram.build(codes, [0, 1], "bdd", memory=1 << 20, watch=never_stop)
    with pytest.raises(ValueError, match="eight bytes each"):
        _kernel.Codes.read(b"1234", 1 << 20)
    with pytest.raises(RuntimeError, match="stopped"):
        _kernel.Diagram.build(codes, [0, 1, 2], "bdd", memory=1 << 20, watch=lambda *counts: True)


# -- dd --------------------------------------------------------------------------------------------


def negated(tree: Tree) -> Tree:
    """The complement of a plain BDD."""
    return not tree if isinstance(tree, bool) else (tree[0], negated(tree[1]), negated(tree[2]))


@pytest.mark.parametrize("module", ["dd.autoref", "dd.cudd"])
@pytest.mark.parametrize("kind", ["bdd", "zdd"])
def test_dd_agrees_on_every_operation(module: str, kind: str) -> None:
    manager = pytest.importorskip(module).BDD()
    from yomikiri.bounds.diagrams_dd import bit, from_dd, to_dd

    order = [3, 0, 5, 2, 1, 4]
    one = Diagram([n for n in range(64) if n * n % 7 in (1, 2)], order, kind)
    other = Diagram([n for n in range(64) if n % 5 == 3 or n > 55], order, kind)
    ours, theirs = [to_dd(one, manager), to_dd(other, manager)], manager
    for node, diagram in zip(ours, (one, other), strict=True):
        assert theirs.count(node, nvars=6) == len(diagram)
        for code in range(64):
            values = {bit(number): bool(code >> number & 1) for number in range(6)}
            assert (theirs.let(values, node) == theirs.true) == (code in diagram)
    assert from_dd(theirs, ours[0] | ours[1], order, kind) == one | other
    assert from_dd(theirs, ours[0] & ours[1], order, kind) == one & other
    assert from_dd(theirs, ours[0] & ~ours[1], order, kind) == one - other
    assert from_dd(theirs, theirs.false, order, kind) == Diagram([], order, kind)
    assert from_dd(theirs, theirs.true, order, kind) == Diagram(range(64), order, kind)
    assert sorted(from_dd(theirs, ours[0])) == sorted(one)


def test_dd_has_our_nodes_with_complements_shared() -> None:
    manager = pytest.importorskip("dd.autoref").BDD()
    from yomikiri.bounds.diagrams_dd import bit, from_dd, to_dd

    codes = [n for n in range(512) if (n ^ n >> 3) % 5 == 1]
    diagram = Diagram(codes, [8, 3, 1, 0, 4, 7, 2, 6, 5], "bdd")
    node = to_dd(diagram, manager)
    assert [manager.level_of_var(bit(number)) for number in diagram.order] == list(range(9))
    assert manager.count(node, nvars=9) == len(codes)
    # dd shares a set with its complement: two nodes of ours are one of its if they are each other's.
    ours = plain_nodes(plain_diagram(codes, diagram.order, "bdd"))
    pairs = {frozenset({part, negated(part)}) for part in ours}
    assert len(pairs) < len(ours) == diagram.nodes
    assert len(node) - 1 == len(pairs)
    assert from_dd(manager, node) == diagram
    manager.declare("other")
    with pytest.raises(InputError, match="depends on variables other than b0 to b8"):
        from_dd(manager, node & manager.var("other"), bits=9)
