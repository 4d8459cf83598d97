"""The command `mnk`."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from types import FrameType

import mnk
from mnk.commands import bridge, lab, login, pbrain, play, ratings, tournaments
from mnk.errors import Refused, Unreachable, Unusable

COMMANDS = {
    "login": login,
    "bridge": bridge,
    "play": play,
    "lab": lab,
    "ratings": ratings,
    "tournaments": tournaments,
    "pbrain": pbrain,
}
WRONG_CALL, REFUSED, FAILED, INTERRUPTED = 2, 3, 1, 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Carry out what the command line says, and exit with its status."""
    options = parser().parse_args(arguments)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        status: int = COMMANDS[options.command].run(options)
    except Unusable as error:
        status = _tell(error, WRONG_CALL)
    except Refused as error:
        status = _tell(error, REFUSED)
    except Unreachable as error:
        status = _tell(error, FAILED)
    except KeyboardInterrupt:
        status = INTERRUPTED
    finally:
        signal.signal(signal.SIGTERM, before)
    sys.exit(status)


def parser() -> ArgumentParser:
    made = ArgumentParser(prog="mnk", description="Play tic-tac-toe of every size with a program.")
    made.add_argument("--version", action="version", version=f"mnk {mnk.__version__}")
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        assert command.__doc__
        summary, _, _ = command.__doc__.partition("\n")
        one = commands.add_parser(
            name,
            help=summary.partition(": ")[2],
            description=command.__doc__,
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.add_arguments(one)
    return made


def _tell(error: Exception, status: int) -> int:
    print(f"mnk: {error}", file=sys.stderr)
    return status


def _interrupt(number: int, frame: FrameType | None) -> None:
    """End as with Ctrl-C."""
    raise KeyboardInterrupt
