"""One search in many parts: the same verdicts, lengths and counts as one search in one piece."""

import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from partition_tools import Losing, whole_levels

from effort import a_part
from pace import within
from yomikiri import Cancel, Gaps, InputError, Limits, Outcome, Proof, Result, Sliding, Superpuzz, solve
from yomikiri.core.errors import ClusterError
from yomikiri.core.protocol import Game
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search import Progress
from yomikiri.search.partitioning import partitioning_of
from yomikiri.surveys import partition
from yomikiri.surveys.part import Batch, Part
from yomikiri.surveys.partition import solve_partitioned

PARTS = (1, 2, 3, 4)


def counts(result: Result) -> tuple[int | None, int, int, int]:
    return result.length, result.expanded, result.generated, result.stored


def deals(game: Game[Any, Any], numbers: range) -> list[Any]:
    return [game.deal(number) for number in numbers]


def agree(game: Game[Any, Any], position: Any, result: Result, symmetry: str = "none") -> None:
    """One search in parts beside one in one piece."""
    whole = solve(game, position, algorithm="breadth-first", symmetry=symmetry)
    assert result.outcome is whole.outcome
    assert (result.length, result.proved_shortest) == (whole.length, whole.proved_shortest)
    assert result.lower_bound == whole.lower_bound
    if whole.outcome is Outcome.UNSOLVABLE:
        assert counts(result) == counts(whole)
    else:
        # In one piece, the last level ends at the goal.
        assert whole.expanded <= result.expanded
        assert whole.stored <= result.stored
        assert result.certified


@a_part(3)
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("symmetry", ["none", "rows"])
def test_hundreds_of_deals_have_the_counts_of_one_search(size: int, symmetry: str, part: int) -> None:
    game = Superpuzz(size)
    unsolvable = 0
    for number, position in enumerate(deals(game, range(1, 41)[::part]), start=1):
        results = [
            solve_partitioned(game, position, parts=parts, symmetry=symmetry, limits=Limits(memory=2**26))
            for parts in PARTS
        ]
        assert len({counts(result) for result in results}) == 1
        agree(game, position, results[number % 4], symmetry)
        unsolvable += results[0].outcome is Outcome.UNSOLVABLE
        if size == 3 and number <= 20:
            assert counts(results[-1]) == whole_levels(game, position, symmetry)
    assert unsolvable < 40 // part
    assert size == 3 or unsolvable > 0


@pytest.mark.parametrize(
    ("game", "numbers"),
    [
        (Gaps(4), range(1, 31)),
        (Gaps(5), range(1, 61)),
        (Superpuzz(5), (14, 21, 26, 28)),
        (Superpuzz(6), (4, 8, 12)),
        (Sliding(2, 3), range(1, 4)),
        (Sliding(3, 2, "blank-first"), range(1, 4)),
        (FreeCell(columns=3, cells=0, ranks=3), range(1, 13)),
        (FreeCell(columns=3, cells=1, ranks=4), range(1, 8)),
        (FreeCell(columns=4, cells=0, ranks=4, metric="supermove"), range(1, 10)),
        (FreeCell(columns=4, cells=1, ranks=4, building="suit", empty="kings"), (2, 12)),
    ],
    ids=repr,
)
def test_every_game_is_searched_as_the_rules_say(game: Game[Any, Any], numbers: Iterable[int]) -> None:
    for number in numbers:
        position = game.deal(number)
        results = [solve_partitioned(game, position, parts=parts) for parts in (1, 3)]
        assert counts(results[0]) == counts(results[1])
        agree(game, position, results[1])
        if results[0].stored < 1000:
            assert counts(results[0]) == whole_levels(game, position)


def test_some_of_those_deals_are_lost_and_some_are_won() -> None:
    for game in (Gaps(5), FreeCell(columns=3, cells=0, ranks=3), FreeCell(columns=3, cells=1, ranks=4)):
        outcomes = {solve_partitioned(game, game.deal(number)).outcome for number in range(1, 8)}
        assert outcomes == {Outcome.SOLVED, Outcome.UNSOLVABLE}


