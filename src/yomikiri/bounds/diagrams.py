"""Sets of codes as reduced decision diagrams, BDDs and ZDDs, in the kernel.

The papers keep sets of positions as BDDs.  A diagram shares equal parts of the set, so it can be smaller than
a list; and union, intersection and difference work on the diagrams themselves, however many codes they stand
for.  Its size depends on the order in which the bits are tested: ``order`` names them from the top.

Diagrams are for storage and algebra.  Looking a code up takes one cache miss per bit on the path; for
searching, a bitmap or a hash table is ten to a hundred times faster.

For more operations, ``yomikiri.bounds.diagrams_dd`` converts diagrams to the ``dd`` package and back.
"""

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from yomikiri import _kernel
from yomikiri.core.errors import InputError, MemoryRefused
from yomikiri.core.sealed_file import Format

if TYPE_CHECKING:
    from typing_extensions import Buffer

FORMAT = Format("decision diagram", 2, "build it again and save it")
"""Version 1 was the kernel's image of a diagram without a seal."""
KINDS = ("bdd", "zdd")
BATCH = 4096
NO_LIMIT = 2**64 - 1


class Diagram:
    """A set of codes, numbers of ``len(order)`` bits."""

    __slots__ = ("_count", "_kernel")

    def __init__(
        self,
        codes: "Iterable[int] | _kernel.Codes" = (),
        order: Sequence[int] | None = None,
        kind: str = "zdd",
        *,
        bits: int | None = None,
        memory: int = NO_LIMIT,
    ) -> None:
        """The diagram of ``codes``.  Without an order, ``bits`` bits are tested from the most significant."""
        if kind not in KINDS:
            raise InputError(f"unknown kind of diagram '{kind}': expected bdd or zdd")
        levels = checked_order(order, bits)
        if not isinstance(codes, _kernel.Codes):
            codes = kernel_codes(codes, len(levels))
        self._count: int | None = None
        try:
            self._kernel = _kernel.Diagram.build(codes, levels, kind, memory=memory, watch=never_stop)
        except MemoryError:
            raise memory_refused(memory) from None

    @classmethod
    def _of(cls, kernel: _kernel.Diagram) -> "Diagram":
        made = cls.__new__(cls)
        made._kernel, made._count = kernel, None
        return made

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Diagram":
        """The diagram in a file, read into memory; a damaged or foreign file is refused."""
        image = FORMAT.read_into(path, _kernel.large_memory)
        try:
            return cls._of(_kernel.Diagram.open(image))
        except ValueError as problem:
            raise FORMAT.refused(path, str(problem)) from None

    @classmethod
    def from_bytes(cls, image: "Buffer", name: str = "diagram") -> "Diagram":
        """The diagram in a kernel image, whose bytes are used in place."""
        try:
            return cls._of(_kernel.Diagram.open(image))
        except ValueError as problem:
            raise InputError(f"{name}: {problem}") from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the diagram to a sealed file, whole or not at all."""
        image = bytearray(self._kernel.image_bytes)
        self._kernel.write(image)
        FORMAT.write(path, image)

    @property
    def kind(self) -> str:
        """``bdd`` or ``zdd``."""
        return self._kernel.kind

    @property
    def order(self) -> tuple[int, ...]:
        """The bits that the levels test, the top first."""
        return tuple(self._kernel.order)

    @property
    def nodes(self) -> int:
        """How many nodes there are, not counting the terminals."""
        return self._kernel.nodes

    @property
    def bytes(self) -> int:
        """Its size in memory; its file has one more line, the seal."""
        return self._kernel.image_bytes

    @property
    def count(self) -> int:
        """How many codes there are; like ``len()``, which cannot return 2**64."""
        if self._count is None:
            high, low = self._kernel.count()
            self._count = high << 64 | low
        return self._count

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self._kernel.root != 0

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int) or not 0 <= code < 1 << len(self._kernel.order):
            return False
        return self._kernel.contains(code)

    def __iter__(self) -> Iterator[int]:
        """The codes, ascending."""
        if list(self.order) == sorted(self.order, reverse=True):
            walk = self._kernel.walk()
            while batch := walk.next(BATCH):
                yield from array("Q", batch)
        else:
            # In level order they would not be ascending.
            codes = self._kernel.codes(NO_LIMIT)
            for start in range(0, len(codes), BATCH):
                yield from array("Q", codes.part(start, BATCH))

    def __eq__(self, other: object) -> bool:
        """Whether both have the same kind, order and codes: then they have the same nodes."""
        return isinstance(other, Diagram) and self._kernel.same(other._kernel)

    __hash__ = None  # type: ignore[assignment]  # As for a set: no cheap hash is there.

    def __or__(self, other: "Diagram") -> "Diagram":
        return self._combined(other, "union")

    def __and__(self, other: "Diagram") -> "Diagram":
        return self._combined(other, "intersection")

    def __sub__(self, other: "Diagram") -> "Diagram":
        return self._combined(other, "difference")

    def __repr__(self) -> str:
        codes = ", ".join(map(str, self)) if self.count <= 20 else f"… {self.count} codes …"
        return f"Diagram([{codes}], {self.order}, {self.kind!r})"

    def rebuilt(self, order: Sequence[int] | None = None, kind: str | None = None) -> "Diagram":
        """The same set in another order, or as the other kind, rebuilt from its codes."""
        return Diagram(
            self._kernel.codes(NO_LIMIT), self.order if order is None else order, kind or self.kind
        )

    def node_list(self) -> Iterator[tuple[int, int, int, int]]:
        """For every node its number, its level, and the numbers of its children for 0 and 1, children first.

        Number 0 is the empty set, 1 the code that ends there; the last node, if any, is the root.
        """
        for start in range(0, self.nodes + 2, BATCH):
            for number, word in enumerate(array("Q", self._kernel.words(start, BATCH)), start):
                if number >= 2:
                    yield number, word >> 58, word >> 29 & (1 << 29) - 1, word & (1 << 29) - 1

    @property
    def root(self) -> int:
        """The number of the node at the top."""
        return self._kernel.root

    @property
    def in_kernel(self) -> _kernel.Diagram:
        """The kernel's own object, for other parts of the kernel."""
        return self._kernel

    def _combined(self, other: "Diagram", operation: str) -> "Diagram":
        if not isinstance(other, Diagram):
            return NotImplemented
        if (self.kind, self.order) != (other.kind, other.order):
            raise InputError(
                f"two diagrams of different kinds or orders have no {operation}: expected both as "
                f"{self.kind} in the order {self.order} (see Diagram.rebuilt)"
            )
        return self._of(self._kernel.combine(other._kernel, operation, memory=NO_LIMIT, watch=never_stop))


