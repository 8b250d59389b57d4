"""Shintani's theorem: worked examples, and whole state graphs taken apart by Tarjan's algorithm."""

import random

import pytest

from yomikiri import Gaps, InputError, Superpuzz, _kernel
from yomikiri.core.cards import SUITS, Card, deck, parse_card
from yomikiri.games.rows.components import Component
from yomikiri.games.rows.rules import Position

FIRST = """
HA D2 H3 .. S5 S2 D9 DJ C9 C3 D3 S8 H0
.. H2 .. D4 DQ CJ CQ H9 H4 H8 S9 S4 H7
DA .. HJ H6 D7 S3 SJ S7 SA C5 H5 D8 S0
C7 C2 D6 C6 D5 S6 SQ HQ C4 D0 CA C8 C0
"""
SECOND = """
HA H2 H3 H4 S9 HQ S0 H6 D5 HJ D0 C2 S5
DA D2 D3 D4 C9 D8 S7 CJ C0 C7 CA DJ H9
.. .. .. .. S8 C8 H0 H5 SQ D7 C4 S6 H8
SA S2 S3 S4 SJ CQ C6 D9 C3 C5 H7 DQ D6
"""
FULL = Superpuzz(13)

# Deals with whole state graphs of at most 250, 500 and 1500 positions, some of them in cycles.
SMALL = {
    4: """
        31 69 138 262 315 419 485 488 494 509 549 561 572 580 591 646 706 716 796 807 864 892 994 1020
        1023 1039 1077 1107 1197 1213 1216 1238 1280 1344 1355 1395 1396 1439 1487 1510 1552 1569 1758
        1776 1788 1836 1868 1872 1998 2011 2059 2112 2165 2219 2229 2260 2266 2268 2282 2310 2313 2315
        2317 2350 2402 2438 2475 2495 2498 2500 2534 2619 2709 2731 2732 2737 2765 2795 2831 2886 2914
        2915 2925 2956 2980 3058 3076 3144 3191 3202 3311 3327 3332 3361 3416 3450 3518 3555 3560 3582
        3587 3625 3636 3717 3776 3784 3819 3865 3866 3884 3912 3915 3939 3983 3993 3994 4133 4144 4163
        4174 4279 4304 4307 4327 4369 4370 4405 4457 4479 4487 4506 4513 4527 4537 4551 4621 4629 4790
        4792 4815 4876 4880 4890 4929 4930 4944 4970 5028 5029 5064 5152 5175 5178 5191 5207 5225 5234
        5249 5253 5268 5305 5314 5380 5458 5465 5480 5504 5505 5529 5547 5564 5580 5597 5621 5661 5681
        5694 5697 5699 5701 5709 5798 5835 5840 5850 5861 5867 5890 5904 5913 6042 6066 6080 6119 6127
        6131 6175 6202 6265 6298 6326 6337 6391 6392 6444 6580 6599 6625 6642 6667 6681 6697 6737 6884
        6888 6894 6935 6954 6962 7004 7018 7024 7041 7093 7101 7121 7187 7189 7197 7268 7282 7363 7416
        7439
    """,
    5: """
        13 14 51 63 84 98 181 252 272 273 333 425 449 498 539 591 604 616 635 703 771 784 796 853 857 885
        894 895 934 945 985 991 1012 1049 1083 1091 1099 1138 1148 1163
    """,
    6: """
        10 20 30 58 99 115 127 184 206 217 228 250
    """,
}
LARGEST = {4: 250, 5: 500, 6: 1500}

# Seeds of positions with deep components whose whole graphs are small.
DEEP = {
    5: """
        14 297 301 389 440 613 652 723 801 888 1085 1281 1429 1574 1585 1616 1779 1936 1938
    """,
    6: """
        1 73 391 532 946 999 1036 1200 1218 1368
    """,
}
DEEP_LARGEST = 3000


def of(text: str) -> Component:
    return Component.of(FULL, FULL.parse_position(text))


