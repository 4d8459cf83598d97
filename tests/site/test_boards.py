"""The colours of every board, computed from the style sheet: WCAG 2.2, 1.4.3 and 1.4.11."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from accounts.marks import PAPERS, contrast
from accounts.models import Preferences

TOKENS = Path(__file__).resolve().parents[2] / "static/css/tokens.css"
SCHEMES = {"light": 0, "dark": 1}
GROUNDS = ("paper", "wash", "win")

Tokens = dict[str, tuple[str, str]]


def tokens_in(block: str) -> Tokens:
    """The colours of *block*, each by light and by dark."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", block)
    alike = re.findall(r"--([\w-]+): (#\w{6});", block)
    return {name: (light, dark) for name, light, dark in pairs} | {
        name: (colour, colour) for name, colour in alike
    }


def tokens_of(board: str) -> Tokens:
    """What holds on *board*: the site's tokens, and over them its own."""
    css = TOKENS.read_text()
    usual = tokens_in(css.split("/* ---- What boards look like")[0])
    own = re.search(rf'\.board-look\[data-board="{board}"\] \{{(.*?)\}}', css, re.S)
    return usual | (tokens_in(own[1]) if own else {})


BOARDS = pytest.mark.parametrize(
    ("board", "scheme"),
    [(board, scheme) for board in Preferences.Board.values for scheme in SCHEMES],
)


@BOARDS
def test_marks_and_lines_stand_out(board: str, scheme: str) -> None:
    colour = {name: pair[SCHEMES[scheme]] for name, pair in tokens_of(board).items()}
    marks = {
        f"{pen} on {ground}": (pen, ground) for pen in ("pen-x", "pen-o") for ground in GROUNDS
    }
    lines = {name: (name, "paper") for name in ("grid", "line", "focus")}
    ratios = {
        name: contrast(colour[front], colour[back])
        for name, (front, back) in (marks | lines).items()
    }
    assert {name: ratio for name, ratio in ratios.items() if ratio < 3} == {}


@BOARDS
def test_coordinates_and_numbers_are_readable(board: str, scheme: str) -> None:
    colour = {name: pair[SCHEMES[scheme]] for name, pair in tokens_of(board).items()}
    for text in ("text", "text-3"):
        assert contrast(colour[text], colour["paper"]) >= 4.5


def test_players_colours_are_checked_against_every_paper() -> None:
    papers = [tokens_of(board)["paper"] for board in Preferences.Board.values]
    assert list(PAPERS) == papers
