"""``solve()``: one call that picks engine and algorithm, obeys limits, and certifies what it returns."""

import time
from dataclasses import replace
from typing import Any

from yomikiri.errors import InputError, shown
from yomikiri.games.gaps import Layout
from yomikiri.games.protocol import Game
from yomikiri.games.rows import RowGame
from yomikiri.search.algorithms import Algorithm, choose, heuristic_of
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel, Meter, ProgressCallback, Stopped
from yomikiri.search.kernel import solve_in_kernel
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.spaces import PlainSpace, RowSpace, Space
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
    # What is no twin of a plain search takes positions as they are.
    space = _space(game, symmetry if chosen.twin or engine == "python" else "none")
    limits = limits or Limits()
    game.check(position)
    started = time.monotonic()
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
        return _with_bounds(chosen.search(game, position, limits, progress, cancel), game, position)
    if explores:
        store = "patricia" if duplicates == "patricia" else states or chosen.states
        result, keys = solve_in_kernel(space, position, chosen, limits, store, progress, cancel)
    else:
        result, keys = _solve_by_reference(space, position, chosen, limits, progress, cancel)
    result = _with_bounds(result, game, position)
    if keys is None:
        return result
    moves = moves_along(space, position, keys)
    certify(game, position, moves)
    # What the rules take to find and replay the moves is part of the answer's time.
    return replace(result.with_moves(tuple(moves)), seconds=time.monotonic() - started)


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
