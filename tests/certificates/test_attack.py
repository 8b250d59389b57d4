"""Attack: certificates are changed in every way, and what is accepted then must still be true.

The judge of what is true is an exhaustive search that knows no lemma.  Both checkers are asked, and have to
agree.
"""

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from certificate_tools import Case, distance, is_plain, small_cases
from independent import statuses
from mutants import Certificate, mutants

from yomikiri import Sliding
from yomikiri.certificates import NotACertificate, check, write_greatest
from yomikiri.certificates.format import Header, read_header
from yomikiri.certificates.reasoning import game_of


class Greatest(NamedTuple):
    """The certificate of all distances."""

    game: Sliding
    inference = ("none",)

    def write(self, path: Path) -> None:
        write_greatest(path, self.game)


CASES: dict[str, Case | Greatest] = {**dict(small_cases()), "sliding greatest": Greatest(Sliding(2, 3))}
NEVER_ACCEPTED = {"truncate", "flip a bit", "drop_a_level", "add_a_key_twice", "claim_more", "another_width"}


def status_of(path: Path, game: Any) -> tuple[int, Header | None]:
    try:
        verdict = check(path, game)
    except NotACertificate:
        return 2, None
    return (0 if verdict.proved else 10), verdict.header


def greatest(game: Any) -> int:
    """The distance of the furthest position that can be solved: by looking at every one."""
    return max(found for found in (distance(game, start) for start in permutations(game.goal)) if found)


def is_true(header: Header, game: Any) -> bool:
    if header.claim.kind == "greatest" and header.claim.length != greatest(game):
        return False
    fewest = distance(game, game.parse_position(header.start))
    if header.claim.kind == "unsolvable":
        return fewest is None
    if header.claim.kind == "at-least":
        return fewest is None or fewest >= header.claim.length
    return fewest == header.claim.length


def attack(name: str, count: int, folder: Path) -> dict[str, int]:
    """Change one certificate in so many ways; how many changes of each kind were accepted."""
    case = CASES[name]
    original = folder / "original"
    case.write(original)
    paths, kinds, found = [], [], []
    own = is_plain(name)
    for number, (kind, data) in enumerate(mutants(original, case.game, count, Random(name))):
        path = folder / str(number)
        path.write_bytes(data)
        status, header = status_of(path, case.game if own else None)
        if status == 0:
            assert header is not None
            assert is_true(header, case.game if own else game_of(header)), f"{kind}: {header}"
        paths.append(path)
        kinds.append(kind)
        found.append(status)
    if not is_plain(name):
        for path, kind, ours, other in zip(paths, kinds, found, statuses(paths), strict=True):
            assert ours == other, f"{path}: {kind}: {ours} here, {other} by the independent checker"
        # From disk, with hardly any memory: the same files are accepted, and with joins perhaps more, since
        # positions that are met twice in a pass are looked at once and so count as one visit.
        by_passes = statuses(paths, "--disk", str(folder), "--bytes", "300")
        for path, ours, other in zip(paths, found, by_passes, strict=True):
            if (ours == 0) != (other == 0):
                header, _ = read_header(path.read_bytes())
                assert other == 0
                assert "joins" in header.inference
                assert is_true(header, game_of(header))
    accepted = [kind for kind, status in zip(kinds, found, strict=True) if status == 0]
    return {kind: accepted.count(kind) for kind in kinds}


@pytest.mark.parametrize("name", CASES)
def test_what_is_accepted_is_true(name: str, tmp_path: Path) -> None:
    accepted = attack(name, 21, tmp_path)
    assert sum(accepted.get(kind, 0) for kind in NEVER_ACCEPTED) == 0, accepted
    if "joins" not in (CASES[name].inference or ("joins",)):
        assert accepted.get("drop_an_entry", 0) == 0


@pytest.mark.parametrize("first", [name for name in CASES if not is_plain(name)])
def test_a_certificate_never_proves_another_deal(first: str, tmp_path: Path) -> None:
    """The table of one deal under the start of others: accepted only where the claim is true of them, too."""
    case = CASES[first]
    if isinstance(case, Greatest):
        return
    case.write(tmp_path / "a")
    one = Certificate.read(tmp_path / "a")
    paths = []
    for number in range(1, 9):
        dealt = case.game.deal(number)
        position = dealt.arrange("HDSC") if hasattr(dealt, "arrange") else dealt
        text = case.game.format_position(position)
        if text == one.header.start:
            continue
        for header in (replace(one.header, start=text), replace(one.header, start=text, deal=number)):
            one.header = header
            paths.append(tmp_path / f"{number}-{header.deal}")
            paths[-1].write_bytes(one.bytes())
            status, found = status_of(paths[-1], None)
            if status == 0:
                assert found is not None
                assert is_true(found, case.game)
    statuses_here = [status_of(path, None)[0] for path in paths]
    assert statuses(paths) == statuses_here
    assert statuses_here.count(0) < len(paths)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_what_is_accepted_is_true_many_times(name: str, tmp_path: Path) -> None:
    attack(name, 400, tmp_path)


@pytest.mark.parametrize("name", [name for name in CASES if not is_plain(name)])
def test_the_independent_checker_proves_what_is_written(name: str, tmp_path: Path) -> None:
    CASES[name].write(tmp_path / "a")
    assert statuses([tmp_path / "a"]) == [0]
    assert statuses([tmp_path / "a"], "--disk", str(tmp_path), "--bytes", "100") == [0]
