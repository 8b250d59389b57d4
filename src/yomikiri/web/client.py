"""Clients: who asks, for counting; an address, and of IPv6 the network that one customer has to himself."""

import ipaddress
from collections.abc import Mapping
from typing import Any

NETWORK_BITS = 64


def client_of(scope: Mapping[str, Any]) -> str:
    """Who asks in an ASGI scope."""
    client = scope.get("client")
    return client_at(client[0]) if client else ""


def client_at(host: str) -> str:
    """Who is at an address: of an IPv6 network somebody can have as many as he likes."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