def test_the_first_worked_example() -> None:
    component = of(FIRST)
    assert [str(card) for card in component.cards] == ["HA", "DA", "H2", "D2", "H3"]
    # Column 1: two aces on three slots; column 2: two twos on three slots; column 3: one three on two.
    assert [column.rows for column in component.columns] == [(0, 1, 2), (0, 1, 2), (0, 1)]
    assert component.size == 6 * 6 * 2
    assert len(set(component.members())) == component.size
    assert component.holes == [13, 27, 15]
    assert not component.is_trivial


def test_the_second_worked_example() -> None:
    component = of(SECOND)
    assert component.cards == [parse_card(suit + rank) for rank in "A234" for suit in "HDS"]
    assert len(component.holes) == 4
    assert component.size == 24**4 == 331_776


def test_the_second_worked_example_has_as_many_members_as_the_formula_says() -> None:
    assert len({position.cells[:44] for position in of(SECOND).members()}) == 331_776


def test_the_moves_of_the_rules_reach_all_of_the_second_worked_example_and_lead_back() -> None:
    kernel, start = _kernel.Superpuzz(13), FULL.encode(FULL.parse_position(SECOND))
    # An ace that comes to column 1 never leaves it, so no way back begins with the ace of clubs.
    clubs = FULL.cards.index(parse_card("CA"))
    came_from: list[list[int]] = [[]]
    number, left = {start: 0}, 0
    waiting = [start]
    for code in waiting:
        for (child, *_), (card, *_) in zip(kernel.children(code), kernel.moves(code), strict=True):
            if card == clubs:
                left += 1
                continue
            if child not in number:
                number[child] = len(number)
                came_from.append([])
                waiting.append(child)
            came_from[number[child]].append(number[code])
    assert len(number) == left == 331_776
    returns, back = {0}, [0]
    for position in back:
        new = set(came_from[position]) - returns
        returns |= new
        back += new
    assert len(returns) == 331_776


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (".. H2 D2 / .. DA HA / S2 SA .. / C2 CA ..", (0, 2)),
        ("HA H2 D2 / C2 DA .. / S2 SA .. / .. CA ..", (1, 1)),
        ("HA .. D2 / DA H2 .. / SA S2 .. / CA C2 ..", (4, 0)),
        ("H2 .. HA / DA SA .. / D2 S2 .. / CA C2 ..", (2, 0)),
    ],
)
def test_a_component_is_trivial_without_an_ace_or_without_a_hole_in_column_1(
    text: str, kind: tuple[int, int]
) -> None:
    game = Superpuzz(3)
    position = game.parse_position(text)
    assert game.class_of(position) == kind
    component = Component.of(game, position)
    assert component.is_trivial == (0 in kind)
    if component.is_trivial:
        assert (component.size, component.cards, component.holes) == (1, [], [])
        assert list(component.members()) == [position]
        assert component.canonical() == position
        assert component.exit_count == len(list(component.exits())) == len(game.moves(position))


def test_no_position_of_gaps_can_come_back() -> None:
    game = Gaps(6)
    for number in range(1, 20):
        assert Component.of(game, game.deal(number)).is_trivial


def test_a_position_of_another_size_is_refused() -> None:
    with pytest.raises(InputError, match=r"^the position has 4 columns, the game 5$"):
        Component.of(Superpuzz(5), Superpuzz(4).deal(1))


def state_graph(columns: int, start: bytes, largest: int) -> dict[bytes, list[bytes]]:
    """The children of every position that can be reached."""
    kernel = _kernel.Superpuzz(columns)
    graph: dict[bytes, list[bytes]] = {}
    waiting = [start]
    while waiting:
        code = waiting.pop()
        if code in graph:
            continue
        assert len(graph) < largest
        graph[code] = [child for child, *_ in kernel.children(code)]
        waiting += graph[code]
    return graph


