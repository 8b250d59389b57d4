"""Numbered deals: the same for ever, complete, and fair."""

import random
from collections import Counter

import pytest

from yomikiri import InputError, Superpuzz
from yomikiri.core.cards import deck
from yomikiri.core.dealing import MAX_DEAL, RANDOM_DEALS, SplitMix64, fnv1a, random_number, shuffled


def test_fnv1a_gives_its_published_values() -> None:
    assert fnv1a(b"") == 0xCBF29CE484222325
    assert fnv1a(b"a") == 0xAF63DC4C8601EC8C
    assert fnv1a(b"foobar") == 0x85944171F73967E8


def test_splitmix64_gives_its_published_values() -> None:
    stream = SplitMix64(1234567)
    assert [stream.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_draws_below_a_bound_are_in_range_and_reach_every_value() -> None:
    stream = SplitMix64(1)
    for bound in (1, 2, 3, 7, 52):
        assert {stream.below(bound) for _ in range(60 * bound)} == set(range(bound))


def test_a_draw_that_would_favour_small_numbers_is_thrown_away() -> None:
    # Just over half of 2**64: nearly every second output lies beyond the largest multiple of the bound.
    bound = 2**63 + 1
    stream, plain = SplitMix64(99), SplitMix64(99)
    for _ in range(50):
        expected = plain.next()
        while expected >= bound:
            expected = plain.next()
        assert stream.below(bound) == expected


VECTORS = {
    (2, 1): "SA DA / C2 CA / HA S2 / H2 D2",
    (3, 1): "CA C3 HA / D3 H2 S3 / H3 C2 DA / S2 SA D2",
    (4, 1): "DA .. S2 C3 / H2 .. HA H3 / CA S3 .. D3 / C2 D2 SA ..",
    (4, 2): "C4 C3 D4 DA / D3 SA S3 C2 / H3 S4 H2 CA / H4 D2 HA S2",
    (5, 42): "S4 H3 S5 SA D3 / S3 C4 H4 H2 D4 / C2 HA D2 C5 H5 / CA C3 S2 D5 DA",
    (6, 2**63 - 1): "D4 C4 DA S2 H2 CA / S4 D6 D5 HA D3 H5 / D2 C3 H6 C5 H4 C2 / C6 H3 S6 S3 S5 SA",
    (10, 1): "S4 H8 D7 D3 H5 C2 H9 H0 D5 C5 / C0 C4 S8 SA D8 C6 S0 H4 S2 D9 "
    "/ H6 D2 DA C3 HA S7 C7 H3 CA S9 / C8 S3 D0 S5 D6 S6 D4 H7 C9 H2",
    (13, 1): "C5 HA C7 CJ DJ D7 H5 D6 H2 S6 S4 C3 S5 / HK CQ S7 SQ S3 S8 D8 H3 CK D0 H9 SK HQ "
    "/ C4 HJ SA C2 H4 H8 S0 C9 CA D5 C0 SJ H7 / C8 D3 DK DA S9 DQ D9 S2 C6 D4 D2 H0 H6",
    (13, 42): "HQ HJ DQ H8 S3 SA S6 D4 S7 DA S8 H3 DK / D8 S0 D5 S2 CQ H0 H4 S5 HA CA S9 D7 C7 "
    "/ SK C3 C0 H6 H5 SJ D6 C8 S4 HK H7 D2 C4 / C6 SQ C5 H2 D0 C2 DJ C9 H9 CK D3 D9 CJ",
}


@pytest.mark.parametrize(("columns", "number"), VECTORS)
def test_a_deal_number_means_the_same_position_for_ever(columns: int, number: int) -> None:
    position = Superpuzz(columns).deal(number)
    assert repr(position) == f"Position.read('{VECTORS[columns, number]}')"


@pytest.mark.parametrize("columns", range(2, 14))
def test_a_deal_has_every_card_once_and_four_named_holes(columns: int) -> None:
    for number in (1, 2, 3, 10**9, MAX_DEAL):
        position = Superpuzz(columns).deal(number)
        assert sorted(filter(None, position.cells)) == sorted(deck(columns - 1))
        assert position.cells.count(None) == 4
        assert sorted(position.hole_names) == sorted("HDSC")


def test_numbers_and_sizes_give_different_deals() -> None:
    assert len({Superpuzz(13).deal(number) for number in range(1, 2001)}) == 2000
    assert str(Superpuzz(4).deal(1)).split() != str(Superpuzz(5).deal(1)).split()[:16]


def test_dealing_leaves_the_global_random_generator_alone() -> None:
    random.seed(5)
    expected = random.random()
    random.seed(5)
    Superpuzz(13).deal(1)
    assert random.random() == expected


@pytest.mark.parametrize("cell", [0, 7, 15])
def test_every_card_comes_to_a_cell_about_equally_often(cell: int) -> None:
    deals = 5000
    counts = Counter(shuffled(deck(4), "superpuzz", 4, number)[cell] for number in range(1, deals + 1))
    mean = deals / 16
    chi_square = sum((counts[card] - mean) ** 2 / mean for card in deck(4))
    # 15 degrees of freedom: a fair shuffle exceeds 44.3 once in ten thousand times, and the deals are fixed.
    assert chi_square < 44.3


@pytest.mark.parametrize("number", [0, -1, MAX_DEAL + 1])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(InputError, match=rf"deal number {number} is out of range: expected 1 to {MAX_DEAL}$"):
        Superpuzz(4).deal(number)


def test_random_numbers_are_in_range_and_differ() -> None:
    drawn = {random_number() for _ in range(50)}
    assert len(drawn) > 40
    assert all(1 <= number <= RANDOM_DEALS for number in drawn)
