"""The commands: each parses its words, makes one call of the library, and shows the answer."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

import yomikiri
from yomikiri.cli import analysis, exits, gapset, output, serve, survey, tables
from yomikiri.cli.arrangements import arranged, solve_layout
from yomikiri.cli.exits import Exit
from yomikiri.cli.improve import improve
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.live import LiveDisplay, is_interactive
from yomikiri.cli.options import parse_limits, parse_notation, parse_threads, read_moves, rules_options
from yomikiri.cli.parts import check_parts, solve_deal
from yomikiri.cli.record import analysis_record, solve_record, verify_record
from yomikiri.cli.replay import replay
from yomikiri.cli.reproduce import reproduce_command
from yomikiri.errors import InputError
from yomikiri.games import KINDS, Deal, Layout, game, open_deal
from yomikiri.games.rows import RowGame
from yomikiri.search import Limits, Result, algorithms
from yomikiri.spaces import Component

EPILOG = "Exit status: " + "; ".join(f"{status:d} {text}" for status, text in exits.MEANINGS.items()) + "."

app = typer.Typer(
    name="yomikiri",
    help="Solve one-player puzzles completely: a solution, or the proof that there is none.",
    epilog=EPILOG,
    add_completion=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(gapset.app, name="gapset")
app.add_typer(tables.app, name="tables")
app.add_typer(survey.app, name="survey")

# Every value is taken as text and read by our own parsers, so that every message is ours.
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="One of the games that 'yomikiri games' lists.")
]
DealSource = Annotated[
    str,
    typer.Argument(
        metavar="DEAL",
        help="A deal number, a named deal (sliding: korf:1 to korf:100; FreeCell: ms:N, own:N), a file name, "
        "- or random.",
    ),
]
Moves = Annotated[
    list[str],
    typer.Argument(
        metavar="MOVES", help="Moves, one by one or quoted; or a file name, or - for standard input."
    ),
]
Size = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="N",
        help="Size of the board: 13; sliding: rows x columns (4x4); FreeCell: columns x cells (8x4).",
    ),
]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="A variant of the game, such as montana.")
]
Arrangement = Annotated[
    str | None,
    typer.Option("--arrangement", metavar="SUITS", help="Gaps: the aces' suits from the top, such as HDSC."),
]
Metric = Annotated[
    str | None, typer.Option("--metric", metavar="single|supermove", help="FreeCell: what counts as a move.")
]
Columns = Annotated[str | None, typer.Option("--columns", metavar="N", help="FreeCell: how many columns.")]
Cells = Annotated[str | None, typer.Option("--cells", metavar="N", help="FreeCell: how many free cells.")]
Building = Annotated[
    str | None,
    typer.Option("--building", metavar="alternate|suit", help="FreeCell: how columns are built."),
]
EmptyColumns = Annotated[
    str | None,
    typer.Option("--empty-columns", metavar="any|kings", help="FreeCell: what an empty column takes."),
]
Goal = Annotated[
    str | None,
    typer.Option("--goal", metavar="GOAL", help="Sliding: blank-last, blank-first, or a position."),
]
Nodes = Annotated[
    str | None, typer.Option("--nodes", metavar="N", help="Expand at most N positions (1000000, 1e6).")
]
Seconds = Annotated[str | None, typer.Option("--seconds", metavar="S", help="Search at most S seconds.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the moves only, on one line.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Solve one-player puzzles completely: a solution, or the proof that there is none."""
    if version:
        output.write(f"yomikiri {yomikiri.__version__}")
        raise typer.Exit(Exit.DONE)
    if context.invoked_subcommand is None:
        names = [command.name or "" for command in app.registered_commands]
        commands = ", ".join([*names, *(group.name or "" for group in app.registered_groups)])
        raise InputError(f"missing command: expected one of {commands}, or --help")


