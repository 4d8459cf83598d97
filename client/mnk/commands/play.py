"""mnk play: play one game yourself, in the terminal

You play under the bot's name: a token belongs to a bot. With a NAME you challenge that player,
else you take the next challenge. Type a cell such as b2; Ctrl-C twice resigns.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from mnk.bridge.bridge import Plan
from mnk.commands.arguments import add_invitation, invitation_of, run_bridge
from mnk.login import add_site
from mnk.programs.human import Human

A_DAY = 86_400.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="whom to challenge")
    add_site(parser)
    add_invitation(parser)


def run(options: Namespace) -> int:
    invitation = invitation_of(options.name, options)
    plan = Plan(Human(), games=1, at_once=1, turn_seconds=A_DAY, source=invitation)
    return run_bridge(options, plan)
