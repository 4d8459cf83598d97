"""The arguments by which every command says what plays."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

from mnk.programs.gomocup import Gomocup
from mnk.programs.lines import Codingame, JsonLines
from mnk.programs.program import PlayingProgram
from mnk.programs.python import Cs50, load_function, module_and_name

JSON, CODINGAME = "json", "codingame"


def add_program(parser: ArgumentParser) -> None:
    """Add the arguments for what plays, exactly one of four, and --dialect."""
    group = parser.add_argument_group("what plays").add_mutually_exclusive_group(required=True)
    group.add_argument(
        "--function",
        metavar="MOD:NAME",
        help="a Python function that is given a game and returns a cell, such as my_bot:choose",
    )
    group.add_argument("--cs50", metavar="FILE", help="a tictactoe.py as CS50 asks for it (3×3)")
    group.add_argument("--gomocup", metavar="COMMAND", help="a Gomocup brain (five in a row)")
    group.add_argument(
        "--program", metavar="COMMAND", help="any program: reads a question, writes a cell"
    )
    parser.add_argument(
        "--dialect",
        choices=(JSON, CODINGAME),
        default=JSON,
        help="what --program reads: a line of JSON (the default), or CodinGame's lines (3×3)",
    )


def program_of(options: Namespace) -> PlayingProgram:
    """Return the program that *options* name. Raises Unusable."""
    if options.function:
        return load_function(options.function)
    if options.cs50:
        return Cs50(options.cs50)
    if options.gomocup:
        return Gomocup(options.gomocup)
    return (
        Codingame(options.program) if options.dialect == CODINGAME else JsonLines(options.program)
    )


def version_of(options: Namespace) -> str:
    """Return what changes with the program's file: the first 12 hexadecimal digits of its SHA-256,
    or "" if no file is found.
    """
    if options.function:
        where, _ = module_and_name(options.function)
        file = _file_of(where, is_module=True)
    else:
        file = _file_of(options.cs50 or options.gomocup or options.program, is_module=False)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file else ""


def _file_of(text: str, is_module: bool) -> Path | None:
    if is_module and not text.endswith(".py"):
        text = f"{text.replace('.', '/')}.py"
    words = [text] if text.endswith(".py") else shlex.split(text)
    found = shutil.which(words[0]) if words else None
    # Of "python bot.py" the script tells more than the interpreter.
    candidates = [Path(word) for word in reversed(words)] + ([Path(found)] if found else [])
    return next((path for path in candidates if path.is_file()), None)
