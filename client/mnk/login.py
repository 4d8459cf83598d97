"""Where a program's site and token come from, and where `mnk login` keeps them.

In this order: the arguments, the environment (MNK_BASE, MNK_TOKEN), what was kept, and for the
site the address that this package was installed from. A token belongs to one site: it is kept with
it, and never sent to another one.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit

from mnk.errors import Unusable

LOOPBACK = ("localhost", "127.0.0.1", "::1")
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class KeptSites:
    """The site that was logged in to last, and the tokens by the origins of their sites."""

    base: str = ""
    tokens: dict[str, str] = field(default_factory=dict)


def add_site(parser: ArgumentParser) -> None:
    """Add the arguments --base and --token."""
    group = parser.add_argument_group("where")
    group.add_argument("--base", metavar="ADDRESS", help="the site (else MNK_BASE, or mnk login)")
    group.add_argument(
        "--token", help="the bot's token (else MNK_TOKEN, or mnk login); others may see arguments"
    )


def site_of(options: Namespace) -> tuple[str, str]:
    """Return the site's address and its token. Raise Unusable if one is missing, or no address."""
    kept = load()
    base = options.base or os.environ.get("MNK_BASE") or kept.base or installed_from()
    if not base:
        raise Unusable("Which site? Say it with mnk login, --base or MNK_BASE.")
    token = token_given(options, base) or kept.tokens.get(origin_of(base))
    if not token:
        raise Unusable(f"A token for {base} is missing. Say it with mnk login or MNK_TOKEN.")
    warn_of_plain_http(base)
    return base, token


def token_given(options: Namespace, base: str) -> str:
    """Return the token of the arguments or the environment that is meant for *base*, or "".

    Raises Unusable if *base* is no address.
    """
    origin = origin_of(base)
    if options.token:
        return str(options.token)
    # Where the environment names a site, its token is for that one.
    home = os.environ.get("MNK_BASE") or base
    return os.environ.get("MNK_TOKEN", "") if origin_of(home) == origin else ""


def origin_of(base: str) -> str:
    """Return scheme, host and port of an address, by which sites are told apart.

    Raises Unusable if it has none, such as play.example without https://.
    """
    try:
        parts = urlsplit(base)
        port = parts.port or PORTS[parts.scheme]
    except (KeyError, ValueError):
        raise Unusable(f"{base!r} is no address of a site, such as https://play.example.") from None
    return f"{parts.scheme}://{parts.hostname or ''}:{port}"


def warn_of_plain_http(base: str) -> None:
    parts = urlsplit(base)
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        print(f"{base} is not encrypted: others can read the token on its way.", file=sys.stderr)


def installed_from() -> str:
    """Return the site that this package was installed from, or ""."""
    with suppress(PackageNotFoundError, ValueError, KeyError):
        text = distribution("mnk").read_text("direct_url.json")
        parts = urlsplit(json.loads(text)["url"] if text else "")
        if parts.scheme in ("http", "https"):
            return f"{parts.scheme}://{parts.netloc}"
    return ""


def file() -> Path:
    """Return the file that `mnk login` writes."""
    if os.name == "nt":
        folder = os.environ.get("APPDATA", "")
    else:
        folder = os.environ.get("XDG_CONFIG_HOME", "")
    return Path(folder or Path.home() / ".config") / "mnk" / "login.json"


def load() -> KeptSites:
    """Return what was kept; nothing if there is no file, or none that can be read."""
    try:
        found = json.loads(file().read_text())
        if "token" in found:  # by version 0.1, for one site
            return KeptSites(found["base"], {origin_of(found["base"]): found["token"]})
        return KeptSites(str(found["base"]), dict(found["tokens"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, Unusable):
        return KeptSites()


def keep(base: str, token: str) -> Path:
    """Write the token of the site at *base* where nobody else can read it; return the file."""
    kept = file()
    tokens = load().tokens | {origin_of(base): token}
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = kept.with_suffix(".new")
    new.unlink(missing_ok=True)
    # Made with these rights, not given them later: nobody can open it in between.
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        json.dump({"base": base, "tokens": tokens}, stream)
    new.replace(kept)
    return kept
