"""``yomikiri --version``: the version, and what else a bug report needs.

It needs neither Typer nor the games, so nobody should wait for them.
"""

import platform
from collections.abc import Sequence

import yomikiri

ASKED = ("--version", "-V")
"""The options that ask for it."""


def version_line() -> str:
    """The version, the kernel, its compiler, Python and the platform."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    where = f"{platform.system()} {platform.machine()}"
    build = f"{yomikiri.KERNEL} kernel, {yomikiri._kernel.BUILD}; {python}; {where}"
    return f"yomikiri {yomikiri.__version__} ({build})"


def is_all_that_is_asked(arguments: Sequence[str]) -> bool:
    """Whether the command line asks for nothing else."""
    return len(arguments) == 1 and arguments[0] in ASKED


def show() -> int:
    """Write it; if that fails, load the mapping from errors to statuses after all."""
    from yomikiri.cli.output import OutputFailed, write

    try:
        write(version_line())
    except OutputFailed as error:
        from yomikiri.cli import exits

        return exits.of_failure(error)
    return 0
