"""Whatever is refused to people is refused in a sentence of its own."""

import ast
from collections.abc import Iterator
from pathlib import Path

from games.programs.workshops.wording import OWN
from games.text.refusals import REFUSALS, UNRATED

GAMES = Path(__file__).parents[2] / "games"
# Only programs ask the engine for what it refuses; what people ask for has been checked before.
PARTS = sorted(path for path in GAMES.iterdir() if path.is_dir() and path.name != "engine")

# The page that asks for a code has its own sentence, a room hears that its visitor has gone, and
# the clients of workshops are told no more than the code.
SAID_OTHERWISE = {"no_such_code", "gone", "too_many_clients", "too_many_namespaces"}


def codes_raised() -> Iterator[tuple[str, str]]:
    """Yield each code that is written where a GameError is made, and its module."""
    for path in (path for part in PARTS for path in sorted(part.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name("GameError"), args=[ast.Constant(str(code)), *_]):
                    yield code, str(path.relative_to(GAMES))


def test_every_code_that_is_raised_has_a_sentence():
    raised = list(codes_raised())
    assert len(raised) > 200
    said = REFUSALS.keys() | UNRATED.keys() | OWN.keys() | SAID_OTHERWISE
    assert [(code, module) for code, module in raised if code not in said] == []
