"""Converts diagrams to the ``dd`` package and back, for quantifiers, substitution, reordering and so on.

A bit is a named variable of the manager, ``bit(3)`` = ``"b3"``.  Any manager of ``dd`` for BDDs will do
(``dd.autoref.BDD``, ``dd.cudd.BDD``), whatever the order of its variables; complemented edges do not matter
here, because we use only if-then-else.  A ZDD becomes the BDD of the same set.
"""

from collections.abc import Sequence
from typing import Any

from yomikiri.bounds.diagrams import Diagram
from yomikiri.core.errors import InputError


def bit(number: int) -> str:
    """The name of the variable for a bit of the codes."""
    return f"b{number}"


def to_dd(diagram: Diagram, manager: Any) -> Any:
    """The diagram as a node of ``manager``, which gets the variables that it lacks, in our order."""
    if diagram.kind == "zdd":
        diagram = diagram.rebuilt(kind="bdd")
    order = diagram.order
    manager.declare(*(bit(number) for number in order if bit(number) not in manager.vars))
    made = {0: manager.false, 1: manager.true}
    for number, level, low, high in diagram.node_list():
        made[number] = manager.ite(manager.var(bit(order[level])), made[high], made[low])
    return made[diagram.root]


def from_dd(
    manager: Any, node: Any, order: Sequence[int] | None = None, kind: str = "bdd", *, bits: int | None = None
) -> Diagram:
    """The set of codes that satisfy ``node``, over the variables of :func:`bit`.

    Without ``order``, the bits are in the manager's own order and number ``bits`` (None: all that it has).
    The codes are enumerated on the way, so the set must be small enough for that.
    """
    own = _bits_of(manager)
    count = bits if bits is not None else len(order) if order is not None else len(own)
    support = {int(name[1:]) if _is_bit(name) else -1 for name in manager.support(node)}
    if not support <= set(range(count)):
        raise InputError(f"the node depends on variables other than {bit(0)} to {bit(count - 1)}")
    if order is None:
        order = [number for number in own if number < count]
        order += [number for number in range(count) if number not in set(order)]
    names = [bit(number) for number in range(count)]
    manager.declare(*(name for name in names if name not in manager.vars))
    codes = (
        sum(1 << number for number in range(count) if assignment[names[number]])
        for assignment in manager.pick_iter(node, care_vars=set(names))
    )
    return Diagram(codes, order, kind)


def _bits_of(manager: Any) -> list[int]:
    """The bits among the manager's variables, by their levels."""
    names = sorted(filter(_is_bit, manager.vars), key=manager.level_of_var)
    return [int(name[1:]) for name in names]


def _is_bit(name: str) -> bool:
    return name.startswith("b") and name[1:].isdecimal()
