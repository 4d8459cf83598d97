"""The parts of a cluster: how each is configured, in a folder of its own, and started."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from deploy.cluster import programs
from deploy.cluster.programs import Program, Trouble
from deploy.ready import ReadySocket, is_ready

ROOT = Path(__file__).resolve().parents[2]
NGINX = ROOT / "deploy" / "nginx"
BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")  # where Debian has it
OWNER = "tictactoe"  # of the database, which is called postgres
START_TIMEOUT = 120.0  # seconds; on a slow machine the first start has many migrations to run

# What /etc/nginx/nginx.conf is on Debian, for a folder of one's own.
NGINX_CONF = """\
daemon off;
{modules}
{user}
pid "{folder}/nginx.pid";
error_log stderr warn;
worker_processes 1;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    sendfile on;
    access_log off;
    client_body_temp_path "{folder}/body";
    proxy_temp_path "{folder}/proxy";
    fastcgi_temp_path "{folder}/fastcgi";
    uwsgi_temp_path "{folder}/uwsgi";
    scgi_temp_path "{folder}/scgi";
    include "{conf}";
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def require_free(port: int) -> None:
    """Raise Trouble if *port* is taken, or kept for root."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError as error:
            raise Trouble(f"Only root may listen on port {port}: set PORT.") from error
        except OSError as error:
            raise Trouble(f"Port {port} is taken: stop what uses it, or set PORT.") from error


def answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


class PostgreSQL:
    """A server with one database, kept from one start to the next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.port = free_port()
        self.user = programs.other_user("postgres")  # PostgreSQL refuses to run as root
        self.bin = Path(programs.find("postgres", "postgresql")).resolve().parent
        options = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
        }
        settings = [part for item in options.items() for part in ("-c", "=".join(item))]
        self.program = Program(
            "PostgreSQL",
            [str(self.bin / "postgres"), "-D", str(self.data), *settings],
            log=folder.parent / "postgresql.log",
            user=self.user,
            ending=signal.SIGINT,  # on which it does not wait for its clients
        )

    @property
    def url(self) -> str:
        return f"postgresql://{OWNER}:{self._password()}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        programs.own(self.folder, "postgres")
        programs.require_reach(self.folder, "postgres")
        if not (self.data / "PG_VERSION").exists():
            self._create()
        self._forget_what_died()
        self.program.start()
        ready = [str(self.bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        self.program.wait_until(lambda: _succeeds(ready))

    def _create(self) -> None:
        password = self.folder / "password"
        password.write_text(secrets.token_urlsafe(24) + "\n")
        password.chmod(0o600)
        if self.user:
            os.chown(password, self.folder.stat().st_uid, -1)
        options = ["--auth", "scram-sha-256", "--pwfile", str(password)]
        naming = ["--username", OWNER, "--encoding", "UTF8", "--no-locale"]
        initdb = [str(self.bin / "initdb"), "--pgdata", str(self.data), *options, *naming]
        programs.run(initdb, user=self.user)

    def _forget_what_died(self) -> None:
        """Remove the lock file of a killed server: it may name somebody else's process by now."""
        lock = self.data / "postmaster.pid"
        if lock.exists() and not _is_of_postgres(lock):
            lock.unlink()

    def _password(self) -> str:
        return (self.folder / "password").read_text().strip()


class Redis:
    """A server that keeps nothing: channel layer and cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._password = secrets.token_urlsafe(24)
        command = [programs.find("redis-server", "redis-server"), "-"]
        self.program = Program("Redis", command, log=folder.parent / "redis.log")

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self._password}",
            f'dir "{self.folder}"',
            'save ""',
            "appendonly no",
        ]
        self.program.start(given="\n".join(lines) + "\n")
        self.program.wait_until(lambda: answers(self.port))


class Site:
    """One server process, or for a moment two, which share the port."""

    def __init__(self, number: int, *, folder: Path, env: dict[str, str]) -> None:
        self.number, self.folder, self.env = number, folder, env
        self.port = free_port()
        self.program = self._program()

    def start(self) -> None:
        self.program = self._program()
        self._start(self.program)

    def replace(self) -> None:
        """Start the next process, and stop the present one once that can take its players."""
        successor = self._program()
        try:
            self._start(successor)
        except Trouble:
            successor.stop()
            raise
        self.program.stop()
        self.program = successor

    def _start(self, program: Program) -> None:
        with ReadySocket() as ready:
            program.env |= ready.env
            program.start()
            program.wait_until(ready.has_heard, seconds=START_TIMEOUT)
        program.wait_until(lambda: is_ready(self.port), seconds=START_TIMEOUT)

    def _program(self) -> Program:
        self.metrics_port = free_port()
        prepare = ["--prepare"] if self.number == 1 else []  # the others come after it
        own = {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "SHARE_PORT": "true",
            "METRICS_PORT": str(self.metrics_port),
        }
        return Program(
            f"Server process {self.number}",
            [sys.executable, "-m", "tictactoe_site.server", *prepare],
            log=self.folder / f"server-{self.number}.log",
            env=self.env | own,
        )


class Nginx:
    """nginx with deploy/nginx/tictactoe.conf, and this machine's own three files."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int,
        static: Path,
        unlimited: Sequence[str] = ("127.0.0.1",),
        site: Path = NGINX / "tictactoe.conf",
    ) -> None:
        """Limit all addresses but *unlimited*: whoever plays on this machine has 127.0.0.1."""
        self.folder = folder
        self.port = port
        self.static = static
        self.unlimited = unlimited
        self.site = site
        self.conf = folder / "nginx.conf"
        self.user = programs.other_user("www-data")
        command = [programs.find("nginx", "nginx"), "-e", "stderr", "-c", str(self.conf)]
        self.program = Program(
            "nginx", command, log=folder.parent / "nginx.log", ending=signal.SIGQUIT
        )

    def start(self, ports: Sequence[int]) -> None:
        require_free(self.port)
        own = self.folder / "tictactoe"
        own.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        programs.require_reach(self.static, "www-data")
        site = [
            f'set $tictactoe_static "{self.static}";',
            "server_name 127.0.0.1 localhost;",
            f"listen 127.0.0.1:{self.port};",
            *(["brotli_static on;"] if BROTLI.exists() else []),
        ]
        processes = [f"server 127.0.0.1:{port} max_fails=0;" for port in ports]
        _write(own / "site.conf", site)
        _write(own / "processes.conf", processes)
        _write(own / "unlimited.conf", [f"{address} 1;" for address in self.unlimited])
        user = f"user {self.user};" if self.user else ""
        modules = f"load_module {BROTLI};" if BROTLI.exists() else ""
        values = {"user": user, "modules": modules, "folder": self.folder}
        self.conf.write_text(NGINX_CONF.format(**values, conf=self.site))
        self.program.start()
        self.program.wait_until(lambda: answers(self.port))


def _write(file: Path, lines: Sequence[str]) -> None:
    file.write_text("\n".join(lines) + "\n")


def _succeeds(command: list[str]) -> bool:
    try:
        programs.run(command)
    except Trouble:
        return False
    return True


def _is_of_postgres(lock: Path) -> bool:
    """Return whether *lock*, which a power cut may have left empty, names a running server."""
    try:
        pid = int(lock.read_text().split()[0])
        return "postgres" in Path(f"/proc/{pid}/comm").read_text()
    except (OSError, IndexError):
        return False
