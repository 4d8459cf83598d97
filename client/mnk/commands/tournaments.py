"""mnk tournaments: list the tournaments that go on, and those announced

Join one with `mnk bridge --tournament UID`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from mnk.bridge.report import BridgeReport
from mnk.commands.arguments import client_of
from mnk.login import add_site
from mnk.transport import Message

ADMITS = {"people": "people only", "bots": "bots", "all": "people and bots"}


def add_arguments(parser: ArgumentParser) -> None:
    add_site(parser)


def run(options: Namespace) -> int:
    with client_of(options, BridgeReport()) as client:
        found = client.tournaments()
    for tournament in found:
        print(_line(tournament))
    if not found:
        print("No tournaments go on or are announced.")
    return 0


def _line(tournament: Message) -> str:
    board = f"{tournament['m']}×{tournament['n']}, {tournament['k']} in a row"
    return (
        f"{tournament['uid']}  {tournament['title']}: {board}, {tournament['control']}, "
        f"{ADMITS[tournament['admits']]}, {tournament['state']}, starts {tournament['starts']}"
    )
