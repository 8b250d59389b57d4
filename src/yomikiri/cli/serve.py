"""``yomikiri serve``: the web app, on this machine by default."""

import os
from pathlib import Path
from typing import Annotated

import typer

from yomikiri.cli.exits import Exit
from yomikiri.cli.options import parse_count, parse_seconds
from yomikiri.core.errors import InputError, shown

LARGEST_PORT = 65535
MOST_CONNECTIONS = 1000
LONGEST_SECONDS = 3600
VARIABLE = "YOMIKIRI_TOKEN"


def serve_command(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="NAME",
            help="The address to listen on. Other machines cannot reach the usual one; any that they can "
            "reach needs --token or --insecure.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        str, typer.Option("--port", metavar="N", help="The port; 0 takes any that is free.")
    ] = "8000",
    place: Annotated[
        str | None,
        typer.Option("--store", metavar="URL", help="A results store to browse: a file or a URL."),
    ] = None,
    workers: Annotated[str, typer.Option("--workers", metavar="K", help="Searches at a time.")] = "2",
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="WORD",
            help="Answer only those who know this word, of 16 characters or more; 'random' draws one. Other "
            f"users of the machine can see it here, but not in the variable {VARIABLE}.",
        ),
    ] = None,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Let in everybody who can reach the server, without a token.")
    ] = False,
    connections: Annotated[
        str, typer.Option("--connections", metavar="N", help="Connections from one address.")
    ] = "100",
    request_seconds: Annotated[
        str,
        typer.Option(
            "--request-seconds",
            metavar="S",
            help="Seconds in which the headers of a request have to come, and then its body.",
        ),
    ] = "10",
    kernel: Annotated[
        str | None,
        typer.Option(
            "--kernel",
            metavar="FOLDER",
            help="The kernel's WebAssembly modules, with which the page plays by itself; the usual ones came "
            "with the package.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> int:
    """Play in the browser: deals, hints, proofs, and a look at the search while it thinks."""
    try:
        from yomikiri.web.server import serve
        from yomikiri.web.settings import Settings
        from yomikiri.web.token import read_token
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
    guests = parse_count("--connections", connections)
    if guests is None or not 1 <= guests <= MOST_CONNECTIONS:
        raise InputError(
            f"--connections '{shown(connections)}' is not a number of connections: "
            f"expected 1 to {MOST_CONNECTIONS}"
        )
    seconds = parse_seconds("--request-seconds", request_seconds)
    if seconds is None or not 0.1 <= seconds <= LONGEST_SECONDS:
        raise InputError(
            f"--request-seconds '{shown(request_seconds)}' is not a time to wait: "
            f"expected 0.1 to {LONGEST_SECONDS} seconds"
        )
    folder = None if kernel is None else Path(kernel)
    if folder is not None and not any(folder.glob("*.wasm")):
        raise InputError(f"--kernel '{shown(str(kernel))}' has no modules: expected .wasm files")
    word = os.environ.get(VARIABLE) or None if token is None else token
    settings = Settings(
        host=host,
        kernel=folder,
        workers=count,
        token=None if word is None else read_token(word),
        connections=guests,
        request_seconds=seconds,
    )
    serve(settings, number, place, browse=not no_open, insecure=insecure)
    return Exit.DONE
