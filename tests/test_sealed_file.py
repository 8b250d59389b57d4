"""Sealed files: what is written comes back, and whatever is not as it was written is refused by name."""

import os
import random
from pathlib import Path

import pytest

from damage import assert_all_damage_is_refused
from yomikiri.core import sealed_file, whole_file
from yomikiri.core.errors import DamagedFile, InputError
from yomikiri.core.sealed_file import BodySum, Format, Seal

FORMAT = Format("list of things", 3, "make it again")
PAGES = Format("map of things", 1, "make it again", align=64)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "things"


def summed(data: bytes) -> int:
    found = BodySum()
    found.add(data)
    return found.value


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 1000])
@pytest.mark.parametrize("form", [FORMAT, PAGES])
def test_a_body_comes_back(path: Path, form: Format, size: int) -> None:
    body = random.Random(size).randbytes(size)
    seal = form.write(path, body)
    assert form.read(path) == body
    assert form.glance(path) == seal
    assert seal.start % form.align == 0
    assert path.stat().st_size == seal.start + size
    assert bytes(form.read_into(path, lambda count: memoryview(bytearray(count)))) == body


@pytest.mark.parametrize("body", [b"", b"a", bytes(range(40))])
@pytest.mark.parametrize("form", [FORMAT, PAGES])
def test_every_flipped_bit_and_every_cut_is_refused(path: Path, form: Format, body: bytes) -> None:
    form.write(path, body)
    assert_all_damage_is_refused(path, lambda: form.read(path))


def test_a_mapped_body_is_checked_by_its_seal(path: Path) -> None:
    FORMAT.write(path, b"abc")
    with FORMAT.mapping(path) as (file, seal):
        assert os.pread(file.fileno(), 3, seal.start) == b"abc"
        FORMAT.check(path, seal, b"abc")
        for wrong in (b"abd", b"ab", b"abcd"):
            with pytest.raises(DamagedFile, match="things' is damaged: its checksum is wrong; make it again"):
                FORMAT.check(path, seal, wrong)


def test_a_stream_is_the_same_however_it_is_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed_file, "CHUNK", 16)
    body, generator = random.Random(1).randbytes(200), random.Random(2)
    whole = FORMAT.write(path, body)
    for _ in range(50):
        rest = body
        with FORMAT.writing(path) as stream:
            while rest:
                count = generator.randint(0, 40)
                stream.write(rest[:count])
                rest = rest[count:]
        assert stream.seal == whole == FORMAT.glance(path)
        found = b""
        with FORMAT.reading(path) as reader:
            while piece := reader.read(generator.randint(1, 40)):
                found += piece
        assert found == body


def test_a_body_of_many_chunks_has_a_sum_of_its_own() -> None:
    chunk = sealed_file.CHUNK
    data = bytearray(random.Random(3).randbytes(2 * chunk + 5))
    right = summed(bytes(data))
    assert right == summed(bytes(data))
    for at in (0, chunk - 1, chunk, 2 * chunk, len(data) - 1):
        data[at] ^= 1
        assert summed(bytes(data)) != right
        data[at] ^= 1
    # Chunks that changed places are noticed, too, and so is one that is there twice.
    assert summed(bytes(data[chunk : 2 * chunk] + data[:chunk] + data[2 * chunk :])) != right
    assert summed(bytes(data[:chunk] + data[:chunk] + data[2 * chunk :])) != right


def test_a_stream_that_was_not_read_to_its_end_is_no_answer(path: Path) -> None:
    FORMAT.write(path, b"abcdef")
    with pytest.raises(DamagedFile, match="not all of it was read"), FORMAT.reading(path) as stream:
        assert stream.read(3) == b"abc"


def test_a_file_that_shrinks_while_it_is_read_is_refused(path: Path) -> None:
    FORMAT.write(path, bytes(5000))

    def read() -> None:
        with FORMAT.reading(path) as stream:
            stream.read(1000)
            os.truncate(path, 2000)
            stream.read(4000)

    with pytest.raises(DamagedFile, match="things' is damaged"):
        read()


def test_what_the_file_is_and_which_version_are_named(path: Path) -> None:
    PAGES.write(path, b"abc")
    with pytest.raises(DamagedFile, match="things' is a map of things: expected a list of things"):
        FORMAT.read(path)
    Format(FORMAT.kind, 2, "").write(path, b"abc")
    with pytest.raises(
        DamagedFile, match="is of version 2 of a list of things: expected version 3; make it again"
    ):
        FORMAT.read(path)


@pytest.mark.parametrize("content", [b"", b"{}", b"yomikiri", b"\0" * 5000])
def test_a_file_without_a_seal_is_named(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    message = "things' has no seal: expected a list of things; .* of an earlier version, make it again"
    with pytest.raises(DamagedFile, match=message):
        FORMAT.read(path)


def test_a_body_inside_of_the_line_and_bytes_before_the_body_are_refused(path: Path) -> None:
    size = len(Seal(FORMAT.kind, 3, 0, 0, 0).line)
    for seal in (Seal(FORMAT.kind, 3, size - 10, 10, 0), Seal(FORMAT.kind, 3, 0, size + 1, summed(b""))):
        path.write_bytes((seal.line + b"x")[: seal.start + seal.length])
        with pytest.raises(DamagedFile, match="there is something between its seal and its body"):
            FORMAT.read(path)


def test_json_comes_back_and_a_body_that_is_none_is_refused(path: Path) -> None:
    FORMAT.write_json(path, {"a": [1, None]})
    assert FORMAT.read_json(path) == {"a": [1, None]}
    assert path.read_bytes().endswith(b'\n{"a": [1, null]}\n')
    for body in (b"{", b"\xff", b"[" * 100_000):
        FORMAT.write(path, body)
        with pytest.raises(DamagedFile, match="its body is not JSON"):
            FORMAT.read_json(path)


def test_a_missing_file_is_for_the_caller_to_judge(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FORMAT.read(path)


def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(InputError, match="is not a file: expected a list of things"):
            FORMAT.read(name)
    with pytest.raises(InputError, match="cannot be read: "):
        FORMAT.read(tmp_path / ("a" * 1000))


def test_a_failure_leaves_the_old_file_and_no_part(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    FORMAT.write(path, b"old")

    def give_up() -> None:
        with FORMAT.writing(path) as stream:
            stream.write(b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        give_up()
    with pytest.raises(KeyboardInterrupt), whole_file.replacing(path):
        raise KeyboardInterrupt

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            FORMAT.write(path, b"new")
    assert FORMAT.read(path) == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_the_part_of_a_killed_writer_is_overwritten(path: Path) -> None:
    path.with_name("things.part").write_bytes(b"x" * 100_000)
    FORMAT.write(path, b"new")
    assert FORMAT.read(path) == b"new"
    assert list(path.parent.iterdir()) == [path]
