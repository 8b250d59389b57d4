"""``solve()``: one call that picks engine and algorithm, obeys limits, and certifies what it returns."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game, M, P
from yomikiri.core.registry import entries, entry_of
from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.search import driver
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import algorithms, choose, heuristic_of, heuristics, modelled
from yomikiri.search.arguments import check_arguments, check_threads
from yomikiri.search.certificate import CertificateOrder, with_certificate
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel, Meter, ProgressCallback, Stopped
from yomikiri.search.guided import Guide, guided_algorithm, refuse_beside_own, solve_guided, weight_of
from yomikiri.search.heuristic import Heuristic, as_heuristic
from yomikiri.search.names import DUPLICATES, ENGINES, STATES, AlgorithmName, Duplicates, Engine, States
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.watched import watched
from yomikiri.search.within import USUAL, Within

MOST_HASH_SEED = 2**63 - 1


@watched
def solve(
    game: Game[P, M],
    position: P,
    *,
    algorithm: AlgorithmName | Algorithm | None = None,
    shortest: bool = False,
    limits: Limits | None = None,
    duplicates: Duplicates = "hash",
    states: States | None = None,
    symmetry: str = "none",
    hash_seed: int = 0,
    engine: Engine = "auto",
    heuristic: str | Heuristic | Callable[[Any], Any] | None = None,
    weight: float | None = None,
    within: str | int | Within | None = None,
    model: Any = None,
    threads: int = 1,
    count_shortest: bool = False,
    resume: str | os.PathLike[str] | None = None,
    certificate: str | os.PathLike[str] | None = None,
    progress: ProgressCallback | bool | None = None,
    cancel: Cancel | None = None,
) -> Result[M]:
    """Search ``position`` to the end: a solution, a proof that there is none, or a limit.

    ``algorithm`` is one of :func:`yomikiri.algorithms`, or the name of one; by default the game's default or,
    with ``shortest``, its default among those whose solutions are proved shortest.
    ``duplicates`` (``hash`` or ``patricia``) and ``states`` (``exact`` or ``fingerprint``) choose how the
    kernel remembers positions: whole by default, except that ``decide`` uses fingerprints, with the error
    bound stated in the result.  ``hash_seed`` changes the constants of fingerprints, to confirm a verdict:
    the same search again, with independent collisions.
    ``symmetry`` (``none`` or ``rows``) says which positions count as the same.
    Algorithm ``a-star`` in the kernel decides both by itself: whole positions, rows interchangeable.
    At a limit its result still has the best solution found so far and both bounds (see
    :mod:`yomikiri.games.rows.shortest`).
    ``engine`` is ``auto``, ``kernel`` or ``python`` (the reference, for checking and for your own games).
    ``heuristic`` names one of the algorithm's heuristics instead of its best, or is your own: a
    :class:`yomikiri.Heuristic`, or a function, which promises nothing.  It works with ``a-star``,
    ``weighted-a-star`` and ``greedy``; ``weight`` is for weighted A*.
    ``within``, such as ``"5%"`` or 3 moves, asks for a solution that is proved to be at most that much longer
    than a shortest one; the result's bounds are the proof.
    ``model``, a :class:`yomikiri.learning.Model` or the file of one, guides an algorithm
    that takes one.
    ``threads`` is for parallel algorithms; ``count_shortest`` (count all shortest solutions) and ``resume``
    (a file to save to and resume from) are for those that support them.
    ``certificate`` is a file for the proof of the answer, which :func:`yomikiri.certificates.check` checks.
    The proof is searched for once the answer is known, with the same limits again; if it does not finish,
    ``unsaved`` says why.  At a limit, the lower bound is proved, or as much of it as time and memory allow.
    ``progress`` is called about ten times a second; True displays it in a notebook or on a terminal.
    ``cancel`` stops the search from another thread.
    Ctrl-C raises :class:`KeyboardInterrupt` as usual.
    """
    assert not isinstance(progress, bool)  # The decorator has made it a callback or None.
    check_arguments(
        game,
        algorithm=algorithm,
        shortest=shortest,
        limits=limits,
        duplicates=duplicates,
        states=states,
        symmetry=symmetry,
        engine=engine,
        heuristic=heuristic,
        count_shortest=count_shortest,
        resume=resume,
        certificate=certificate,
        progress=progress,
        cancel=cancel,
    )
    check_threads(threads)
    for name, value, known in (
        ("duplicates", duplicates, DUPLICATES),
        ("states", "exact" if states is None else states, STATES),
        ("symmetry", symmetry, symmetries(game)),
        ("engine", engine, ENGINES),
    ):
        if value not in known:
            raise InputError(f"unknown {name} '{shown(value)}': expected one of {', '.join(known)}")
    if duplicates == "patricia" and states == "fingerprint":
        raise InputError("duplicates 'patricia' keeps whole positions: states must be 'exact'")
    limits = limits or Limits()
    asked = None if within is None else Within.of(within)
    order = None if certificate is None else CertificateOrder(certificate, limits, progress, cancel)
    if heuristic is not None and not isinstance(heuristic, str):
        refuse_beside_own(
            within=within,
            model=model,
            duplicates=duplicates,
            states=states,
            hash_seed=hash_seed,
            threads=threads,
            count_shortest=count_shortest,
            resume=resume,
        )
        own = as_heuristic(heuristic)
        wanted = algorithm.name if isinstance(algorithm, Algorithm) else algorithm
        guide = Guide(own, guided_algorithm(own, wanted, shortest=shortest), weight, engine)
        game.check(position)
        request = Request(limits, progress, cancel)
        return with_certificate(
            _solve_guided(_space(game, symmetry), position, guide, request), order, game, position
        )
    remembers = states == "fingerprint" or duplicates != "hash"
    if model is not None:
        algorithm = modelled(game, algorithm, shortest=shortest, engine=engine)
    chosen = choose(game, algorithm, shortest=shortest, explores=remembers, within=asked)
    _refuse_what_is_not_offered(game, chosen, heuristic, threads, engine)
    weight_of(chosen.name, weight)
    explores = chosen.kernel is not None and engine != "python"
    store = "patricia" if duplicates == "patricia" else states or chosen.states
    check_hash_seed(hash_seed, f"algorithm '{chosen.name}'", store if explores else "exact")
    for word, wish, capability in (
        ("count shortest solutions", count_shortest, "counts"),
        ("resume", resume is not None, "resumable"),
    ):
        if wish and (engine == "python" or not getattr(chosen, capability)):
            raise InputError(f"algorithm '{chosen.name}' cannot {word}: expected {_able(capability)}")
    # A search that is not the twin of a plain one takes positions as they are.
    space = _space(game, symmetry if chosen.twin or engine == "python" else "none")
    game.check(position)
    started = time.monotonic()
    if game.why_unsolvable(position) is not None:
        lost = Result.of(Outcome.UNSOLVABLE, chosen.name, lower_bound=None)
        return with_certificate(lost, order, game, position)
    if remembers and not explores:
        option, kept = ("states", states) if states == "fingerprint" else ("duplicates", duplicates)
        offered = "exact" if option == "states" else "hash"
        where = "in Python" if engine == "python" else "as it is"
        raise InputError(
            f"algorithm '{chosen.name}' {where} does not offer {option} {kept}: expected {option} {offered}"
        )
    if engine == "kernel" and not chosen.in_kernel:
        raise InputError(f"algorithm '{chosen.name}' has no kernel for {game.name}: expected engine python")
    if chosen.search is not None and engine != "python":
        saved = None if resume is None else Path(resume)
        request = Request(limits, progress, cancel, heuristic, threads, count_shortest, saved, weight, asked)
        request = request if model is None else replace(request, model=model)
        result = searched(chosen, game, position, request)
        return with_certificate(result, order, game, position)
    if explores:
        result, keys = driver.run(
            space, position, chosen, limits, store, progress, cancel, threads, hash_seed
        )
    else:
        informed, used = _with_heuristic(chosen, game, heuristic)
        if weight is not None:
            reference: Any = informed.reference  # Only weighted ones get here.
            informed = replace(informed, reference=partial(reference, weight=weight))
        if chosen.bounded:
            follow: Any = informed.reference  # It takes what is asked as a keyword.
            informed = replace(informed, reference=partial(follow, within=asked))
        result, keys = _solve_by_reference(space, position, informed, limits, progress, cancel)
        room = str(asked or USUAL) if chosen.bounded else None
        result = replace(result, heuristic=used, within=room)
    result = _with_bounds(result, game, position)
    if keys is None:
        return with_certificate(result, order, game, position)
    moves = moves_along(space, position, keys)
    certify(game, position, moves)
    # The time that the rules take to find and replay the moves counts, too.
    result = replace(result.with_moves(tuple(moves)), seconds=time.monotonic() - started)
    return with_certificate(result, order, game, position)


def searched(algorithm: Algorithm, game: Game[Any, Any], position: Any, request: Request) -> Result:
    """The answer of an algorithm's own kernel search, with its bounds."""
    assert algorithm.search is not None
    result = algorithm.search(game, position, request)
    # Leave its own bound alone if it has one: the game's best can take longer than a quick search.
    bounded = result.lower_bound and result.outcome is not Outcome.UNSOLVABLE
    result = result if bounded else _with_bounds(result, game, position)
    return result.checked(shortest=algorithm.shortest)


