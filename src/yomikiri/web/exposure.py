"""Exposure: who else can reach the server, and what they get."""

import ipaddress
import socket

from yomikiri.core.errors import InputError, shown
from yomikiri.web.settings import Settings

GiB = 2**30


def is_exposed(listener: socket.socket) -> bool:
    """Whether other machines can reach this listener."""
    address = str(listener.getsockname()[0]).partition("%")[0]
    return not ipaddress.ip_address(address).is_loopback


def what_others_get(settings: Settings, place: str | None) -> str:
    """What anyone who reaches the server can do."""
    memory = settings.workers * settings.worker_memory() / GiB
    searches = "a search" if settings.workers == 1 else f"{settings.workers} searches at a time"
    parts = ["play here", f"run {searches} with {memory:.1f} GiB of memory"]
    if place is not None:
        parts.append("read the results store")
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def check(settings: Settings, listener: socket.socket, place: str | None, *, insecure: bool) -> None:
    """Refuse to serve others without a token, unless that is intended."""
    if settings.token is None and not insecure and is_exposed(listener):
        raise InputError(
            f"--host {shown(settings.host) or repr('')} lets everybody who can reach this machine "
            f"{what_others_get(settings, place)}: expected --token WORD to let in only those who know it, "
            "or --insecure to let in all"
        )


def notice(settings: Settings, place: str | None) -> str:
    """The notice for the operator of an exposed server."""
    who = "everybody who can reach this machine" if settings.token is None else "everybody who has the token"
    return f"{who} can {what_others_get(settings, place)}; nothing is encrypted"
