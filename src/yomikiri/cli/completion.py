"""Shell completion: what can follow the words on a command line.

The shell scripts call ``yomikiri __complete WORDS``, whose last word is the one being typed, and get a line
for each possible completion: the word, a tab, and a short description.  If there are no lines, the shell
falls back to completing file names.  Everything comes from the declarations: the parameters of the commands,
and the entry of the game on the line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from yomikiri.core.catalog import game
from yomikiri.core.entry import GameEntry
from yomikiri.core.errors import YomikiriError
from yomikiri.core.registry import entries
from yomikiri.search import algorithms

Candidate = tuple[str, str]
"""A word and its description."""


def candidates(words: Sequence[str], typed: str) -> list[Candidate]:
    """The completions of ``typed`` after ``words``, which follow the name of the program."""
    from yomikiri.cli.program import command, program

    node, rest = command(program(words)), list(words)
    while rest and rest[0] in getattr(node, "commands", {}):
        node = node.commands[rest.pop(0)]
    line = _Line(node, rest)
    name, equals, _ = typed.partition("=")
    if equals and name.startswith("--"):
        found: Iterator[Candidate] = (
            (f"{name}={word}", text) for word, text in line.values(line.option(name))
        )
    elif line.waiting is not None:
        found = line.values(line.waiting)
    elif typed.startswith("-"):
        found = line.options()
    elif hasattr(node, "commands"):
        found = ((each, _brief(command.help)) for each, command in node.commands.items())
    else:
        found = line.values(line.argument)
    return [(word, text) for word, text in found if word.startswith(typed)]


def answer(words: Sequence[str]) -> str:
    """The answer for a shell; the last word is the one being typed."""
    *before, typed = words or [""]
    try:
        found = candidates(before, typed)
    except YomikiriError:
        return ""  # There is a mistake earlier on the line: running it will report that.
    return "".join(f"{word}\t{text}\n" for word, text in found)


class _Line:
    """The words after a command: which options they give, and what comes next."""

    def __init__(self, command: Any, words: Sequence[str]) -> None:
        self._command = command
        self._given: dict[str, str] = {}
        self._arguments: list[str] = []
        self.waiting: Any = None
        """The option whose value comes next, if any."""
        for word in words:
            name, equals, value = word.partition("=")
            if self.waiting is not None:
                self._given[self.waiting.name], self.waiting = word, None
            elif (option := self.option(name)) is not None:
                self._given[option.name] = value
                self.waiting = None if option.is_flag or equals else option
            elif not word.startswith("-"):
                self._arguments.append(word)

    def option(self, name: str) -> Any:
        """The option of that name, or None."""
        return next(
            (each for each in self._command.params if name.startswith("-") and name in each.opts), None
        )

    def options(self) -> Iterator[Candidate]:
        """The options not given yet, and help."""
        for each in self._command.params:
            if each.param_type_name == "option" and (each.multiple or each.name not in self._given):
                yield max(each.opts, key=len), _brief(each.help)
        yield "--help", "Show the help text."

    @property
    def argument(self) -> Any:
        """The argument that comes next, or None."""
        wanted = [each for each in self._command.params if each.param_type_name == "argument"]
        place = len(self._arguments)
        if place < len(wanted):
            return wanted[place]
        return wanted[-1] if wanted and wanted[-1].nargs != 1 else None

    @property
    def _entry(self) -> GameEntry | None:
        """The entry of the game on the line."""
        first = self._arguments[0] if self._arguments else ""
        return next((each for each in entries().values() if first in (each.name, *each.variants)), None)

    def values(self, param: Any) -> Iterator[Candidate]:
        """The possible values of a parameter."""
        if param is None:
            return
        metavar, entry = str(param.metavar or ""), self._entry
        if param.param_type_name == "argument":
            if metavar == "GAME":
                yield from _games()
            elif metavar == "COMMAND":
                yield from candidates(self._arguments, "")
            elif metavar == "DEAL" and entry is not None:
                yield from _deals(entry)
            elif "|" in metavar:
                yield from ((word, "") for word in metavar.split("|"))
            return
        own = [] if entry is None else list(self._of_game(entry, param.name))
        if own or param.name in ("size", "variant", "arrangement"):
            yield from own
        elif "|" in metavar:
            yield from ((word, "") for word in metavar.split("|") if not word.isupper() and "//" not in word)

    def _of_game(self, entry: GameEntry, name: str) -> Iterator[Candidate]:
        """The values that the game on the line offers for an option."""
        if name == "size":
            yield from ((size, entry.size_unit) for size in entry.menu_sizes or (str(entry.default_size),))
        elif name == "variant":
            yield from ((variant, title.en) for variant, title in entry.variants.items())
        elif name == "arrangement":
            yield from ((each, "") for each in (entry.several.names if entry.several is not None else ()))
        elif name == "symmetry":
            yield from ((each, "") for each in entry.symmetries)
        elif name == "notation":
            yield from ((each, "") for each in entry.notations)
        elif name in ("algorithm", "heuristic"):
            known = algorithms(game(self._arguments[0], self._given.get("size")))
            if name == "algorithm":
                yield from ((each.name, each.summary) for each in known.values())
            else:
                found = dict.fromkeys(each for one in known.values() for each in one.heuristics)
                yield from ((each, "") for each in found)
        else:
            for option in entry.options:
                if option.name.replace("-", "_") == name:
                    yield from ((value, "") for value in option.values)


def _games() -> Iterator[Candidate]:
    for entry in entries().values():
        yield entry.name, entry.summary
        yield from ((name, title.en) for name, title in entry.variants.items() if name != entry.name)


def _deals(entry: GameEntry) -> Iterator[Candidate]:
    yield "random", "a random deal"
    yield entry.first_deal, "the one that is shown first"
    for source in entry.sources:
        word, _, numbers = source.partition(":")
        yield f"{word}:{numbers.partition('..')[0]}", source


def _brief(text: str | None) -> str:
    """The first sentence of a help text."""
    return (text or "").partition("\n")[0].partition(". ")[0].rstrip(".")
