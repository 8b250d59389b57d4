"""Questions that a game adds to ``yomikiri solve``, ``--name`` for each.

A game declares them in its entry (:class:`yomikiri.core.entry.Question`) and answers them itself.  Here they
become flags of the command: with one of them the deal is opened as usual, and the game takes over.
"""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Annotated, Any

from yomikiri.cli.opening import opened
from yomikiri.cli.options import parse_limits
from yomikiri.cli.parameters import SEARCH, declared, flag
from yomikiri.core.entry import Question
from yomikiri.core.errors import InputError
from yomikiri.core.registry import entries, entry_of

USED = {"game_name", "source", "size", "variant", "nodes", "seconds", "memory", "as_json", "quiet"}
"""The parameters of the command that go with a question; so do the options of the games."""


def questions() -> dict[str, tuple[str, Question]]:
    """All questions by name, with the game that answers."""
    return {
        question.name: (entry.name, question) for entry in entries().values() for question in entry.questions
    }


def with_questions(command: Callable[..., int]) -> Callable[..., int]:
    """The command with a flag for each question."""
    found = {name.replace("-", "_"): name for name in questions()}
    parameters = list(signature(command).parameters.values())
    defaults = {parameter.name: parameter.default for parameter in parameters}
    parameters += [
        Parameter(
            word,
            Parameter.POSITIONAL_OR_KEYWORD,
            default=False,
            annotation=Annotated[bool, flag(f"--{name}", questions()[name][1].help, SEARCH)],
        )
        for word, name in found.items()
    ]

    def called(**given: Any) -> int:
        asked = [name for word, name in found.items() if given.pop(word)]
        if not asked:
            return command(**given)
        if len(asked) > 1:
            raise InputError(f"--{asked[0]} and --{asked[1]} are two questions: expected one")
        return _answer(asked[0], given, defaults)

    called.__name__, called.__doc__ = command.__name__, command.__doc__
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    called.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    return called


def _answer(name: str, given: dict[str, Any], defaults: dict[str, Any]) -> int:
    game, question = questions()[name]
    rules = {option: given[option.replace("-", "_")] for option in declared()}
    for word, value in given.items():
        if word not in USED and word.replace("_", "-") not in rules and value != defaults[word]:
            raise InputError(f"--{word.replace('_', '-')} cannot go with --{name}, which searches by itself")
    deal = opened(
        given["game_name"],
        given["source"],
        given["size"],
        given["variant"],
        {option: value for option, value in rules.items() if value is not None},
        None,
    )
    if entry_of(deal.game).name != game:
        raise InputError(f"--{name} is a question about {game}, not about {given['game_name']}")
    limits = parse_limits(given["nodes"], given["seconds"], given["memory"])
    status: int = entries()[game].answer_of(question)(deal, limits, given["as_json"])
    return status
