"""The file of a certificate: what is written is read back, and what is not as specified is refused."""

import io
from pathlib import Path
from random import Random

import pytest
from certificate_tools import Case
from hypothesis import given
from hypothesis import strategies as st

from yomikiri import Sliding
from yomikiri.certificates import NotACertificate, check
from yomikiri.certificates.format import INFINITE, Claim, Header, read_header
from yomikiri.certificates.table import blocks_of, in_order, pack_block, read_table

HEADER = Header(
    game="sliding",
    rules={"rows": "2", "columns": "2", "goal": "1 2 3 0"},
    start="1 2\n0 3",
    claim=Claim("shortest", 1),
    moves=("3",),
    inference=("parity",),
    bound="manhattan",
    deal=7,
    width=2,
    entries=0,
    body=0,
)


@given(
    st.dictionaries(
        st.integers(1, INFINITE), st.sets(st.binary(min_size=3, max_size=3), min_size=1), max_size=4
    )
)
def test_a_table_is_read_back(levels: dict[int, set[bytes]]) -> None:
    written = [(bound, sorted(levels[bound])) for bound in sorted(levels, reverse=True)]
    blocks = list(blocks_of(3, written))
    assert sum(count for count, _ in blocks) == sum(map(len, levels.values()))
    body = b"".join(block for _, block in blocks)
    assert list(read_table(io.BytesIO(body), 3, len(body))) == written


def test_keys_are_sorted_by_way_of_the_disk() -> None:
    rng = Random(1)
    keys = [rng.randbytes(5) for _ in range(1000)] + [b"twice", b"twice"]
    for most in (7, 100, 1002, 5000):
        assert list(in_order(iter(keys), 5, most)) == sorted(set(keys))
    assert list(in_order([], 5)) == []


@pytest.mark.parametrize(
    "blocks",
    [
        [pack_block(3, [b"b", b"a"])],
        [pack_block(3, [b"a", b"a"])],
        [pack_block(3, [b"b"]), pack_block(3, [b"a"])],
        [pack_block(3, [b"b"]), pack_block(3, [b"b"])],
        [pack_block(3, [b"a"]), pack_block(4, [b"b"])],
        [pack_block(0, [b"a"])],
        [pack_block(3, [b"aa"])],
        [pack_block(3, [b"a"])[:-1]],
        [pack_block(3, [b"a"]) + b"more"],
        [pack_block(3, [])],
    ],
)
def test_a_table_that_is_not_in_order_is_refused(blocks: list[bytes]) -> None:
    body = b"".join(blocks)
    with pytest.raises(NotACertificate):
        list(read_table(io.BytesIO(body), 1, len(body)))


def test_a_header_is_read_back() -> None:
    text = HEADER.text().encode()
    assert read_header(text + b"body") == (HEADER, len(text))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("certificate 1", "certificate 2", "expected 'yomikiri certificate 1'"),
        ("game: ", "gane: ", "expected 'game: "),
        ("game: sliding", "game: ", "has no value"),
        ("claim: shortest 1", "claim: longest 1", "expected one of unsolvable"),
        ("claim: shortest 1", "claim: shortest -1", "expected 0 to"),
        ("claim: shortest 1", "claim: shortest 65535", "expected 0 to"),
        ("key: 2", "key: 02", "not a number"),
        ("sha256: 0", "sha256: x", "64 hexadecimal digits"),
        ("inference: parity", "inference: parity joins", "goes with the inference 'joins'"),
        ("moves: 3", "moves:  3", "not written as this version"),
    ],
)
def test_a_header_that_is_not_as_specified_is_refused(old: str, new: str, said: str) -> None:
    assert old in HEADER.text()
    with pytest.raises(NotACertificate, match=said):
        read_header(HEADER.text().replace(old, new, 1).encode())


def test_damage_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a"
    case = Case(Sliding(2, 3), Sliding(2, 3).deal(1))
    case.write(path)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(NotACertificate):
            check(path)
    for at in range(0, len(whole), 50):
        path.write_bytes(whole[:at])
        with pytest.raises(NotACertificate):
            check(path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(NotACertificate, match="bytes, its header says"):
        check(path)


def test_no_file_is_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(NotACertificate, match="cannot be read"):
        check(tmp_path / "none")
