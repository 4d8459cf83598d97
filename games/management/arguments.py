"""The arguments of the engine's commands: players, boards and budgets, or a sentence why not."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from math import isfinite

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.notation import parse_ruleset
from games.core.rules import MAX_SIDE, MIN_SIDE, Ruleset
from games.engine import ALGORITHMS, LEVELS, NamedPlayer, UnknownPlayer, find_player
from games.engine.players.parameters import BadParameter, ParameterKind, UnknownParameter

MAX_SEARCH = 3600.0  # seconds a move


def player_argument(text: str) -> tuple[str, NamedPlayer]:
    """Return *text* and the level or player that it names. For an argument's `type`."""
    try:
        return text, find_player(text)
    except UnknownPlayer as error:
        names = ", ".join(sorted({*LEVELS, *ALGORITHMS}))
        sentence = _("There is no player “%(name)s”. Choose from %(names)s.")
        name = text.partition(":")[0]
        raise ArgumentTypeError(sentence % {"name": name, "names": names}) from error
    except UnknownParameter as error:
        raise ArgumentTypeError(_no_such_parameter(text, error.name)) from error
    except BadParameter as error:
        sentence = _("“%(text)s”: %(name)s can be %(span)s.")
        span = _kind_of(text, error.name).span
        values = {"text": text, "name": error.name, "span": span}
        raise ArgumentTypeError(sentence % values) from error


def seconds_argument(text: str) -> float:
    """Return a time for one move, in seconds. For an argument's `type`."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not isfinite(seconds) or not 0 < seconds <= MAX_SEARCH:
        sentence = _("“%(text)s” isn’t a number of seconds between 0 and %(most)d.")
        raise ArgumentTypeError(sentence % {"text": text, "most": MAX_SEARCH})
    return seconds


def board_argument(text: str) -> Ruleset:
    """Return a board such as "15,15,5". For an argument's `type`."""
    try:
        return parse_ruleset(text)
    except GameError as error:
        raise ArgumentTypeError(_("“%(text)s” isn’t a board.") % {"text": text}) from error


class CountArgument:
    """A whole number from *least* to *most*. For an argument's `type`."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = self._least - 1
        if not self._least <= number <= self._most:
            sentence = _("“%(text)s” isn’t a whole number from %(least)d to %(most)d.")
            values = {"text": text, "least": self._least, "most": self._most}
            raise ArgumentTypeError(sentence % values)
        return number


def add_ruleset(parser: ArgumentParser) -> None:
    """Add columns, rows and marks in a row, as three arguments in this order."""
    side = CountArgument(MIN_SIDE, MAX_SIDE)
    parser.add_argument("m", metavar="M", type=side, help="columns")
    parser.add_argument("n", metavar="N", type=side, help="rows")
    parser.add_argument("k", metavar="K", type=side, help="marks in a row to win")


def ruleset_of(m: int, n: int, k: int) -> Ruleset:
    try:
        return Ruleset(m, n, k)
    except GameError as error:
        sentence = _("%(k)d in a row doesn’t fit on a %(m)d×%(n)d board.")
        raise CommandError(sentence % {"m": m, "n": n, "k": k}, returncode=2) from error


def _no_such_parameter(text: str, name: str) -> str:
    player = text.partition(":")[0]
    parameters = ", ".join(parameter.name for parameter in ALGORITHMS[player].parameters)
    if not parameters:
        return _("The player “%(player)s” has no parameters.") % {"player": player}
    sentence = _("The player “%(player)s” has no parameter “%(name)s”. It has %(parameters)s.")
    return sentence % {"name": name, "player": player, "parameters": parameters}


def _kind_of(text: str, name: str) -> ParameterKind:
    parameters = ALGORITHMS[text.partition(":")[0]].parameters
    return next(parameter.kind for parameter in parameters if parameter.name == name)
