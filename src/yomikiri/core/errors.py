"""The exceptions of yomikiri: one base class, so a caller can catch all of ours and nothing else.

A message says what was found, where, and what was expected; interfaces print it unchanged.
"""


class YomikiriError(Exception):
    """The base of every exception that yomikiri raises on purpose."""


class InputError(YomikiriError, ValueError):
    """Outside input (a name, a number, an option) is not what was expected."""


class NotationError(InputError):
    """A text or JSON notation of a position or a move could not be read."""


class DamagedFile(InputError):
    """A file that yomikiri wrote is damaged or has another version."""


class IllegalMove(YomikiriError, ValueError):
    """The rules do not allow the move in that position."""


class MemoryRefused(YomikiriError, MemoryError):
    """Building something, such as a table, would take more memory than allowed."""


class CertificationError(YomikiriError, RuntimeError):
    """A solution failed its replay by the rules: a bug in the solver, never in the input."""


class StoreError(YomikiriError, RuntimeError):
    """A results store could not be opened, read or written; earlier content is untouched."""


class NoStore(StoreError):
    """The named file is not a results store, or a newer program wrote it."""


class DamagedStore(StoreError):
    """A results store holds data that was never written there; the message says where."""


class BrokenGame(YomikiriError, RuntimeError):
    """A part of a game that a package registered could not be loaded."""


class GameWarning(UserWarning):
    """A game that a package registered is left out; the message says why."""


class ClusterError(YomikiriError, RuntimeError):
    """A machine, or the connection to it, was lost; the message says what is left of the work."""


def shown(text: str, limit: int = 24) -> str:
    """A piece of outside input, made safe and short enough for a one-line message."""
    safe = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: limit + 1])
    return safe if len(safe) <= limit else safe[:limit] + "…"
