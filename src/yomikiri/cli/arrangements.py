"""Deals with several arrangements on the command line: choose one, or solve and show them all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from yomikiri.cli import output
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.levels import show as show_levels
from yomikiri.cli.live import LiveDisplay
from yomikiri.cli.record import arrangements_record
from yomikiri.core import words
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError
from yomikiri.core.registry import entries, entry_of
from yomikiri.search import DealResult, Outcome, Result, solve_deal

if TYPE_CHECKING:
    from rich.text import Text

ACROSS = 4
"""The most arrangements per line of the table."""

APART = 4
"""Columns between two of them."""

WORDS = {
    Outcome.UNSOLVABLE: "lost",
    Outcome.NODE_LIMIT: "node limit",
    Outcome.TIME_LIMIT: "time limit",
    Outcome.MEMORY_LIMIT: "memory limit",
    Outcome.CANCELLED: "cancelled",
}

WriteMove = Callable[[Any, Any], str]


def arranged(deal: Deal, arrangement: str | None, *, needed: bool = False) -> Deal:
    """The deal with only the position that ``arrangement`` names; ``needed`` makes a name mandatory."""
    entry = entry_of(deal.game)
    if deal.has_arrangements:
        if arrangement is not None:
            return deal.arranged(entry.arrangement(arrangement))
        if needed:
            count, first = len(deal.positions), next(iter(deal.positions))
            raise InputError(
                f"a {deal.game.name} deal has {count} arrangements: expected --arrangement, such as {first}"
            )
    elif arrangement is not None:
        if entry.several is not None:
            raise InputError(f"{entry.several.placed}: --arrangement cannot go with it")
        able = [each.name for each in entries().values() if each.several is not None]
        raise InputError(f"{deal.game.name} has no arrangements: --arrangement is for {' and '.join(able)}")
    return deal


def solve_all(
    deal: Deal,
    options: Mapping[str, Any],
    write_move: WriteMove,
    *,
    first: bool,
    as_json: bool,
    quiet: bool,
    levels: bool = False,
) -> Outcome:
    """Solve the arrangements of a deal and show the answer; returns the outcome of the deal."""
    with cancel_on_interrupt() as cancel, LiveDisplay(deal, enabled=not quiet) as display:
        answer = solve_deal(deal, first=first, progress=display.progress, cancel=cancel, **options)
    moves = {
        name: list(_texts(deal, name, result.moves, write_move))
        for name, result in answer.results.items()
        if result.moves is not None
    }
    if as_json:
        output.write_json(arrangements_record(deal, answer, moves, levels=levels))
    elif quiet:
        lines = [" ".join([name, *texts]) for name, texts in moves.items()]
        output.write("\n".join(lines) or answer.outcome.value)
    else:
        _show(deal, answer, moves, shortest=options["shortest"])
    if levels and not as_json:
        for name, result in answer.results.items():
            output.write(f"\n{name}:")
            show_levels(result)
    return answer.outcome


def _texts(deal: Deal, arrangement: str, moves: Sequence[Any], write_move: WriteMove) -> Iterator[str]:
    position = deal.positions[arrangement]
    for move in moves:
        yield write_move(position, move)
        position = deal.game.play(position, move)


def _show(deal: Deal, answer: DealResult, moves: Mapping[str, Sequence[str]], *, shortest: bool) -> None:
    """The deal, the table of arrangements, the shortest of the solutions, and the totals."""
    from rich.text import Text

    from yomikiri.cli import board, summary

    console, drawn = output.canvas()
    console.print(board.panel(deal, console))
    console.print(_table(answer, console.width, shortest=shortest))
    if answer.best is not None:
        solution = moves[answer.best]
        console.print(Text(f"\n{answer.best} in {words.plural(len(solution), 'move')}"))
        if solution:
            console.print(summary.columns(solution, console.width))
    console.print(Text())
    console.print(Text(_headline(answer), summary.STYLES[answer.outcome]))
    console.print(summary.lines(_figures(answer, shortest=shortest), console.width))
    output.write_drawn(drawn)


def _table(answer: DealResult, width: int, *, shortest: bool) -> "Text":
    """One cell per arrangement: its name, its outcome, and the length of its solution or the bounds on it."""
    from yomikiri.cli import summary

    cells = [_cell(name, result, shortest=shortest) for name, result in answer.results.items()]
    across = max(1, min(ACROSS, (width + APART) // (max(map(len, cells)) + APART)))
    return summary.grid(cells, across, APART)


def _cell(name: str, result: Result, *, shortest: bool) -> "Text":
    from rich.text import Text

    from yomikiri.cli.summary import STYLES

    return Text.assemble(f"{name} ", (_word(result, shortest=shortest), STYLES[result.outcome]))


def _word(result: Result, *, shortest: bool) -> str:
    """The outcome of one arrangement; if the shortest is wanted, also what is known at a limit."""
    if result.outcome is Outcome.SOLVED:
        return f"won in {result.length}"
    if result.length is not None:
        return f"won in {result.lower_bound} to {result.length}"
    known = shortest and not result.outcome.decided and result.lower_bound
    return WORDS[result.outcome] + (f", >={result.lower_bound}" if known else "")


def _headline(answer: DealResult) -> str:
    """The outcome of the deal in words."""
    tried = words.plural(len(answer.results), "arrangement")
    if answer.outcome is Outcome.UNSOLVABLE:
        return f"Unsolvable: none of {tried} can be won"
    lost = sum(result.outcome is Outcome.UNSOLVABLE for result in answer.results.values())
    won = sum(result.moves is not None for result in answer.results.values())
    undecided = len(answer.results) - won - lost
    stops = [WORDS[result.outcome] for result in answer.results.values() if not result.outcome.decided]
    if not won:
        verb = "Cancelled" if answer.outcome is Outcome.CANCELLED else "Undecided"
        return f"{verb}: {lost} of {tried} lost, none won so far ({stops[0]})"
    return f"Solved: {won} of {tried} won" + (f", {undecided} undecided ({stops[0]})" if undecided else "")


def _figures(answer: DealResult, *, shortest: bool) -> Iterator[tuple[str, str]]:
    """The totals, one per line, as for a single position."""
    from yomikiri.cli import summary

    won = [result for result in answer.results.values() if result.moves is not None]
    if won and shortest:
        yield "shortest", _proved(won)
    yield "algorithm", answer.algorithm
    yield from summary.costs(answer)
    yield "proof", summary.evidence(answer)
    if won and all(result.certified for result in won):
        yield "certified", "the moves of every arrangement won were replayed by the rules"


def _proved(won: Sequence[Result]) -> str:
    """For how many of the won arrangements the solution is proved shortest."""
    proved = sum(result.proved_shortest for result in won)
    if proved == len(won):
        return "proved: no solution of an arrangement won can be shorter"
    return f"proved for {proved} of {len(won)} won; for the others the bounds are given above"
