"""``yomikiri play``: a game at the keyboard, on any terminal, or with input lines from a file.

A line is a command, or moves in the game's notation, or the number of a move in the list.  The board is drawn
after every line that changes it.  Nothing moves the cursor, so a dumb terminal, a pipe or a screen reader
gets the same as everyone else.
"""

import contextlib
import sys
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from yomikiri.cli import board, output, summary
from yomikiri.cli.exits import Exit
from yomikiri.cli.hint import After, advice, played
from yomikiri.cli.interrupt import cancel_on_interrupt, forget
from yomikiri.cli.live import LiveDisplay
from yomikiri.cli.opening import opened
from yomikiri.cli.options import parse_limits, split_moves
from yomikiri.cli.parameters import (
    NONE,
    Arrangement,
    DealSource,
    GameName,
    Nodes,
    Seconds,
    Size,
    Variant,
    flag,
    with_rules,
)
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError, YomikiriError, shown
from yomikiri.core.words import plural
from yomikiri.search import Limits, Outcome, Play

NODES = 1_000_000
"""Positions that a hint may expand by default."""

COMMANDS = {
    "u": "take the last move back",
    "r": "play it again",
    "h": "hint: the next move of a solution",
    "w": "can I still win?",
    "s": "show a solution from here",
    "l": "list the legal moves",
    "b": "draw the board again",
    "q": "quit",
    "?": "show this help",
}
"""One-letter commands, in lower case; the full words work, too."""
WORDS = {
    "undo": "u",
    "redo": "r",
    "hint": "h",
    "win": "w",
    "solve": "s",
    "list": "l",
    "board": "b",
    "quit": "q",
    "exit": "q",
    "help": "?",
}
HINTS = frozenset("hws")
"""Those that ``--no-hints`` disables."""
ANSWERS = {
    Outcome.SOLVED: "yes, it can still be won",
    Outcome.UNSOLVABLE: "no, it cannot be won any more",
    Outcome.CANCELLED: "the search was cancelled",
}