def checked_order(order: Sequence[int] | None, bits: int | None) -> list[int]:
    """The order as a list; by default from the most significant of ``bits`` bits down."""
    if order is None:
        if bits is None or not 1 <= bits <= 64:
            raise InputError(f"no order and {bits} bits: expected an order, or 1 to 64 bits")
        return list(range(bits - 1, -1, -1))
    levels = list(order)
    if bits not in (None, len(levels)) or not 1 <= len(levels) <= 64:
        raise InputError(f"an order of {len(levels)} bits: expected {bits or '1 to 64'}")
    if sorted(levels) != list(range(len(levels))):
        raise InputError(f"the order {levels} is none: expected every bit from 0 to {len(levels) - 1} once")
    return levels


def kernel_codes(codes: Iterable[int], bits: int) -> _kernel.Codes:
    """The codes in the kernel, sorted; all must fit into ``bits`` bits."""
    try:
        values = array("Q", codes)
    except (OverflowError, TypeError):
        raise InputError("a code is a whole number of at most 64 bits, not below 0") from None
    if values and max(values) >> bits:
        raise InputError(f"code {max(values)} has more than {bits} bits")
    return _kernel.Codes.read(values, NO_LIMIT)


def memory_refused(memory: int) -> MemoryRefused:
    """The error for a reached memory limit."""
    return MemoryRefused(f"the memory limit of {memory:,} bytes was reached")


def never_stop(*counts: Any) -> bool:
    """A watch that never stops."""
    return False
