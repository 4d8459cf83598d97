import re
import sys
from io import StringIO

import pytest

from games.management.commands.conformance import Command
from tests.management.calling import refusal, run


def conformance(*arguments, **options):
    return run("conformance", *arguments, **options)


def test_a_perfect_player_never_loses():
    output, code = conformance("perfect", 3, 3, 3)
    first, second = output.splitlines()
    assert first.startswith("perfect, first: never loses (76 lines: ")
    assert second.startswith("perfect, second: never loses (585 lines: ")
    assert code == 0


def test_a_player_that_loses_shows_its_shortest_lost_game():
    output, code = conformance("rules", 3, 3, 3, "--seat", "second")
    verdict, slip = output.splitlines()
    assert verdict.startswith("rules, second: loses 10 of 521 lines (368 won, 143 drawn): 1. ")
    assert verdict.partition("): ")[2].startswith(slip.partition("mistake: ")[2])
    assert code == 1


def test_a_lost_seat_is_told_from_a_bad_player():
    output, code = conformance("uct:playouts=2000", 4, 3, 3, "--seat", "second")
    assert "This seat is lost against perfect play." in output
    assert code == ("The last of these moves is a mistake" in output)


def test_progress_is_one_line_that_goes_away(monkeypatch):
    terminal = StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    conformance("perfect", 3, 3, 3, "--seat", "first")
    assert "Positions" in terminal.getvalue()
    assert "\n" not in terminal.getvalue()


def test_it_can_be_silent():
    assert conformance("weights", 3, 3, 3, "--verbosity", 0) == ("", 1)


def test_other_seeds_play_other_lines():
    outputs = {conformance("random", 3, 3, 3, "--seed", seed)[0] for seed in range(3)}
    assert len(outputs) == 3


def test_the_lines_of_many_seeds_are_told_together():
    alone = [conformance("random", 3, 3, 3, "--seed", seed)[0] for seed in (5, 6)]
    together, code = conformance("random", 3, 3, 3, "--seed", 5, "--seeds", 2)
    for seat, both in zip((0, 2), together.splitlines()[::2], strict=True):
        assert counts(both) == tuple(
            map(sum, zip(*(counts(text.splitlines()[seat]) for text in alone), strict=True))
        )
    assert code == 1


def counts(verdict):
    """How many lines were lost, played, won and drawn."""
    return tuple(map(int, re.findall(r"\d+", verdict.partition("): ")[0])))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["clairvoyant", 3, 3, 3], "There is no player “clairvoyant”. Choose from alpha_beta, "),
        (["random:x=1", 3, 3, 3], "The player “random” has no parameters."),
        (["uct:x=1", 3, 3, 3], "The player “uct” has no parameter “x”. It has playouts, "),
        (["uct:playouts=0", 3, 3, 3], "“uct:playouts=0”: playouts can be 1 to 100,000,000."),
        (["rules", 3, 3, 4], "4 in a row doesn’t fit on a 3×3 board."),
        (["rules", 3, 3, "x"], "“x” isn’t a whole number from 3 to 19."),
        (["rules", 3, 20, 3], "“20” isn’t a whole number from 3 to 19."),
        (["rules", 3, 3], "the following arguments are required: K"),
        (["rules", 3, 3, 3, "--seconds", "nan"], "“nan” isn’t a number of seconds between 0 and"),
        (["rules", 3, 3, 3, "--seed", "-1"], "“-1” isn’t a whole number from 0 to "),
        (["random", 3, 3, 3, "--seeds", "0"], "“0” isn’t a whole number from 1 to "),
        (["rules", 3, 3, 3, "--seat", "third"], "invalid choice"),
        (
            ["random", 5, 5, 4, "--positions", 300],
            "Given up after 300 positions",
        ),
        (["weights:weights=1/2", 3, 3, 3], "can’t play here: wrong_number_of_weights"),
    ],
)
def test_a_wrong_call_is_answered_with_one_sentence(arguments, sentence, capsys):
    assert sentence in refusal(Command(), "conformance", *arguments, capsys=capsys)
