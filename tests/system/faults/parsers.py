"""Whatever text or form comes in, its parser answers with a value or with a declared refusal."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import django

from tests.system.faults.mutations import Mutator
from tests.system.faults.place import Broken

MESSAGES: Sequence[Mapping[str, Any]] = (
    {"type": "play", "ply": 3, "cell": 4, "id": "0123456789abcdef"},
    {"type": "swap"},
    {"type": "resign"},
    {"type": "claim"},
    {"type": "claimdraw"},
    {"type": "givetime"},
    {"type": "abort"},
    {"type": "offer", "what": "takeback"},
    {"type": "answer", "what": "draw", "yes": True},
    {"type": "say", "text": "good luck", "id": "a-1"},
    {"type": "listen"},
    {"type": "ping", "version": 17},
)
GAMES = (
    '[Ruleset "3,3,3"]\n\n1. b2 a3 2. c3\n',
    '[X "alice"]\n[O "a \\"b\\" \\\\ c"]\n[Ruleset "19,19,5"]\n\n1. j10 s19 2. a1 i9\n',
    '[Ruleset "5,4,4"]\n\n',
)
CONTROLS = ("none", "60+2", "10800+180", "14d", "1d")
PREFERENCES = (
    "theme=dark&sound=off&volume=35&board=blackboard&x_symbol=%E2%98%85",
    "confirm=always&zen=on&x_colour=%23173bb4&o_colour=%23c2350e",
)
ADDRESSES = ("203.0.113.9, 127.0.0.1", "2001:db8::1", "::ffff:192.0.2.1", "127.0.0.1")
NEW_GAME: Sequence[Mapping[str, str]] = (
    {
        "m": "5",
        "n": "4",
        "k": "4",
        "opponent": "anyone",
        "side": "x",
        "first": "x",
        "control": "60+2",
    },
    {
        "m": "3",
        "n": "3",
        "k": "3",
        "opponent": "device",
        "side": "either",
        "first": "random",
        "control": "own",
        "minutes": "15",
        "increment": "10",
        "takebacks": "3",
        "best_of": "5",
        "x_symbol": "★",
        "o_symbol": "♥",
        "x_colour": "#173bb4",
        "o_colour": "#c2350e",
        "x_name": "Ada",
        "o_name": "Bo",
        "swap": "on",
        "allow_takebacks": "on",
    },
    {
        "m": "15",
        "n": "15",
        "k": "5",
        "opponent": "computer",
        "level": "rules",
        "side": "o",
        "first": "o",
        "control": "none",
        "allow_takebacks": "off",
        "swap": "on",
    },
)
HISTORY: Sequence[Mapping[str, str]] = (
    {
        "result": "won",
        "size": "3x3",
        "opponent": "bob",
        "since": "2026-01-31",
        "until": "2026-11-20",
    },
)
WISHES: Sequence[Mapping[str, str]] = (
    {"theme": "dark", "volume": "35", "confirm": "always", "board": "blackboard", "x_symbol": "★"},
)


@dataclass(frozen=True)
class Parser:
    """`vary` makes an odd input of one of `examples`; `declared` is what `parse` may raise."""

    name: str
    parse: Callable[[Any], object]
    examples: Sequence[Any]
    vary: Callable[[Mutator, Any], Any]
    declared: tuple[type[Exception], ...]


def strange_input(_place: object, *, cases: int) -> str:
    """Give each parser *cases* odd inputs, among them some that it must take."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    read = refused = 0
    known = list(parsers())
    for parser in known:
        taken = sum(_is_taken(parser, case) for case in _cases(parser, cases))
        if not taken:
            raise Broken(f"{parser.name} has taken nothing of {cases} inputs")
        read, refused = read + taken, refused + cases - taken
    return f"{len(known)} parsers, {cases} inputs each: {read} read, {refused} refused as declared"


def _cases(parser: Parser, number: int) -> Iterator[Any]:
    """The examples as they are, then variants of them."""
    mutator = Mutator(parser.name)
    yield from parser.examples[:number]
    for at in range(number - len(parser.examples)):
        yield parser.vary(mutator, parser.examples[at % len(parser.examples)])


def _is_taken(parser: Parser, case: Any) -> bool:
    from games.text.refusals import REFUSALS

    try:
        return parser.parse(case) is not False
    except parser.declared as refusal:
        code = getattr(refusal, "code", None)
        if parser.name.startswith("games.") and code not in REFUSALS:
            raise Broken(f"{parser.name} refused {case!r} with the code {code}") from refusal
        return False
    except Exception as error:
        raise Broken(f"{parser.name} raised {error!r} at {case!r}") from error


# ---- what there is ------------------------------------------------------------------------------


def parsers() -> Iterator[Parser]:
    yield from _of_messages()
    yield from _of_texts()
    yield from _of_forms()


