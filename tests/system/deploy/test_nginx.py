"""nginx as it is deployed, before servers that only tell what they were asked."""

import json
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from deploy.cluster.parts import BROTLI, Nginx
from deploy.cluster.programs import Trouble
from tests.serving import ROOT, free_port
from tictactoe_site.logs import public_path

pytestmark = pytest.mark.nginx

UIDS = [f"game{number:06d}" for number in range(40)]
HASHED = "css/base.0123456789ab.css"
KEYS = ("/accounts/confirm-email/c0ffee/", "/accounts/password/reset/key/1-c0ffee/")


class Told(BaseHTTPRequestHandler):
    """Answers with what it was asked, and by whom."""

    protocol_version = "HTTP/1.1"
    status = 200

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        told = {
            "port": self.server.server_port,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "length": len(self.rfile.read(length)),
            "filler": "x" * 2000,
        }
        body = json.dumps(told).encode()
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *args: object) -> None:
        pass


class Draining(Told):
    status = 503


class Backend:
    """A server process for nginx, which can go away and come back."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    def start(self, handler: type[Told] = Told) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> dict:
        told: dict = json.loads(self.body)
        return told


class Front:
    """nginx and the two servers behind it."""

    def __init__(self, nginx: Nginx, backends: list[Backend]) -> None:
        self.nginx = nginx
        self.backends = backends

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.nginx.port, timeout=30)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("POST" if body is not None else "GET", path, body, named)
            answer = connection.getresponse()
            lowered = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, lowered, answer.read())
        finally:
            connection.close()

    def port_of(self, path: str) -> int:
        port: int = self.ask(path).data["port"]
        return port

    def backend_of(self, path: str) -> Backend:
        port = self.port_of(path)
        return next(backend for backend in self.backends if backend.port == port)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One that nginx's own user can look into."""
    path = Path(tempfile.mkdtemp(prefix="nginx-"))
    path.chmod(0o755)
    (path / "static" / "css").mkdir(parents=True)
    (path / "static" / HASHED).write_text("body { color: red }\n" * 100)
    for suffix in (".gz", ".br"):
        (path / "static" / f"{HASHED}{suffix}").write_text(f"stored as {suffix}")
    (path / "static" / "css" / "base.css").write_text("body { color: red }\n")
    (path / "secret").write_text("nobody's business\n")
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="module")
def make_front(folder: Path) -> Iterator[Callable[..., Front]]:
    made: list[Front] = []

    def make(place: Path = folder, **options: object) -> Front:
        own = place / f"nginx-{len(made)}" / "conf"
        nginx = Nginx(own, port=free_port(), static=place / "static", **options)
        nginx.folder.parent.mkdir()
        made.append(Front(nginx, [Backend(), Backend()]))
        nginx.start([backend.port for backend in made[-1].backends])
        return made[-1]

    yield make
    for front in made:
        front.nginx.program.stop()
        for backend in front.backends:
            backend.stop()


@pytest.fixture(scope="module")
def front(make_front: Callable[..., Front]) -> Front:
    return make_front()


def test_all_that_belongs_to_a_game_goes_to_one_process(front):
    for uid in UIDS[:10]:
        game = f"games/{uid}"
        paths = [f"/{game}/", f"/ws/{game}/", f"/{game}/review/", f"/{game}/game.txt?as=text"]
        assert len({front.port_of(path) for path in paths}) == 1


def test_games_are_spread_over_the_processes(front):
    ports = [front.port_of(f"/ws/games/{uid}/") for uid in UIDS]
    assert min(ports.count(backend.port) for backend in front.backends) >= 8


def test_a_process_that_goes_away_is_stood_in_for_and_gets_its_games_back(front):
    away = front.backend_of(f"/games/{UIDS[0]}/")
    homes = {uid: front.port_of(f"/games/{uid}/") for uid in UIDS[:10]}
    away.stop()
    try:
        assert {front.port_of(f"/games/{uid}/") for uid in homes} == {
            backend.port for backend in front.backends if backend is not away
        }
    finally:
        away.start()
    assert {uid: front.port_of(f"/games/{uid}/") for uid in homes} == homes


def test_a_socket_that_a_stopping_process_refuses_is_taken_by_another(front):
    draining = front.backend_of(f"/games/{UIDS[0]}/")
    draining.stop()
    draining.start(Draining)
    try:
        assert front.ask(f"/ws/games/{UIDS[0]}/").data["port"] != draining.port
        assert front.ask(f"/games/{UIDS[0]}/").status == 503  # a page's own 503 reaches the reader
    finally:
        draining.stop()
        draining.start()


def test_without_any_process_people_are_told_to_come_back(front):
    for backend in front.backends:
        backend.stop()
    try:
        answer = front.ask("/")
    finally:
        for backend in front.backends:
            backend.start()
    assert answer.status == 503
    assert answer.headers["retry-after"] == "5"
    assert front.ask("/").status == 200  # nobody is written off


def test_what_a_client_claims_about_itself_is_not_passed_on(front):
    claims = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Proto": "https"}
    evil = {"Daphne_Root_Path": "https://evil.example"}
    told = front.ask("/", **claims, **evil, X_Request_ID="mine").data["headers"]
    assert "daphne-root-path" not in told
    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == "http"
    assert re.fullmatch("[0-9a-f]{32}", told["x-request-id"])
    assert told["host"] == f"127.0.0.1:{front.nginx.port}"


def test_upgrades_are_passed_on(front):
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
    told = front.ask(f"/ws/games/{UIDS[0]}/", **upgrade).data["headers"]
    assert (told["upgrade"], told["connection"]) == ("websocket", "upgrade")
    assert front.ask("/").data["headers"]["connection"] == "close"


