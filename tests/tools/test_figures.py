"""The figures of the code say what was counted, and what was not."""

import subprocess

import pytest

from tools import figures


@pytest.mark.parametrize(
    ("code", "said", "complaint", "told"),
    [
        (0, "", "", "0   goal at most 0"),
        (1, "games/a.py:1: error: Wrong  [misc]\n", "", "1   goal at most 0"),
        (1, "", "No module named mypy\n", "not counted: No module named mypy"),
        (2, "", "mypy: can't read file 'games'\n", "not counted: mypy: can't read file 'games'"),
    ],
)
def test_types_that_nobody_checked_are_not_free_of_errors(monkeypatch, code, said, complaint, told):
    done = subprocess.CompletedProcess([], code, said, complaint)
    monkeypatch.setattr(subprocess, "run", lambda *_arguments, **_options: done)
    assert figures.type_errors().strip() == told
