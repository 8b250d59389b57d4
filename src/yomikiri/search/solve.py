"""``solve()``: one call that picks engine and algorithm, obeys limits, and certifies what it returns."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError, shown
from yomikiri.games.freecell import FreeCell
from yomikiri.games.gaps import Layout
from yomikiri.games.protocol import Game
from yomikiri.games.rows import RowGame
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import choose, heuristic_of, heuristics
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel, Meter, ProgressCallback, Stopped
from yomikiri.search.kernel import solve_in_kernel
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.spaces import PlainSpace, RowSpace, Space
from yomikiri.spaces.freecell import FreeCellSpace
from yomikiri.spaces.space import moves_along

DUPLICATES = ("hash", "patricia")
STATES = ("exact", "fingerprint")
ENGINES = ("auto", "kernel", "python")


def solve(
    game: Game[Any, Any],
    position: Any,
    *,
    algorithm: str | None = None,
    shortest: bool = False,
    limits: Limits | None = None,
    duplicates: str = "hash",
    states: str | None = None,
    symmetry: str = "none",
    engine: str = "auto",
    heuristic: str | None = None,
    threads: int = 1,
    count_shortest: bool = False,
    resume: Path | None = None,
    progress: ProgressCallback | None = None,
    cancel: Cancel | None = None,
) -> Result:
    """Search ``position`` to the end: a solution, or the proof that there is none, or a limit.

    ``algorithm`` is a name from :func:`yomikiri.search.algorithms`; without it the game's default is
    taken, or with ``shortest`` its default among those whose solutions are proved shortest.
    ``duplicates`` (``hash`` or ``patricia``) and ``states`` (``exact`` or ``fingerprint``) choose how the
    kernel remembers positions: by default whole, but ``decide`` by fingerprints, with the error bound that
    the result states.  ``symmetry`` (``none`` or ``rows``) says which positions count as the same.
    Algorithm ``a-star`` in the kernel decides both by itself: whole positions, rows interchangeable.
    At a limit its result still has the best solution found so far and both bounds (see
    :mod:`yomikiri.search.anytime`).
    ``engine`` is ``auto``, ``kernel`` or ``python`` (the reference, for checking and for own games).
    ``heuristic`` names one of the algorithm's heuristics instead of its best; ``threads`` is for algorithms
    that are parallel; ``count_shortest`` (all shortest solutions are counted) and ``resume`` (a file to save
    to and to go on from) for those that can.
    ``progress`` is called about ten times a second; ``cancel`` stops the search from another thread.
    Ctrl-C raises :class:`KeyboardInterrupt` as usual.
    """
    for name, value, known in (
        ("duplicates", duplicates, DUPLICATES),
        ("states", states or "exact", STATES),
        ("symmetry", symmetry, symmetries(game)),
        ("engine", engine, ENGINES),
    ):
        if value not in known:
            raise InputError(f"unknown {name} '{shown(value)}': expected one of {', '.join(known)}")
    if duplicates == "patricia" and states == "fingerprint":
        raise InputError("duplicates 'patricia' keeps whole positions: states must be 'exact'")
    if isinstance(position, Layout):
        raise InputError("a layout is not a position: expected an arrangement of it, or solve_arrangements()")
    remembers = states == "fingerprint" or duplicates != "hash"
    chosen = choose(game, algorithm, shortest=shortest, explores=remembers)
    _refuse_what_is_not_offered(chosen, heuristic, threads, engine)
    for word, wish, able in (
        ("count shortest solutions", count_shortest, chosen.counts),
        ("resume", resume is not None, chosen.resumable),
    ):
        if wish and (engine == "python" or not able):
            raise InputError(
                f"algorithm '{chosen.name}' can not {word}: expected ida-star of sliding puzzles"
            )
    # What is no twin of a plain search takes positions as they are.
    space = _space(game, symmetry if chosen.twin or engine == "python" else "none")
    limits = limits or Limits()
    game.check(position)
    started = time.monotonic()
    if game.why_unsolvable(position) is not None:
        return Result(Outcome.UNSOLVABLE, chosen.name, lower_bound=None)
    explores = chosen.kernel is not None and engine != "python"
    if remembers and not explores:
        asked, kept = ("states", states) if states == "fingerprint" else ("duplicates", duplicates)
        offered = "exact" if asked == "states" else "hash"
        where = "in Python" if engine == "python" else "as it is"
        raise InputError(
            f"algorithm '{chosen.name}' {where} does not offer {asked} {kept}: expected {asked} {offered}"
        )
    if engine == "kernel" and not chosen.in_kernel:
        raise InputError(f"algorithm '{chosen.name}' has no kernel for {game.name}: expected engine python")
    if chosen.search is not None and engine != "python":
        request = Request(limits, progress, cancel, heuristic, threads, count_shortest, resume)
        result = chosen.search(game, position, request)
        # One that has a bound of its own is left alone: the game's best can take longer than a quick search.
        bounded = result.lower_bound and result.outcome is not Outcome.UNSOLVABLE
        return result if bounded else _with_bounds(result, game, position)
    if explores:
        store = "patricia" if duplicates == "patricia" else states or chosen.states
        result, keys = solve_in_kernel(space, position, chosen, limits, store, progress, cancel, threads)
    else:
        result, keys = _solve_by_reference(
            space, position, _with_heuristic(chosen, game, heuristic), limits, progress, cancel
        )
    result = _with_bounds(result, game, position)
    if keys is None:
        return result
    moves = moves_along(space, position, keys)
    certify(game, position, moves)
    # What the rules take to find and replay the moves is part of the answer's time.
    return replace(result.with_moves(tuple(moves)), seconds=time.monotonic() - started)


def _refuse_what_is_not_offered(
    algorithm: Algorithm, heuristic: str | None, threads: int, engine: str
) -> None:
    if heuristic is not None and heuristic not in algorithm.heuristics:
        known = ", ".join(algorithm.heuristics)
        offered = f"expected one of {known}" if known else "it has no choice of heuristics"
        raise InputError(f"unknown heuristic '{shown(heuristic)}' for {algorithm.name}: {offered}")
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise InputError(f"threads {threads!r} is not a number of threads: expected 1 or more")
    if threads > 1 and (engine == "python" or not algorithm.parallel):
        where = " in Python" if engine == "python" else ""
        raise InputError(f"algorithm '{algorithm.name}'{where} uses one thread: expected threads 1")


def _with_heuristic(algorithm: Algorithm, game: Game[Any, Any], heuristic: str | None) -> Algorithm:
    """The algorithm with that heuristic in its reference."""
    if heuristic is None:
        return algorithm
    known = heuristics(game)
    if heuristic not in known:
        raise InputError(
            f"heuristic '{heuristic}' is not in Python: expected one of {', '.join(known)}, or the kernel"
        )
    informed: Any = algorithm.reference  # One with a choice of heuristics takes it as a keyword.
    return replace(algorithm, reference=partial(informed, heuristic=known[heuristic]))


def _with_bounds(result: Result, game: Game[Any, Any], position: Any) -> Result:
    """The result with the lower bound that its outcome and the heuristic of the game give it."""
    if result.outcome is Outcome.UNSOLVABLE:
        return replace(result, lower_bound=None)
    return replace(result, lower_bound=max(result.lower_bound or 0, heuristic_of(game)(position)))


def symmetries(game: Game[Any, Any]) -> tuple[str, ...]:
    """The symmetries of a game by which positions can count as the same."""
    return ("none", "rows") if isinstance(game, RowGame) else ("none",)


def _space(game: Game[Any, Any], symmetry: str) -> Space:
    if symmetry == "rows" and isinstance(game, RowGame):
        return RowSpace(game)
    if isinstance(game, FreeCell):
        # Its moves are listed up to the order of columns and cells, so its positions are counted so too.
        return FreeCellSpace(game)
    return PlainSpace(game)


def _solve_by_reference(
    space: Space,
    position: Any,
    algorithm: Algorithm,
    limits: Limits,
    progress: ProgressCallback | None,
    cancel: Cancel | None,
) -> tuple[Result, list[bytes] | None]:
    meter = Meter(limits, cancel, progress)
    keys = None
    try:
        keys = algorithm.reference(space, position, meter)
        outcome = Outcome.UNSOLVABLE if keys is None else Outcome.SOLVED
    except Stopped as stop:
        outcome = stop.outcome
    except MemoryError:
        outcome = Outcome.MEMORY_LIMIT
    result = Result(
        outcome,
        algorithm.name,
        proved_shortest=outcome is Outcome.SOLVED and algorithm.shortest,
        lower_bound=meter.lower_bound,
        expanded=meter.expanded,
        generated=meter.generated,
        stored=meter.stored,
        peak_bytes=max(meter.peak_bytes, meter.bytes),
        seconds=meter.seconds,
    )
    return result, keys
