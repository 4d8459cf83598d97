"""What one chooses for a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.programs.bots import bots_of
from games.core.errors import GameError
from games.core.notation import parse_ruleset, ruleset_text
from games.core.rules import TIC_TAC_TOE, Mark, Ruleset
from games.programs.lab.wording import seat_text
from games.text.wording import board_text

BOARDS = (
    TIC_TAC_TOE,
    Ruleset(4, 3, 3),
    Ruleset(4, 4, 3),
    Ruleset(4, 4, 4),
    Ruleset(5, 5, 4),
    Ruleset(6, 5, 4),
    Ruleset(7, 7, 5),
    Ruleset(15, 15, 5),
    Ruleset(19, 19, 5),
)


class RunForm(forms.Form):
    """Whose program is asked, on which board, and in which seat."""

    bot = forms.ChoiceField(label=_("Bot"))
    board = forms.ChoiceField(label=_("Board"))
    seat = forms.ChoiceField(label=_("Plays"))

    def __init__(self, data: Mapping[str, Any] | None, *, owner: User) -> None:
        super().__init__(data)
        choices = {
            "bot": [(bot.username, bot.username) for bot in bots_of(owner)],
            "board": [(ruleset_text(ruleset), board_text(ruleset)) for ruleset in _boards(data)],
            "seat": [(mark.value, seat_text(mark)) for mark in Mark],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered
        self.has_bots = bool(choices["bot"])

    @property
    def command(self) -> str:
        """What to type on the machine where the program is."""
        chosen = self.cleaned_data if self.is_valid() else {}
        ruleset = parse_ruleset(chosen.get("board", ruleset_text(TIC_TAC_TOE)))
        seat = chosen.get("seat", Mark.X.value)
        numbers = f"{ruleset.m} {ruleset.n} {ruleset.k}"
        return f"mnk lab --function my_bot:choose {numbers} --seat {seat}"


def _boards(data: Mapping[str, Any] | None) -> list[Ruleset]:
    """Return the usual boards, and the one that is asked for."""
    boards = list(BOARDS)
    try:
        asked_for = parse_ruleset(data.get("board", "") if data else "")
    except GameError:
        return boards
    return boards if asked_for in boards else [*boards, asked_for]
