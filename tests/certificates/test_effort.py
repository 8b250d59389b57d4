"""Writers of certificates obey limits, show what they do, can be stopped, and prove what they can."""

from pathlib import Path
from typing import Any

import pytest
from certificate_tools import CONTRACTED
from independent import statuses

from yomikiri import FreeCell, Limits, Outcome, Progress, Sliding, Superpuzz, open_deal, solve
from yomikiri.certificates import check, write_certificate
from yomikiri.certificates.effort import Effort, Unfinished
from yomikiri.certificates.format import Claim
from yomikiri.games.peg.rules import Peg
from yomikiri.search import Cancel

LARGE: list[tuple[Any, int, dict[str, Any]]] = [
    (Superpuzz(13), 35, {}),
    (Superpuzz(13), 35, {"inference": CONTRACTED, "bound": "none"}),
    (FreeCell(), 11982, {}),
    (FreeCell(), 11982, {"engine": "python"}),
    (Peg(), 2, {"inference": ("alike",), "bound": "none"}),
]
"""Lost positions, or such as take long to find out about."""


@pytest.mark.parametrize(("game", "number", "how"), LARGE, ids=str)
@pytest.mark.parametrize(
    ("limit", "outcome"),
    [
        ({"most": 500}, "node_limit"),
        ({"seconds": 0.0}, "time_limit"),
        ({"memory": 100_000}, "memory_limit"),
        ({"watch": lambda *counts: True}, "cancelled"),
    ],
    ids=["most", "seconds", "memory", "watch"],
)
def test_writers_obey_limits(
    game: Any, number: int, how: dict[str, Any], limit: dict[str, Any], outcome: str, tmp_path: Path
) -> None:
    with pytest.raises(Unfinished) as error:
        write_certificate(
            tmp_path / "a", game, game.deal(number), Claim("unsolvable"), effort=Effort(**limit), **how
        )
    assert error.value.outcome == outcome
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_writers_are_watched_and_stop_when_asked(engine: str, tmp_path: Path) -> None:
    game, seen = FreeCell(), []

    def watch(expanded: int, generated: int, stored: int, *rest: Any) -> bool:
        seen.append((expanded, stored))
        return len(seen) == 3

    with pytest.raises(Unfinished, match="was stopped"):
        # Deal 5 can be won: a search for everything that it leads to does not come to an end.
        write_certificate(
            tmp_path / "a",
            game,
            game.deal(5),
            Claim("at-least", 200),
            bound="home",
            effort=Effort(watch=watch),
            engine=engine,
        )
    assert len(seen) == 3
    assert seen == sorted(seen)


def test_an_answer_without_its_proof_is_still_an_answer(tmp_path: Path) -> None:
    game = Superpuzz(13)
    result = solve(game, game.deal(56), limits=Limits(nodes=5000), certificate=tmp_path / "a")
    assert result.outcome is Outcome.NODE_LIMIT
    whole = solve(game, game.deal(56))
    assert whole.outcome is Outcome.UNSOLVABLE
    assert whole.expanded > 12_543 > 5000  # The proof looks at fewer positions than the search had.
    result = solve(game, game.deal(56), limits=Limits(nodes=whole.expanded + 1), certificate=tmp_path / "b")
    assert result.outcome is Outcome.UNSOLVABLE
    assert result.unsaved is None
    assert statuses([tmp_path / "b"]) == [0]
    sliding = open_deal("sliding", "korf:1")
    result = solve(
        sliding.game,
        sliding.position,
        shortest=True,
        limits=Limits(memory=30_000_000),
        certificate=tmp_path / "c",
    )
    assert result.proved_shortest
    assert result.unsaved == "no certificate: the certificate needs more memory than there is"
    assert not (tmp_path / "c").exists()


def test_at_a_limit_as_much_as_possible_of_the_lower_bound_is_proved(tmp_path: Path) -> None:
    deal = open_deal("sliding", "korf:1")
    reports: list[Progress] = []
    result = solve(
        deal.game,
        deal.position,
        shortest=True,
        heuristic="manhattan",
        limits=Limits(nodes=20_000),
        certificate=tmp_path / "a",
        progress=reports.append,
    )
    assert result.outcome is Outcome.NODE_LIMIT
    verdict = check(tmp_path / "a")
    assert verdict.proved
    assert verdict.header.claim.kind == "at-least"
    assert 41 <= verdict.header.claim.length <= (result.lower_bound or 0)
    assert verdict.header.entries <= 20_000
    if verdict.header.claim.length < (result.lower_bound or 0):
        assert f"proves a lower bound of {verdict.header.claim.length}" in (result.unsaved or "")
    assert statuses([tmp_path / "a"]) == [0]
    assert "writing the certificate" in {report.note for report in reports}


def test_a_search_that_was_stopped_proves_what_needs_no_table(tmp_path: Path) -> None:
    game, cancel = Sliding(4, 4), Cancel()
    cancel.set()
    position = game.deal(1)
    result = solve(game, position, shortest=True, cancel=cancel, certificate=tmp_path / "a")
    assert result.outcome is Outcome.CANCELLED
    verdict = check(tmp_path / "a")
    assert verdict.proved
    assert verdict.header.entries == 0
    assert verdict.header.claim.length > 20
