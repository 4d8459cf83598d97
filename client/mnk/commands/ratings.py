"""mnk ratings: show ratings, and how strong the computer's levels are

Without a NAME it shows those of your bot.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from mnk.bridge.report import BridgeReport
from mnk.client import Client
from mnk.commands.arguments import client_of
from mnk.login import add_site
from mnk.transport import Message


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="whose (default: your bot's)")
    add_site(parser)


def run(options: Namespace) -> int:
    with client_of(options, BridgeReport()) as client:
        print("\n".join(_lines(client, options.name or client.account()["name"])))
    return 0


def _lines(client: Client, name: str) -> Iterator[str]:
    user = client.user(name)
    for rating in user["ratings"]:
        unsure = ", provisional" if rating["provisional"] else ""
        rounds = f"{rating['rounds']} round{'' if rating['rounds'] == 1 else 's'}{unsure}"
        yield f"{user['name']}: {rating['pool']} {_worth(rating)}, {rounds}"
    if not user["ratings"]:
        yield f"{user['name']} has no rating yet."
    for level in client.levels():
        worth = ", ".join(f"{one['pool']} {_worth(one)}" for one in level["ratings"])
        yield f"{level['number']} {level['name']}: {worth or 'not measured'}"


def _worth(rating: Message) -> str:
    return f"{rating['rating']} ± {rating['margin']}"
