"""Exit statuses: the table, and the mapping from any exception to its status and its one line on stderr.

Scripts rely on the table; this is its only definition (the help text is generated from it).
"""

import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from enum import IntEnum
from typing import Any

import typer

from yomikiri.cli import interrupt
from yomikiri.cli.output import OutputFailed, silence, tell
from yomikiri.cli.startup import raise_on_interrupt
from yomikiri.core import system
from yomikiri.core.dealing import MAX_DEAL
from yomikiri.core.errors import (
    CertificationError,
    ClusterError,
    DamagedStore,
    NoStore,
    StoreError,
    YomikiriError,
    shown,
)
from yomikiri.core.words import expected
from yomikiri.search import Outcome


class Exit(IntEnum):
    """The exit statuses of the command."""

    DONE = 0
    DEFECT = 1
    USAGE = 2
    NO = 10
    LIMIT = 20
    HUNG_UP = 129
    CANCELLED = 130
    TERMINATED = 143


MEANINGS = {
    Exit.DONE: "solved, verified, or shown",
    Exit.DEFECT: "internal error: a bug in yomikiri, or output that could not be written",
    Exit.USAGE: "bad input or usage",
    Exit.NO: "unsolvable; the moves are not legal, or do not win; or a check found something wrong",
    Exit.LIMIT: "a limit was reached before the answer",
    Exit.HUNG_UP: "cancelled by SIGHUP: the terminal was closed",
    Exit.CANCELLED: "cancelled by Ctrl-C",
    Exit.TERMINATED: "cancelled by SIGTERM",
}

OF_OUTCOME = {
    Outcome.SOLVED: Exit.DONE,
    Outcome.UNSOLVABLE: Exit.NO,
    Outcome.NODE_LIMIT: Exit.LIMIT,
    Outcome.TIME_LIMIT: Exit.LIMIT,
    Outcome.MEMORY_LIMIT: Exit.LIMIT,
    Outcome.CANCELLED: Exit.CANCELLED,
}

DEBUG_VARIABLE = "YOMIKIRI_DEBUG"

_EXTRA = re.compile(r"unexpected extra argument.* \((.*)\)", re.DOTALL)

# Typer exports only the leaf of click's hierarchy of usage errors, and recent versions carry their own
# copy of click: BadParameter -> UsageError -> ClickException holds in all of them.
_CLICK_EXCEPTION: type[BaseException] = typer.BadParameter.__mro__[2]


def run(command: Callable[[list[str]], Any], arguments: Sequence[str]) -> int:
    """Run a command; returns its status, or that of the exception or signal that ended it."""
    with interrupt.tidy_ends():
        status = _run(command, arguments)
    number = interrupt.caught()
    return 128 + number if status == Exit.CANCELLED and number is not None else status


def _run(command: Callable[[list[str]], Any], arguments: Sequence[str]) -> int:
    try:
        raise_on_interrupt()
        status = command(list(arguments)) or Exit.DONE
        if status == Exit.CANCELLED and not isinstance(status, Exit):
            raise KeyboardInterrupt  # Some versions of Typer silently turn it into a number.
        return int(status)
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # The reader of a help text is gone.
            silence(sys.stdout)
            return Exit.DONE
        return leaving.code if isinstance(leaving.code, int) else Exit.DEFECT
    except (KeyboardInterrupt, typer.Abort):
        return _complain(Exit.CANCELLED, "cancelled")
    except OutputFailed as error:
        if interrupt.caught() is not None and interrupt.caught() == system.HANGUP:
            # The reader is gone together with the terminal.
            return Exit.CANCELLED
        return _complain(Exit.DEFECT, f"the output cannot be written: {error}")
    except CertificationError as error:
        return _defect(error)
    except (NoStore, DamagedStore) as error:
        return _complain(Exit.USAGE, str(error))
    except (StoreError, ClusterError) as error:  # A full disk or a lost machine is not a usage error.
        return _complain(Exit.DEFECT, str(error))
    except YomikiriError as error:
        return _complain(Exit.USAGE, str(error))
    except Exception as error:
        if isinstance(error, _CLICK_EXCEPTION):
            return _complain(Exit.USAGE, usage_message(error, arguments))
        return _defect(error)


def of_failure(error: Exception) -> int:
    """The status of an error before a command ran."""

    def fail(words: list[str]) -> int:
        raise error

    return run(fail, ())


def usage_message(error: Any, arguments: Sequence[str]) -> str:
    """A click exception in our words: the offending token, and what was expected."""
    kind = type(error).__name__
    option: str = getattr(error, "option_name", None) or ""
    if kind == "NoSuchOption":
        # Click splits an unknown -12 into -1 and -2; the person typed -12.
        token = next((text for text in arguments if text.startswith(option)), option)
        if token[1:].isdecimal():
            return f"'{shown(token)}' is neither an option nor a deal number: deals are 1 to {MAX_DEAL}"
        # Click also offers options that merely share a letter or two.
        near = ", ".join(get_close_matches(token, getattr(error, "possibilities", None) or (), cutoff=0.75))
        return f"unknown option '{shown(token)}'" + (f": did you mean {near}?" if near else "")
    if kind == "BadOptionUsage":
        given = any(text.startswith(option + "=") for text in arguments)
        return f"option '{option}' " + ("takes no value" if given else "needs a value")
    if kind == "MissingParameter":
        missing = error.param.metavar or error.param.name.upper()
        if error.param.param_type_name == "option":
            return f"missing option {error.param.opts[0]} {missing}"
        return f"missing argument {missing}"
    commands = getattr(getattr(error.ctx, "command", None), "commands", None)
    if commands:
        # In a group, the words before are the names of the groups.
        typed = [text for text in arguments if not text.startswith("-")]
        token = (typed[len(error.ctx.command_path.split()) - 1 :] or [""])[0]
        return f"unknown command '{shown(token)}': {expected(token, commands)}"
    message: str = error.format_message()
    extra = _EXTRA.search(message)
    if extra:
        return f"unexpected argument '{shown(extra.group(1))}'"
    return message[:1].lower() + message[1:].rstrip(".")


def warn(message: str) -> None:
    """Write a warning that does not change the answer, on one line of stderr."""
    _complain(Exit.DONE, f"warning: {message}")


def _complain(status: Exit, message: str) -> Exit:
    """Write an error message on one line of stderr."""
    tell(f"yomikiri: {shown(message, limit=1000)}\n")
    return status


def _defect(error: Exception) -> Exit:
    if os.environ.get(DEBUG_VARIABLE) == "1":
        import traceback

        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return _complain(Exit.DEFECT, f"internal error, a bug in yomikiri: {what}")
