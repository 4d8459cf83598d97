"""Only proxies that are trusted are believed about who the client is."""

import pytest

from tictactoe_site.server.proxies import TrustedProxies

PROXIES = ["127.0.0.1", "10.0.0.0/8"]
FORWARDED = [(b"x-forwarded-for", b"198.51.100.1")]


def resolve(peer: str, *chains: str, proto: str = "", kind: str = "http") -> dict:
    headers = [(b"host", b"play.example")]
    headers += [(b"x-forwarded-for", chain.encode()) for chain in chains]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    scope = {"type": kind, "scheme": "http", "client": [peer, 40000], "headers": headers}
    resolved = TrustedProxies(None, PROXIES).resolve(scope)
    assert resolved["headers"] == [(b"host", b"play.example")]
    return resolved


@pytest.mark.parametrize(
    ("peer", "chains", "client"),
    [
        ("127.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("127.0.0.1", ["198.51.100.1, 203.0.113.5"], "203.0.113.5"),
        ("127.0.0.1", ["198.51.100.1", "203.0.113.5"], "203.0.113.5"),
        ("10.1.2.3", ["203.0.113.5, 10.9.9.9"], "203.0.113.5"),
        ("127.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("127.0.0.1", ["10.0.0.1"], "10.0.0.1"),
        ("127.0.0.1", ["203.0.113.5, unknown"], "unknown"),
        ("127.0.0.1", ["203.0.113.5, \xff"], "unknown"),
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
    ],
)
def test_the_client_is_the_last_that_no_trusted_proxy_is(peer, chains, client):
    assert resolve(peer, *chains)["client"][0] == client


@pytest.mark.parametrize(("peer", "kept"), [("10.1.2.3", [b"r-1"]), ("203.0.113.9", [])])
def test_only_a_trusted_proxys_request_id_stays(peer, kept):
    headers = [(b"x-request-id", b"r-1"), (b"x-forwarded-for", b"203.0.113.5")]
    resolved = TrustedProxies(None, PROXIES).resolve(
        {"type": "http", "client": [peer, 40000], "headers": headers}
    )
    assert [value for name, value in resolved["headers"]] == kept


def test_the_scheme_is_the_proxys():
    assert resolve("127.0.0.1", "203.0.113.5", proto="https")["scheme"] == "https"
    assert resolve("127.0.0.1", "203.0.113.5", proto="https", kind="websocket")["scheme"] == "wss"
    assert resolve("127.0.0.1", "203.0.113.5", proto="gopher")["scheme"] == "http"
    assert resolve("203.0.113.9", "203.0.113.5", proto="https")["scheme"] == "http"


@pytest.mark.parametrize(
    ("peer", "chain", "scheme"),
    [
        ("::ffff:203.0.113.9", "198.51.100.1", "http"),
        ("fe80::1%eth0", "198.51.100.1", "http"),
        ("127.0.0.1", "127.0.0.1", "https"),  # a browser on the proxy's own machine
    ],
)
def test_nobody_but_a_trusted_proxy_tells_the_scheme(peer, chain, scheme):
    assert resolve(peer, chain, proto="https")["scheme"] == scheme


def test_nobody_is_believed_where_nobody_is_trusted():
    scope = {"type": "http", "client": ["127.0.0.1", 1], "headers": FORWARDED}
    assert TrustedProxies(None, []).resolve(scope)["client"] == ["127.0.0.1", 1]


def test_a_client_without_an_address_is_unknown():
    scope = {"type": "http", "client": None, "headers": FORWARDED}
    assert TrustedProxies(None, PROXIES).resolve(scope)["client"] == ["unknown", 0]


@pytest.mark.parametrize("peer", ["10.1.2.3", "203.0.113.9"])
@pytest.mark.parametrize("root_path", ["", "/games"])
def test_the_root_path_is_the_settings(peer, root_path):
    headers = [(b"daphne-root-path", b"https://evil.example")]
    scope = {"type": "http", "client": [peer, 1], "headers": headers, "root_path": "//evil.example"}
    resolved = TrustedProxies(None, PROXIES, root_path=root_path).resolve(scope)
    assert (resolved["root_path"], resolved["headers"]) == (root_path, [])
