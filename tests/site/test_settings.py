"""Wrong settings are refused in one sentence, right ones do what README.md says."""

import base64
import json
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ImproperlyConfigured

from tictactoe_site import environment

ROOT = Path(__file__).resolve().parent.parent.parent
POSTGRESQL = "postgresql://somebody@127.0.0.1/games"
REDIS = "redis://127.0.0.1:6379/0"
WITH_TLS = {
    "HTTPS": "true",
    "PUBLIC_ORIGINS": "https://play.example",
    "TRUSTED_PROXIES": "127.0.0.1",
}
SEVERAL = {"PROCESSES": "2", "DATABASE_URL": POSTGRESQL, "REDIS_URL": REDIS}


def run(*command: str, **env: str) -> subprocess.CompletedProcess[str]:
    known = {"SECRET_KEY": "k" * 40, "DJANGO_SETTINGS_MODULE": "tictactoe_site.settings"}
    cleared = {name: value for name, value in os.environ.items() if name not in READ_BY_SITE}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=cleared | known | env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


READ_BY_SITE = {
    "DEBUG",
    "HOST",
    "PORT",
    "DATABASE_URL",
    "REDIS_URL",
    "LOG_LEVEL",
    "PUBLIC_ORIGINS",
    "SERVER",
}


def settings_with(*names: str, **env: str) -> dict[str, Any]:
    """The values of the settings *names* under an environment."""
    code = (
        "import json, sys; from tictactoe_site import settings;"
        "json.dump({name: getattr(settings, name) for name in sys.argv[1:]}, sys.stdout)"
    )
    done = run("-c", code, *names, **env)
    assert done.returncode == 0, done.stderr
    values: dict[str, Any] = json.loads(done.stdout)
    return values


@pytest.mark.parametrize(
    "env",
    [
        {"DEBUG": "perhaps"},
        {"SECRET_KEY": "short"},
        {"PUSH_KEY": "short"},
        {"PUSH_KEY": "+" * 43},
        {"PUSH_TO_LOOPBACK": "true", **WITH_TLS},
        {"PORT": "http"},
        {"PORT": "0"},
        {"PORT": "99999999999999999999"},
        {"PROCESSES": "-1"},
        {"PROCESSES": "2"},
        {"PROCESSES": "2", "DATABASE_URL": POSTGRESQL},
        {"PROCESSES": "2", "REDIS_URL": REDIS},
        {"DATABASE_URL": "mysql://localhost/games"},
        {"DATABASE_URL": "postgresql://["},
        {"DATABASE_URL": "games"},
        {"REDIS_URL": "127.0.0.1"},
        {"REDIS_URL": "redis://["},
        {"REDIS_URL": "redis://:pass/word@127.0.0.1:6379/0"},
        {"EMAIL_URL": "nonsense"},
        {"PUBLIC_ORIGINS": "play.example"},
        {"PUBLIC_ORIGINS": "https://play.example/lobby"},
        {"PUBLIC_ORIGINS": "https://*.example"},
        {"HTTPS": "true", "PUBLIC_ORIGINS": "http://play.example"},
        {"HTTPS": "true", "PUBLIC_ORIGINS": "https://play.example"},
        {"PUBLIC_ORIGINS": "https://play.example"},
        {"DEBUG": "true", "HOST": "0.0.0.0"},
        {"DEBUG": "true", **SEVERAL},
        {"DEBUG": "true", **WITH_TLS},
        {"ALLOWED_HOSTS": "*"},
        {"TRUSTED_PROXIES": "nginx"},
        {"COMPUTER_DELAY_MS": "1.5"},
        {"LOG_LEVEL": "LOUD"},
        {"SERVER": "apache"},
    ],
    ids=lambda env: " ".join(f"{name}={value}" for name, value in env.items()),
)
def test_a_wrong_value_is_refused_in_one_sentence(env):
    code = "from tictactoe_site import environment; environment.load_settings_or_exit()"
    assert_refused(run("-c", code, **env), *env)


@pytest.mark.parametrize(
    "command", ["manage.py check", "-m tictactoe_site.server", "-m tictactoe_site.prepare"]
)
def test_every_command_refuses_a_wrong_value(command):
    assert_refused(run(*command.split(), PORT="http"), "PORT")


def assert_refused(done: subprocess.CompletedProcess[str], *names: str) -> None:
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(".\n")
    assert any(name in done.stderr for name in names)


