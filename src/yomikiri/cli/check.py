"""``yomikiri check``: whether a certificate proves what it claims."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.certificates import check
from yomikiri.cli import output
from yomikiri.cli.exits import Exit


def check_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A certificate, as solve --certificate writes it.")
    ],
) -> int:
    """Check a certificate: is its claim proved, by the rules of the game alone?"""
    verdict = check(file)
    output.write(str(verdict))
    return Exit.DONE if verdict.proved else Exit.NO
