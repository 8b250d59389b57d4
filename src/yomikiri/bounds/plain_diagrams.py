"""Decision diagrams in plain Python: the reference for the kernel's.

A set of codes is a tree over the bits of its codes; a diagram is that tree with equal parts shared and
redundant nodes left out.  In a BDD a node is redundant if both of its branches are the same, in a ZDD if the
branch for 1 is empty.  Written for clarity, not for speed: whole sets are Python sets.
"""

from collections.abc import Iterable, Sequence

Node = tuple[int, "Tree", "Tree"]
"""A level, and the children for 0 and 1."""
Tree = bool | Node
"""False: no code; True: the code that ends here."""


def plain_diagram(codes: Iterable[int], order: Sequence[int], kind: str) -> Tree:
    """The reduced diagram; ``order`` names the bit that each level tests, the top first."""
    known: dict[tuple[int, frozenset[int]], Tree] = {}

    def tree(level: int, members: frozenset[int]) -> Tree:
        if not members:
            return False
        if level == len(order):
            return True
        if (level, members) not in known:
            bit = 1 << order[level]
            low = tree(level + 1, frozenset(code for code in members if not code & bit))
            high = tree(level + 1, frozenset(code for code in members if code & bit))
            needless = high is False if kind == "zdd" else low == high
            known[level, members] = low if needless else (level, low, high)
        return known[level, members]

    return tree(0, frozenset(codes))


def plain_nodes(tree: Tree) -> set[Node]:
    """The different nodes of a diagram, without the terminals."""
    found: set[Node] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple) and node not in found:
            found.add(node)
            waiting += node[1:]
    return found


def plain_contains(tree: Tree, order: Sequence[int], kind: str, code: int) -> bool:
    """Whether a code is in the set."""
    for level, bit in enumerate(order):
        one = bool(code >> bit & 1)
        if isinstance(tree, tuple) and tree[0] == level:
            tree = tree[2] if one else tree[1]
        elif one and kind == "zdd":
            return False
    return tree is True
