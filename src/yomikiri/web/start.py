"""Starts: the position that a setup names, and lines of play from there.

The server stores nothing about a player: every request contains its setup and its moves, which are replayed.
Recent replays are cached, so that one more move costs one move.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any

from yomikiri.core.catalog import listed_deal, read_deal, variant_of
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries, entry_of
from yomikiri.web.models import Setup


@dataclass(frozen=True)
class Start:
    """A start position, the game it belongs to, and the setup that names it with everything filled in."""

    game: Game[Any, Any]
    position: Any
    setup: Setup
    title: str
    key: str
    """The same for equal setups."""


def open_setup(setup: Setup) -> Start:
    """The start that a setup names; an :class:`InputError` says what is wrong with it."""
    return _opened(setup.model_dump_json())


@lru_cache(maxsize=512)
def _opened(key: str) -> Start:
    setup = Setup.model_validate_json(key)
    deal = _deal(setup)
    game, text, arrangement = deal.game, deal.text, None
    entry = entry_of(game)
    if deal.has_arrangements:
        first = next(iter(deal.positions))
        arrangement = first if setup.arrangement is None else entry.arrangement(setup.arrangement)
        deal = deal.arranged(arrangement)
    elif setup.arrangement is not None:
        if entry.several is not None:
            raise InputError(f"{entry.several.placed}: an arrangement cannot go with it")
        able = [each.name for each in entries().values() if each.several is not None]
        raise InputError(f"{game.name} has no arrangements: they are for {' and '.join(able)}")
    full = Setup(
        game=game.name,
        size=str(game.size),
        variant=variant_of(game),
        options=dict(game.options),
        deal=None if setup.deal is None else str(deal.label),
        position=text if setup.deal is None else None,
        arrangement=arrangement,
    )
    return Start(game, deal.position, full, _title(full), full.model_dump_json())


def _deal(setup: Setup) -> Deal:
    rules = (setup.size, setup.variant, setup.options)
    if (setup.deal is None) == (setup.position is None):
        raise InputError("a setup has a deal or a position: expected one of them, and not both")
    if setup.position is not None:
        return read_deal(setup.game, setup.position, *rules)
    found = listed_deal(setup.game, setup.deal, *rules)
    if found is None:
        raise InputError(f"'{shown(setup.deal or '')}' is not a deal: expected a number, or the name of one")
    return found


def _title(setup: Setup) -> str:
    entry = entries()[setup.game]
    title = entry.heading if setup.variant is None else entry.variants[setup.variant]
    options = [f"{name} {value}" for name, value in setup.options.items()]
    deal = "a position" if setup.deal is None else f"deal {setup.deal}"
    aces = [] if setup.arrangement is None else [f"aces {setup.arrangement}"]
    return ", ".join([f"{title.en} {setup.size}", *options, deal, *aces])


@dataclass(frozen=True)
class Played:
    """A line of play and the position at its end."""

    start: Start
    moves: tuple[str, ...]
    """Moves in the game's own notation, however they were written."""
    position: Any


class Replays:
    """Recently replayed lines."""

    def __init__(self, most: int = 512, most_moves: int = 100_000) -> None:
        self._most, self._most_moves = most, most_moves
        self._moves = 0
        """Positions of all lines together: a hundred bytes each, and a line may have thousands."""
        self._known: OrderedDict[tuple[str, tuple[str, ...]], Played] = OrderedDict()
        self._lock = Lock()

    def play(self, setup: Setup, moves: list[str]) -> Played:
        """Replay a line; an error says which move is wrong, and why."""
        start = open_setup(setup)
        texts = tuple(moves)
        line, count = Played(start, (), start.position), 0
        with self._lock:
            for known in range(len(texts), max(-1, len(texts) - 3), -1):
                found = self._known.get((start.key, texts[:known]))
                if found is not None:
                    line, count = found, known
                    break
        line = _played_on(line, texts[count:])
        with self._lock:
            for key in {texts, line.moves}:
                self._moves += 0 if (start.key, key) in self._known else len(key)
                self._known[start.key, key] = line
                self._known.move_to_end((start.key, key))
            while len(self._known) > self._most or self._moves > self._most_moves:
                (_, forgotten), _ = self._known.popitem(last=False)
                self._moves -= len(forgotten)
        return line


def _played_on(line: Played, texts: tuple[str, ...]) -> Played:
    """The line with more moves."""
    game, position, moves = line.start.game, line.position, list(line.moves)
    for text in texts:
        try:
            move = game.parse_move(position, text)
            after = game.play(position, move)
        except ValueError as error:
            raise InputError(f"move {len(moves) + 1}: {error}") from None
        moves.append(game.format_move(position, move))
        position = after
    return replace(line, moves=tuple(moves), position=position)