def test_several_processes_start_with_postgresql_and_redis():
    values = settings_with("PROCESSES", "CHANNEL_LAYERS", "CACHES", **SEVERAL)
    layer = values["CHANNEL_LAYERS"]["default"]
    assert layer["BACKEND"] == "tictactoe_site.server.channel_layers.redis_layer.RedisLayer"
    assert layer["CONFIG"]["url"] == REDIS
    assert values["CACHES"]["default"]["LOCATION"] == REDIS


def test_postgresql_has_a_pool_and_no_lasting_connections():
    database = settings_with("DATABASES", DATABASE_URL=POSTGRESQL)["DATABASES"]["default"]
    assert database["OPTIONS"]["pool"]
    assert database["CONN_HEALTH_CHECKS"] is True
    assert not database.get("CONN_MAX_AGE")


@pytest.mark.parametrize(
    ("env", "origins"),
    [
        ({"PORT": "80"}, ["http://127.0.0.1", "http://localhost"]),
        ({"PORT": "443"}, ["http://127.0.0.1:443", "http://localhost:443"]),
        (WITH_TLS | {"PUBLIC_ORIGINS": "https://Play.example:443/"}, ["https://play.example"]),
        ({"PUBLIC_ORIGINS": "http://[::80]:80,http://[::80]"}, ["http://[::80]"] * 2),
    ],
)
def test_an_origin_is_as_browsers_tell_it_without_the_usual_port(env, origins):
    assert settings_with("PUBLIC_ORIGINS", **env)["PUBLIC_ORIGINS"] == origins


def test_what_the_address_of_postgresql_asks_for_is_kept():
    address = f"{POSTGRESQL}?sslmode=verify-full&connect_timeout=5"
    options = settings_with("DATABASES", DATABASE_URL=address)["DATABASES"]["default"]["OPTIONS"]
    assert (options["sslmode"], options["connect_timeout"]) == ("verify-full", 5)
    assert options["pool"]


