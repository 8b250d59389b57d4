"""``yomikiri build-game``: turns a game's C++ header into a kernel module."""

from pathlib import Path
from typing import Annotated

import typer

from yomikiri.build_game import build_game
from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.parameters import option


def build_game_command(
    header: Annotated[str, typer.Argument(metavar="HEADER", help="The C++ header with the game.")],
    folder: Annotated[
        str | None, option("--output", "FOLDER", "Where the module goes; default beside the header.")
    ] = None,
    name: Annotated[str | None, option("--name", "NAME", "The game's name; default the header's.")] = None,
    game: Annotated[
        str | None, option("--class", "CLASS", "The C++ class; default the name in capitals: LightsOut.")
    ] = None,
) -> int:
    """Compile a game's C++ header into a module that has every search whose needs the game meets."""
    made = build_game(Path(header), output=None if folder is None else Path(folder), name=name, game=game)
    output.write(str(made))
    return Exit.DONE
