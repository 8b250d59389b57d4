"""Results as JSON objects, and back: what :meth:`Result.to_dict` and :meth:`Result.from_dict` do.

Moves are the game's own values.  Given the game and the position, they are written in its notation and read
back by replaying them with its rules: certified moves are certified again.  Without the game, a move is
written as a number, a string, or the list of its fields, and is read back as such, uncertified.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from yomikiri.core.errors import InputError, NotationError, shown
from yomikiri.core.protocol import Game
from yomikiri.search.certify import certify
from yomikiri.search.level import Level
from yomikiri.search.outcome import Outcome, Proof, Result

FORMAT = 1
"""The version of the format.  Keys may be added; existing ones keep their meaning."""

_WORDS: dict[str, Any] = {"outcome": Outcome, "proof": Proof}
_KINDS: dict[str, tuple[type, ...]] = {
    "algorithm": (str,),
    "proved_shortest": (bool,),
    "certified": (bool,),
    "error_bound": (int, float),
    "seconds": (int, float),
    "heuristic": (str, type(None)),
    "unbuilt": (str, type(None)),
    "unsaved": (str, type(None)),
    "within": (str, type(None)),
    "label": (int, str, type(None)),
    "lower_bound": (int, type(None)),
    "upper_bound": (int, type(None)),
    "shortest_count": (int, type(None)),
}
"""The types of values; all others are whole numbers."""


def to_dict(result: Result, game: Game[Any, Any] | None, position: Any) -> dict[str, Any]:
    """The result as a JSON object."""
    record: dict[str, Any] = {"format": FORMAT}
    for field in fields(result):
        value = getattr(result, field.name)
        if field.name == "moves":
            record["moves"] = _moves(result, game, position)
            record["length"] = result.length
        elif field.name == "levels":
            record["levels"] = [level.to_dict() for level in value]
        else:
            record[field.name] = value.value if field.name in _WORDS else value
    return record


def to_json(result: Result, game: Game[Any, Any] | None, position: Any) -> str:
    """The result as JSON text on one line."""
    return json.dumps(to_dict(result, game, position))


def _moves(result: Result, game: Game[Any, Any] | None, position: Any) -> list[Any] | None:
    if result.moves is None:
        return None
    if game is not None:
        return list(game.write_moves(position, result.moves))
    return [_plain(move) for move in result.moves]


def _plain(move: Any) -> Any:
    if isinstance(move, tuple):
        return [_plain(part) for part in move]
    if is_dataclass(move) and not isinstance(move, type):
        return [_plain(getattr(move, field.name)) for field in fields(move)]
    if move is None or isinstance(move, str | int | float):
        return move
    raise InputError(
        f"a move {shown(repr(move))} is not plain: expected the game and the position, "
        "result.to_dict(game, position)"
    )


def from_dict(data: Any, game: Game[Any, Any] | None, position: Any) -> Result:
    """The result that :func:`to_dict` turned into ``data``."""
    if not isinstance(data, Mapping):
        raise NotationError(f"a result is a JSON object, found {type(data).__name__}")
    if data.get("format") != FORMAT:
        raise NotationError(f'"format" is {shown(repr(data.get("format")))}, expected {FORMAT}')
    known: dict[str, Any] = {}
    for field in fields(Result):
        if field.name not in data:
            raise NotationError(f'a result has no "{field.name}": expected all that to_dict() writes')
        if field.name not in ("moves", "levels"):
            known[field.name] = _value(field.name, data[field.name])
    known["levels"] = tuple(map(_level, _list("levels", data["levels"])))
    result = Result.of(known.pop("outcome"), known.pop("algorithm"), **known)
    if data["moves"] is None:
        return result
    moves = _list("moves", data["moves"])
    if game is None:
        return replace(result, moves=tuple(map(_row, moves)), certified=False)
    if not all(isinstance(move, str) for move in moves):
        raise NotationError('"moves" must be texts of the game: expected what to_dict(game, position) writes')
    found = game.read_moves(position, moves)
    certify(game, position, found)
    return replace(result, moves=tuple(found), certified=True)


def from_json(text: str, game: Game[Any, Any] | None, position: Any) -> Result:
    """The result in a JSON text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not valid JSON: {error}") from None
    return from_dict(data, game, position)


def _value(name: str, value: Any) -> Any:
    if name in _WORDS:
        names = [member.value for member in _WORDS[name]]
        if value not in names:
            raise NotationError(f'"{name}" is {shown(repr(value))}, expected one of {", ".join(names)}')
        return _WORDS[name](value)
    kinds = _KINDS.get(name, (int,))
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        words = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
        raise NotationError(f'"{name}" is {shown(repr(value))}, expected {words}')
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(f'"{name}" is {shown(repr(value))}, expected a list')
    return value


def _level(data: Any) -> Level:
    names = [field.name for field in fields(Level)]
    if not isinstance(data, Mapping) or sorted(data) != sorted(names):
        raise NotationError(f"a level is {shown(repr(data))}, expected an object with {', '.join(names)}")
    return Level(**data)


def _row(move: Any) -> Any:
    return tuple(map(_row, move)) if isinstance(move, list) else move
