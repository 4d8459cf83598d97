"""Which addresses a message may be sent to: a visitor's browser names them, and may lie.

They begin with https, and have its own port. For each message the name is looked up anew. What it
leads to must be public, and the connection is made to the very IP address that was checked.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from games.models import MAX_ENDPOINT

HTTPS_PORT = 443
# IPv6 addresses that lead to the IPv4 address in their last 32 bits.
NAT64 = ip_network("64:ff9b::/96")


class ForbiddenAddress(Exception):
    """An address that no message is sent to."""


def check_endpoint(endpoint: str) -> SplitResult:
    """Return the parts of *endpoint*. Raises ForbiddenAddress if its text alone rules it out."""
    if len(endpoint) > MAX_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise ForbiddenAddress("no address")
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError as error:
        raise ForbiddenAddress("no address") from error
    if " " in endpoint or not parts.hostname or "@" in parts.netloc or parts.fragment:
        raise ForbiddenAddress("no address")
    if settings.PUSH_TO_LOOPBACK and parts.scheme == "http" and _is_loopback(parts.hostname):
        return parts
    if parts.scheme != "https" or port not in (None, HTTPS_PORT):
        raise ForbiddenAddress("not https on its own port")
    return parts


def public_addresses(host: str, port: int) -> list[tuple[socket.AddressFamily, str]]:
    """Return the addresses of *host*.

    Raises ForbiddenAddress if one is not public, and OSError if none is found.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses: list[tuple[socket.AddressFamily, str]] = [
        (family, str(where[0])) for family, _, _, _, where in found
    ]
    for _, text in addresses:
        if not may_be_reached(text):
            raise ForbiddenAddress(f"{host} is not public")
    return addresses


def may_be_reached(text: str) -> bool:
    """Return whether a message may be sent to this IP address."""
    if settings.PUSH_TO_LOOPBACK and _is_loopback(text):
        return True
    return is_public(ip_address(text.partition("%")[0]))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether *address* belongs to the public internet, not to a network around here."""
    if isinstance(address, IPv6Address):
        if address.is_site_local:
            return False
        embedded = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            embedded = IPv4Address(int(address) & 0xFFFFFFFF)
        if embedded:
            return is_public(embedded)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
