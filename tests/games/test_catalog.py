"""The catalogue of games, and deals by what a person types."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from yomikiri import Deal, InputError, NotationError, Superpuzz, game, open_deal
from yomikiri.core.catalog import MAX_FILE_BYTES
from yomikiri.core.dealing import MAX_DEAL
from yomikiri.core.registry import entries

TEXT = str(Superpuzz(4).deal(3)) + "\n"
JSON = json.dumps(Superpuzz(4).position_to_json(Superpuzz(4).deal(3)))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[bytes], str]:
    """Writes bytes to a file and returns its name."""

    def to_file(data: bytes) -> str:
        path = tmp_path / "deal.txt"
        path.write_bytes(data)
        return str(path)

    return to_file


@pytest.mark.parametrize("name", entries())
def test_every_kind_makes_its_default_size_and_reads_its_own_deals(name: str) -> None:
    kind = entries()[name]
    made = game(name)
    assert made == kind.made(str(kind.default_size), None, {})
    assert (made.name, made.size) == (name, kind.default_size)
    for found in (made.deal(1), kind.dealt(made, 1)):
        text = Deal.of(made, found, 1).text
        assert kind.position(text, None, None, {}) == (made, found)
    assert kind.summary
    assert kind.sizes


@pytest.mark.parametrize("size", [2, "2", 13, "13", "007"])
def test_a_size_may_be_a_number_or_text(size: int | str) -> None:
    assert game("superpuzz", size) == Superpuzz(int(size))


@pytest.mark.parametrize("size", ["", "1", "14", "x", "-4", "4.0", "4 ", "٤", "²", "9" * 30, 1, 14, -4, 4.5])
def test_a_size_that_is_none_is_refused(size: int | str) -> None:
    with pytest.raises(InputError, match="expected 2 to 13"):
        game("superpuzz", size)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="unknown game 'chess': expected one of ") as refused:
        game("chess")
    named = str(refused.value).partition("one of ")[2].split(", ")
    assert {*entries(), *(name for kind in entries().values() for name in kind.variants)} == set(named)
    assert all(game(name) for name in named)
    with pytest.raises(InputError, match="unknown game"):
        open_deal("chess", "1")


@pytest.mark.parametrize("source", ["1", "+1", "0001", str(MAX_DEAL)])
def test_a_number_opens_that_deal(source: str) -> None:
    assert open_deal("superpuzz", source, 4) == Deal.of(
        Superpuzz(4), Superpuzz(4).deal(int(source)), int(source)
    )


def test_without_a_size_a_number_opens_the_full_game() -> None:
    assert open_deal("superpuzz", "1").game == Superpuzz(13)


@pytest.mark.parametrize("source", ["0", "-1", "+0", str(MAX_DEAL + 1), "9" * 30])
def test_a_number_out_of_range_is_refused(source: str) -> None:
    with pytest.raises(InputError, match=rf"is out of range: expected 1 to {2**63 - 1}$"):
        open_deal("superpuzz", source, 4)


@pytest.mark.parametrize("source", [None, "random"])
def test_random_opens_a_deal_that_its_label_opens_again(source: str | None) -> None:
    dealt = open_deal("superpuzz", source, 5)
    assert dealt == open_deal("superpuzz", str(dealt.label), 5)
    assert dealt.label != open_deal("superpuzz", source, 5).label


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", " / ").lower().encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        JSON.encode(),
        b"\xef\xbb\xbf \n" + JSON.encode(),
        TEXT.encode() + b"\n" * (MAX_FILE_BYTES - len(TEXT)),
    ],
    ids=["text", "crlf", "slashes", "text after a BOM", "JSON", "JSON after a BOM", "as large as allowed"],
)
@pytest.mark.parametrize("size", [None, 4])
def test_a_file_in_any_spelling_opens_its_position(
    write: Callable[[bytes], str], data: bytes, size: int | None
) -> None:
    assert open_deal("superpuzz", write(data), size) == Deal.of(
        Superpuzz(4), Superpuzz(4).deal(3), "position"
    )


@pytest.mark.parametrize("data", [TEXT, JSON])
def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))
    assert open_deal("superpuzz", "-").position == Superpuzz(4).deal(3)


def test_a_closed_standard_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"standard input is closed$"):
        open_deal("superpuzz", "-")


@pytest.mark.parametrize("data", [TEXT, JSON])
def test_a_size_that_disagrees_with_the_position_is_refused(write: Callable[[bytes], str], data: str) -> None:
    with pytest.raises(NotationError, match="expected 5"):
        open_deal("superpuzz", write(data.encode()), 5)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty: expected a position$"),
        (b"# only this\n", "the text has only comments: expected 4 rows"),
        (b"hello", "found 1 rows"),
        (b"{", "not valid JSON"),
        (b"{}", 'needs "game", "size" and "position"'),
        (b'{"size": null}', 'needs "game", "size" and "position"'),
        (b'{"size": 4}', '"game" is None'),
        (b'{"size": 99}', "size '99' is not a size of superpuzz"),
        (b'{"size": true}', "size 'True' is not a size of superpuzz"),
        (b'{"size": [4]}', 'needs "game", "size" and "position"'),
        (b'{"a":' * 10000, "not valid JSON"),
        (b'{"size": ' + b"9" * 5000 + b"}", "not valid JSON"),
        (b"HA \xff", "byte 4 of '.*' is not UTF-8 text"),
        (bytes(range(256)), "byte 129 of '.*' is not UTF-8 text"),
        (b"x" * (MAX_FILE_BYTES + 1), f"is larger than {MAX_FILE_BYTES} bytes"),
    ],
    ids=lambda value: repr(value[:16]),
)
def test_a_file_that_is_no_position_is_refused(
    write: Callable[[bytes], str], data: bytes, reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        open_deal("superpuzz", write(data))


@pytest.mark.parametrize(
    "source", ["no such file", "", ".", "x\0y", "--5", "+-5", "-x", "1.5", "٣", "a" * 300]
)
def test_what_is_neither_a_number_nor_a_file_is_refused(source: str) -> None:
    with pytest.raises(InputError, match="is neither a number nor a readable file: "):
        open_deal("superpuzz", source, 4)


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(InputError, match="is larger than"):
        open_deal("superpuzz", "/dev/zero")


def test_a_deal_may_be_a_number_or_text() -> None:
    assert open_deal("freecell", 617) == open_deal("freecell", "617")


@pytest.mark.parametrize("source", [1.5, True, b"1", [1]])
def test_a_deal_that_is_neither_is_refused(source: Any) -> None:
    with pytest.raises(InputError, match="is neither a number nor text"):
        open_deal("freecell", source)
