"""Whose address a request comes from."""

import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from tictactoe_site.common.addresses import (
    address_group,
    client_address,
    pseudonym,
    real_address,
    request_id,
)

PROXIES = ["10.0.0.0/8", "::1"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.5", "", "203.0.113.5"),
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),  # anybody can send the header
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("10.1.2.3", "nonsense", "unknown"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("::ffff:203.0.113.5", "", "203.0.113.5"),
        ("fe80::1%eth0", "", "fe80::1"),  # of somebody in the same building
        ("10.1.2.3", "fe80::1%eth0", "fe80::1"),
        ("", "", "unknown"),
    ],
)
def test_only_trusted_proxies_are_believed(peer: str, forwarded: str, address: str) -> None:
    assert real_address(peer, forwarded, PROXIES) == address


@given(st.text(), st.text())
def test_no_header_makes_it_fail(peer: str, forwarded: str) -> None:
    assert real_address(peer, forwarded, PROXIES)


def test_the_setting_names_the_proxies(rf: RequestFactory, settings) -> None:
    request = rf.get("/", REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": "198.51.100.1"})
    assert client_address(request) == "10.0.0.1"
    settings.TRUSTED_PROXIES = ["10.0.0.1"]
    assert client_address(request) == "198.51.100.1"


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),  # as a socket for IPv6 tells of IPv4 clients
        ("unknown", "unknown"),
    ],
)
def test_limits_count_an_ipv6_network_as_one(address: str, group: str) -> None:
    assert address_group(address) == group


@pytest.mark.parametrize(("given_id", "kept"), [("abc-1.2_3", "abc-1.2_3"), ("a b", ""), ("", "")])
def test_only_a_plain_request_id_is_kept(rf: RequestFactory, given_id: str, kept: str) -> None:
    assert request_id(rf.get("/", headers={"X-Request-ID": given_id})) == kept


def test_a_pseudonym_tells_places_apart_without_naming_them():
    names = [pseudonym(each) for each in ("203.0.113.7", "203.0.113.8", "2001:db8::/64")]
    assert len(set(names)) == 3
    assert names[0] == pseudonym("203.0.113.7")
    assert not any("203" in name for name in names)


@pytest.mark.parametrize("address", ["", "unknown", "127.0.0.1", "::1/128", "::/64"])
def test_what_says_nothing_of_a_place_has_no_pseudonym(address):
    assert pseudonym(address) == ""