class Table:
    """A game in progress and the person playing it."""

    def __init__(self, deal: Deal, play: Play[Any, Any], limits: Limits, *, hints: bool) -> None:
        self._deal, self._play, self._limits = deal, play, limits
        self._known = {letter: text for letter, text in COMMANDS.items() if hints or letter not in HINTS}

    def run(self) -> int:
        """Play until the game is won or the player leaves."""
        console, drawn = output.canvas()
        console.print(board.panel(self._deal, console))
        output.write_drawn(drawn)
        if self._play.moves:
            self._draw()
        self._news()
        while not self._play.is_goal:
            try:
                line = _asked()
            except KeyboardInterrupt:
                output.write("")
                self._farewell()
                return Exit.CANCELLED
            if line is None or not self._take(line.strip()):
                self._farewell()
                break
        return Exit.DONE

    def _take(self, line: str) -> bool:
        """Execute a line; returns False if it says to leave."""
        letter = WORDS.get(line.lower(), line)
        if letter == "q":
            return False
        try:
            if letter in COMMANDS:
                self._obey(letter)
            elif line:
                self._moves(line)
        except YomikiriError as error:
            output.tell(f"yomikiri: {shown(str(error), 1000)}\n")
        return True

    def _obey(self, letter: str) -> None:
        if letter not in self._known:
            raise InputError(f"'{letter}' is not allowed: hints are off")
        if letter in "ur":
            before = self._play.position
            move = self._play.undo() if letter == "u" else self._play.redo()
            at = self._play.position if letter == "u" else before
            output.write(
                f"{'undone' if letter == 'u' else 'played'}: {self._play.game.format_move(at, move)}"
            )
            self._draw(before)
            self._news()
        elif letter in HINTS:
            self._ask(letter)
        elif letter == "l":
            self._list()
        elif letter == "b":
            self._draw()
        else:
            output.write("\n".join(f"  {name}  {text}" for name, text in self._known.items()))
            number = "" if _has_numbers(self._texts()) else ", or its number in the list"
            output.write(f"Anything else is a move, such as {(self._texts() or ['none'])[0]}{number}.")

    def _ask(self, letter: str) -> None:
        """Ask the solver; Ctrl-C ends the search, not the game."""
        with cancel_on_interrupt() as cancel, LiveDisplay(self._deal, enabled=True) as display:
            how: dict[str, Any] = {"progress": display.progress, "cancel": cancel}
            if letter == "h":
                text = advice(self._play, self._limits, **how).message
            elif letter == "w":
                outcome = self._play.winnable(self._limits, **how)
                text = ANSWERS.get(outcome) or f"not known: {outcome.value.replace('_', ' ')}"
            else:
                text = self._solution(how)
        if cancel.is_set():
            forget()
        output.write(text)

    def _solution(self, how: Mapping[str, Any]) -> str:
        ahead: Play[Any, Any] = Play(self._play.game, self._play.position)
        while not ahead.is_goal:
            hint = ahead.hint(self._limits, **how)
            if hint.move is None:
                return hint.reason
            ahead.push(hint.move)
        return f"{plural(len(ahead.moves), 'move')}: {' '.join(ahead.texts())}"

    def _moves(self, line: str) -> None:
        before, count = self._play.position, len(self._play.moves)
        texts = self._texts()
        try:
            if line.isdecimal() and not _has_numbers(texts):
                if not 1 <= int(line[:9]) <= len(texts):
                    raise InputError(f"'{shown(line)}' is not in the list: expected 1 to {len(texts)}")
                self._play.push(self._play.legal()[int(line) - 1])
            else:
                for text in split_moves(line):
                    self._play.push(text)
        finally:
            if len(self._play.moves) > count:
                self._draw(before)
                self._news()

    def _texts(self) -> list[str]:
        """The legal moves as text."""
        return [self._play.game.format_move(self._play.position, move) for move in self._play.legal()]

    def _list(self) -> None:
        texts = self._texts()
        if _has_numbers(texts) or not texts:
            output.write(" ".join(texts) or "no move is left")
            return
        console, drawn = output.canvas()
        console.print(summary.columns(texts, console.width))
        output.write_drawn(drawn)

    def _draw(self, before: Any = None) -> None:
        console, drawn = output.canvas()
        console.print(board.board(self._play.game, self._play.position, console, before))
        output.write_drawn(drawn)

    def _news(self) -> None:
        """Announce the end of the game, or what can be played."""
        if self._play.is_goal:
            output.write(f"won in {plural(len(self._play.moves), 'move')}")
        elif self._play.is_stuck:
            output.write("no move is left: u takes the last one back")
        else:
            self._list()

    def _farewell(self) -> None:
        texts = self._play.texts()
        moves = f": {' '.join(texts)}" if texts else ""
        output.write(f"left after {plural(len(texts), 'move')}{moves}")


def _has_numbers(texts: Sequence[str]) -> bool:
    """Whether moves are numbers themselves, which list numbers would clash with."""
    return any(text.isdecimal() for text in texts)


def _asked() -> str | None:
    """The next line, or None at the end of the input."""
    if sys.stdin is None:
        return None
    try:
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  So that lines can be edited.
            return input("> ")
        return sys.stdin.readline() or None
    except EOFError:
        output.write("")
        return None
    except UnicodeDecodeError:
        raise InputError("standard input is not text") from None


@with_rules
def play_command(
    game_name: GameName,
    source: DealSource = "random",
    after: After = None,
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    no_hints: Annotated[bool, flag("--no-hints", "Play without hints, answers and solutions.")] = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
) -> int:
    """Play a deal in the terminal: type moves, or ? for the commands."""
    if source == "-":
        raise InputError("the deal cannot be '-': standard input has the moves")
    given = parse_limits(nodes, seconds, None)
    limits = given if given != Limits() else Limits(nodes=NODES)
    deal = opened(game_name, source, size, variant, rules, arrangement)
    if deal.has_arrangements:
        name = next(iter(deal.positions))
        output.note(f"this is the arrangement {name}: --arrangement chooses another")
        deal = deal.arranged(name)
    return Table(deal, played(deal, source, after), limits, hints=not no_hints).run()
