"""Reads the settings' values from the environment, and refuses wrong ones in one sentence."""

import base64
import contextlib
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from urllib.parse import urlsplit

import django
import environ
from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}
ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
USUAL_PORTS = {"http": ":80", "https": ":443"}
BACKEND = "EMAIL_BACKEND"
# The names of a mail backend's options: Django's settings, as a URL is read, and MAILERS'.
EMAIL_OPTIONS = {
    "EMAIL_FILE_PATH": "file_path",
    "EMAIL_HOST": "host",
    "EMAIL_HOST_PASSWORD": "password",
    "EMAIL_HOST_USER": "username",
    "EMAIL_PORT": "port",
    "EMAIL_TIMEOUT": "timeout",
    "EMAIL_USE_SSL": "use_ssl",
    "EMAIL_USE_TLS": "use_tls",
}
# A backend refuses options that are not its own.
MAILER_OPTIONS = {
    "filebased": {"file_path"},
    "smtp": set(EMAIL_OPTIONS.values()) - {"file_path"},
}
MAIL_TIMEOUT = 10  # seconds for each answer of a mail server: a page waits for it
EXIT_CODE = 2  # what a command ends with when its input or its settings are wrong


def load_settings_or_exit() -> None:
    """Load Django's settings; if one is wrong, say so in one sentence and leave with code 2."""
    from django.conf import settings

    try:
        getattr(settings, "DEBUG")  # noqa: B009 - the first attribute loads the module
    except ImproperlyConfigured as error:
        leave(str(error))


def leave(sentence: str) -> NoReturn:
    """Print *sentence* to stderr and end the process with the code for wrong input."""
    print(sentence, file=sys.stderr)
    sys.exit(EXIT_CODE)


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def flag(name: str, default: bool = False) -> bool:
    value = text(name, str(default)).lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
    return value in TRUE


