"""Requests that are repeated until answered, and streams that come back, with a site of our own."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from mnk import Client, Refused, Unreachable, transport
from mnk.errors import Closed

TOKEN = "ttt_secret"


class Site:
    """Answers each request with the next of *answers*: a function of the handler."""

    def __init__(self) -> None:
        self.answers = []
        self.asked = []  # method, path, body
        self.connections = set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length) or "null")
                site.asked.append((self.command, self.path, body))
                site.connections.add(self.client_address)
                assert self.headers["Authorization"] == f"Bearer {TOKEN}"
                site.answers.pop(0)(self)

            do_POST = do_DELETE = do_GET

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def says(value, status=200, **headers):
    """Answers with JSON."""

    def answer(handler):
        body = b"" if value is None else json.dumps(value).encode()
        handler.send_response(status)
        kind = "problem+json" if status >= 400 else "json"
        handler.send_header("Content-Type", f"application/{kind}")
        handler.send_header("Content-Length", str(len(body)))
        for name, text in headers.items():
            handler.send_header(name.replace("_", "-"), text)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def streams(*lines, then=lambda: None, cut=b""):
    """Answers with a stream of lines that ends after *then*."""

    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "application/x-ndjson")
        handler.send_header("Connection", "close")
        handler.end_headers()
        for line in lines:
            handler.wfile.write(
                line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"
            )
        handler.wfile.write(cut)
        handler.wfile.flush()
        then()
        handler.close_connection = True

    return answer


def breaks_off(body, *, in_chunks):
    """Answers with *body* where more was to come."""

    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        if in_chunks:
            handler.send_header("Transfer-Encoding", "chunked")
        else:
            handler.send_header("Content-Length", str(len(body) + 1))
        handler.end_headers()
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(body), body) if in_chunks else body)
        handler.close_connection = True

    return answer


def hangs_up(handler):
    handler.close_connection = True


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture
def client(site, monkeypatch) -> Iterator[Client]:
    monkeypatch.setattr(transport, "FIRST_PAUSE", 0.001)
    with Client(site.base, TOKEN) as client:
        yield client


def test_requests_share_a_connection(site, client):
    site.answers = [says({"name": "line"}), says([]), says(None, 204)]
    assert client.account() == {"name": "line"}
    assert client.limits() == []
    client.resign("abc")
    assert [path for _, path, _ in site.asked] == [
        "/api/v1/account",
        "/api/v1/limits",
        "/api/v1/games/abc/resign",
    ]
    assert len(site.connections) == 1


def test_a_refusal_has_a_code_and_a_sentence(site, client):
    problem = {"status": 409, "code": "bot_busy", "detail": "This bot plays enough."}
    site.answers = [says(problem, 409)]
    with pytest.raises(Refused, match=r"This bot plays enough\.") as refused:
        client.challenge("bob")
    assert (refused.value.status, refused.value.code) == (409, "bot_busy")


def test_a_refusal_names_what_is_wrong_in_the_request(site, client):
    fields = [{"field": "level", "reason": "Input should be 'random' or 'guard'"}]
    problem = {"code": "bad_request", "detail": "Something is not as it should be."}
    site.answers = [says(problem | {"fields": fields}, 422)]
    with pytest.raises(Refused, match=r"should be\. level: Input should be 'random' or 'guard'"):
        client.play_level("nobody")


@pytest.mark.parametrize(
    "answer",
    [
        says({"code": "too_fast"}, 429, Retry_After="0"),
        says({"code": "unavailable"}, 503),
        says(None, 502),
        hangs_up,
        breaks_off(b"", in_chunks=False),
        breaks_off(b'{"new": tr', in_chunks=False),
        breaks_off(b'{"new": tr', in_chunks=True),
    ],
)
def test_a_move_is_repeated_as_it_was_until_it_is_answered(site, client, answer):
    site.answers = [answer, answer, says({"new": True})]
    assert client.move("abc", 3, "b2")
    first, *again = site.asked
    assert first[2]["ply"] == 3
    assert len(first[2]["id"]) == 32
    assert again == [first, first]


def test_retry_after_is_waited_for(site, client, monkeypatch):
    waits = []
    monkeypatch.setattr(client._transport, "pause", waits.append)
    site.answers = [says({"code": "too_fast"}, 429, Retry_After="7"), says([])]
    client.limits()
    assert waits == [7.0]


def test_a_wait_longer_than_anybodys_patience_is_told_instead(site, client):
    site.answers = [says({"code": "too_fast"}, 429, Retry_After="864")]
    with pytest.raises(Refused) as refused:
        client.challenge("bob")
    assert refused.value.seconds == 864


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (hangs_up, Unreachable),
        (breaks_off(b'{"uid": "a', in_chunks=False), Unreachable),
        (says(None, 502), Refused),
        (says({"code": "unavailable"}, 503), Refused),
        (says(None, 504), Refused),
    ],
)
def test_a_challenge_that_may_have_arrived_is_not_sent_again(site, client, answer, problem):
    site.answers = [answer, says({"uid": "abc"})]
    with pytest.raises(problem):
        client.challenge("bob")
    assert len(site.asked) == 1


@pytest.mark.parametrize(
    ("answer", "problem"), [(hangs_up, Unreachable), (says(None, 502), Refused)]
)
def test_a_line_of_chat_is_said_once(site, client, answer, problem):
    site.answers = [answer, says(None, 204)]
    with pytest.raises(problem):
        client.chat("abc", "Good game!")
    assert len(site.asked) == 1


@pytest.mark.parametrize(
    ("answer", "problem"), [(hangs_up, Unreachable), (says(None, 502), Refused)]
)
def test_a_takeback_is_asked_for_once(site, client, answer, problem):
    site.answers = [answer, says(None, 204)]
    with pytest.raises(problem):
        client.offer("abc", "takeback")
    assert len(site.asked) == 1


@pytest.mark.parametrize(
    ("answer", "problem"), [(hangs_up, Unreachable), (says(None, 502), Refused)]
)
def test_a_search_begins_once(site, client, answer, problem):
    site.answers = [answer, says({"round": ""})]
    with pytest.raises(problem):
        client.seek_round(6, 6, 4, "120+2")
    assert len(site.asked) == 1


def test_a_challenge_that_came_too_fast_is_sent_again(site, client):
    site.answers = [says({"code": "too_fast"}, 429, Retry_After="0"), says({"uid": "abc"})]
    assert client.challenge("bob") == "abc"
    assert site.asked[0] == site.asked[1]


def test_a_connection_that_the_site_closed_meanwhile_does_no_harm(site, client):
    site.answers = [says([]), hangs_up, says([])]
    client.limits()
    assert client.limits() == []


def test_where_nobody_answers_that_is_said(site, client):
    site.close()
    with pytest.raises(Unreachable, match="does not answer"):
        client._transport.ask("GET", "/", patience=0.0)


def says_text(text, kind="application/json"):
    """Answers with *text* as it is."""

    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    return answer


def test_what_is_no_api_is_not_taken_for_one(site, client):
    site.answers = [says_text(b"<html>", "text/html")]
    with pytest.raises(Refused, match="not the address of a site"):
        client.account()
    assert len(site.asked) == 1


def test_json_that_is_broken_is_refused(site, client):
    site.answers = [says_text(b'{"name": "line"')]
    with pytest.raises(Refused, match="no JSON") as refused:
        client.account()
    assert refused.value.code == "not_the_api"
    assert len(site.asked) == 1


def test_an_answer_that_is_too_long_is_refused(site, client, monkeypatch):
    monkeypatch.setattr(transport, "MAX_ANSWER_BYTES", 10)
    site.answers = [says({"name": "line"})]
    with pytest.raises(Refused) as refused:
        client.account()
    assert refused.value.code == "not_the_api"
    assert len(site.asked) == 1


def test_a_stream_comes_back_after_it_ended_and_begins_anew(site, client):
    said = []
    client._transport._say = said.append
    site.answers = [
        streams({"type": "game"}, b"\n", {"type": "moved"}),
        says({"code": "unavailable"}, 503),
        streams({"type": "game"}, cut=b'{"type": "mov'),
        streams({"type": "game"}, then=lambda: time.sleep(5)),
    ]
    messages = client.stream("abc")
    kinds = [next(messages)["type"] for _ in range(4)]
    assert kinds == ["game", "moved", "game", "game"]
    assert said == ["The connection is lost; trying to come back."] * 2
    assert {path for _, path, _ in site.asked} == {"/api/v1/games/abc/stream"}


def test_a_line_that_is_no_json_is_no_lost_connection(site, client):
    site.answers = [streams({"type": "game"}, b"garbled\n")]
    messages = client.stream("abc")
    assert next(messages) == {"type": "game"}
    with pytest.raises(Refused, match="no JSON"):
        next(messages)


@pytest.mark.parametrize("in_chunks", [False, True])
@pytest.mark.parametrize("cut", [b"", b'{"uid": "d'])
def test_an_export_that_breaks_off_is_no_complete_one(site, client, in_chunks, cut):
    site.answers = [breaks_off(b'{"uid": "abc"}\n' + cut, in_chunks=in_chunks)]
    games = client.export_games()
    assert next(games) == {"uid": "abc"}
    with pytest.raises(Unreachable):
        next(games)


def test_a_last_line_that_is_cut_off_ends_no_export(site, client):
    site.answers = [streams({"uid": "abc"}, cut=b'{"uid": "d')]
    games = client.export_games()
    assert next(games) == {"uid": "abc"}
    with pytest.raises(Unreachable):
        next(games)


def test_a_silent_stream_is_dead(site, client, monkeypatch):
    monkeypatch.setattr(transport, "SILENCE", 0.2)
    site.answers = [
        streams({"type": "waiting"}, then=lambda: time.sleep(5)),
        streams({"type": "waiting"}),
    ]
    messages = client.events()
    assert [next(messages), next(messages)] == [{"type": "waiting"}] * 2


def test_a_stream_that_is_refused_for_good_ends(site, client):
    site.answers = [streams({"type": "game"}), says({"code": "bad_token"}, 401)]
    messages = client.events()
    next(messages)
    with pytest.raises(Refused) as refused:
        next(messages)
    assert refused.value.is_about_token


def test_an_address_that_somebody_has_mistyped_is_asked_for(site, client):
    site.answers += [says({"code": "not_found"}, 404)]
    with pytest.raises(Refused):
        client.tournament("Café Arena")
    assert site.asked[0][1] == "/api/v1/tournaments/Caf%C3%A9%20Arena"


def test_closing_wakes_whoever_listens(site, client):
    site.answers = [streams({"type": "waiting"}, then=lambda: time.sleep(5))]
    messages = client.events()
    next(messages)
    threading.Timer(0.05, client.close).start()
    with pytest.raises(Closed):
        next(messages)


def test_closing_ends_an_export(site, client):
    site.answers = [breaks_off(b'{"uid": "abc"}\n', in_chunks=True)]
    games = client.export_games()
    next(games)
    client.close()
    with pytest.raises(Closed):
        next(games)


@pytest.mark.parametrize(
    "ask",
    [
        Client.account,
        lambda client: client.challenge("bob"),
        lambda client: next(client.events()),
        lambda client: next(client.export_games()),
    ],
)
def test_a_closed_client_asks_nothing(site, client, ask):
    site.answers = [says([]), says({"uid": "abc"})]
    client.limits()
    client.close()
    with pytest.raises(Closed):
        ask(client)
    assert len(site.asked) == 1


def test_pauses_grow_and_vary():
    pauses = transport.Pauses()
    found = [pauses.next() for _ in range(12)]
    longest = [min(30.0, 0.25 * 2**count) for count in range(12)]
    assert all(most / 2 <= pause <= most for pause, most in zip(found, longest, strict=True))
    pauses.reset()
    assert pauses.next() <= 0.25


@pytest.mark.parametrize("base", ["play.example", "ftp://play.example", "https://", "https://a?b"])
def test_a_base_is_an_address(base):
    with pytest.raises(ValueError, match="no address of a site"):
        Client(base, TOKEN)


def test_a_base_has_a_port_that_there_can_be():
    with pytest.raises(ValueError, match="Port"):
        Client("https://play.example:99999", TOKEN)


@pytest.mark.parametrize("token", ["ttt_…", "ttt_kept\n", "ttt_\u200bkept"])
def test_what_cannot_be_sent_is_no_token(site, token):
    with pytest.raises(ValueError, match="no token"):
        Client(site.base, token)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("ask", [Client.account, lambda client: next(client.events())])
def test_the_token_follows_no_redirection(site, client, status, ask):
    elsewhere = Site()
    site.answers = [says(None, status, Location=f"{elsewhere.base}/api/v1/account")]
    with pytest.raises(Refused, match="The site sends us elsewhere") as refused:
        ask(client)
    assert refused.value.code == "redirected"
    assert elsewhere.asked == []
    elsewhere.close()


def test_who_waits_for_a_site_is_told_at_once_and_once(site, monkeypatch):
    said = []
    monkeypatch.setattr(transport, "FIRST_PAUSE", 0.001)
    with Client(site.base, TOKEN, say=said.append) as client:
        site.answers = [hangs_up, hangs_up, hangs_up, says({"name": "line"})]
        client.account()
        assert [text.endswith("; trying again.") for text in said] == [True]
        site.answers = [hangs_up, hangs_up, says({"name": "line"})]
        client.account()
        assert len(said) == 2
