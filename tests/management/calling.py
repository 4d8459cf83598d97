"""Commands called as on a command line."""

from io import StringIO

import pytest
from django.core.management import call_command


def run(*arguments, **options):
    """What the command prints, and its exit code."""
    output = StringIO()
    try:
        call_command(*map(str, arguments), stdout=output, **options)
    except SystemExit as stop:
        return output.getvalue(), stop.code
    return output.getvalue(), 0


def refusal(command, *arguments, capsys):
    """The one line that a wrong call is answered with; its exit code is 2."""
    with pytest.raises(SystemExit) as refused:
        command.run_from_argv(["manage.py", *map(str, arguments)])
    assert refused.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert len(lines) == 1
    return lines[0]