@pytest.mark.parametrize("parts", [2, 4])
def test_short_rounds_change_nothing(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Superpuzz(4)
    expected = [
        counts(solve_partitioned(game, position, parts=parts)) for position in deals(game, range(1, 9))
    ]
    monkeypatch.setattr(partition, "ROUND", 7)
    for position, figures in zip(deals(game, range(1, 9)), expected, strict=True):
        first, again = (solve_partitioned(game, position, parts=parts) for _ in range(2))
        assert counts(first) == figures
        assert first.moves == again.moves


def test_fingerprints_give_the_same_counts_and_say_what_they_risk() -> None:
    game = Superpuzz(7)
    for number in (1, 2):
        exact, brief = (
            solve_partitioned(
                game, game.deal(number), parts=3, states=states, limits=Limits(nodes=50_000, memory=2**28)
            )
            for states in ("exact", "fingerprint")
        )
        assert counts(exact) == counts(brief)
        assert (exact.proof, exact.error_bound) == (Proof.EXACT, 0.0)
        assert brief.proof is Proof.FINGERPRINT
        assert brief.error_bound == brief.stored * (brief.stored + 1) / 2 * 2**-117
        assert brief.peak_bytes < exact.peak_bytes


def test_lost_positions_can_be_left_out() -> None:
    game = Superpuzz(5)
    saved = 0
    for position in deals(game, range(21, 29)):
        plain, short = (
            solve_partitioned(game, position, symmetry="rows", skip_lost=skip) for skip in (False, True)
        )
        assert (short.outcome, short.length) == (plain.outcome, plain.length)
        assert short.stored <= plain.stored
        saved += plain.stored - short.stored
    assert saved > 0


def test_a_start_that_is_a_goal_needs_no_move() -> None:
    game = Sliding(2, 2)
    result = solve_partitioned(game, game.goal, parts=3)
    assert (result.outcome, result.moves, result.lower_bound) == (Outcome.SOLVED, (), 0)
    assert counts(result) == (0, 0, 0, 1)


def test_a_position_that_one_look_tells_is_not_searched() -> None:
    game = Sliding(2, 2)
    result = solve_partitioned(game, (2, 1, 3, 0))
    assert (result.outcome, result.stored) == (Outcome.UNSOLVABLE, 0)


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [0, 1, 100, 5000])
@pytest.mark.parametrize("parts", [1, 3])
def test_the_node_limit_is_exact(nodes: int, parts: int) -> None:
    game = Superpuzz(6)
    result = solve_partitioned(game, game.deal(1), parts=parts, limits=Limits(nodes=nodes))
    assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, nodes)
    whole = solve(game, game.deal(1), algorithm="breadth-first", limits=Limits(nodes=nodes))
    assert result.lower_bound is not None
    assert 1 <= result.lower_bound <= (whole.lower_bound or 0)


@pytest.mark.parametrize("memory", [0, 2**16, 2**20, 3 * 2**20])
def test_running_out_of_memory_is_an_outcome(memory: int) -> None:
    game = Superpuzz(8)
    result = solve_partitioned(game, game.deal(1), parts=2, limits=Limits(memory=memory))
    assert result.outcome is Outcome.MEMORY_LIMIT
    assert result.peak_bytes <= memory
    assert result.lower_bound is not None


def test_the_time_limit_and_a_cancellation_end_a_search_within_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, cancel = Superpuzz(8), Cancel()
    with within(1.3):
        result = solve_partitioned(game, game.deal(1), limits=Limits(seconds=0.3, memory=2**30))
    assert result.outcome is Outcome.TIME_LIMIT
    monkeypatch.setattr(partition, "REPORT_SECONDS", 0.0)
    with within(1.3):
        result = solve_partitioned(
            game,
            game.deal(1),
            limits=Limits(memory=2**30),
            cancel=cancel,
            progress=lambda seen: cancel.set() if seen.expanded > 0 else None,
        )
    assert result.outcome is Outcome.CANCELLED
    assert result.expanded > 0


def test_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Superpuzz(5)
    seen: list[Progress] = []
    monkeypatch.setattr(partition, "REPORT_SECONDS", 0.0)
    result = solve_partitioned(game, game.deal(2), progress=seen.append)
    assert [one.lower_bound for one in seen] == sorted(one.lower_bound for one in seen)
    assert seen[-1].expanded == result.expanded
    monkeypatch.setattr(partition, "REPORT_SECONDS", 1000.0)
    del seen[:]
    solve_partitioned(game, game.deal(2), progress=seen.append)
    assert len(seen) == 1


