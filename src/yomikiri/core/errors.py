"""The exceptions of yomikiri: one base class, so that a caller can catch all of ours and nothing else.

A message says what was found, where, and what was expected; interfaces print it as it is.
"""


class YomikiriError(Exception):
    """The base of every exception that yomikiri raises on purpose."""


class InputError(YomikiriError, ValueError):
    """Something given from outside (a name, a number, an option) is not what was expected."""


class NotationError(InputError):
    """A text or JSON notation of a position or a move could not be read."""


class DamagedFile(InputError):
    """A file that yomikiri wrote earlier is not as it was written, or of another version."""


class IllegalMove(YomikiriError, ValueError):
    """A move was played that the rules do not allow in that position."""


class MemoryRefused(YomikiriError, MemoryError):
    """Something that is built, such as a table, needs more memory than it may have."""


class CertificationError(YomikiriError, RuntimeError):
    """A solution failed its replay by the rules: a bug in the solver, never in the input."""


class StoreError(YomikiriError, RuntimeError):
    """A results store could not be opened, read or written; what had been stored before is not touched."""


class NoStore(StoreError):
    """What was named is not a results store, or one that a newer program has written."""


class DamagedStore(StoreError):
    """A results store holds something that was never written there; the message says where."""


class BrokenGame(YomikiriError, RuntimeError):
    """A part of a game that a package has registered could not be loaded."""


class GameWarning(UserWarning):
    """A game that a package has registered is left out; the message says why."""


class ClusterError(YomikiriError, RuntimeError):
    """A machine, or the way to it, was lost; the message says what is left of the work."""


def shown(text: str, limit: int = 24) -> str:
    """A piece of outside input, made safe and short enough to stand in a one-line message."""
    safe = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: limit + 1])
    return safe if len(safe) <= limit else safe[:limit] + "…"
