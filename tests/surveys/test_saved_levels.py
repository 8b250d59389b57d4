"""The folder of a search in parts: whatever is damaged, missing or of another search is refused by name."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from damage import assert_all_damage_is_refused
from yomikiri import InputError, Limits, Outcome, Result, Superpuzz
from yomikiri.core.errors import DamagedFile
from yomikiri.surveys import partition
from yomikiri.surveys.part import LEVEL
from yomikiri.surveys.partition import solve_partitioned
from yomikiri.surveys.saved_levels import FORMAT, SavedLevels
from yomikiri.surveys.team import ThreadTeam

GAME = Superpuzz(4)


def search(folder: Path, deal: int = 1, **options: Any) -> Result:
    return solve_partitioned(GAME, GAME.deal(deal), resume=folder, **options)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A search in two parts, stopped after a few levels."""
    assert search(tmp_path, limits=Limits(nodes=30)).outcome is Outcome.NODE_LIMIT
    return tmp_path


def test_the_folder_of_another_search_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="another search: its position"):
        search(folder, 2)
    with pytest.raises(InputError, match="another search: its symmetry"):
        search(folder, symmetry="rows")


def test_every_flipped_bit_and_every_cut_of_its_file_is_refused(folder: Path) -> None:
    file = folder / "search.json"
    same = {name: FORMAT.read_json(file)[name] for name in (*SavedLevels.SAME, "states", "hash_seed")}
    assert_all_damage_is_refused(file, lambda: SavedLevels(**same).load(folder))


@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.slow)])
def test_every_flipped_bit_and_every_cut_of_a_level_is_refused(folder: Path, step: int) -> None:
    file = max(folder.glob("level-*"), key=lambda level: level.stat().st_size)
    whole = {path: path.read_bytes() for path in folder.iterdir()}

    def again() -> None:
        # What the search writes after the damage is taken back, so that each damage meets the same folder.
        try:
            search(folder, limits=Limits(nodes=30))
        finally:
            for path in set(folder.iterdir()) - set(whole):
                path.unlink()

    assert_all_damage_is_refused(file, again, step)


def test_a_level_that_is_missing_or_another_one_is_refused(folder: Path) -> None:
    first, *_, last = sorted(folder.glob("level-*"))
    good = last.read_bytes()
    shutil.copy(first, last)
    with pytest.raises(
        DamagedFile, match=f"{last.name}' is damaged: it is not the file that search.json means"
    ):
        search(folder)
    last.unlink()
    with pytest.raises(DamagedFile, match=f"{last.name}' is damaged: it is missing; empty the folder"):
        search(folder)
    last.write_bytes(good)
    assert search(folder).outcome is solve_partitioned(GAME, GAME.deal(1)).outcome


def test_a_level_of_the_same_place_of_another_search_is_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    search(other, 2, limits=Limits(nodes=30))
    level = sorted(folder.glob("level-*"))[0]
    shutil.copy(other / level.name, level)
    with pytest.raises(DamagedFile, match=r"not the file that search.json means"):
        search(folder)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"levels": 5}, "its levels are no list"),
        ({"levels": []}, "its levels are no list"),
        ({"levels": [["0" * 16], []]}, "files without a seal"),
        ({"levels": [["nonsense"]]}, "files without a seal"),
        ({"expanded": 1.5}, "its expanded is not a number"),
        ({"stored": -1}, "its stored is not a number"),
        ({"seconds": "1"}, "its seconds is not a number"),
        ({"expanded": 10**6}, "do not make"),
        ({"generated": 0}, "do not make"),
        ({"expanded": 0}, "do not make"),
    ],
)
def test_what_can_not_be_is_refused_though_it_is_sealed(
    folder: Path, values: dict[str, object], message: str
) -> None:
    file = folder / "search.json"
    FORMAT.write_json(file, FORMAT.read_json(file) | values)
    with pytest.raises(DamagedFile, match=message):
        search(folder)


def test_positions_that_are_missing_are_noticed(folder: Path) -> None:
    file = folder / "search.json"
    saved = FORMAT.read_json(file)
    level = sorted(folder.glob("level-*"))[-1]
    saved["levels"][-1][-1] = LEVEL.write(level, b"").word
    FORMAT.write_json(file, saved)
    with pytest.raises(
        DamagedFile, match=r"is damaged: \d+ positions, \d+ of them in the last level; expected"
    ):
        search(folder)


@pytest.mark.parametrize("text", ["", "[]", "{}"])
def test_a_folder_of_an_earlier_version_is_refused_with_what_to_do(folder: Path, text: str) -> None:
    (folder / "search.json").write_text(text)
    with pytest.raises(DamagedFile, match=r"search.json' has no seal: .*empty the folder to search from"):
        search(folder)


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file' is not a folder for a search in parts: File exists"):
        search(tmp_path / "file")


# -- folders that cannot be written ---------------------------------------------------------------


class Unmounting(ThreadTeam):
    """A team whose folder is gone after so many calls of all parts."""

    folder: Path
    calls = 0

    def call_all(self, name: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        Unmounting.calls -= 1
        if not Unmounting.calls:
            shutil.rmtree(self.folder)
        return super().call_all(name, arguments)


def test_an_answer_whose_levels_can_not_be_kept_is_given_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "levels"
    expected = solve_partitioned(GAME, GAME.deal(1))
    monkeypatch.setattr(partition, "ThreadTeam", Unmounting)
    Unmounting.folder, Unmounting.calls = folder, 5
    result = search(folder)
    assert (result.outcome, result.moves, result.stored) == (
        expected.outcome,
        expected.moves,
        expected.stored,
    )
    message = f"'{folder}' cannot be written: No such file or directory; the levels after 2 are not kept"
    assert result.unsaved == message
    assert expected.unsaved is None


def test_a_folder_that_can_not_be_written_is_refused_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match="cannot be written: No space left on device; nothing is kept"):
        search(tmp_path)
    assert list(tmp_path.iterdir()) == []