@app.command("solve", epilog=EPILOG)
def solve_command(
    game_name: GameName,
    source: DealSource = "random",
    size: Size = None,
    variant: Variant = None,
    metric: Metric = None,
    columns: Columns = None,
    cells: Cells = None,
    building: Building = None,
    empty_columns: EmptyColumns = None,
    goal: Goal = None,
    arrangement: Arrangement = None,
    first: Annotated[
        bool, typer.Option("--first", help="Gaps: stop at the first arrangement that is won.")
    ] = False,
    algorithm: Annotated[
        str | None, typer.Option(metavar="NAME", help="See 'yomikiri algorithms GAME'; else the default.")
    ] = None,
    shortest: Annotated[bool, typer.Option("--shortest", help="Find a shortest solution, proved.")] = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    memory: Annotated[
        str | None,
        typer.Option(metavar="SIZE", help="Use at most SIZE (4GiB, 512M); else 80 % of what is free."),
    ] = None,
    duplicates: Annotated[
        str, typer.Option(metavar="hash|patricia", help="How positions are looked up.")
    ] = "hash",
    states: Annotated[
        str | None,
        typer.Option(metavar="exact|fingerprint", help="What is kept of a position; else what suits best."),
    ] = None,
    symmetry: Annotated[
        str, typer.Option(metavar="none|rows", help="Which positions count as the same.")
    ] = "none",
    engine: Annotated[
        str, typer.Option(metavar="auto|kernel|python", help="Native kernel, or Python reference.")
    ] = "auto",
    heuristic: Annotated[
        str | None, typer.Option(metavar="NAME", help="A heuristic of the algorithm; else its best.")
    ] = None,
    threads: Annotated[
        str, typer.Option(metavar="N", help="Threads, for algorithms that can use more than one.")
    ] = "1",
    count_shortest: Annotated[
        bool, typer.Option("--count-shortest", help="Count all shortest solutions, too.")
    ] = False,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the search to FILE (in parts: a folder); go on from there."),
    ] = None,
    parts: Annotated[
        str | None, typer.Option(metavar="K", help="Divide one search, breadth-first, into K parts.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="local|ray|ray://HOST:PORT", help="Where the parts are.")
    ] = None,
    skip_lost: Annotated[
        bool, typer.Option("--skip-lost", help="In parts: leave out positions that are proved lost.")
    ] = False,
    notation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="How moves are written: cards, swaps; places, names; tiles, directions."
        ),
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Print the board after every move.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Solve a deal: a solution, or the proof that there is none."""
    if steps and (as_json or quiet):
        raise InputError(f"--steps can not go with {'--json' if as_json else '--quiet'}")
    limits = parse_limits(nodes, seconds, memory)
    rules = rules_options(metric, columns, cells, building, empty_columns, goal)
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement)
    write_move = parse_notation(deal.game, notation)
    options: dict[str, Any] = {
        "algorithm": algorithm,
        "shortest": shortest,
        "limits": limits,
        "duplicates": duplicates,
        "states": states,
        "symmetry": symmetry,
        "engine": engine,
        "heuristic": heuristic,
        "threads": parse_threads(threads),
        "count_shortest": count_shortest,
        "resume": resume,
    }
    check_parts(deal, parts, cluster, skip_lost=skip_lost)
    if isinstance(deal.position, Layout):
        if steps:
            raise InputError("--steps shows one solution: expected --arrangement with it")
        outcome = solve_layout(deal, options, write_move, first=first, as_json=as_json, quiet=quiet)
        return exits.OF_OUTCOME[outcome]
    if first:
        raise InputError("--first is for all arrangements of a gaps deal: one position has one answer")
    with cancel_on_interrupt() as cancel, LiveDisplay(deal, enabled=not quiet) as display:
        result = solve_deal(
            deal, options, parts, cluster, skip_lost=skip_lost, progress=display.progress, cancel=cancel
        )
    path = _path(deal, result)
    texts = [write_move(position, move) for position, move in zip(path, result.moves or (), strict=False)]
    if as_json:
        output.write_json(solve_record(deal, result, None if result.moves is None else texts))
    elif quiet:
        # Moves that have blanks in them are numbered, each on a line of its own.
        lines = [f"{number}. {text}" for number, text in enumerate(texts, start=1)]
        worded = any(" " in text for text in texts)
        output.write("\n".join(lines) if worded else " ".join(texts) or result.outcome.value)
        if result.shortest_count is not None:
            output.write(str(result.shortest_count))
    else:
        saving = states == "fingerprint" and symmetry != "none"
        _show(deal, result, limits, texts, path if steps else (), saving=saving)
    return exits.OF_OUTCOME[result.outcome]


@app.command("deal")
def deal_command(
    game_name: GameName,
    source: DealSource = "random",
    size: Size = None,
    variant: Variant = None,
    metric: Metric = None,
    columns: Columns = None,
    cells: Cells = None,
    building: Building = None,
    empty_columns: EmptyColumns = None,
    goal: Goal = None,
    arrangement: Arrangement = None,
    as_json: Json = False,
) -> int:
    """Print a position, in the notation that files use."""
    rules = rules_options(metric, columns, cells, building, empty_columns, goal)
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement)
    if as_json:
        output.write_json(deal.game.position_to_json(deal.position))
        return Exit.DONE
    output.write(deal.game.format_position(deal.position))
    if source == "random" and is_interactive():
        sys.stderr.write(f"(deal {deal.label})\n")
    return Exit.DONE


@app.command("verify", epilog=EPILOG)
def verify_command(
    game_name: GameName,
    source: DealSource,
    moves: Moves,
    size: Size = None,
    variant: Variant = None,
    metric: Metric = None,
    columns: Columns = None,
    cells: Cells = None,
    building: Building = None,
    empty_columns: EmptyColumns = None,
    goal: Goal = None,
    arrangement: Arrangement = None,
    as_json: Json = False,
) -> int:
    """Replay moves: are they legal, and do they win?"""
    texts = read_moves(moves, source)
    rules = rules_options(metric, columns, cells, building, empty_columns, goal)
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement, needed=True)
    verdict = replay(deal, texts)
    if as_json:
        output.write_json(verify_record(deal, verdict))
    else:
        output.write(verdict.message)
    return Exit.DONE if verdict.won else Exit.NO


@app.command("improve")
def improve_command(
    game_name: GameName,
    source: DealSource,
    moves: Moves,
    size: Size = None,
    variant: Variant = None,
    metric: Metric = None,
    columns: Columns = None,
    cells: Cells = None,
    building: Building = None,
    empty_columns: EmptyColumns = None,
    goal: Goal = None,
    arrangement: Arrangement = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Make a solution shorter where it is easy: never longer, and replayed before it is shown."""
    texts = read_moves(moves, source)
    limited = nodes is not None or seconds is not None
    limits = parse_limits(nodes, seconds, None) if limited else None
    rules = rules_options(metric, columns, cells, building, empty_columns, goal)
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement, needed=True)
    return improve(deal, texts, limits, as_json=as_json, quiet=quiet)


