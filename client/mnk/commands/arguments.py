"""Arguments that several commands have."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable

from mnk.bridge.bridge import Bridge, Plan
from mnk.bridge.report import BridgeReport
from mnk.bridge.sources import Invitation
from mnk.client import Client
from mnk.errors import Unusable
from mnk.game import Game
from mnk.login import site_of

Board = tuple[int, int, int]
CASUAL_BOARD = (3, 3, 3)


def board(text: str) -> Board:
    """Return a board such as "3,3,3": columns, rows, and how many in a row win."""
    try:
        m, n, k = map(int, text.split(","))
        Game(m, n, k)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no board such as 3,3,3 or 15,15,5") from error
    return m, n, k


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a parser for numbers from *least* to *most*."""

    def number(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return int(text)

    return number


def add_invitation(parser: ArgumentParser, *, asks_whom: bool = False) -> None:
    """Add the terms of a challenge; with *asks_whom* also the option that says whom."""
    group = parser.add_argument_group("challenge")
    if asks_whom:
        group.add_argument("--challenge", metavar="NAME", help="ask NAME, once or --games times")
    group.add_argument("--board", type=board, metavar="M,N,K", help="default: 3,3,3")
    group.add_argument("--clock", help='"none" (the default), "180+2" or "3d"')
    group.add_argument(
        "--side", choices=("x", "o", "either"), default="either", help="default: either"
    )


def invitation_of(name: str | None, options: Namespace) -> Invitation | None:
    if not name:
        return None
    return Invitation(name, *terms_of(options))


def terms_of(options: Namespace) -> tuple[int, int, int, str, str]:
    """Return board, clock and side of a casual game."""
    m, n, k = options.board or CASUAL_BOARD
    return m, n, k, options.clock or "none", options.side


def client_of(options: Namespace, report: BridgeReport) -> Client:
    """Return a client of the site that *options* name. Raises Unusable."""
    base, token = site_of(options)
    try:
        return Client(base, token, say=report.warn)
    except ValueError as error:
        raise Unusable(str(error)) from error


def run_bridge(options: Namespace, plan: Plan) -> int:
    report = BridgeReport()
    with client_of(options, report) as client:
        return Bridge(client, plan, report).run()