# -- stopping and going on -------------------------------------------------------------------------


@pytest.mark.parametrize("states", ["exact", "fingerprint"])
@pytest.mark.parametrize("later", [1, 2, 5])
def test_a_search_goes_on_where_it_was_stopped_also_with_other_parts(
    tmp_path: Path, later: int, states: str
) -> None:
    game = Superpuzz(5)
    for number in (2, 21):
        folder = tmp_path / str(number)
        whole = solve_partitioned(game, game.deal(number), states=states)
        first = solve_partitioned(
            game, game.deal(number), parts=3, resume=folder, limits=Limits(nodes=whole.expanded // 2)
        )
        assert first.outcome is Outcome.NODE_LIMIT
        second = solve_partitioned(game, game.deal(number), parts=later, resume=folder, states=states)
        assert counts(second) == counts(whole)
        assert (second.outcome, second.certified) == (whole.outcome, whole.certified)


def test_a_lost_part_costs_the_level_it_was_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Superpuzz(5)
    whole = solve_partitioned(game, game.deal(21))
    steps = iter([20, 30, 10**9])
    monkeypatch.setattr(partition, "ThreadTeam", lambda *given: Losing(*given, steps=next(steps)))
    before = Losing.lost
    result = solve_partitioned(game, game.deal(21), resume=tmp_path)
    assert Losing.lost - before == 2
    assert counts(result) == counts(whole)


def test_without_a_folder_a_lost_part_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Superpuzz(5)
    monkeypatch.setattr(partition, "ThreadTeam", lambda *given: Losing(*given, steps=10))
    with pytest.raises(ClusterError, match=r"was lost.*nothing was kept"):
        solve_partitioned(game, game.deal(2))


def test_a_crew_that_is_lost_again_and_again_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Superpuzz(5)
    monkeypatch.setattr(partition, "ThreadTeam", lambda *given: Losing(*given, steps=3))
    with pytest.raises(ClusterError, match="for the 4th time"):
        solve_partitioned(game, game.deal(2), resume=tmp_path)


def test_a_start_that_is_a_goal_is_still_one_when_the_search_is_named_again(tmp_path: Path) -> None:
    game = Sliding(2, 3)
    for _ in range(2):
        result = solve_partitioned(game, game.goal, parts=2, resume=tmp_path)
        assert (result.outcome, result.moves, result.lower_bound) == (Outcome.SOLVED, (), 0)


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parts": 0}, "parts 0 is not a number of parts"),
        ({"parts": True}, "parts True"),
        ({"cluster": "moon"}, "'moon' is not a cluster"),
        ({"states": "some"}, "unknown states 'some'"),
        ({"symmetry": "suits"}, "unknown symmetry 'suits'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    game = Superpuzz(4)
    with pytest.raises(InputError, match=message):
        solve_partitioned(game, game.deal(1), **options)


def test_layouts_and_games_without_a_test_for_lost_positions_are_refused() -> None:
    with pytest.raises(InputError, match="layout"):
        solve_partitioned(Gaps(5), Gaps(5).layout(1))
    with pytest.raises(InputError, match="no test for lost positions"):
        solve_partitioned(Sliding(2, 2), Sliding(2, 2).deal(1), skip_lost=True)


# -- slices ----------------------------------------------------------------------------------------


def slices(parts: int) -> list[Any]:
    game = Superpuzz(4)
    partitioning, _ = partitioning_of(game, game.deal(1), states="exact", symmetry="none", skip_lost=False)
    made = [partitioning.slice(index, parts, 2**24) for index in range(parts)]
    assert sum(slice_.seed(partitioning.start) for slice_ in made) == 1
    for slice_ in made:
        slice_.turn()
    return made


def test_a_batch_that_is_damaged_or_sent_astray_is_refused() -> None:
    made = slices(3)
    batches = next(found for slice_ in made if max(map(len, found := slice_.step([], 10, False))) > 8)
    target = max(range(3), key=lambda to: len(batches[to]))
    batch = batches[target]
    for bad in (b"", batch[:-1], batch + b"\0", bytes([batch[0] ^ 1]) + batch[1:]):
        with pytest.raises(ValueError, match="a batch"):
            made[target].step([bad], 0, False)
    with pytest.raises(ValueError, match="meant for another slice"):
        made[(target + 1) % 3].step([batch], 0, False)
    with pytest.raises(ValueError, match="a batch"):
        made[target].restore(batch)
    made[target].step([batch], 0, False)
    assert made[target].counts()[4] > 0


def test_a_level_that_is_not_done_is_not_left() -> None:
    [slice_] = slices(1)
    with pytest.raises(ValueError, match="left"):
        slice_.step([], 0, True)


@pytest.mark.parametrize("given", [b"", b"\0" * 9, b"\xff" * 9])
def test_a_code_that_is_no_position_is_refused(given: bytes) -> None:
    [slice_] = slices(1)
    for call in (slice_.seed, slice_.parent, slice_.owner):
        with pytest.raises(ValueError, match="code"):
            call(given)


def test_codes_of_freecell_are_checked_digit_by_digit() -> None:
    game = FreeCell(columns=4, cells=2, ranks=3)
    partitioning, _ = partitioning_of(game, game.deal(1), states="exact", symmetry="none", skip_lost=False)
    slice_ = partitioning.slice(0, 1, 2**20)
    assert slice_.owner(partitioning.start) == 0
    refused = 0
    for place in range(len(partitioning.start)):
        for change in (1, 0x10, 0x80, 0xFF):
            code = bytearray(partitioning.start)
            code[place] ^= change
            try:
                slice_.owner(bytes(code))
            except ValueError:
                refused += 1
    assert refused > 50


@pytest.mark.parametrize("index", [2, 3, 70_000])
def test_a_slice_that_there_is_not_is_refused(index: int) -> None:
    game = Superpuzz(4)
    partitioning, _ = partitioning_of(game, game.deal(1), states="exact", symmetry="none", skip_lost=False)
    with pytest.raises(ValueError, match="no such slice"):
        partitioning.slice(index, 2, 2**20)


def test_a_position_belongs_to_one_slice_and_slices_are_alike_in_size() -> None:
    game = Superpuzz(5)
    partitioning, _ = partitioning_of(game, game.deal(21), states="exact", symmetry="none", skip_lost=False)
    parts = [Part(partitioning, index, 4, 2**26, clock="thread_time") for index in range(4)]
    statuses = [part.begin() for part in parts]
    while any(status.left for status in statuses):
        answers = [part.step(10**9, False) for part in parts]
        statuses = [
            part.step(0, True, *(answers[source][1 + index] for source in range(4) if source != index))[0]
            for index, part in enumerate(parts)
        ]
    stored = [status.stored for status in statuses]
    assert sum(stored) == solve(game, game.deal(21), algorithm="breadth-first").stored
    assert min(stored) > 0.2 * sum(stored)
    # About three of four children belong to another part; each takes its code, a record and nothing else.
    sent, generated = sum(s.sent for s in statuses), sum(s.generated for s in statuses)
    assert 0.5 * 14 < sent / generated < 0.9 * 14


def test_a_batch_survives_every_way_to_travel() -> None:
    for protocol in (2, 4, 5):
        assert bytes(pickle.loads(pickle.dumps(Batch(b"abc"), protocol)).data) == b"abc"
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(Batch(b"x" * 1000), 5, buffer_callback=buffers.append)
    assert len(data) < 200
    assert bytes(pickle.loads(data, buffers=buffers).data) == b"x" * 1000


def test_levels_are_those_of_one_piece_up_to_the_last(tmp_path: Path) -> None:
    game = Superpuzz(5)
    whole = solve(game, game.deal(3), algorithm="breadth-first")
    divided = solve_partitioned(game, game.deal(3), parts=2)
    assert sum(level.expanded for level in divided.levels) == divided.expanded
    counts = [(level.by, level.value, level.expanded, level.generated) for level in divided.levels]
    alone = [(level.by, level.value, level.expanded, level.generated) for level in whole.levels]
    assert counts[:-1] == alone[:-1]  # The last level is always finished in parts.
    folder = tmp_path / "levels"
    solve_partitioned(game, game.deal(3), parts=2, resume=folder, limits=Limits(nodes=2000))
    resumed = solve_partitioned(game, game.deal(3), parts=2, resume=folder)
    assert resumed.levels[0].by == "earlier"
    assert sum(level.expanded for level in resumed.levels) == resumed.expanded == divided.expanded
