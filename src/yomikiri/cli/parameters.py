"""Parameters: the arguments and options that several commands share, each with its help sentence.

All values are taken as text and read by our own parsers, so that every message is ours.  An option belongs to
a group in the help text, in the order in which the command lists them.  What differs between games comes from
their entries: this file names no game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from yomikiri.core.entry import Option
from yomikiri.core.registry import entries

RULES = "The game"
SEARCH = "The search"
LIMITS = "Limits"
PARTS = "One search in parts"
MANY = "Many deals"
ANSWER = "The answer"

NONE: Mapping[str, str] = {}
"""No rule options."""


def option(name: str, metavar: str, text: str, group: str | None = None) -> Any:
    """An option with a value."""
    return typer.Option(name, metavar=metavar, help=text, rich_help_panel=group)


def flag(name: str, text: str, group: str | None = None, short: str | None = None) -> Any:
    """An option that is on or off."""
    names = (name,) if short is None else (name, short)
    return typer.Option(*names, help=text, rich_help_panel=group)


def _listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: ``a``, ``a and b``, ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _by_game(said: Mapping[str, str]) -> str:
    """What games say, with equal texts merged: ``cards of one and another, tiles of a third``."""
    together: dict[str, list[str]] = {}
    for name, text in said.items():
        together.setdefault(text, []).append(name)
    return ", ".join(f"{text} of {_listed(names)}" for text, names in together.items())


def _sizes() -> str:
    units: dict[str, list[str]] = {}
    for entry in entries().values():
        if entry.size_unit:
            units.setdefault(entry.size_unit, []).append(f"{entry.name} ({entry.default_size})")
    return ", ".join(f"{unit} of {_listed(names)}" for unit, names in units.items())


def _variants() -> str:
    found = {
        entry.name: [name for name in entry.variants if name != entry.name] for entry in entries().values()
    }
    return "; ".join(f"{_listed(names, 'or')} of {game}" for game, names in found.items() if names)


def _named_deals() -> str:
    """The forms of deal names: ``word:1 to word:100 of a game``."""
    return _by_game(
        {
            name: _listed(list(map(_range, entry.sources)))
            for name, entry in entries().items()
            if entry.sources
        }
    )


def _range(source: str) -> str:
    word, _, numbers = source.partition(":")
    first, _, last = numbers.partition("..")
    return f"{word}:{first} to {word}:{last}" if last.isdigit() and len(last) <= 4 else f"{word}:N"


def notations() -> str:
    """The move notations, by game."""
    return _by_game(
        {name: _listed(entry.notations, "or") for name, entry in entries().items() if entry.notations}
    )


def _symmetries() -> str:
    return "|".join(dict.fromkeys(name for entry in entries().values() for name in entry.symmetries))


def declared() -> dict[str, Any]:
    """The options of all games by name; an option that two games share describes both."""
    found: dict[str, Option] = {}
    for entry in entries().values():
        for each in entry.options:
            had = found.get(each.name)
            if had is not None:
                values = tuple(dict.fromkeys((*had.values, *each.values)))
                each = replace(had, values=values, help=f"{had.help} {each.help}")
            found[each.name] = each
    return {name: option(f"--{name}", each.placeholder, each.help, RULES) for name, each in found.items()}


def with_rules(command: Callable[..., int]) -> Callable[..., int]:
    """The command with the options of all games instead of its parameter ``rules``, which gets a mapping of
    those given."""
    words = {name.replace("-", "_"): (name, each) for name, each in declared().items()}
    parameters: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        if parameter.name != "rules":
            parameters.append(parameter)
            continue
        parameters += [
            Parameter(
                word, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=Annotated[str | None, each]
            )
            for word, (_, each) in words.items()
        ]

    def called(**given: Any) -> int:
        rules = {name: given.pop(word) for word, (name, _) in words.items()}
        return command(rules={name: value for name, value in rules.items() if value is not None}, **given)

    called.__name__, called.__doc__ = command.__name__, command.__doc__
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    called.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    return called


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=f"The game: {', '.join(entries())}; 'yomikiri games' lists all names."
    ),
]
DealSource = Annotated[
    str,
    typer.Argument(
        metavar="DEAL",
        help="The deal: a number such as 42, 'random', a file that has a position, or - for standard input. "
        f"Some have names: {_named_deals()}.",
    ),
]
Moves = Annotated[
    list[str],
    typer.Argument(
        metavar="MOVES", help="The moves, one by one or quoted; or a file, or - for standard input."
    ),
]

Size = Annotated[str | None, option("--size", "N", f"Size of the board: {_sizes()}.", RULES)]
Variant = Annotated[str | None, option("--variant", "NAME", f"A variant: {_variants()}.", RULES)]
_SEVERAL = {name: entry.several for name, entry in entries().items() if entry.several is not None}
Arrangement = Annotated[
    str | None,
    option(
        "--arrangement",
        "|".join(dict.fromkeys(several.option.placeholder for several in _SEVERAL.values())),
        " ".join(several.option.help for several in _SEVERAL.values()),
        RULES,
    ),
]
First = Annotated[
    bool,
    flag(
        "--first",
        " ".join(
            f"{entries()[name].heading.en}: stop at the first of the {len(several.names)} arrangements that "
            "can be won."
            for name, several in _SEVERAL.items()
        ),
        SEARCH,
    ),
]
Algorithm = Annotated[
    str | None,
    option(
        "--algorithm", "NAME", "One that 'yomikiri algorithms GAME' lists; the first is the default.", SEARCH
    ),
]
Shortest = Annotated[
    bool, flag("--shortest", "Find a shortest solution, and prove that none is shorter.", SEARCH)
]
WithinOption = Annotated[
    str | None,
    option(
        "--within",
        "5%|N",
        "Find a solution that is proved to be at most 5% or N moves longer than a shortest one.",
        SEARCH,
    ),
]
Weight = Annotated[
    str | None,
    option(
        "--weight",
        "W",
        "For weighted-a-star: solutions at most W times as long as the shortest (default: 2).",
        SEARCH,
    ),
]
Heuristic = Annotated[
    str | None,
    option(
        "--heuristic",
        "NAME",
        "The lower bound to use, where the algorithm has a choice (default: its best).",
        SEARCH,
    ),
]
Threads = Annotated[
    str, option("--threads", "N", "How many threads to use, where the algorithm can use several.", SEARCH)
]
Duplicates = Annotated[
    str,
    option("--duplicates", "hash|patricia", "How positions seen before are looked up.", SEARCH),
]
States = Annotated[
    str | None,
    option(
        "--states",
        "exact|fingerprint",
        "Keep whole positions or hashes of them (default: what suits the algorithm).",
        SEARCH,
    ),
]
HashSeed = Annotated[
    str,
    option(
        "--hash-seed",
        "N",
        "Hash positions with other constants, to confirm what fingerprints said.",
        SEARCH,
    ),
]
Symmetry = Annotated[
    str,
    option(
        "--symmetry",
        _symmetries(),
        "Whether positions that differ in the order of their rows count as one.",
        SEARCH,
    ),
]
Engine = Annotated[
    str,
    option(
        "--engine",
        "auto|kernel|python",
        "Whether the native kernel searches, or the plain Python that it is checked against.",
        SEARCH,
    ),
]
Nodes = Annotated[str | None, option("--nodes", "N", "Expand at most N positions: 1000000, 1e6.", LIMITS)]
Seconds = Annotated[str | None, option("--seconds", "S", "Search at most S seconds.", LIMITS)]
Memory = Annotated[
    str | None,
    option("--memory", "SIZE", "Use at most SIZE: 512M, 4GiB (default: 80 % of what is free).", LIMITS),
]
Workers = Annotated[
    str | None,
    option("--workers", "K|all", "How many deals are solved at a time, in processes of their own.", MANY),
]
TotalNodes = Annotated[
    str | None, option("--total-nodes", "N", "Expand at most N positions for all deals together.", MANY)
]
TotalSeconds = Annotated[
    str | None, option("--total-seconds", "S", "Search at most S seconds for all deals together.", MANY)
]
Quiet = Annotated[
    bool, flag("--quiet", "Print only the moves, on one line, or the outcome.", ANSWER, short="-q")
]
Json = Annotated[bool, flag("--json", "Print one JSON object on one line.", ANSWER)]
