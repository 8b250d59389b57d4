"""Certificates of full-size games, written by the kernel and proved by the independent checker."""

from pathlib import Path

import pytest
from independent import statuses

from yomikiri import FreeCell, Gaps, Limits, Outcome, Sliding, Superpuzz, open_deal, solve
from yomikiri.certificates import write_certificate
from yomikiri.certificates.format import Claim
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.gaps.rules import ARRANGEMENTS

IMPOSSIBLE = {
    11982: 61_839,
    146692: 10_794,
    186216: 16_834,
    455889: 12_353,
    495505: 27_905,
    512118: 24_180,
    517776: 67_299,
    781948: 4_865,
}
"""The deals of 1 to 1,000,000 that cannot be won, and the entries of their tables."""

LOST = {73: (1_754, 6_503), 56: (7_025, 12_543), 45: (123_362, 243_897)}
"""Superpuzz at 13 columns: entries, and positions that a checker looks at."""

LARGER_LOST = {
    27: 1,
    67: 1_514,
    97: 3_248,
    68: 96_906,
    77: 276_035,
    40: 393_472,
    87: 550_381,
    84: 1_364_746,
    58: 2_547_800,
    35: 2_616_950,
    43: 4_818_943,
    88: 21_379_681,
    29: 26_758_984,
    25: 30_877_951,
}
"""The other lost ones of deals 1 to 100; the last takes five minutes and 4 GB."""


def test_the_impossible_deals_of_freecell_are_proved(tmp_path: Path) -> None:
    game, paths = FreeCell(), []
    for number, entries in IMPOSSIBLE.items():
        paths.append(tmp_path / str(number))
        header = write_certificate(paths[-1], game, game.deal(number), Claim("unsolvable"), deal=number)
        assert header.entries == entries
    assert set(statuses(paths)) == {0}


def test_lost_deals_of_the_full_superpuzz_are_proved(tmp_path: Path) -> None:
    game, paths = Superpuzz(13), []
    for number, counts in LOST.items():
        paths.append(tmp_path / str(number))
        header = write_certificate(paths[-1], game, game.deal(number), Claim("unsolvable"), deal=number)
        assert (header.entries, header.visits) == counts
    assert set(statuses(paths)) == {0}


def prove_lost(columns: int, deals: range, folder: Path) -> int:
    """Prove every lost deal of Superpuzz among these; how many there are."""
    game, paths = Superpuzz(columns), []
    for number in deals:
        result = solve(game, game.deal(number))
        if result.outcome is Outcome.UNSOLVABLE:
            paths.append(folder / f"{columns}-{number}")
            write_certificate(paths[-1], game, game.deal(number), Claim("unsolvable"), deal=number)
    assert set(statuses(paths)) <= {0}
    return len(paths)


@pytest.mark.parametrize(("columns", "lost"), [(4, 4), (5, 18), (6, 17)])
def test_every_lost_deal_of_small_boards_is_proved(columns: int, lost: int, tmp_path: Path) -> None:
    assert prove_lost(columns, range(1, 101), tmp_path) == lost


@pytest.mark.slow
@pytest.mark.parametrize("columns", [4, 5, 6, 7, 8])
def test_every_lost_deal_of_a_thousand_is_proved(columns: int, tmp_path: Path) -> None:
    assert prove_lost(columns, range(1, 1001), tmp_path) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("number", "entries"), LARGER_LOST.items())
def test_larger_lost_deals_of_superpuzz_are_proved(number: int, entries: int, tmp_path: Path) -> None:
    game = Superpuzz(13)
    header = write_certificate(
        tmp_path / "a", game, game.deal(number), Claim("unsolvable"), deal=number, most=100_000_000
    )
    assert header.entries == entries
    assert statuses([tmp_path / "a"]) == [0]


@pytest.mark.slow
def test_lost_arrangements_of_the_full_gaps_are_proved(tmp_path: Path) -> None:
    """Of deals 1 to 20, 390 of the 480."""
    game, paths = Gaps(14), []
    for number in range(1, 21):
        for arrangement in ARRANGEMENTS:
            position = game.layout(number).arrange(arrangement)
            if solve(game, position).outcome is Outcome.UNSOLVABLE:
                paths.append(tmp_path / f"{number}-{arrangement}")
                write_certificate(paths[-1], game, position, Claim("unsolvable"))
    assert len(paths) == 390
    assert set(statuses(paths)) == {0}


