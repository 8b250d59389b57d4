"""The command line: parse, call, show.  The library decides what is shown; this package decides how."""

TYPE_CHECKING = False  # As in typing, without loading it.
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["command", "main"]


def command() -> int:
    """The process ``yomikiri``: from here on, Ctrl-C ends it with status 130 and one line."""
    from yomikiri.cli import startup

    startup.leave_on_interrupt()
    status = main()
    startup.leave_at_once()
    return status


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command line in this process and return its exit status."""
    import sys
    import warnings

    from yomikiri.cli import version

    words = sys.argv[1:] if arguments is None else arguments
    if version.is_all_that_is_asked(words):
        return version.show()
    with warnings.catch_warnings(record=True) as told:
        from yomikiri.core.errors import GameWarning
        from yomikiri.core.registry import entries

        warnings.simplefilter("ignore")
        warnings.simplefilter("always", GameWarning)
        entries()
    from yomikiri.cli import exits
    from yomikiri.cli.program import run

    for warning in told:
        exits.warn(str(warning.message))
    return run(words)
