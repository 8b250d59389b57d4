"""Certificates of all distances: how far a position can be from the goal."""

from pathlib import Path

import pytest
from independent import statuses
from mutants import Certificate

from effort import a_part
from yomikiri import InputError, Sliding, Superpuzz
from yomikiri.certificates import check, write_greatest


@pytest.mark.parametrize(
    ("game", "greatest", "positions"),
    [
        (Sliding(2, 2), 6, 12),
        (Sliding(2, 3), 21, 360),
        (Sliding(3, 2, "1 2 / 3 0 / 4 5"), 21, 360),
        (Sliding(3, 3), 31, 181_440),
    ],
    ids=str,
)
def test_the_greatest_distance_is_proved(
    game: Sliding, greatest: int, positions: int, tmp_path: Path
) -> None:
    header = write_greatest(tmp_path / "a", game)
    assert (header.claim.length, header.entries) == (greatest, positions - 1)
    verdict = check(tmp_path / "a")
    assert verdict.proved
    assert verdict.visits == positions
    assert verdict.sentence.endswith(
        f"every position that can be solved takes at most {greatest} moves, and the start {greatest}"
    )
    assert statuses([tmp_path / "a"]) == [0]


@a_part(4)
def test_no_position_can_be_left_out_or_changed(tmp_path: Path, part: int) -> None:
    write_greatest(tmp_path / "a", Sliding(2, 3))
    whole = Certificate.read(tmp_path / "a")
    paths = []
    for number, (bound, key) in list(enumerate(whole.entries()))[::part]:
        for way in (None, bound + 1, bound - 1):
            changed = whole.copy()
            changed.levels[bound].remove(key)
            if way is not None:
                changed.levels.setdefault(way, set()).add(key)
            if way != 0:
                paths.append(tmp_path / f"{number} {way}")
                paths[-1].write_bytes(changed.bytes())
    assert len(paths) > 1000 // part
    assert set(statuses(paths)) == {10}
    assert not any(check(path).proved for path in paths)


def test_other_games_have_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="moves that can be undone"):
        write_greatest(tmp_path / "a", Superpuzz(4))
