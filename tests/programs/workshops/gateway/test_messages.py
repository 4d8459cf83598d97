"""The codec of Socket.IO's packets."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.programs.workshops.gateway.messages import (
    MAX_NAMESPACE_LENGTH,
    NOTHING,
    GatewayMessage,
    Type,
    event,
    parse_message,
    write_message,
)
from games.programs.workshops.gateway.packets import BadPacket

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)
# A number after the namespace is the acknowledgement's: data are lists, objects or texts.
DATA = st.lists(JSON) | st.dictionaries(st.text(max_size=5), JSON) | st.just(NOTHING)
NAMESPACES = st.sampled_from(["/", "/K7QM5", "/k7qm5?token=1"])
IDS = st.none() | st.integers(0, 10**15 - 1)
MESSAGES = st.builds(GatewayMessage, st.sampled_from(Type), NAMESPACES, IDS, DATA)


@given(MESSAGES)
def test_a_message_is_read_as_it_was_written(message):
    assert parse_message(write_message(message)) == message


@given(MESSAGES)
def test_what_is_written_is_ascii(message):
    assert write_message(message).isascii()


@given(st.text(max_size=60))
def test_any_text_is_a_message_or_refused(text):
    with contextlib.suppress(BadPacket):
        assert isinstance(parse_message(text), GatewayMessage)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", GatewayMessage(Type.CONNECT)),
        ("0/K7QM5,", GatewayMessage(Type.CONNECT, "/K7QM5")),
        ("0/K7QM5", GatewayMessage(Type.CONNECT, "/K7QM5")),  # as 2.0.3 may write it
        ('0/K7QM5,{"token":"x"}', GatewayMessage(Type.CONNECT, "/K7QM5", data={"token": "x"})),
        ('2["leave"]', event("/", "leave")),
        ('2/K7QM5,12["join",{"username":"ally"}]', GatewayMessage(
            Type.EVENT, "/K7QM5", 12, ["join", {"username": "ally"}]
        )),
        ('4/K7QM5,"no"', GatewayMessage(Type.ERROR, "/K7QM5", data="no")),
    ],
)  # fmt: skip
def test_messages_look_as_clients_write_them(text, message):
    assert parse_message(text) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "x",
        '51-["a",{"_placeholder":true,"num":0}]',
        "6[]",
        "2[",
        "2[" * 9000,
        '2{"a":}',
        f"0/{'x' * MAX_NAMESPACE_LENGTH},",
    ],
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(BadPacket):
        parse_message(text)