def test_a_large_body_stops_at_nginx(front):
    assert front.ask("/", b"x" * 2**20).data["length"] == 2**20
    assert front.ask("/", b"x" * (2**20 + 1)).status == 413


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_what_is_for_operators_is_not_passed_on(front, path):
    assert front.ask(path).status == 404


def test_pages_are_compressed(front):
    assert front.ask("/", Accept_Encoding="gzip").headers["content-encoding"] == "gzip"


def test_static_files_are_kept_for_ever_if_their_names_tell_their_content(front):
    hashed, plain = front.ask(f"/static/{HASHED}"), front.ask("/static/css/base.css")
    assert hashed.headers["cache-control"] == "max-age=315360000, public, immutable"
    assert plain.headers["cache-control"] == "max-age=60, public"
    for answer in (hashed, plain):
        assert answer.status == 200
        assert answer.headers["content-type"] == "text/css"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_static_files_are_sent_as_they_are_stored_compressed(front):
    """By Brotli only where Debian's module for it is installed."""
    taken = {"gzip": "gzip", "gzip, br": "br" if BROTLI.exists() else "gzip"}
    for accepted, encoding in taken.items():
        answer = front.ask(f"/static/{HASHED}", Accept_Encoding=accepted)
        assert answer.headers["content-encoding"] == encoding
        assert answer.headers["content-type"] == "text/css"
        assert answer.body == {"gzip": b"stored as .gz", "br": b"stored as .br"}[encoding]


@pytest.mark.parametrize(
    "path",
    ["/static/nothing.css", "/static/../secret", "/static/..%2fsecret", "/static../secret"],
)
def test_nothing_beside_the_static_files_is_served(front, path):
    answer = front.ask(path)
    assert b"nobody's business" not in answer.body
    assert answer.status in (200, 400, 404)  # 200 from behind: it was no static path at all


def test_spaces_in_paths_do_no_harm(make_front, folder):
    """Such as in that of a checkout, which holds the configuration, too."""
    place = folder / "two words"
    shutil.copytree(folder / "static", place / "static")
    site = shutil.copy(ROOT / "deploy/nginx/tictactoe.conf", place)
    front = make_front(place, site=site)
    assert front.ask("/static/css/base.css").body == b"body { color: red }\n"
    assert front.ask("/").status == 200


@pytest.fixture
def impatient_front(make_front: Callable[..., Front], tmp_path: Path) -> Front:
    """With limits that count what comes at once, and forget next to nothing while we ask."""
    site = tmp_path / "tictactoe.conf"
    deployed = (ROOT / "deploy/nginx/tictactoe.conf").read_text()
    slow, count = re.subn(r"rate=\d+r/s", "rate=1r/m", deployed)
    assert count == 4
    site.write_text(slow)
    return make_front(unlimited=(), site=site)


def test_one_address_cannot_ask_for_too_much(impatient_front):
    statuses = [impatient_front.ask("/").status for _ in range(320)]
    assert statuses[:100] == [200] * 100
    assert 429 in statuses


def test_a_program_that_asks_too_often_reads_a_problem(impatient_front):
    front = impatient_front
    answers = [front.ask("/api/v1/account") for _ in range(320)]
    (answer, *_) = (answer for answer in answers if answer.status == 429)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.data["key"], answer.data["seconds"]) == ("requests-of-address", 1)
    assert answer.headers["retry-after"] == "1"
    moves = f"/api/v1/games/{UIDS[0]}/moves"
    assert {front.ask(moves, b"{}").status for _ in range(250)} == {200}


def test_what_the_site_masks_in_its_log_stays_out_of_this_one(make_front, folder, tmp_path):
    log, site = folder / "access.log", tmp_path / "tictactoe.conf"
    deployed = (ROOT / "deploy/nginx/tictactoe.conf").read_text()
    site.write_text(deployed.replace("server_tokens off;", f"access_log {log};", 1))
    front = make_front(site=site)
    secret = ("/AB2CD", "/workshops/AB2CD/", *KEYS)
    assert all(public_path(path) != path for path in secret)
    # Once the last is answered, those before it have been written down.
    assert {front.ask(path).status for path in (*secret, "/accounts/login/", "/")} == {200}
    assert log.read_text().split()[6] == "/accounts/login/"


def test_a_program_reads_a_problem_while_the_site_is_away(front):
    for backend in front.backends:
        backend.stop()
    try:
        answer = front.ask("/api/v1/account")
        assert (answer.status, answer.data["code"]) == (503, "unavailable")
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["retry-after"] == "5"
    finally:
        for backend in front.backends:
            backend.start()


def test_workshops_clients_go_to_one_process_and_on_to_the_next(front):
    asked = [f"/socket.io/?EIO=4&transport=polling&sid={number}" for number in range(10)]
    home = front.backend_of(asked[0])
    assert {front.port_of(path) for path in asked} == {home.port}
    home.stop()
    try:
        assert front.port_of(asked[0]) != home.port
    finally:
        home.start()
    assert front.port_of(asked[0]) == home.port


def test_a_class_can_poll_from_one_address(make_front):
    front = make_front(unlimited=())
    assert {front.ask("/socket.io/").status for _ in range(250)} == {200}
    assert front.ask("/socket.io/", b"x" * 16 * 1024).status == 200
    assert front.ask("/socket.io/", b"x" * (16 * 1024 + 1)).status == 413


def test_a_port_that_is_taken_is_one_sentence(front, folder):
    with pytest.raises(Trouble, match=f"Port {front.nginx.port} is taken"):
        Nginx(folder / "taken", port=front.nginx.port, static=folder).start([1])
