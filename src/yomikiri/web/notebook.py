"""The notebook: what is already known, so that a player who follows a solution gets answers at once.

A position on a known solution can be won, and the rest of that solution solves it; if the whole was proved
shortest, so is the rest.  A position that follows a lost one is lost.  Old entries are forgotten.
"""

from collections import OrderedDict
from typing import Any

from yomikiri.games import Game
from yomikiri.web.start import Played

Json = dict[str, Any]
WORKLESS: Json = {"expanded": 0, "generated": 0, "stored": 0, "bytes": 0, "seconds": 0.0, "profile": []}


class Notebook:
    """Solutions by the positions on them, and lines of play that are lost."""

    def __init__(self, positions: int = 20_000, lines: int = 500, moves: int = 100_000) -> None:
        self._positions, self._lines, self._most_moves = positions, lines, moves
        self._moves = 0
        """Moves of all lost lines together: 500 lines for each of 500 deals, with thousands of moves each,
        would be too many."""
        self._won: OrderedDict[tuple[str, bytes], tuple[Json, int]] = OrderedDict()
        self._lost: OrderedDict[str, dict[tuple[str, ...], Json]] = OrderedDict()

    def write(self, game: Game[Any, Any], answer: Json, line: Played | None = None) -> None:
        """Record an answer; the line is where the question was asked."""
        codes: list[bytes] = answer.pop("codes", [])
        rules = repr(game)
        for index, code in enumerate(codes):
            self._won[rules, code] = (answer, index)
            self._won.move_to_end((rules, code))
        while len(self._won) > self._positions:
            self._won.popitem(last=False)
        if answer["verdict"] == "lost" and line is not None:
            lost = self._lost.setdefault(line.start.key, {})
            self._moves += 0 if line.moves in lost else len(line.moves)
            lost[line.moves] = answer
            if len(lost) > self._lines:
                self._forget(lost)
            while len(self._lost) > self._lines or self._moves > self._most_moves:
                key, oldest = next(iter(self._lost.items()))
                self._forget(oldest)
                if not oldest:
                    del self._lost[key]

    def _forget(self, lost: dict[tuple[str, ...], Json]) -> None:
        """Forget the oldest line."""
        moves = next(iter(lost))
        del lost[moves]
        self._moves -= len(moves)

    def look(self, line: Played, what: str) -> Json | None:
        """The answer to a question, if it is known."""
        for moves, answer in self._lost.get(line.start.key, {}).items():
            if line.moves[: len(moves)] == moves:
                return answer | WORKLESS
        game = line.start.game
        found = self._won.get((repr(game), game.encode(line.position)))
        if found is None:
            return None
        answer, index = found
        if what == "shortest" and not answer["proved_shortest"]:
            return None
        rest = answer["moves"][index:]
        return (
            answer
            | WORKLESS
            | {
                "outcome": "SOLVED",
                "moves": rest,
                "length": len(rest),
                # Each move changes the distance by at most one.
                "lower": max(0, answer["lower"] - index),
                "upper": len(rest),
            }
        )

    def best(self, line: Played, answer: Json) -> Json:
        """An answer with the shorter of its own solution and a known one."""
        known = self.look(line, "solve")
        if known is None or known["moves"] is None:
            return answer
        if answer["moves"] is not None and len(answer["moves"]) <= len(known["moves"]):
            return answer
        return answer | {
            "verdict": "won",
            "moves": known["moves"],
            "length": known["length"],
            "upper": known["length"],
            "proved_shortest": answer["lower"] == known["length"],
            "codes": [],
        }
