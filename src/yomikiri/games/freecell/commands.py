"""FreeCell's own questions on the command line: ``yomikiri solve freecell 617 --least-cells``."""

from typing import cast

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.core import words
from yomikiri.core.deal import Deal
from yomikiri.games.freecell.least_cells import LeastCells, least_cells
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search.outcome import Limits, Outcome


def answer_least_cells(deal: Deal, limits: Limits, as_json: bool) -> int:
    """Find the fewest cells with which the deal can be won, and prove it; the exit status."""
    with cancel_on_interrupt() as cancel:
        answer = least_cells(cast(FreeCell, deal.game), deal.position, limits, cancel=cancel)
    if as_json:
        output.write_json(
            {
                "deal": deal.label,
                "outcome": answer.outcome.value,
                "least": answer.least,
                "enough": answer.enough,
                "proved": answer.proved,
                "searches": {
                    str(cells): {"outcome": one.outcome.value, "expanded": one.expanded, "length": one.length}
                    for cells, one in answer.results.items()
                },
            }
        )
    else:
        output.write(f"deal {deal.label}: {_sentence(answer)}")
    if answer.proved:
        return Exit.DONE
    if answer.outcome is Outcome.CANCELLED:
        return Exit.CANCELLED
    return Exit.NO if answer.outcome is Outcome.UNSOLVABLE else Exit.LIMIT


def _sentence(answer: LeastCells) -> str:
    if answer.enough is None:
        return f"at least {words.plural(answer.least, 'cell')}; no number was found to be enough"
    length = words.plural(answer.results[answer.enough].length or 0, "move")
    enough = f"{_are(answer.enough)} enough ({length})"
    if not answer.proved:
        return f"{enough}, at least {answer.least} {'is' if answer.least == 1 else 'are'} needed"
    fewer = answer.results.get(answer.enough - 1)
    if fewer is None:
        return enough
    return f"{enough}, {_are(answer.enough - 1)} not: {words.count(fewer.expanded)} positions prove it"


def _are(cells: int) -> str:
    return f"{words.plural(cells, 'cell')} {'is' if cells == 1 else 'are'}"
