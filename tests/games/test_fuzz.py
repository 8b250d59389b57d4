"""Whatever a person or a program types: a value or one of our errors, soon, and never anything else."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from yomikiri import NotationError, Superpuzz, YomikiriError, open_deal
from yomikiri.cli.options import LARGEST, UNITS, parse_count, parse_memory, parse_seconds, split_moves
from yomikiri.core.cards import RANKS, SUITS
from yomikiri.games.superpuzz.rules import read_position

quick = settings(max_examples=100, deadline=None)

# Words that are nearly right find more than noise does; \u212a (Kelvin) and \u017f (long s) upper-case
# to letters of ours.
ranks = st.sampled_from([*RANKS, "10", "T", "k", "a", "\u212a", "", "1"])
suits = st.sampled_from([*SUITS, "h", "c", "\u017f", "X", ""])
cards = st.builds(str.__add__, suits, ranks)
holes = st.sampled_from(["..", "--", "__", ".", "..."])
words = st.one_of(cards, cards, holes, st.text(max_size=4))
rows = st.lists(words, max_size=15).map(" ".join)
near_positions = st.lists(rows, max_size=6).map("\n".join) | st.lists(rows, min_size=4, max_size=4).map(
    " / ".join
)
row_numbers = st.sampled_from(["", "@1", "@4", "@0", "@5", "@", "@@", "@x", "@1 "])
near_moves = st.one_of(
    st.builds(str.__add__, cards, row_numbers),
    st.builds(
        lambda a, b, shape: shape.format(a, b),
        cards,
        cards,
        st.sampled_from(["({},{})", "({}, {})", "({},{}", "({})"]),
    ),
    st.text(max_size=12),
)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def says_on_one_line(error: YomikiriError, beginning: str = "") -> None:
    """What interfaces rely on when they print a message."""
    assert str(error).startswith(beginning)
    assert str(error).isprintable()
    assert len(str(error)) < 200


@quick
@given(near_positions | st.text())
@example("H\u212a .. / DA .. / SA .. / CA ..")
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    try:
        position = read_position(text)
    except NotationError as error:
        says_on_one_line(error)
    else:
        assert read_position(str(position)) == position


@quick
@given(st.permutations(Superpuzz(5).cards + [None] * 4), near_moves)
@example([*Superpuzz(5).cards, None, None, None, None], "H\u212a")
def test_any_text_is_a_move_or_one_of_our_errors(layout: list[Any], text: str) -> None:
    game = Superpuzz(5)
    names = [".." if card is None else str(card) for card in layout]
    position = game.parse_position("/".join(" ".join(names[i : i + 5]) for i in range(0, 20, 5)))
    try:
        move = game.parse_move(position, text)
        following = game.play(position, move)
    except YomikiriError as error:
        says_on_one_line(error)
    else:
        assert move in game.moves(position)
        assert following != position
        assert game.parse_move(position, game.format_move(position, move)) == move
        assert game.parse_move(position, game.format_swap(position, move)) == move


@quick
@given(
    st.fixed_dictionaries({}, optional={"game": json_values, "size": json_values, "position": json_values})
)
@example({"game": "superpuzz", "size": 5, "position": ["HA"]})
@example({"game": "superpuzz", "size": True, "position": []})
def test_any_json_is_a_deal_or_one_of_our_errors(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzz-deal.json"
    file.write_text(json.dumps(data))
    with pytest.raises(YomikiriError):
        open_deal("superpuzz", str(file))


@quick
@given(st.text(alphabet="+-0123456789._eE ", max_size=30) | st.text(max_size=8))
@example("--5")
@example("+" + "9" * 5000)
@example("\0")
@example("²")
def test_any_text_is_a_deal_or_one_of_our_errors(source: str) -> None:
    if source == "-":
        return  # Standard input.
    try:
        deal = open_deal("superpuzz", source, "3")
    except YomikiriError:
        return
    assert deal.label == int(source)


@quick
@given(st.text() | st.text(alphabet="()HDSCA2345, @\n", max_size=60))
@example("(" * 5000)
def test_splitting_moves_loses_nothing_but_blanks(text: str) -> None:
    pieces = split_moves(text)
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(pieces)


numbers = st.one_of(
    st.text(max_size=10),
    st.text(alphabet="0123456789._eE+-", max_size=12),
    st.from_regex(r"[0-9]{1,5}(\.[0-9]{0,3})? ?([kmgtKMGTx](i?[bB])?)?", fullmatch=True),
    st.sampled_from(["nan", "inf", "-0", "1e99", "1e999999999", "9" * 5000, "٣", "1_0", "0x1"]),
)


@quick
@given(numbers)
@example("1e999999999")
@example("9" * 5000)
@pytest.mark.parametrize("parse", [parse_count, parse_seconds, parse_memory])
def test_any_text_is_a_limit_or_one_of_our_errors(
    parse: Callable[[str, str | None], float | None], text: str
) -> None:
    try:
        value = parse("--option", text)
    except YomikiriError as error:
        says_on_one_line(error, beginning="--option '")
    else:
        assert value is None or value >= 0


@quick
@given(st.integers(0, 2**20), st.sampled_from([*UNITS]), st.sampled_from(["", "ib", "iB"]), st.booleans())
def test_a_memory_size_is_number_times_unit(number: int, unit: str, tail: str, upper: bool) -> None:
    text = f"{number}{unit.upper() if upper else unit}{tail if unit else ''}"
    assert parse_memory("--memory", text) == number * UNITS[unit]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("4GiB", 2**32),
        ("2G", 2**31),
        ("0.5k", 512),
        ("1000000", 10**6),
        ("1.5 MiB", 3 * 2**19),
        (".5T", 2**39),
    ],
)
def test_memory_sizes_people_write(text: str, size: int) -> None:
    assert parse_memory("--memory", text) == size


@pytest.mark.parametrize(
    ("text", "count"),
    [("1000000", 10**6), ("1_000", 1000), ("1e6", 10**6), ("2.5E3", 2500), (str(LARGEST), LARGEST)],
)
def test_counts_people_write(text: str, count: int) -> None:
    assert parse_count("--nodes", text) == count
    assert parse_count("--nodes", "none") is None


@pytest.mark.parametrize(("text", "seconds"), [("2.5", 2.5), ("0", 0.0), (".5", 0.5), ("1e3", 1000.0)])
def test_times_people_write(text: str, seconds: float) -> None:
    assert parse_seconds("--seconds", text) == seconds
    assert parse_seconds("--seconds", "none") is None
