"""Where a program's site and token come from, and where `mnk login` keeps them.

In this order: the arguments, the environment (MNK_BASE, MNK_TOKEN), what was kept, and for the
site the address that this package was installed from.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit

from mnk.errors import Unusable

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def add_site(parser: ArgumentParser) -> None:
    """The arguments --base and --token."""
    group = parser.add_argument_group("where")
    group.add_argument("--base", metavar="ADDRESS", help="the site (else MNK_BASE, or mnk login)")
    group.add_argument(
        "--token", help="the bot's token (else MNK_TOKEN, or mnk login); others may see arguments"
    )


def site_of(options: Namespace) -> tuple[str, str]:
    """The site's address and the token. Raises Unusable if one is missing."""
    kept = read()
    base = options.base or os.environ.get("MNK_BASE") or kept.get("base") or installed_from()
    token = options.token or os.environ.get("MNK_TOKEN") or kept.get("token")
    if not base:
        raise Unusable("Which site? Say it with mnk login, --base or MNK_BASE.")
    if not token:
        raise Unusable("A token is missing. Say it with mnk login or MNK_TOKEN.")
    warn_of_plain_http(base)
    return base, token


def warn_of_plain_http(base: str) -> None:
    parts = urlsplit(base)
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        print(f"{base} is not encrypted: others can read the token on its way.", file=sys.stderr)


def installed_from() -> str:
    """The site that this package was installed from, or ""."""
    with suppress(PackageNotFoundError, ValueError, KeyError):
        text = distribution("mnk").read_text("direct_url.json")
        parts = urlsplit(json.loads(text)["url"] if text else "")
        if parts.scheme in ("http", "https"):
            return f"{parts.scheme}://{parts.netloc}"
    return ""


def file() -> Path:
    """The file that `mnk login` writes."""
    if os.name == "nt":
        folder = os.environ.get("APPDATA", "")
    else:
        folder = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(folder or Path.home() / ".config") / "mnk" / "login.json"


def read() -> dict[str, str]:
    """What was kept; nothing if there is no such file."""
    try:
        found = json.loads(file().read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def keep(base: str, token: str) -> Path:
    """Write both where nobody else can read them; the file."""
    kept = file()
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = kept.with_suffix(".new")
    new.unlink(missing_ok=True)
    # Made with these rights, not given them later: nobody can open it in between.
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        json.dump({"base": base, "token": token}, stream)
    new.replace(kept)
    return kept
