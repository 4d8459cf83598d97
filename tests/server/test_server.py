"""The server process: bounds that hold against one bad client, and an orderly end."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from deploy.ready import wait_until
from games.upkeep.runner import SECONDS_FOR_THE_LAST_HEARTBEAT
from tests.server.raw_socket import BINARY, PING, TEXT, RawSocket, frame, header
from tests.serving import ServerProcess, free_port
from tictactoe_site.common.asgi_extensions import HEAR_PONGS, RECEIVE_NOW, SEND_NOW
from tictactoe_site.server.__main__ import (
    BETWEEN_PORTIONS,
    FINISHING_TIMEOUT,
    MIN_PORTION,
    PARTING_TIME,
    portions,
)
from tictactoe_site.server.process.ending import STOPPING_TIMEOUT

KIB = 1024
MEBIBYTE = 1024 * KIB
CUT = frame(b"now 2")
PATIENCE = 60.0  # seconds
GIVEN_UP = "timeout graceful shutdown exceeded"  # what uvicorn says of those that it waits for


@pytest.fixture(scope="module")
def echo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that leave it running."""
    with new_echo_server(tmp_path_factory.mktemp("echo")) as process:
        yield process


@pytest.fixture
def ending_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test ends."""
    with new_echo_server(tmp_path) as process:
        yield process


def new_echo_server(folder: Path, **env: str) -> ServerProcess:
    port = free_port()
    log = folder / "echo.log"
    return ServerProcess("tests.server.echo_server", str(port), port=port, log=log, **env)


def memory(process: ServerProcess) -> int:
    """The process's resident bytes, on Linux."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * KIB


def flood(socket: RawSocket, data: bytes, seconds: float) -> None:
    """Send *data* again and again, whatever becomes of it, and read nothing."""
    socket.stream.setblocking(False)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            socket.stream.send(data)
        except BlockingIOError:
            time.sleep(0.005)
        except OSError:
            return


def last_code(socket: RawSocket) -> int | None:
    """What the server closes the socket with; None if it ends the connection without a word."""
    try:
        code = socket.close_code()
    except ConnectionResetError:
        return None
    with pytest.raises(ConnectionResetError):
        socket.receive()
    return code


def is_echoed(process: ServerProcess) -> bool:
    """Whether another client is served as if nothing had happened."""
    with RawSocket(process.port, "/echo") as socket:
        socket.send(b"hello")
        return socket.receive()[1] == b"hello"


def test_an_application_is_told_of_the_client_and_the_ways_around_asgi(echo_server):
    headers = (
        "X-Forwarded-For: 203.0.113.7\r\nCookie: a=1; b=\xe9\r\nX-Long: " + "x" * 4000 + "\r\n"
        "Sec-WebSocket-Protocol: one, two\r\n"
    )
    with RawSocket(echo_server.port, "/scope/%C3%A9?n=1&m=2", headers=headers) as socket:
        scope = json.loads(socket.receive()[1])
    assert sorted(scope.pop("headers")) == [
        ["cookie", "a=1; b=\xc3\xa9"],
        ["x-forwarded-for", "203.0.113.7"],
        ["x-long", "x" * 4000],
    ]
    assert scope == {
        "type": "websocket",
        "path": "/scope/é",
        "root_path": "",
        "query": "n=1&m=2",
        "client": "127.0.0.1",
        "subprotocols": ["one", "two"],
        "extensions": sorted([SEND_NOW, RECEIVE_NOW, HEAR_PONGS, "websocket.http.response"]),
    }


def test_a_browser_that_offers_to_compress_is_let_in(echo_server):
    offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
    with RawSocket(echo_server.port, "/echo", headers=offer) as socket:
        assert socket.status == 101
        socket.send(b"hello")
        assert socket.receive() == (TEXT, b"hello")


def test_a_message_of_16_kib_is_taken(echo_server):
    with RawSocket(echo_server.port, "/echo") as socket:
        socket.send(b"x" * 16 * KIB)
        assert len(socket.receive()[1]) == 16 * KIB


@pytest.mark.parametrize(
    "sent",
    [
        frame(b"x" * (16 * KIB + 1)),
        frame(b"x" * (MEBIBYTE + 1), BINARY),
        frame(b"x" * 9000, final=False) + frame(b"x" * 9000, 0),
        header(2**40),
    ],
    ids=["one byte over", "a mebibyte over", "in two fragments", "announced only"],
)
def test_a_message_over_16_kib_is_closed_with_1009(echo_server, sent):
    with RawSocket(echo_server.port, "/echo") as socket:
        socket.stream.sendall(sent)
        assert socket.close_code() == 1009
    assert is_echoed(echo_server)