@app.command("analyse")
def analyse_command(
    game_name: GameName,
    source: DealSource = "random",
    size: Size = None,
    variant: Variant = None,
    metric: Metric = None,
    columns: Columns = None,
    cells: Cells = None,
    building: Building = None,
    empty_columns: EmptyColumns = None,
    goal: Goal = None,
    arrangement: Arrangement = None,
    as_json: Json = False,
) -> int:
    """Say what can be undone in a position: its class, its reversible cards, its component."""
    rules = rules_options(metric, columns, cells, building, empty_columns, goal)
    deal = arranged(open_deal(game_name, source, size, variant, rules), arrangement, needed=True)
    if not isinstance(deal.game, RowGame):
        raise InputError(f"{deal.game.name} has no analysis: it is for superpuzz and gaps")
    component = Component.of(deal.game, deal.position)
    moves = deal.game.moves(deal.position)
    texts = [deal.game.format_move(deal.position, move) for move in moves]
    if as_json:
        output.write_json(analysis_record(deal, component, texts))
    else:
        analysis.show(deal, component, list(zip(texts, map(component.keeps, moves), strict=True)))
    return Exit.DONE


@app.command("games")
def games_command() -> int:
    """List the games there are."""
    _list(
        [(kind.name, f"{kind.sizes} (default {kind.default_size})", kind.summary) for kind in KINDS.values()]
    )
    return Exit.DONE


@app.command("algorithms")
def algorithms_command(game_name: GameName) -> int:
    """List the algorithms for a game, the default first."""
    _list(
        [
            (entry.name, "kernel" if entry.in_kernel else "python", entry.summary)
            for entry in algorithms(game(game_name)).values()
        ]
    )
    return Exit.DONE


app.command("serve")(serve.serve_command)
app.command("reproduce")(reproduce_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: run the command line and return its exit status."""
    command = typer.main.get_command(app)

    def call(words: list[str]) -> Any:
        return command.main(words, prog_name="yomikiri", standalone_mode=False)

    return exits.run(call, sys.argv[1:] if arguments is None else arguments)


def _path(deal: Deal, result: Result) -> list[Any]:
    """The positions along the solution, the start included."""
    path = [deal.position]
    for move in result.moves or ():
        path.append(deal.game.play(path[-1], move))
    return path


def _show(
    deal: Deal,
    result: Result,
    limits: Limits,
    texts: Sequence[str],
    steps: Sequence[Any],
    *,
    saving: bool,
) -> None:
    """The start, the moves, the boards on the way if asked for, and the summary."""
    from rich.console import RenderableType
    from rich.text import Text as RichText

    from yomikiri.cli import board, summary

    console, drawn = output.canvas()
    pictures: list[RenderableType] = [board.panel(deal, console)]
    if steps:
        for number, ((before, after), text) in enumerate(zip(pairwise(steps), texts, strict=True), start=1):
            pictures += [RichText(f"\n{number}. {text}"), board.board(deal.game, after, console, before)]
    elif texts:
        pictures.append(summary.columns(texts, console.width))
    pictures += [RichText(), summary.headline(result, limits)]
    pictures.append(summary.table(deal, result, limits, saving=saving))
    for picture in pictures:
        console.print(picture)
    output.write_drawn(drawn)


def _list(rows: Sequence[tuple[str, ...]]) -> None:
    """Rows of words in columns, one line each."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        output.write("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