def _of_messages() -> Iterator[Parser]:
    from games.protocol.commands import (
        AnswerCommand,
        OfferCommand,
        PingCommand,
        PlayCommand,
        SayCommand,
        parse_fields,
        parse_ping,
    )
    from games.protocol.frames import BadMessage

    bad = (BadMessage,)
    texts = [json.dumps(message) for message in MESSAGES]
    yield Parser("games.protocol.parse", _parse_again, texts, _json_text, bad)
    yield Parser("games.protocol.parse_ping", parse_ping, texts[-1:], _json_text, bad)
    kinds = (
        PlayCommand,
        OfferCommand,
        AnswerCommand,
        SayCommand,
        PingCommand,
    )
    for kind in kinds:
        name = kind.__struct_config__.tag
        example = next(message for message in MESSAGES if message["type"] == name)
        fields = {field: str(value).lower() for field, value in example.items()}
        parse = partial(parse_fields, kind)
        yield Parser(f"games.protocol.parse_fields of {name}", parse, [fields], _fields, bad)


def _of_texts() -> Iterator[Parser]:
    from accounts import marks, names, preferences
    from accounts.errors import MarkRefused, NameRefused
    from games.core import chat, clock, notation
    from games.core.errors import GameError
    from games.core.plain_text import plain_text
    from games.core.rules import Ruleset
    from tictactoe_site.common import addresses

    large = Ruleset(19, 19, 5)
    bodies = [game.partition("\n\n")[2] for game in GAMES[:2]]
    game = (GameError,)
    cell = partial(notation.parse_cell, large)
    yield Parser("games.core.notation.parse_cell", cell, ["a1", "s19", "K7"], _text, game)
    ruleset = notation.parse_ruleset
    yield Parser("games.core.notation.parse_ruleset", ruleset, ["3,3,3", "19,3,5"], _text, game)
    moves = partial(notation.parse_moves, large)
    yield Parser("games.core.notation.parse_moves", moves, bodies[1:], _text, game)
    yield Parser("games.core.notation.parse_game", notation.parse_game, GAMES, _text, game)
    control = clock.parse_time_control
    yield Parser("games.core.clock.parse_time_control", control, CONTROLS, _text, game)
    line = partial(plain_text, longest=chat.MAX_LINE_LENGTH)
    yield Parser("games.core.plain_text", line, ["good luck", "é 👨\u200d👩"], _text, game)
    symbols, colours = ["★", "é", "♥"], ["#173bb4", "#C2350E"]
    yield Parser("accounts.marks.clean_symbol", marks.clean_symbol, symbols, _text, (MarkRefused,))
    yield Parser("accounts.marks.clean_colour", marks.clean_colour, colours, _text, (MarkRefused,))
    own_name = names.clean_own_name
    yield Parser("accounts.names.clean_own_name", own_name, ["Ada_1", "Жук"], _text, (NameRefused,))
    yield Parser("accounts.preferences.from_text", preferences.from_text, PREFERENCES, _text, ())

    def real_address(chain: str) -> str:
        return addresses.address_group(addresses.real_address("127.0.0.1", chain, ["127.0.0.1"]))

    yield Parser("tictactoe_site.common.addresses.real_address", real_address, ADDRESSES, _text, ())


def _of_forms() -> Iterator[Parser]:
    from accounts.forms import PreferencesForm
    from games.people.profiles.history import HistoryForm
    from games.play.lobby.forms import NewGameForm, QuickForm

    history = partial(HistoryForm, sizes=[(3, 3), (19, 19)])
    for name, form, examples in (
        ("games.play.lobby.forms.NewGameForm", NewGameForm, NEW_GAME),
        ("games.play.lobby.forms.QuickForm", QuickForm, NEW_GAME),
        ("games.people.profiles.history.HistoryForm", history, HISTORY),
        ("accounts.forms.PreferencesForm", PreferencesForm, WISHES),
    ):
        yield Parser(name, partial(_fill_in, form), examples, _fields, ())


def _fill_in(form: Callable[[Mapping[str, str]], Any], fields: Mapping[str, str]) -> bool:
    """Whether the form takes *fields*; what the page that shows it again asks for is read, too."""
    filled = form(fields)
    is_valid: bool = filled.is_valid()
    for asked in ("known", "controls", "opens_more", "has_mark_errors"):
        getattr(filled, asked, None)
    str(filled.errors)
    return is_valid


def _parse_again(text: str) -> object:
    """The message of *text*; written down and read again it must be the same."""
    import msgspec

    from games.protocol.commands import parse_command

    message = parse_command(text)
    if parse_command(msgspec.json.encode(message).decode()) != message:
        raise AssertionError("another message when it is read again")
    return message


def _json_text(mutator: Mutator, text: str) -> str:
    return mutator.json_text(json.loads(text))


def _text(mutator: Mutator, text: str) -> str:
    return mutator.text(text)


def _fields(mutator: Mutator, fields: Mapping[str, str]) -> dict[str, str]:
    return mutator.fields(fields)