@pytest.mark.parametrize(
    "sent",
    [header(2**63), b"\xff" * 64, b"\x81\x05hello", frame(b"\xc3\x28"), frame(b"x" * 126, 9)],
    ids=["length of 2^63", "reserved bits", "no mask", "no UTF-8", "long ping"],
)
def test_bytes_that_are_no_frame_end_the_socket(echo_server, sent):
    with RawSocket(echo_server.port, "/echo") as socket:
        socket.stream.sendall(sent)
        assert last_code(socket) in (None, 1002, 1007, 1009)
    assert is_echoed(echo_server)


def test_a_consumer_may_close_with_a_code_of_its_own(echo_server):
    with RawSocket(echo_server.port, "/echo") as socket:
        socket.send(b"close")
        assert socket.close_code() == 4404


@pytest.mark.parametrize("length", [0, 1, 125, 126, 5000])
def test_what_is_sent_at_once_comes_whole_and_in_order(echo_server, length):
    texts = ["x" * length, "é" * (length // 2), "last"]
    with RawSocket(echo_server.port, "/at-once") as socket:
        socket.send("|".join(texts).encode())
        assert [socket.receive()[1].decode() for _ in texts] == texts


def test_texts_are_taken_at_once_or_queued(echo_server):
    with RawSocket(echo_server.port, "/taken") as socket:
        for text in ["now", "later", "now, é", "x" * 200]:
            socket.send(text.encode())
            heard = socket.receive()[1].decode()
            assert heard == (f"taken: {text}" if text.startswith("now") else text)


@pytest.mark.parametrize(
    "pieces",
    [
        [frame(b"now 1") + frame(b"now 2") + frame(b"now 3")],
        [frame(b"now 1") + CUT[:4], CUT[4:] + frame(b"now 3")],
        [frame(b"now 1") + CUT[:8], CUT[8:], frame(b"now 3")],
        [frame(b"now 1") + frame(b"", PING) + frame(b"now 2") + frame(b"now 3")],
        [frame(b"now 1"), frame(b"no", final=False), frame(b"w 2", 0) + frame(b"now 3")],
    ],
    ids=["all at once", "cut in the head", "cut in the payload", "a ping between", "in fragments"],
)
def test_texts_that_come_in_pieces_keep_their_order(echo_server, pieces):
    with RawSocket(echo_server.port, "/taken") as socket:
        for piece in pieces:
            socket.stream.sendall(piece)
            time.sleep(0.05)  # so that each is read by itself
        heard = []
        while len(heard) < 3:
            opcode, payload = socket.receive()
            if opcode == TEXT:
                heard.append(payload.decode().removeprefix("taken: "))
        assert heard == ["now 1", "now 2", "now 3"]


def test_what_waits_is_not_overtaken(echo_server):
    with RawSocket(echo_server.port, "/taken") as socket:
        socket.stream.sendall(frame(b"later") * 20 + frame(b"now"))
        heard = [socket.receive()[1] for _ in range(21)]
        assert heard[20].endswith(b"now")
        assert heard[:20] == [b"later"] * 20


@pytest.mark.parametrize(
    "sent",
    [b"\xff" * 64, b"\x81\x05hello", frame(b"\xc3\x28")],
    ids=["reserved bits", "no mask", "no UTF-8"],
)
def test_bytes_that_are_no_frame_end_a_socket_that_takes_texts(echo_server, sent):
    with RawSocket(echo_server.port, "/taken") as socket:
        socket.send(b"now")
        assert socket.receive()[1] == b"taken: now"
        socket.stream.sendall(sent)
        assert last_code(socket) in (None, 1002, 1007)
    assert is_echoed(echo_server)


@pytest.mark.parametrize("path", ["/lazy", "/echo", "/taken"])
def test_a_flood_takes_no_memory(echo_server, path):
    before = memory(echo_server)
    with RawSocket(echo_server.port, path) as socket:
        flood(socket, frame(b"x" * 100) * 600, seconds=2)
        assert memory(echo_server) - before < 20 * MEBIBYTE
        assert is_echoed(echo_server)


@pytest.mark.parametrize(
    "sent", [frame(b"", PING), frame(b"", 0, final=False)], ids=["pings", "empty fragments"]
)
def test_frames_without_end_that_are_no_messages_end_the_socket(echo_server, sent):
    with RawSocket(echo_server.port, "/echo") as socket:
        socket.stream.sendall(frame(b"", final=False) + sent * 1000)
        with pytest.raises(ConnectionResetError):
            socket.close_code()
    assert is_echoed(echo_server)


@pytest.mark.parametrize("path", ["/shout", "/shout-at-once"])
def test_a_client_that_reads_nothing_is_cut(echo_server, path):
    before = memory(echo_server)
    with RawSocket(echo_server.port, path) as socket:
        deadline = time.monotonic() + PATIENCE
        while f"disconnected {path}\n" not in echo_server.log.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert memory(echo_server) - before < 20 * MEBIBYTE
        with pytest.raises(ConnectionResetError):
            socket.close_code()


def test_a_body_over_a_mebibyte_is_refused(echo_server):
    connection = HTTPConnection("127.0.0.1", echo_server.port, timeout=30)
    with closing(connection):
        connection.putrequest("POST", "/")
        connection.putheader("Content-Length", str(MEBIBYTE + 1))
        connection.endheaders()
        assert connection.getresponse().status == 413


def test_a_body_of_unknown_length_is_refused_when_it_is_too_long(echo_server):
    connection = HTTPConnection("127.0.0.1", echo_server.port, timeout=30)
    with closing(connection):
        with suppress(ConnectionError):  # it need not wait for all of it
            connection.request("POST", "/", iter([b"x" * MEBIBYTE, b"x"]), encode_chunked=True)
        assert connection.getresponse().status == 413


def test_sigterm_closes_sockets_with_1012_and_runs_their_disconnect(ending_server):
    with ExitStack() as stack:
        opened = [RawSocket(ending_server.port, "/echo") for _ in range(5)]
        sockets = [stack.enter_context(socket) for socket in opened]
        ending_server.process.terminate()
        assert [socket.close_code() for socket in sockets] == [1012] * 5
    assert ending_server.process.wait(PATIENCE) == 0
    assert GIVEN_UP not in ending_server.log.read_text()
    assert ending_server.log.read_text().count("disconnected /echo") == 5


def test_a_server_that_stops_takes_no_new_socket(ending_server):
    with RawSocket(ending_server.port, "/lazy"):  # holds up the end
        ending_server.process.terminate()
        assert wait_until(lambda: not ending_server.answers(), seconds=PATIENCE)
        assert ending_server.process.poll() is None


def test_a_page_that_was_asked_for_is_finished(ending_server):
    connection = HTTPConnection("127.0.0.1", ending_server.port, timeout=60)
    with closing(connection):
        connection.request("GET", "/slow")
        time.sleep(0.2)
        ending_server.process.terminate()
        assert connection.getresponse().status == 200
    assert ending_server.process.wait(PATIENCE) == 0


def test_a_consumer_and_a_page_that_hang_hold_up_the_end_for_a_while_only(ending_server):
    connection = HTTPConnection("127.0.0.1", ending_server.port, timeout=60)
    with RawSocket(ending_server.port, "/lazy"), closing(connection):
        connection.request("GET", "/hanging")
        time.sleep(0.2)
        ending_server.process.terminate()
        with suppress(ConnectionError):
            assert connection.getresponse().status == 503
        assert ending_server.process.wait(PATIENCE) == 0  # not by the operating system
    told = ending_server.log.read_text()
    assert "destroyed" not in told
    assert told.count("Traceback") == 1  # the consumer's: a page that hangs is no error


def test_a_second_ctrl_c_ends_it_at_once(ending_server):
    with RawSocket(ending_server.port, "/lazy"):
        ending_server.process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        ending_server.process.send_signal(signal.SIGINT)
        assert ending_server.process.wait(PATIENCE) == 0
    assert GIVEN_UP not in ending_server.log.read_text()


@pytest.mark.parametrize("tabs", [0, 1, 20, 21, 500, 10_000])
def test_tabs_are_sent_away_in_portions_and_in_time(tabs):
    sent = [list(portion) for portion in portions(range(tabs))]
    assert [tab for portion in sent for tab in portion] == list(range(tabs))
    assert len(sent) * BETWEEN_PORTIONS <= PARTING_TIME
    assert len(sent) > 1 or tabs <= MIN_PORTION


def test_all_that_the_end_waits_for_is_over_before_the_operating_system_ends_it():
    assert PARTING_TIME + FINISHING_TIMEOUT + SECONDS_FOR_THE_LAST_HEARTBEAT < STOPPING_TIMEOUT


def test_whoever_is_sent_away_does_not_come_back_to_a_server_that_ends(ending_server):
    with RawSocket(ending_server.port, "/echo") as socket, RawSocket(ending_server.port, "/lazy"):
        ending_server.process.terminate()
        assert socket.close_code() == 1012
        assert not ending_server.answers()
        assert ending_server.process.poll() is None
