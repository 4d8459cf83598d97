"""One message to a push service that does what it likes."""

import ssl
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from games.play.push import addresses, sending
from games.play.push.sending import PushMessage, PushOutcome, Sending, send


def message_to(browser, text=b"{}"):
    keys = browser.subscription()["keys"]
    return PushMessage(browser.endpoint, **keys, text=text, topic="t" * 32, seconds=60)


@pytest.fixture
def browser(service):
    return service.browser("phone")


def test_a_message_arrives_encrypted_and_signed(service, browser):
    assert send(message_to(browser, b"hello")).outcome is PushOutcome.SENT
    (received,) = service.received
    assert browser.decrypt(received.body) == b"hello"
    assert received.headers["Content-Encoding"] == "aes128gcm"
    assert received.headers["TTL"] == "60"
    assert received.headers["Topic"] == "t" * 32
    assert received.headers["Authorization"].startswith("vapid t=")


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (200, {}, Sending(PushOutcome.SENT)),
        (404, {}, Sending(PushOutcome.GONE)),
        (410, {}, Sending(PushOutcome.GONE)),
        (403, {}, Sending(PushOutcome.FAILED, why="status 403")),
        (429, {"Retry-After": "90"}, Sending(PushOutcome.FAILED, 90, "status 429")),
        (503, {"Retry-After": "999999"}, Sending(PushOutcome.FAILED, 86_400, "status 503")),
        (503, {"Retry-After": "soon"}, Sending(PushOutcome.FAILED, 0, "status 503")),
        (503, {"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}, None),
    ],
)
def test_answers_are_understood(service, browser, status, headers, expected):
    service.status, service.headers = status, headers
    expected = expected or Sending(PushOutcome.FAILED, 0, "status 503")
    assert send(message_to(browser)) == expected


def test_a_date_to_come_back_at_is_understood(service, browser):
    at = datetime.now(UTC) + timedelta(hours=1)
    service.status = 429
    service.headers = {"Retry-After": at.strftime("%a, %d %b %Y %H:%M:%S GMT")}
    assert 3_500 < send(message_to(browser)).wait <= 3_600


def test_a_redirect_is_no_success_and_is_not_followed(service, browser):
    service.status, service.headers = 307, {"Location": f"{service.url}/elsewhere"}
    assert send(message_to(browser)) == Sending(PushOutcome.FAILED, why="status 307")
    assert len(service.received) == 1


def test_a_service_that_says_nothing_is_left(service, browser, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    service.status = 0
    assert send(message_to(browser)).outcome is PushOutcome.FAILED


def test_nothing_of_an_endless_answer_is_read(service, browser):
    service.body = b"x" * 50_000_000  # more than any buffer on the way takes
    assert send(message_to(browser)).outcome is PushOutcome.SENT


def test_a_service_that_drips_is_cut(service, browser, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    is_over = threading.Event()

    class Dripping(BaseHTTPRequestHandler):
        def do_POST(self):
            while not is_over.wait(0.05):
                try:
                    self.wfile.write(b"H")
                except OSError:
                    return

        def log_message(self, *args):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Dripping)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    browser.endpoint = f"http://127.0.0.1:{server.server_port}/"
    assert send(message_to(browser)).outcome is PushOutcome.FAILED
    is_over.set()
    server.shutdown()
    server.server_close()


def test_nobody_there_and_addresses_beside_this_machine_are_failures(browser, settings):
    browser.endpoint = "http://127.0.0.1:1/"
    assert send(message_to(browser)) == Sending(PushOutcome.FAILED, why="ConnectionRefusedError")
    settings.PUSH_TO_LOOPBACK = False
    browser.endpoint = "https://127.0.0.1/"
    assert send(message_to(browser)) == Sending(PushOutcome.FAILED, why="127.0.0.1 is not public")


def certificate(folder) -> tuple[str, str]:
    """One for push.test, signed by itself: its file, and that of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "push.test")])
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("push.test")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    (folder / "cert.pem").write_bytes(built.public_bytes(Encoding.PEM))
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").write_bytes(private)
    return str(folder / "cert.pem"), str(folder / "key.pem")


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_service_with_tls_is_asked_by_its_name(
    service, browser, monkeypatch, tmp_path, is_trusted
):
    files = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    service.server.socket = context.wrap_socket(service.server.socket, server_side=True)
    port = service.server.server_port
    trusting = ssl.create_default_context(cafile=files[0] if is_trusted else None)
    monkeypatch.setattr(sending, "tls_context", lambda: trusting)
    for module in (addresses, sending):
        monkeypatch.setattr(module, "HTTPS_PORT", port)
    monkeypatch.setattr(sending, "public_addresses", lambda host, port: [(2, "127.0.0.1")])
    browser.endpoint = "https://push.test/phone"
    outcome = send(message_to(browser)).outcome
    assert outcome is (PushOutcome.SENT if is_trusted else PushOutcome.FAILED)
    hosts = [one.headers["Host"] for one in service.received]
    assert hosts == [f"push.test:{port}"] * is_trusted
