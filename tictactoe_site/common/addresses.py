"""The address that a request comes from.

``X-Forwarded-For`` is believed only as far as it was written by proxies that the setting
TRUSTED_PROXIES names (addresses or networks): anybody can send the header.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest

    Network = IPv4Network | IPv6Network

UNKNOWN = "unknown"
# A provider usually gives each customer a whole network of this size.
IPV6_PREFIX = 64
OWN_MACHINE = (ip_network("127.0.0.0/8"), ip_network("::1"))

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def client_address(request: HttpRequest) -> str:
    """Return the address of the client behind *request*, or ``unknown``."""
    peer = request.META.get("REMOTE_ADDR", "")
    forwarded = request.headers.get("X-Forwarded-For", "")
    return real_address(peer, forwarded, settings.TRUSTED_PROXIES)


def real_address(peer: str, forwarded: str, trusted: Iterable[str]) -> str:
    """Return the nearest address that is not a trusted proxy's.

    *peer* is who connected, *forwarded* the value of ``X-Forwarded-For``, *trusted* the proxies'
    addresses and networks.
    """
    networks = _networks(trusted)
    address = _normalised(peer)
    # From the nearest hop backwards: each one is believed only if the one after it is trusted.
    for hop in reversed(forwarded.split(",")):
        if not _is_in(address, networks) or not hop.strip():
            break
        address = _normalised(hop.strip())
    return address


def address_group(address: str) -> str:
    """Return what limits per address count by: an IPv6 address stands for its network."""
    address = _normalised(address)
    if ":" not in address:
        return address
    return str(ip_network(f"{address}/{IPV6_PREFIX}", strict=False))


def address_of(request: HttpRequest) -> str:
    """Return what limits per address count the client behind *request* by."""
    return address_group(client_address(request))


def pseudonym(address: str) -> str:
    """Return a name that *address* always has, from which it cannot be told; "" for none.

    It is kept where somebody may later ask whether two users came from one place. The server's own
    machine gets no name, because it says nothing of them.
    """
    if address in ("", UNKNOWN) or any(map(ip_network(address).overlaps, OWN_MACHINE)):
        return ""
    return salted_hmac("addresses.pseudonym", address, algorithm="sha256").hexdigest()[:16]


def is_trusted(peer: str, trusted: Iterable[str]) -> bool:
    """Return whether *peer*, who connected, is one of the *trusted* proxies."""
    return _is_in(_normalised(peer), _networks(trusted))


def request_id(request: HttpRequest) -> str:
    """Return the id that `TraceMiddleware` gave the request; "" if it did not pass there."""
    given = request.headers.get("X-Request-ID", "")
    return given if is_request_id(given) else ""


def is_request_id(text: str) -> bool:
    return bool(_REQUEST_ID.fullmatch(text))


def _networks(trusted: Iterable[str]) -> tuple[Network, ...]:
    return tuple(ip_network(entry, strict=False) for entry in trusted)


def _normalised(text: str) -> str:
    try:
        # Without the interface (%eth0) of a link-local address, which no network is written with.
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return UNKNOWN
    # An IPv4 client of an IPv6 socket must not get a second set of limits.
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def _is_in(address: str, networks: tuple[Network, ...]) -> bool:
    return address != UNKNOWN and any(ip_address(address) in network for network in networks)


def asker_of(request: HttpRequest) -> str:
    """Return whom a request counts for: a user, else an address."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{address_of(request)}"
