"""Certificates are written and checked, for every game and kind of claim; false claims never get that far."""

from pathlib import Path
from typing import Any

import pytest
from certificate_tools import Beans, Case, Hop, distance, in_kernel, small_cases
from independent import statuses

from yomikiri import FreeCell, InputError, Sliding, Superpuzz, solve
from yomikiri.certificates import NotACertificate, check, write_certificate
from yomikiri.certificates.format import Claim
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.peg.rules import Peg

CASES = dict(small_cases())


@pytest.mark.parametrize("name", CASES)
def test_what_is_written_is_proved_and_true(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    claim = case.write(tmp_path / "a")
    verdict = check(tmp_path / "a", case.game)
    assert verdict.proved, str(verdict)
    fewest = distance(case.game, case.position)
    assert (claim.kind, claim.length) == (("unsolvable", 0) if fewest is None else ("shortest", fewest))


@pytest.mark.parametrize("name", [name for name in CASES if in_kernel(name)])
def test_the_kernel_writes_the_bytes_of_the_plain_writer(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    claim = case.write(tmp_path / "a")
    moves = solve(case.game, case.position, shortest=True).moves if claim.has_moves else ()
    words = {"inference": case.inference, "bound": case.bound, "engine": "python"}
    write_certificate(tmp_path / "b", case.game, case.position, claim, moves or (), **words)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(
    "name", ["sliding manhattan", "freecell single cycles", "superpuzz no bound", "own game"]
)
def test_a_bound_that_is_too_large_is_not_written(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    fewest = distance(case.game, case.position)
    assert fewest is not None
    with pytest.raises(InputError, match="the claim is false"):
        case.write(tmp_path / "a", at_least=fewest + 1)
    with pytest.raises(InputError, match="the claim is false"):
        write_certificate(tmp_path / "a", case.game, case.position, Claim("unsolvable"))
    for least in (1, fewest - 1, fewest):
        case.write(tmp_path / "a", at_least=least)
        verdict = check(tmp_path / "a", case.game)
        assert verdict.proved
        assert verdict.sentence.endswith(f"no solution has fewer than {least} moves")


def test_the_verdict_says_what_is_proved_and_by_what(tmp_path: Path) -> None:
    game = FreeCell(3, 1, ranks=4)
    write_certificate(tmp_path / "a", game, game.deal(3), Claim("unsolvable"), deal=3)
    verdict = check(tmp_path / "a")
    assert verdict.sentence == (
        "Proved: freecell (columns 3, cells 1, ranks 4, building alternate, empty any, metric single, deals "
        "freecell), deal 3: no sequence of moves wins"
    )
    assert [lemma.split(":")[0] for lemma in verdict.lemmas] == ["alike", "safe-home", "home"]


def test_another_deal_is_not_proved(tmp_path: Path) -> None:
    game = FreeCell(3, 1, ranks=4)
    write_certificate(tmp_path / "a", game, game.deal(3), Claim("unsolvable"), deal=4)
    with pytest.raises(NotACertificate, match="the start is not deal 4"):
        check(tmp_path / "a")


@pytest.mark.parametrize(
    ("game", "numbers"),
    [
        (FreeCell(), (1, 617, 2**31 + 5, 2**32, 2**33 - 1)),
        (BlackHole(), (1, 245, 2**31 + 5, 2**32, 2**33 - 1)),
        (BlackHole(7), (1, 245, 2**40)),
        (Peg(), (1, 2, 17, 33, 34, 1000)),
        (Peg("european", "any"), (1, 37, 38, 39)),
        (Peg("4x5", "b2", "moves"), (1, 20, 21, 2**40)),
        (Sliding(3, 3), (1, 2**40)),
        (Superpuzz(5), (1, 2**40)),
    ],
    ids=str,
)
def test_both_checkers_deal_the_same_deals(game: Any, numbers: tuple[int, ...], tmp_path: Path) -> None:
    paths = []
    for number in numbers:
        for stated in (number, number + 1 if number < 2**33 - 1 else number - 1):
            paths.append(tmp_path / f"{number}-{stated}")
            write_certificate(paths[-1], game, game.deal(number), Claim("at-least", 0), deal=stated)
            if stated == number:
                assert check(paths[-1]).proved
            else:
                with pytest.raises(NotACertificate, match="the start is not deal"):
                    check(paths[-1])
    assert statuses(paths) == [0, 2] * len(numbers)


def test_moves_that_do_not_win_prove_nothing(tmp_path: Path) -> None:
    game = Sliding(2, 2)
    start = game.parse_position("1 2 0 3")
    for moves, said in (([1], "the moves do not win"), ([], "0 moves, the claim says 1")):
        write_certificate(tmp_path / "a", game, start, Claim("solved", 1), moves)
        verdict = check(tmp_path / "a")
        assert not verdict.proved
        assert said in verdict.sentence
    write_certificate(tmp_path / "a", game, start, Claim("solved", 1), [3])
    assert check(tmp_path / "a").proved


def test_a_failure_is_shown_as_a_board_and_a_move(tmp_path: Path) -> None:
    game = Superpuzz(4)
    start = game.deal(31)
    write_certificate(tmp_path / "a", game, start, Claim("unsolvable"), inference=(), bound="none", most=60)
    whole = check(tmp_path / "a")
    assert whole.proved
    assert whole.visits == whole.header.entries == 50
    with pytest.raises(InputError, match="more than 49 entries"):
        write_certificate(
            tmp_path / "a", game, start, Claim("unsolvable"), inference=(), bound="none", most=49
        )


class Blank(Hop):
    """Writes its moves with a blank."""

    def format_move(self, position: int, move: int) -> str:
        return f"by {move}"


def test_moves_with_blanks_are_refused(tmp_path: Path) -> None:
    game = Blank(7)
    moves = solve(game, 4, shortest=True).moves or ()
    with pytest.raises(InputError, match="no blanks in a move"):
        write_certificate(tmp_path / "a", game, 4, Claim("shortest", len(moves)), moves)


def test_games_that_are_registered_need_no_rules(tmp_path: Path) -> None:
    for name in ("peg moves no bound", "black hole lost"):
        CASES[name].write(tmp_path / "a")
        verdict = check(tmp_path / "a")
        assert verdict.proved
        assert verdict.lemmas[-1] == "no lower bound but 0"


def test_own_games_need_their_rules(tmp_path: Path) -> None:
    case = Case(Hop(7), 8)
    case.write(tmp_path / "a")
    with pytest.raises(NotACertificate, match="'hop' is not known here"):
        check(tmp_path / "a")
    with pytest.raises(NotACertificate, match="other rules"):
        check(tmp_path / "a", Hop(9))
    assert check(tmp_path / "a", Hop(7)).proved


def test_symmetry_and_lost_positions_that_a_game_knows_make_tables_smaller(tmp_path: Path) -> None:
    game, sizes = Beans((9, 2)), []
    for words in ((), ("alike",), ("alike", "lost"), None):
        header = write_certificate(tmp_path / "a", game, (5, 5, 5), Claim("unsolvable"), inference=words)
        assert check(tmp_path / "a", game).proved
        sizes.append(header.entries)
    assert sizes[0] > sizes[1] > sizes[2] == sizes[3]
    with pytest.raises(NotACertificate, match="does not say which positions are alike"):
        write_certificate(tmp_path / "a", Hop(7), 8, Claim("unsolvable"), inference=("alike",))


@pytest.mark.parametrize(
    ("words", "bound"),
    [
        (("delay", "dead"), "none"),
        (("magic",), "none"),
        ((), "best"),
        ((), "waiting 3"),
        (("contraction",), "waiting"),
    ],
)
def test_unknown_lemmas_are_refused(words: tuple[str, ...], bound: str, tmp_path: Path) -> None:
    game = Superpuzz(4)
    with pytest.raises(NotACertificate):
        write_certificate(
            tmp_path / "a", game, game.deal(31), Claim("unsolvable"), inference=words, bound=bound
        )