def test_cookies_are_bound_to_tls_and_host_where_there_is_tls():
    names = [
        f"{cookie}_COOKIE_{what}" for cookie in ("SESSION", "CSRF") for what in ("NAME", "SECURE")
    ]
    plain = settings_with(*names)
    assert not any(plain[name] for name in names if name.endswith("SECURE"))
    tls = settings_with(*names, **WITH_TLS)
    assert all(tls[name] for name in names if name.endswith("SECURE"))
    assert tls["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert tls["CSRF_COOKIE_NAME"] == "__Host-csrftoken"


@pytest.mark.parametrize(("tls", "prefix"), [(WITH_TLS, "__Host-"), ({}, "")])
def test_all_other_cookies_are_bound_likewise(tls, prefix):
    code = (
        "import django, json; django.setup(); "
        "from accounts import preferences; from accounts.signin import attempts; "
        "from games.learn.lessons import progress; "
        "from tictactoe_site.messages import HostCookieStorage; "
        "names = [each.COOKIE for each in (attempts, preferences, progress)]; "
        "print(json.dumps([*names, HostCookieStorage.cookie_name]))"
    )
    names = [f"{prefix}{name}" for name in ("device", "prefs", "lessons", "messages")]
    result = run("-c", code, **tls)
    assert json.loads(result.stdout) == names, result.stderr


def test_the_origins_follow_the_port():
    origins = settings_with("PUBLIC_ORIGINS", PORT="8123")["PUBLIC_ORIGINS"]
    assert origins == ["http://127.0.0.1:8123", "http://localhost:8123"]


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_a_taken_port_is_one_sentence(static_root, server):
    env = {"SERVER": server, "STATIC_ROOT": str(static_root)}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("-m", "tictactoe_site.server", PORT=str(port), **env)
    assert done.returncode == 2
    assert done.stderr.startswith(f"Nothing can listen on port {port} of 127.0.0.1")
    assert done.stderr.count("\n") == 1


def test_missing_static_files_are_one_sentence(tmp_path):
    done = run("-m", "tictactoe_site.server", STATIC_ROOT=str(tmp_path))
    assert done.returncode == 2
    assert "collectstatic" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_first_start_makes_a_key_that_only_its_owner_reads(tmp_path):
    file = tmp_path / "var" / "secret_key"
    key = environment.secret_key("NO_SUCH_VARIABLE", file)
    assert len(key) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert environment.secret_key("NO_SUCH_VARIABLE", file) == key
    assert [path.name for path in file.parent.iterdir()] == ["secret_key"]


def test_of_starts_at_the_same_time_one_key_wins(tmp_path):
    file = tmp_path / "secret_key"
    keys: list[str] = []
    starts = [
        Thread(target=lambda: keys.append(environment.secret_key("NO_SUCH_VARIABLE", file)))
        for _ in range(8)
    ]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert len(keys) == 8
    assert len(set(keys)) == 1


def test_an_unreadable_key_file_is_one_sentence(tmp_path):
    file = tmp_path / "secret_key"
    file.mkdir()
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        environment.secret_key("NO_SUCH_VARIABLE", file)


def test_the_first_start_makes_a_key_for_notifications_as_well(tmp_path):
    file = tmp_path / "var" / "push_key"
    key = environment.push_key("NO_SUCH_VARIABLE", file)
    assert ec.derive_private_key(
        int.from_bytes(base64.urlsafe_b64decode(key + "=")), ec.SECP256R1()
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert environment.push_key("NO_SUCH_VARIABLE", file) == key


def test_where_no_key_for_notifications_can_be_kept_there_is_none(tmp_path):
    file = tmp_path / "push_key"
    file.mkdir()
    assert environment.push_key("NO_SUCH_VARIABLE", file) == ""


def sent_through(url: str) -> dict[str, Any]:
    """The mail backend that EMAIL_URL leads to, as Django makes it: its class and attributes."""
    code = (
        "import json, django; django.setup()\n"
        "from django.core import mail\n"
        "backend = mail.mailers.default if hasattr(mail, 'mailers') else mail.get_connection()\n"
        "values = {name: repr(value) for name, value in vars(backend).items()}\n"
        "print(json.dumps({'class': type(backend).__module__, **values}))"
    )
    done = run("-W", "error", "-c", code, EMAIL_URL=url)
    assert done.returncode == 0, done.stderr
    backend: dict[str, Any] = json.loads(done.stdout)
    return backend


@pytest.mark.parametrize(
    ("url", "module", "expected"),
    [
        ("consolemail://", "console", {}),
        ("dummymail://", "dummy", {}),
        (
            "smtp+tls://alice:a%20secret@mail.example:587",
            "smtp",
            {
                "host": "'mail.example'",
                "port": "587",
                "username": "'alice'",
                "password": "'a secret'",
                "use_tls": "True",
            },
        ),
    ],
)
def test_mail_goes_where_the_url_says(url, module, expected):
    """The same on every Django, without a setting that it calls deprecated."""
    backend = sent_through(url)
    assert backend["class"] == f"django.core.mail.backends.{module}"
    assert expected.items() <= backend.items()


def test_a_mail_server_that_says_nothing_is_not_waited_for_long():
    assert sent_through("smtp://mail.example")["timeout"] == "10"


def test_mail_goes_into_the_folder_that_the_url_names(tmp_path):
    assert sent_through(f"filemail:///{tmp_path}")["file_path"] == repr(str(tmp_path))


def test_nobody_else_reads_the_sqlite_file_and_what_is_beside_it(tmp_path):
    file = tmp_path / "site.sqlite3"
    known = tmp_path / "known.sqlite3"
    for name in ("known.sqlite3", "known.sqlite3-wal", "known.sqlite3-shm"):
        (tmp_path / name).touch(0o644)
    environment.keep_private(str(file))
    environment.keep_private(str(known))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE one (two)")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert len(modes) == 6
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize("value", ["65536", "0000000000009999999", "0" * 5_000, "9" * 5_000, "²"])
def test_a_wrong_number_is_refused_however_long_it_is(value, monkeypatch):
    monkeypatch.setenv("PORT", value)
    with pytest.raises(ImproperlyConfigured, match="must be a whole number from 0 to 65535"):
        environment.integer("PORT", 8000, most=65535)


@pytest.mark.parametrize("name", [":memory:", "file::memory:", "/nowhere/at/all.sqlite3"])
def test_a_database_that_is_no_file_is_left_alone(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    environment.keep_private(name)
    assert not list(tmp_path.iterdir())


def test_the_settings_keep_the_sqlite_file_private(tmp_path):
    file = tmp_path / "site.sqlite3"
    settings_with("USES_SQLITE", DATABASE_URL=f"sqlite:///{file}")
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("value", ["code.example", "javascript:alert(1)", "https://a b"])
def test_an_address_of_a_page_is_one(monkeypatch, value):
    monkeypatch.setenv("SOURCE_URL", value)
    with pytest.raises(ImproperlyConfigured, match="SOURCE_URL must begin with"):
        environment.web_address("SOURCE_URL")
