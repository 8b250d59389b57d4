"""The commands: each parses its arguments, makes one call to the library, and shows the answer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli import analysis, answer, exits, levels, output
from yomikiri.cli.arrangements import solve_all
from yomikiri.cli.choose import Wish, choose
from yomikiri.cli.exits import Exit
from yomikiri.cli.group import expect_command
from yomikiri.cli.improve import improve
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.listing import algorithms_command, games_command, heuristics_command
from yomikiri.cli.live import LiveDisplay
from yomikiri.cli.opening import opened as _open
from yomikiri.cli.options import (
    parse_hash_seed,
    parse_limits,
    parse_notation,
    parse_threads,
    parse_weight,
    parse_within,
    read_moves,
)
from yomikiri.cli.parameters import (
    ANSWER,
    LIMITS,
    MANY,
    NONE,
    PARTS,
    SEARCH,
    Algorithm,
    Arrangement,
    DealSource,
    Duplicates,
    Engine,
    First,
    GameName,
    HashSeed,
    Heuristic,
    Json,
    Memory,
    Moves,
    Nodes,
    Quiet,
    Seconds,
    Shortest,
    Size,
    States,
    Symmetry,
    Threads,
    TotalNodes,
    TotalSeconds,
    Variant,
    Weight,
    WithinOption,
    Workers,
    flag,
    notations,
    option,
    with_rules,
)
from yomikiri.cli.parts import check_parts, solve_position
from yomikiri.cli.question import with_questions
from yomikiri.cli.record import analysis_record, solve_record, verify_record
from yomikiri.cli.replay import replay
from yomikiri.cli.version import version_line
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError
from yomikiri.core.registry import entries, entry_of
from yomikiri.search.showing import is_interactive

STATUSES = "\n".join(
    ["Exit status:", *(f"  {status:>3d}  {text}" for status, text in exits.MEANINGS.items())]
)
EXAMPLES = "\n".join(
    ["Examples:", *(f"  yomikiri {line}" for entry in entries().values() for line in entry.examples), ""]
)
WELCOME = "\n".join(
    [
        "Examples:",
        "  yomikiri games",
        *(
            f"  yomikiri {verb} {entry.name} {entry.first_deal}"
            for entry in list(entries().values())[:1]
            for verb in ("deal", "solve")
        ),
        "  yomikiri solve --help",
        "",
    ]
)

app = typer.Typer(
    name="yomikiri",
    help="Solve one-player puzzles completely: a solution, or the proof that there is none.",
    epilog=f"{WELCOME}\n{STATUSES}",
    add_completion=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, flag("--version", "Print the version, the kernel and its build, and leave.", short="-V")
    ] = False,
) -> None:
    """Solve one-player puzzles completely: a solution, or the proof that there is none."""
    if version:
        output.write(version_line())
        raise typer.Exit(Exit.DONE)
    expect_command(context)


@app.command("solve", epilog=f"{EXAMPLES}\n{STATUSES}")
@with_questions
@with_rules
def solve_command(
    game_name: GameName,
    source: DealSource = "random",
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    first: First = False,
    algorithm: Algorithm = None,
    shortest: Shortest = False,
    within: WithinOption = None,
    heuristic: Heuristic = None,
    weight: Weight = None,
    model: Annotated[
        str | None,
        option("--model", "FILE", "Order the search by a score of your own, from yomikiri learn.", SEARCH),
    ] = None,
    threads: Threads = "1",
    duplicates: Duplicates = "hash",
    states: States = None,
    symmetry: Symmetry = "none",
    hash_seed: HashSeed = "0",
    engine: Engine = "auto",
    count_shortest: Annotated[
        bool, flag("--count-shortest", "Count all shortest solutions, too, where the algorithm can.", SEARCH)
    ] = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    memory: Memory = None,
    resume: Annotated[
        Path | None,
        option(
            "--resume",
            "FILE",
            "Save the search to FILE (in parts, a folder), and go on from there, where the algorithm can.",
            LIMITS,
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        option("--certificate", "FILE", "Write the proof of the answer to FILE, for yomikiri check.", ANSWER),
    ] = None,
    parts: Annotated[
        str | None, option("--parts", "K", "Divide one search, breadth-first, into K parts.", PARTS)
    ] = None,
    cluster: Annotated[
        str | None,
        option("--cluster", "local|ray|ray://HOST:PORT", "Whether the parts are threads or machines.", PARTS),
    ] = None,
    skip_lost: Annotated[
        bool, flag("--skip-lost", "Leave out positions that are proved lost.", PARTS)
    ] = False,
    notation: Annotated[
        str | None,
        option(
            "--notation",
            "NAME",
            f"How moves are written: {notations()}.",
            ANSWER,
        ),
    ] = None,
    steps: Annotated[bool, flag("--steps", "Print the board after every move.", ANSWER)] = False,
    with_levels: Annotated[
        bool, flag("--levels", "Print what each level of the search cost: f, bound or depth.", ANSWER)
    ] = False,
    levels_plot: Annotated[
        Path | None, option("--levels-plot", "FILE", "Draw the levels to FILE, .svg or .png.", ANSWER)
    ] = None,
    as_json: Json = False,
    json_lines: Annotated[
        bool,
        flag("--json-lines", "DEAL has ranges, such as 1-1000: print one JSON object a line.", MANY),
    ] = False,
    workers: Workers = None,
    total_nodes: TotalNodes = None,
    total_seconds: TotalSeconds = None,
    unordered: Annotated[bool, flag("--unordered", "Print each line as soon as it is there.", MANY)] = False,
    quiet: Quiet = False,
) -> int:
    """Solve a deal: a solution, or the proof that there is none."""
    levels.check_plot(levels_plot)
    if steps and (as_json or quiet):
        raise InputError(f"--steps cannot go with {'--json' if as_json else '--quiet'}")
    limits = parse_limits(nodes, seconds, memory)
    options: dict[str, Any] = {
        "algorithm": algorithm,
        "shortest": shortest,
        "limits": limits,
        "duplicates": duplicates,
        "states": states,
        "symmetry": symmetry,
        "hash_seed": parse_hash_seed(hash_seed),
        "engine": engine,
        "heuristic": heuristic,
        "threads": parse_threads(threads),
        "count_shortest": count_shortest,
        "resume": resume,
        "certificate": certificate,
    }
    if within is not None:
        options["within"] = parse_within(within)
    if weight is not None:
        options["weight"] = parse_weight(weight)
    if model is not None:
        options["model"] = model
    from yomikiri.cli import many

    if json_lines:
        for word, given in (("--parts", parts), ("--steps", steps), ("--levels-plot", levels_plot)):
            if given:
                raise InputError(f"{word} is for one deal: --json-lines cannot go with it")
        return many.solve_lines(
            many.Asked(game_name, source, size, variant, rules, arrangement, notation),
            options,
            first=first,
            workers=many.parse_workers(workers),
            total=many.parse_total(total_nodes, total_seconds),
            ordered=not unordered,
            levels=with_levels,
            quiet=quiet,
        )
    many.refuse_options(workers, total_nodes, total_seconds, unordered=unordered)
    many.refuse_ranges(source)
    deal = _open(game_name, source, size, variant, rules, arrangement)
    write_move = parse_notation(deal.game, notation)
    check_parts(deal, parts, cluster, skip_lost=skip_lost)
    if deal.has_arrangements:
        for word, wish in (
            ("--steps shows one solution", steps),
            ("--certificate is for one position", certificate),
            ("--levels-plot shows one search", levels_plot),
        ):
            if wish:
                raise InputError(f"{word}: expected --arrangement with it")
        outcome = solve_all(
            deal, options, write_move, first=first, as_json=as_json, quiet=quiet, levels=with_levels
        )
        return exits.OF_OUTCOME[outcome]
    if first:
        able = [entry.name for entry in entries().values() if entry.several is not None]
        raise InputError(
            f"--first is for all arrangements of a {' or '.join(able)} deal: one position has one answer"
        )
    with cancel_on_interrupt() as cancel, LiveDisplay(deal, enabled=not quiet) as display:
        result = solve_position(
            deal, options, parts, cluster, skip_lost=skip_lost, progress=display.progress, cancel=cancel
        )
    path = answer.path(deal, result)
    texts = [write_move(position, move) for position, move in zip(path, result.moves or (), strict=False)]
    if as_json:
        moves = None if result.moves is None else texts
        output.write_json(solve_record(deal, result, moves, levels=with_levels))
    elif quiet:
        answer.quietly(deal, result, texts)
    else:
        saving = states == "fingerprint" and symmetry != "none"
        answer.show(deal, result, limits, texts, path if steps else (), saving=saving)
    if with_levels and not as_json:
        levels.show(result)
    levels.draw(result, levels_plot)
    if result.unsaved is not None:
        exits.warn(result.unsaved)
    return exits.OF_OUTCOME[result.outcome]


@app.command("deal")
@with_rules
def deal_command(
    game_name: GameName,
    source: DealSource = "random",
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    winnable: Annotated[
        bool,
        flag("--winnable", "Look for a deal that can be won, among random ones or in a range such as 1-100."),
    ] = False,
    difficulty: Annotated[
        str | None,
        option("--difficulty", "easy|medium|hard", "Look for a deal that can be won and is as hard as that."),
    ] = None,
    seed: Annotated[
        str | None, option("--seed", "N", "Draw the deals to look at by this number, the same each time.")
    ] = None,
    nodes: Nodes = None,
    as_json: Json = False,
) -> int:
    """Print the position of a deal, in the notation that files have."""
    if winnable or difficulty is not None or seed is not None:
        wish = Wish(winnable, difficulty, seed, nodes)

        def made(number: str) -> Deal:
            return _open(game_name, number, size, variant, rules, arrangement)

        return choose(wish, source, made, as_json=as_json)
    deal = _open(game_name, source, size, variant, rules, arrangement)
    if as_json:
        output.write_json(deal.to_json())
        return Exit.DONE
    output.write(deal.text)
    if source == "random" and is_interactive():
        output.tell(f"(deal {deal.label})\n")
    return Exit.DONE


@app.command("verify", epilog=STATUSES)
@with_rules
def verify_command(
    game_name: GameName,
    source: DealSource,
    moves: Moves,
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    as_json: Json = False,
) -> int:
    """Replay moves: are they legal, and do they win?"""
    texts = read_moves(moves, source)
    deal = _open(game_name, source, size, variant, rules, arrangement, needed=True)
    verdict = replay(deal, texts)
    if as_json:
        output.write_json(verify_record(deal, verdict))
    else:
        output.write(verdict.message)
    return Exit.DONE if verdict.won else Exit.NO


@app.command("improve")
@with_rules
def improve_command(
    game_name: GameName,
    source: DealSource,
    moves: Moves,
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
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
    deal = _open(game_name, source, size, variant, rules, arrangement, needed=True)
    return improve(deal, texts, limits, as_json=as_json, quiet=quiet)


@app.command("analyse")
@with_rules
def analyse_command(
    game_name: GameName,
    source: DealSource = "random",
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    as_json: Json = False,
) -> int:
    """Say what can be said of a position without a search, such as which moves can be undone."""
    deal = _open(game_name, source, size, variant, rules, arrangement, needed=True)
    look = entry_of(deal.game).part("analysis")
    if look is None:
        able = [entry.name for entry in entries().values() if entry.analysis is not None]
        raise InputError(f"{deal.game.name} has no analysis: it is for {' and '.join(able)}")
    found = look(deal.game, deal.position)
    if as_json:
        output.write_json(analysis_record(deal, found))
    else:
        analysis.show(deal, found)
    return Exit.DONE


app.command("games")(games_command)
app.command("algorithms")(algorithms_command)
app.command("heuristics")(heuristics_command)
