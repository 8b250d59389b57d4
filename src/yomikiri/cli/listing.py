"""``yomikiri games``, ``algorithms`` and ``heuristics``: what there is, for people or as JSON."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Annotated, Any

import typer

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.parameters import Json
from yomikiri.core.catalog import game
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries, entry_of
from yomikiri.search import algorithms, heuristics

OneOrAll = Annotated[str | None, typer.Argument(metavar="GAME", help="The game; without it, all are listed.")]


def games_command(as_json: Json = False) -> int:
    """List the games, their sizes and their variants."""
    if as_json:
        output.write_json(
            {
                "games": [
                    {
                        "name": entry.name,
                        "title": entry.heading.en,
                        "summary": entry.summary,
                        "sizes": entry.sizes,
                        "default_size": entry.default_size,
                        "variants": list(entry.variants),
                        "options": [
                            {"name": each.name, "values": list(each.values), "help": each.help}
                            for each in entry.options
                        ],
                        "deals": {"first": 1, "last": entry.most, "named": list(entry.sources)},
                        "arrangements": 0 if entry.several is None else len(entry.several.names),
                        "symmetries": list(entry.symmetries),
                    }
                    for entry in entries().values()
                ]
            }
        )
        return Exit.DONE
    _list(
        [
            (entry.name, f"{entry.sizes} (default {entry.default_size})".lstrip(), entry.summary)
            for entry in entries().values()
        ]
    )
    return Exit.DONE


def algorithms_command(game_name: OneOrAll = None, as_json: Json = False) -> int:
    """List the algorithms for a game, the default first, and where each runs; of all games, what it needs."""
    chosen = _chosen(game_name)
    if as_json:
        output.write_json({"algorithms": [_algorithm(each, one) for each in chosen for one in _of(each)]})
        return Exit.DONE
    for number, each in enumerate(chosen):
        if game_name is None:
            output.write(f"{chr(10) if number else ''}{each.name}:")
        _list(
            [
                (
                    entry.name,
                    "kernel" if entry.in_kernel else "python",
                    entry.summary,
                    *([_needs(entry)] if game_name is None else []),
                )
                for entry in _of(each)
            ]
        )
    return Exit.DONE


def heuristics_command(game_name: OneOrAll = None, as_json: Json = False) -> int:
    """List the heuristics of a game, the best first: where each runs, and what is proved of it."""
    chosen = _chosen(game_name)
    found = [(each, _heuristics(each)) for each in chosen]
    if as_json:
        output.write_json({"heuristics": [record for _, records in found for record in records]})
        return Exit.DONE
    for number, (each, records) in enumerate(found):
        if game_name is None:
            output.write(f"{chr(10) if number else ''}{each.name}:")
        _list(
            [
                (
                    record["name"],
                    " and ".join(record["where"]),
                    "admissible, consistent" if record["consistent"] else "admissible",
                    f"with {', '.join(record['algorithms'])}" if record["algorithms"] else "",
                )
                for record in records
            ]
        )
    return Exit.DONE


def _chosen(name: str | None) -> list[Game[Any, Any]]:
    return [game(name)] if name is not None else [game(each) for each in entries()]


def _of(chosen: Game[Any, Any]) -> list[Any]:
    return list(algorithms(chosen).values())


def _algorithm(chosen: Game[Any, Any], entry: Any) -> dict[str, Any]:
    return {
        "game": chosen.name,
        "name": entry.name,
        "summary": entry.summary,
        "where": "kernel" if entry.in_kernel else "python",
        "shortest": entry.shortest,
        "needs": entry.needs,
        "threads": entry.parallel,
        "counts": entry.counts,
        "resumes": entry.resumable,
        "heuristics": list(entry.heuristics),
    }


def _heuristics(chosen: Game[Any, Any]) -> list[dict[str, Any]]:
    """Every heuristic once: those of algorithms in their order, then those that only Python has."""
    plain, able = heuristics(chosen), [entry for entry in _of(chosen) if entry.heuristics]
    aliases = {short: full for entry in able for short, full in entry.aliases.items()}
    names = dict.fromkeys([*(name for entry in able for name in entry.heuristics), *plain])
    proved = entry_of(chosen).consistent
    return [
        {
            "game": chosen.name,
            "name": name,
            "aliases": [short for short, full in aliases.items() if full == name],
            "where": [
                *(["kernel"] if any(name in entry.heuristics for entry in able if entry.in_kernel) else []),
                *(["python"] if name in plain else []),
            ],
            "algorithms": [entry.name for entry in able if name in entry.heuristics],
            "admissible": True,
            "consistent": name == "zero" or any(fnmatchcase(name, known) for known in proved),
        }
        for name in names
        if name not in aliases
    ]


def _needs(entry: Any) -> str:
    """What an algorithm needs, and what options it takes."""
    takes = [
        word
        for word, able in (
            ("threads", entry.parallel),
            ("counts", entry.counts),
            ("resumes", entry.resumable),
            (f"{len(entry.heuristics)} heuristics", len(entry.heuristics) > 1),
        )
        if able
    ]
    return f"[{'; '.join([entry.needs, *takes])}]"


def _list(rows: Sequence[tuple[str, ...]]) -> None:
    """Rows of words in columns, one line each."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        output.write("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