def integer(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    value = text(name) or str(default)
    # Twelve digits are beyond any bound, and Python refuses to read some thousands.
    if not re.fullmatch("[0-9]{1,12}", value) or not least <= int(value) <= most:
        message = f"{name} must be a whole number from {least} to {most}, not {value!r}."
        raise ImproperlyConfigured(message)
    return int(value)


def choice(name: str, allowed: Sequence[str]) -> str:
    """Return one of *allowed*, of which the first is the default."""
    value = text(name).upper() or allowed[0]
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def words(name: str, default: Iterable[str] = ()) -> list[str]:
    """Return the comma-separated values of *name*, without empty ones."""
    given = [word.strip() for word in text(name).split(",")]
    return [word for word in given if word] or list(default)


def url(name: str, default: str, parse: Callable[[str], T]) -> T:
    """Let *parse* make settings of the URL in *name*; it may raise anything for a wrong one."""
    value = text(name) or default
    try:
        return parse(value)
    except Exception as error:
        raise ImproperlyConfigured(f"{name} is not a URL this site understands.") from error


def database(name: str, default: str) -> dict[str, Any]:
    wrong = f"{name} must start with sqlite:/// or postgresql:// and name a database."
    scheme, _, rest = (text(name) or default).partition(":")
    if scheme not in ("sqlite", "postgres", "postgresql") or not rest.startswith("//"):
        raise ImproperlyConfigured(wrong)
    config = url(name, default, environ.Env.db_url_config)
    if not config["NAME"]:
        raise ImproperlyConfigured(wrong)
    return dict(config)


def keep_private(database: str) -> None:
    """Let nobody but its owner read the SQLite file *database*, and what SQLite keeps beside it.

    It is made if it is not there: SQLite would make it readable to all, and gives the files
    beside it the mode that it has.
    """
    if database == ":memory:" or database.startswith("file:"):
        return
    try:
        os.close(os.open(database, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except OSError:
        return  # SQLite says what is wrong with it, once it is used
    for file in (Path(database + end) for end in ("", "-wal", "-shm")):
        with contextlib.suppress(OSError):  # gone by now, or somebody else's
            file.chmod(0o600)


def email(name: str, default: str) -> dict[str, object]:
    """Return Django's settings for mail: MAILERS, or EMAIL_* for a Django before 6.1."""
    config = {"EMAIL_TIMEOUT": MAIL_TIMEOUT, **url(name, default, environ.Env.email_url_config)}
    if django.VERSION < (6, 1):
        return {
            key: value for key, value in config.items() if key in EMAIL_OPTIONS or key == BACKEND
        }
    backend = str(config[BACKEND])
    given = {option: config.get(key) for key, option in EMAIL_OPTIONS.items()}
    allowed = MAILER_OPTIONS.get(backend.split(".")[-2], ())
    options = {option: given[option] for option in allowed if given[option] is not None}
    return {"MAILERS": {"default": {"BACKEND": backend, "OPTIONS": options}}}


def redis(name: str) -> str:
    value = text(name)
    if value and value.partition(":")[0] not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(f"{name} must start with redis://, rediss:// or unix://.")
    # A password that is not quoted may end up where the port belongs.
    url(name, "", lambda given: urlsplit(given).port)
    return value


def contact(name: str) -> str:
    """Return an address that people can write to; empty if there is none."""
    value = text(name)
    if value and not re.fullmatch(r"(mailto:[^\s@]+@[^\s@]+|https://\S+)", value):
        raise ImproperlyConfigured(f"{name} must begin with mailto: or https://.")
    return value


def web_address(name: str) -> str:
    """Return the address of a page; empty if there is none."""
    value = text(name)
    # It becomes a link on every page, where javascript: would run.
    if value and not re.fullmatch(r"https?://\S+", value):
        raise ImproperlyConfigured(f"{name} must begin with https:// or http://.")
    return value


def networks(name: str) -> list[str]:
    """Return addresses, or networks such as 10.0.0.0/8."""
    for value in words(name):
        try:
            ip_network(value)
        except ValueError as error:
            message = f"{name} must list addresses or networks, not {value!r}."
            raise ImproperlyConfigured(message) from error
    return words(name)


def origins(name: str, default: Iterable[str]) -> list[str]:
    """Return exact web origins, each a scheme and a host, with the port where it is not the usual
    one.
    """
    values = [value.rstrip("/").lower() for value in words(name, default)]
    for value in values:
        if not ORIGIN.fullmatch(value):
            message = f"{name} must list origins such as https://play.example, not {value!r}."
            raise ImproperlyConfigured(message)
    # Browsers leave out the usual port, and what they send is compared with these.
    return [value.removesuffix(USUAL_PORTS[value.partition(":")[0]]) for value in values]


def secret_key(name: str, file: Path) -> str:
    """Return the key in the environment, or the one in *file*, which the first start makes."""
    key = text(name) or _kept_key(file, lambda: secrets.token_urlsafe(48))
    if len(key) < 32:
        raise ImproperlyConfigured(f"{name} must have at least 32 characters.")
    return key


def push_key(name: str, file: Path) -> str:
    """Return the private key for messages to browsers, of P-256, in URL-safe base64.

    It comes from the environment, or from *file*, which the first start makes. It is empty where
    none is given and *file* cannot be read or made: the site works without.
    """
    try:
        key = text(name) or _kept_key(file, _new_push_key)
    except ImproperlyConfigured:
        return ""
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", key):
        raise ImproperlyConfigured(f"{name} must be 43 characters of URL-safe base64, 32 bytes.")
    return key


def _new_push_key() -> str:
    # Below 2^255, and so below the order of the curve.
    number = 1 + secrets.randbelow(2**255 - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode()


def _kept_key(file: Path, new_key: Callable[[], str]) -> str:
    return _read_key(file) or _make_key(file, new_key)


def _read_key(file: Path) -> str:
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"The key file {file} cannot be read.") from error


def _make_key(file: Path, new_key: Callable[[], str]) -> str:
    """Write a new key, readable by its owner only; of several starts at once, one key wins."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mode 0600
        with os.fdopen(descriptor, "w") as stream:
            stream.write(new_key() + "\n")
        # A link fails where there is a key by now. To rename the draft would put it in the place of
        # one that another process has read already.
        with contextlib.suppress(FileExistsError):  # another process was first: its key counts
            os.link(draft, file)
        os.unlink(draft)
    except OSError as error:
        raise ImproperlyConfigured(f"The key file {file} cannot be written.") from error
    return _read_key(file)