def tarjan(graph: dict[bytes, list[bytes]], root: bytes) -> list[list[bytes]]:
    """The strongly connected components, by R. Tarjan's algorithm with an explicit stack."""
    number = {root: 0}
    low = {root: 0}
    path, open_nodes, components = [(root, iter(graph[root]))], [root], []
    is_open = {root}
    while path:
        node, children = path[-1]
        for child in children:
            if child not in number:
                number[child] = low[child] = len(number)
                path.append((child, iter(graph[child])))
                open_nodes.append(child)
                is_open.add(child)
                break
            if child in is_open:
                low[node] = min(low[node], number[child])
        else:
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[node])
            if low[node] == number[node]:
                cut = open_nodes.index(node)
                components.append(open_nodes[cut:])
                is_open -= set(open_nodes[cut:])
                del open_nodes[cut:]
    return components


def assert_component(game: Superpuzz, members: list[Position]) -> None:
    """Everything that the theorem says of a component, against its members."""
    component = Component.of(game, members[0])
    assert component.size == len(members)
    assert set(component.members()) == set(members)
    inside = set(members)
    moving, left = set(), 0
    for position in members:
        aces, holes = game.class_of(position)
        assert (len(members) > 1) == (aces > 0 and holes > 0)
        assert Component.of(game, position).columns == component.columns
        for move in game.moves(position):
            stays = game.play(position, move) in inside
            assert component.keeps(move) == stays
            left += not stays
            if stays:
                moving.add(move.card)
    assert moving == set(component.cards)
    assert component.exit_count == left
    canonical = component.canonical()
    assert canonical in inside
    for position in members[:: max(1, len(members) // 5)]:
        assert Component.of(game, position).canonical() == canonical


@pytest.mark.parametrize("columns", SMALL)
def test_the_theorem_holds_on_whole_state_graphs(columns: int) -> None:
    game = Superpuzz(columns)
    largest = 0
    for number in map(int, SMALL[columns].split()):
        start = game.encode(game.deal(number))
        graph = state_graph(columns, start, LARGEST[columns])
        for codes in tarjan(graph, start):
            assert_component(game, [game.decode(code) for code in codes])
            largest = max(largest, len(codes))
    assert largest >= 24


def deep_position(columns: int, number: int) -> Position:
    """Aces, twos and so on at home in the first three or four columns with a hole each, the rest shuffled."""
    rng = random.Random(number)
    depth = rng.choice((3, 4))
    cells: dict[int, Card | None] = {}
    rows, suits = list(range(4)), list(SUITS)
    for column in range(depth):
        # Slots lie right of slots, and what moves on them has its predecessor there.
        suits = rng.sample(suits, rng.randint(1, min(2, len(suits))))
        rows = rng.sample(rows, len(suits) + 1)
        for row, suit in zip(rows, [*suits, None], strict=True):
            cells[row * columns + column] = Card(suit, column + 1) if suit else None
    rest = [card for card in deck(columns - 1) if card not in cells.values()] + [None] * (4 - depth)
    rng.shuffle(rest)
    return Position(tuple(cells[cell] if cell in cells else rest.pop() for cell in range(4 * columns)))


@pytest.mark.parametrize("columns", DEEP)
def test_the_theorem_holds_where_three_or_four_columns_move(columns: int) -> None:
    game = Superpuzz(columns)
    deep = dict.fromkeys(range(5), 0)
    for number in map(int, DEEP[columns].split()):
        start = game.encode(deep_position(columns, number))
        graph = state_graph(columns, start, DEEP_LARGEST)
        for codes in tarjan(graph, start):
            members = [game.decode(code) for code in codes]
            assert_component(game, members)
            deep[len(Component.of(game, members[0]).columns)] += 1
    assert deep[3] >= 10
    assert deep[4] >= 4


def test_exits_are_the_moves_that_leave() -> None:
    component = of(FIRST)
    exits = list(component.exits())
    assert len(exits) == component.exit_count == 204
    inside = set(component.members())
    for member, move in exits:
        assert member in inside
        assert FULL.play(member, move) not in inside
    moves = sum(len(FULL.moves(member)) for member in inside)
    kept = sum(FULL.play(member, move) in inside for member in inside for move in FULL.moves(member))
    assert moves - kept == 204