@pytest.mark.slow
def test_shortest_solutions_of_superpuzz_are_proved(tmp_path: Path) -> None:
    """Both claims: 14 of the deals 1 to 100 at 8 columns are lost."""
    game, paths = Superpuzz(8), []
    for number in range(1, 101):
        paths.append(tmp_path / str(number))
        solve(game, game.deal(number), shortest=True, certificate=paths[-1])
    assert set(statuses(paths)) == {0}


@pytest.mark.parametrize("variant", ["freecell", "bakers-game"])
@pytest.mark.parametrize("size", [(4, 1, 4), (4, 2, 5), (5, 2, 6)])
def test_small_decks_are_proved_both_ways(size: tuple[int, int, int], variant: str, tmp_path: Path) -> None:
    columns, cells, ranks = size
    game, paths = FreeCell(columns, cells, ranks=ranks, variant=variant), []
    for number in range(1, 41):
        paths.append(tmp_path / str(number))
        solve(game, game.deal(number), shortest=True, certificate=paths[-1])
    assert set(statuses(paths)) == {0}


PATTERNS = "patterns 1,4,5,8,9,12|2,3,6,7,10,11|13,14,15"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 101))
def test_korfs_instances_are_proved_by_pattern_databases(number: int, tmp_path: Path) -> None:
    deal = open_deal("sliding", f"korf:{number}")
    result = solve(deal.game, deal.position, shortest=True)
    assert result.moves is not None
    claim = Claim("shortest", len(result.moves))
    write_certificate(tmp_path / "a", deal.game, deal.position, claim, result.moves, bound=PATTERNS)
    assert statuses([tmp_path / "a"]) == [0]


@pytest.mark.parametrize(("ranks", "deals"), [(7, range(1, 60)), (13, range(1, 25))])
def test_lost_deals_of_black_hole_are_proved(ranks: int, deals: range, tmp_path: Path) -> None:
    game, paths = BlackHole(ranks), []
    for number in deals:
        result = solve(game, game.deal(number), limits=Limits(nodes=2000))
        if result.outcome is Outcome.UNSOLVABLE and result.expanded < 500:
            paths.append(tmp_path / str(number))
            write_certificate(paths[-1], game, game.deal(number), Claim("unsolvable"), deal=number)
    assert len(paths) > 0
    assert set(statuses(paths)) == {0}


SHORTEST = [2, 3, 6, 7, 8, 10, 11, 13, *range(15, 22), 23, 24, 25, 26, 28, 29]
"""Deals of 1 to 30 whose shortest solutions in single moves take 300,000 expansions at most."""


@pytest.mark.slow
@pytest.mark.parametrize("number", SHORTEST)
def test_shortest_solutions_of_freecell_are_proved(number: int, tmp_path: Path) -> None:
    game = FreeCell()
    result = solve(game, game.deal(number), shortest=True, certificate=tmp_path / "a")
    assert result.proved_shortest
    assert statuses([tmp_path / "a"]) == [0]


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 6, 7, 8, 9, 10, 11, 13])
def test_shortest_solutions_in_supermoves_are_proved(number: int, tmp_path: Path) -> None:
    game = FreeCell(metric="supermove")
    result = solve(game, game.deal(number), shortest=True, certificate=tmp_path / "a")
    assert result.proved_shortest
    assert statuses([tmp_path / "a"]) == [0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["korf:79", "korf:12", "korf:1"])
def test_shortest_solutions_of_the_fifteen_puzzle_are_proved(name: str, tmp_path: Path) -> None:
    deal = open_deal("sliding", name)
    assert isinstance(deal.game, Sliding)
    result = solve(deal.game, deal.position, shortest=True, certificate=tmp_path / "a")
    assert result.proved_shortest
    assert statuses([tmp_path / "a"]) == [0]
