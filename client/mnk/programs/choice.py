"""The arguments by which every command says what plays."""

from __future__ import annotations

import hashlib
import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

from mnk.programs.gomocup import Gomocup
from mnk.programs.lines import Codingame, JsonLines
from mnk.programs.process import words_of
from mnk.programs.program import PlayingProgram
from mnk.programs.python import Cs50, load_function, module_and_name

JSON, CODINGAME = "json", "codingame"
BLOCK = 1 << 20  # bytes that are read of a file at a time


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
    """Return a version of the program: the first 12 hexadecimal digits of the SHA-256 of its file,
    or of all files that its command names, in their order; "" if there is none.

    Raises Unusable if the command cannot be split into words.
    """
    if options.function:
        module, _ = module_and_name(options.function)
        words = [module if module.endswith(".py") else f"{module.replace('.', '/')}.py"]
    elif options.cs50:
        words = [options.cs50]
    else:
        words = words_of(options.gomocup or options.program)
    files = [word for word in words if Path(word).is_file()]
    if not files and words and (program := shutil.which(words[0])):
        files = [program]
    contents = hashlib.sha256()
    for file in files:
        with Path(file).open("rb") as opened:
            while block := opened.read(BLOCK):  # a command may name gigabytes of weights
                contents.update(block)
    return contents.hexdigest()[:12] if files else ""
