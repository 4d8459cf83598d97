"""Where messages may be sent to, and where not: the visitor's browser names it, and may lie."""

from ipaddress import ip_address

import pytest

from games.play.push.addresses import (
    ForbiddenAddress,
    check_endpoint,
    is_public,
    public_addresses,
)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QLx",
        "https://wns2-am3p.notify.windows.com:443/w/?token=BQ%3d",
    ],
)
def test_the_push_services_of_browsers_are_addresses(endpoint):
    assert check_endpoint(endpoint).hostname


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "push.example/abc",
        "http://push.example/abc",
        "http://127.0.0.1:8000/abc",
        "file:///etc/passwd",
        "https://push.example:6379/abc",
        "https://push.example:99999/abc",
        "https://user:word@push.example/abc",
        "https://push.example/a b",
        "https://push.example/a\r\nHost: other",
        "https://push.example/abc#part",
        "https:///abc",
        "https://[::1",
        "https://pûsh.example/abc",
        "https://push.example/" + "a" * 1_000,
    ],
)
def test_other_addresses_are_refused(endpoint):
    with pytest.raises(ForbiddenAddress):
        check_endpoint(endpoint)


def test_this_machine_is_reached_where_the_settings_say_so_alone(settings):
    settings.PUSH_TO_LOOPBACK = True
    assert check_endpoint("http://127.0.0.1:8000/abc").port == 8000
    assert public_addresses("127.0.0.1", 8000)
    for other in ("http://10.0.0.1:8000/", "http://push.example/", "https://push.example:8000/"):
        with pytest.raises(ForbiddenAddress):
            check_endpoint(other)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.168.1.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "2002:7f00:1::",
    ],
)
def test_addresses_beside_this_machine_are_not_public(address):
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]
)
def test_addresses_of_the_internet_are(address):
    assert is_public(ip_address(address))


def test_a_name_that_also_leads_beside_this_machine_is_refused(monkeypatch):
    def resolve(host, port, **kwargs):
        return [(2, 1, 6, "", (address, port)) for address in ("8.8.8.8", "192.168.0.1")]

    monkeypatch.setattr("games.play.push.addresses.socket.getaddrinfo", resolve)
    with pytest.raises(ForbiddenAddress, match="not public"):
        public_addresses("push.example", 443)
