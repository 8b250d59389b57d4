"""Clients: whom requests are counted for: an address or, for IPv6, the network that one customer has."""

import ipaddress
from collections.abc import Mapping
from typing import Any

NETWORK_BITS = 64


def client_of(scope: Mapping[str, Any]) -> str:
    """The client of an ASGI scope."""
    client = scope.get("client")
    return client_at(client[0]) if client else ""


def client_at(host: str) -> str:
    """The client at an address: in IPv6 one customer can use any number of addresses of a network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