def _refuse_what_is_not_offered(
    game: Game[Any, Any], algorithm: Algorithm, heuristic: str | None, threads: int, engine: str
) -> None:
    if heuristic is not None and heuristic not in algorithm.heuristics:
        raise InputError(_wrong_heuristic(game, algorithm, heuristic))
    if threads > 1 and (engine == "python" or not algorithm.parallel):
        where = " in Python" if engine == "python" else ""
        raise InputError(f"algorithm '{algorithm.name}'{where} uses one thread: expected threads 1")


def _wrong_heuristic(game: Game[Any, Any], algorithm: Algorithm, heuristic: str) -> str:
    """The message for a heuristic that the algorithm lacks: which ones take it, or what there is instead."""
    able = {entry.name: entry.heuristics for entry in algorithms(game).values() if entry.heuristics}
    takers = [name for name, known in able.items() if heuristic in known]
    if takers:
        shortest = choose(game, None, shortest=True, explores=False).name
        way = "ask for a shortest solution, or " if shortest in takers else ""
        return (
            f"heuristic '{shown(heuristic)}' goes with {' or '.join(takers)}, not with {algorithm.name}: "
            f"{way}name the algorithm"
        )
    known = algorithm.heuristics or next(iter(able.values()), ())
    offered = f"expected one of {', '.join(known)}" if known else "it has no choice of heuristics"
    others = "" if algorithm.heuristics or not able else f", with {' or '.join(able)}"
    return f"unknown heuristic '{shown(heuristic)}' for {algorithm.name}: {offered}{others}"


