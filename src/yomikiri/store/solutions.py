"""The solutions of an attempt, replayed by the rules from the stored position."""

from collections.abc import Iterator
from typing import Any

from yomikiri.core.catalog import read_deal
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.store.attempt import Attempt, Rules, read_arrangements, read_object

Games = dict[Rules, Game[Any, Any]]
"""The games of a store, made once each."""


def wins(games: Games, attempt: Attempt) -> bool:
    """Whether all its solutions end in a goal; an illegal move is an error."""
    rules = attempt.deal.rules
    game = games.get(rules) or games.setdefault(rules, rules.make())
    return all(replays(game, position, moves) for position, moves in solutions(game, attempt))


def replays(game: Game[Any, Any], position: Any, moves: str) -> bool:
    """Whether moves, in the game's notation, lead from a position to a goal."""
    for move in game.read_moves(position, moves.split()):
        position = game.play(position, move)
    return game.is_goal(position)


def solutions(game: Game[Any, Any], attempt: Attempt) -> Iterator[tuple[Any, str]]:
    """Start and moves of the stored solutions: one, or those of its arrangements."""
    if attempt.arrangements is None:
        yield game.parse_position(attempt.deal.position), attempt.moves or ""
        return
    rules = attempt.deal.rules
    options = read_object("options", rules.options)
    deal = read_deal(rules.game, attempt.deal.position, rules.size or None, rules.variant or None, options)
    if not deal.has_arrangements:
        raise InputError(f"{game.name} has no arrangements")
    found = {}
    for name, entry in read_arrangements(attempt.arrangements).items():
        moves = entry.get("moves")
        if moves is not None and not isinstance(moves, str):
            raise InputError(f"the moves of arrangement '{shown(name)}' are no text")
        if moves is not None:
            found[name] = moves
    if attempt.moves not in found.values():
        raise LookupError("the moves are those of no arrangement")
    for name, moves in found.items():
        yield deal.positions[name], moves
