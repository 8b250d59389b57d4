"""``yomikiri freecell``: questions about FreeCell alone."""

from typing import Annotated, cast

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.options import parse_memory
from yomikiri.cli.parameters import flag, option
from yomikiri.core import words
from yomikiri.core.errors import InputError
from yomikiri.games import open_deal
from yomikiri.games.freecell.least_cells import LeastCells, least_cells
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search.outcome import Limits, Outcome

app = typer.Typer(
    name="freecell", help="Questions about FreeCell and its family alone.", invoke_without_command=True
)


@app.callback()
def start(context: typer.Context) -> None:
    """Questions about FreeCell and its family alone."""
    if context.invoked_subcommand is None:
        raise InputError("missing command: expected least-cells, or --help")


@app.command("least-cells")
def least_cells_command(
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="A deal (617, random), a file, or -.")],
    variant: Annotated[
        str | None, option("--variant", "NAME", "freecell, bakers-game, eight-off or seahaven-towers.")
    ] = None,
    memory: Annotated[
        str | None, option("--memory", "SIZE", "Use at most SIZE for one search: 512M, 4GiB.")
    ] = None,
    as_json: Annotated[bool, flag("--json", "Print one JSON object on one line.")] = False,
) -> int:
    """Find the fewest cells with which a deal can be won, and prove it."""
    found = open_deal("freecell", deal, None, variant, {})
    answer = least_cells(
        cast(FreeCell, found.game), found.position, Limits(memory=parse_memory("--memory", memory))
    )
    if as_json:
        output.write_json(
            {
                "deal": found.label,
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
        output.write(f"deal {found.label}: {_sentence(answer)}")
    if answer.proved:
        return Exit.DONE
    return Exit.NO if answer.outcome is Outcome.UNSOLVABLE else Exit.LIMIT


def _sentence(answer: LeastCells) -> str:
    if answer.enough is None:
        return f"at least {words.plural(answer.least, 'cell')}; no number was found to be enough"
    length = words.plural(answer.results[answer.enough].length or 0, "move")
    enough = f"{words.plural(answer.enough, 'cell')} are enough ({length})"
    if not answer.proved:
        return f"{enough}, at least {answer.least} are needed"
    fewer = answer.results.get(answer.enough - 1)
    if fewer is None:
        return enough
    return f"{enough}, {answer.enough - 1} are not: {words.count(fewer.expanded)} positions prove it"
