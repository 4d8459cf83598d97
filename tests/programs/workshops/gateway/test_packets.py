"""The codec of Engine.IO, in both revisions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.programs.workshops.gateway.packets import (
    MAX_PACKETS,
    BadPacket,
    Packet,
    PacketKind,
    Revision,
    parse_packet,
    parse_payload,
    write_packet,
    write_payload,
)

# No text that a client sends has half a surrogate pair: it comes as UTF-8.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x1e"), max_size=60)
PACKETS = st.builds(Packet, st.sampled_from(PacketKind), TEXT)


@given(PACKETS)
def test_a_packet_is_read_as_it_was_written(packet):
    assert parse_packet(write_packet(packet)) == packet


@pytest.mark.parametrize("revision", Revision)
@given(packets=st.lists(PACKETS, min_size=1, max_size=MAX_PACKETS))
def test_a_payload_is_read_as_it_was_written(revision, packets):
    assert parse_payload(write_payload(packets, revision), revision) == packets


@pytest.mark.parametrize("revision", Revision)
@given(text=st.text(max_size=60))
def test_any_text_is_a_payload_or_refused(revision, text):
    try:
        packets = parse_payload(text, revision)
    except BadPacket:
        return
    assert all(isinstance(packet, Packet) for packet in packets)


def test_revision_3_counts_as_javascript_does():
    # One character outside the basic plane is two units there.
    assert write_payload([Packet(PacketKind.MESSAGE, "😀é")], Revision.THREE) == "4:4😀é"
    assert parse_payload("4:4😀é1:2", Revision.THREE) == [
        Packet(PacketKind.MESSAGE, "😀é"),
        Packet(PacketKind.PING),
    ]


def test_payloads_look_as_the_reference_implementation_writes_them():
    packets = [Packet(PacketKind.MESSAGE, '2["a",1]'), Packet(PacketKind.NOOP)]
    assert write_payload(packets, Revision.THREE) == '9:42["a",1]1:6'
    assert write_payload(packets, Revision.FOUR) == '42["a",1]\x1e6'


@pytest.mark.parametrize("text", ["", "7", "x", "b4aGVsbG8=", "42\x1e", "\x1e42"])
def test_what_is_no_payload_of_revision_4_is_refused(text):
    with pytest.raises(BadPacket):
        parse_payload(text, Revision.FOUR)


@pytest.mark.parametrize(
    "text", ["2", ":2", "1:", "2:2", "0:", "1x:2", "-1:2", "9999999:2", "2:4😀", "1:b", "1:2x"]
)
def test_what_is_no_payload_of_revision_3_is_refused(text):
    with pytest.raises(BadPacket):
        parse_payload(text, Revision.THREE)


@pytest.mark.parametrize("revision", Revision)
def test_a_payload_has_an_end(revision):
    many = [Packet(PacketKind.PING)] * (MAX_PACKETS + 1)
    with pytest.raises(BadPacket):
        parse_payload(write_payload(many, revision), revision)
