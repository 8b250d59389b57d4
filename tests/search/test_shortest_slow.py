"""Heavy acceptance: what A* decides at the sizes that are hard."""

from collections import Counter

import pytest

from yomikiri import Limits, Outcome, Superpuzz, solve
from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps

GIBIBYTE = 2**30


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "at_least"), [(8, 100), (9, 95)])
def test_superpuzz_is_decided_within_a_minute_a_deal(columns: int, at_least: int) -> None:
    game = Superpuzz(columns)
    limits = Limits(seconds=60, memory=8 * GIBIBYTE)
    decided = 0
    for number in range(1, 101):
        result = solve(game, game.deal(number), shortest=True, limits=limits)
        decided += result.outcome.decided
        assert result.outcome is not Outcome.SOLVED or result.proved_shortest
    assert decided >= at_least


@pytest.mark.slow
def test_full_size_gaps_is_proved_for_most_arrangements_of_twenty_deals() -> None:
    game = Gaps(14)
    limits = Limits(seconds=20, memory=8 * GIBIBYTE)
    outcomes: Counter[Outcome] = Counter()
    for number in range(1, 21):
        for arrangement in ARRANGEMENTS:
            position = game.layout(number).arrange(arrangement)
            outcomes[solve(game, position, shortest=True, limits=limits).outcome] += 1
    # Some 90 of the 480 arrangements can be won.
    assert outcomes[Outcome.SOLVED] >= 45
    assert outcomes[Outcome.SOLVED] + outcomes[Outcome.UNSOLVABLE] >= 400
