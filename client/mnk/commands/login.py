"""mnk login: keep a site's address and a bot's token for the other commands

They are written to a file that only you can read, one token for each site, which is sent to that
site alone. The token is asked for, or taken from --token or MNK_TOKEN. The other commands play on
the site that you have logged in to last, or on that of --base.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from getpass import getpass

from mnk import login
from mnk.bridge.report import BridgeReport
from mnk.client import Client
from mnk.errors import Unusable


def add_arguments(parser: ArgumentParser) -> None:
    login.add_site(parser)


def run(options: Namespace) -> int:
    known = options.base or os.environ.get("MNK_BASE") or login.installed_from()
    base = known or _answer(input, "Address of the site: ")
    token = login.token_given(options, base) or _answer(getpass, f"Token for {base}: ")
    login.warn_of_plain_http(base)
    try:
        with Client(base, token, say=BridgeReport().warn) as client:
            name = client.account()["name"]
    except ValueError as error:
        raise Unusable(str(error)) from error
    print(f"You are {name} BOT at {client.base}. Kept in {login.keep(client.base, token)}")
    return 0


def _answer(ask: object, question: str) -> str:
    assert callable(ask)
    try:
        answer: str = ask(question).strip()
    except EOFError:
        answer = ""
    if not answer:
        raise Unusable("Nothing was typed.")
    return answer
