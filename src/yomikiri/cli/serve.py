"""``yomikiri serve``: the web app, on this machine unless it is told otherwise."""

from typing import Annotated

import typer

from yomikiri.cli.exits import Exit
from yomikiri.cli.options import parse_count
from yomikiri.errors import InputError, shown

LARGEST_PORT = 65535


def serve_command(
    host: Annotated[
        str, typer.Option("--host", metavar="NAME", help="The address to listen on; others can not reach it.")
    ] = "127.0.0.1",
    port: Annotated[
        str, typer.Option("--port", metavar="N", help="The port; 0 takes any that is free.")
    ] = "8000",
    place: Annotated[
        str | None,
        typer.Option("--store", metavar="URL", help="A results store to browse: a file or a URL."),
    ] = None,
    workers: Annotated[str, typer.Option("--workers", metavar="K", help="Searches at a time.")] = "2",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> int:
    """Play in the browser: deals, hints, proofs, and a look at the search while it thinks."""
    try:
        from yomikiri.web.server import serve
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("yomikiri"):
            raise
        raise InputError("the web app is an extra: install it with pip install 'yomikiri[web]'") from None
    number = parse_count("--port", port)
    if number is None or number > LARGEST_PORT:
        raise InputError(f"--port '{shown(port)}' is not a port: expected 0 to {LARGEST_PORT}")
    count = parse_count("--workers", workers)
    if count is None or not 1 <= count <= 64:
        raise InputError(f"--workers '{shown(workers)}' is not a number of workers: expected 1 to 64")
    serve(host, number, place, workers=count, browse=not no_open)
    return Exit.DONE