def check_hash_seed(hash_seed: int, who: str, store: str) -> None:
    """Refuse an invalid seed of hash constants, or any seed for a search that keeps whole positions."""
    if isinstance(hash_seed, bool) or not isinstance(hash_seed, int) or not 0 <= hash_seed <= MOST_HASH_SEED:
        raise InputError(
            f"hash_seed {shown(repr(hash_seed))} is not a seed: "
            f"expected a whole number from 0 to {MOST_HASH_SEED}"
        )
    if hash_seed and store != "fingerprint":
        raise InputError(
            f"hash_seed {hash_seed} is for fingerprints, and {who} keeps whole positions: "
            "expected states fingerprint with it"
        )


def _with_heuristic(
    algorithm: Algorithm, game: Game[Any, Any], heuristic: str | None
) -> tuple[Algorithm, str | None]:
    """The algorithm with that heuristic, or the game's default, set in its reference; and the heuristic's
    full name, if there is a choice."""
    if not algorithm.heuristics:
        return algorithm, None
    known = heuristics(game)
    name = heuristic or next(iter(known))
    if name not in known:
        raise InputError(
            f"heuristic '{name}' is not in Python: expected one of {', '.join(known)}, or the kernel"
        )
    informed: Any = algorithm.reference  # References with a choice of heuristics take it as a keyword.
    full_name = algorithm.aliases.get(name, name)
    return replace(algorithm, reference=partial(informed, heuristic=known[name])), full_name


def _solve_guided(space: Space, position: Any, guide: Guide, request: Request) -> Result:
    game = space.game
    if game.why_unsolvable(position) is not None:
        return Result.of(
            Outcome.UNSOLVABLE, guide.algorithm, lower_bound=None, heuristic=guide.heuristic.name
        )
    # The game's own bounds count only if the caller's heuristic makes promises: otherwise nothing is proved.
    lower = heuristic_of(game)(position) if guide.heuristic.factor else 0
    return solve_guided(space, position, guide, request, lower)


def _with_bounds(result: Result, game: Game[Any, Any], position: Any) -> Result:
    """The result with the lower bound that follows from its outcome and the game's heuristic."""
    if result.outcome is Outcome.UNSOLVABLE:
        return replace(result, lower_bound=None)
    return replace(result, lower_bound=max(result.lower_bound or 0, heuristic_of(game)(position)))


def symmetries(game: Game[Any, Any]) -> tuple[str, ...]:
    """The symmetries of a game under which positions can count as the same."""
    return entry_of(game).symmetries


def _space(game: Game[Any, Any], symmetry: str) -> Space:
    make = entry_of(game).part("space")
    return PlainSpace(game) if make is None else make(game, symmetry)


def _able(capability: str) -> str:
    """The algorithms with a capability, and their games, for a message."""
    found = [
        f"{algorithm.name} of {entry.name}"
        for entry in entries().values()
        for algorithm in algorithms(entry.made(None, None, {})).values()
        if getattr(algorithm, capability)
    ]
    return " or ".join(found) or "no algorithm can"


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
        outcome, keys = stop.outcome, stop.path
    except MemoryError:
        outcome = Outcome.MEMORY_LIMIT
    result = Result.of(
        outcome,
        algorithm.name,
        meter,
        proved_shortest=outcome is Outcome.SOLVED and algorithm.shortest,
        lower_bound=meter.lower_bound,
        peak_bytes=max(meter.peak_bytes, meter.bytes),
        levels=meter.levels,
    )
    return result, keys
