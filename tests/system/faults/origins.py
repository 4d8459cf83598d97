"""Pages of other sites that send forms, or open sockets, in a visitor's name."""

from __future__ import annotations

from tests.server.raw_socket import RawSocket
from tests.system.faults.place import Place, require

SOCKETS = (
    "/ws/lobby/",
    "/ws/me/",
    "/ws/games/0123456789/",
    "/ws/games/0123456789/public/",
    "/ws/duels/0123456789/",
    "/ws/tournaments/0123456789/",
)
ACCEPTED, REFUSED = 101, (400, 403)  # 400 is for what is no origin at all


def foreign_origins(own: str) -> tuple[str, ...]:
    """What another page, or a liar, could give as its origin; *own* is the site's."""
    scheme, address = own.split("://")
    host, port = address.split(":")
    return (
        "null",
        "*",
        "undefined",
        "about:blank",
        "file://",
        "data:",
        "chrome-extension://abc",
        scheme + "://",
        host,
        address,
        f"//{address}",
        f"https://{address}",
        f"ws://{address}",
        f"{scheme}://{host}",
        f"{scheme}://{host}:80",
        f"{scheme}://{host}:{int(port) + 1}",
        f"{own}/",
        f"{own}0",
        f"{scheme}://{host}.:{port}",
        f"{scheme}://{host}.evil.example:{port}",
        f"{scheme}://evil{host}:{port}",
        f"{own}@evil.example",
        f"https://evil.example#{own}",
        f"{own} https://evil.example",
        "https://evil.example",
    )


def foreign_sockets(place: Place) -> str:
    """Ask for each socket from 25 other origins, from none, and from the site's own."""
    site = place.site()
    origins = foreign_origins(site.url)
    for path in SOCKETS:
        for origin in (None, *origins):
            with RawSocket(site.port, path, origin=origin) as socket:
                require(socket.status in REFUSED, f"{path} answers {origin}: {socket.status}.")
        two = f"Origin: {site.url}\r\n"
        with RawSocket(site.port, path, origin="https://evil.example", headers=two) as socket:
            require(socket.status in REFUSED, f"{path} takes the second of two origins.")
        with RawSocket(site.port, path, origin=site.url) as socket:
            require(socket.status == ACCEPTED, f"{path} refuses its own pages.")
    place.require_no_traceback()
    return (
        f"{len(SOCKETS)} sockets × {len(origins)} origins, none, and two at once: "
        f"{len(SOCKETS) * (len(origins) + 2)} handshakes refused, the own ones accepted."
    )
