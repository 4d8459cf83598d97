"""The form for a new game with a bot, whose owner has said what it plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError

from games.core.clock import parse_time_control
from games.core.rules import Ruleset
from games.models import BotConditions
from games.play.game.bot_conditions import mismatches, plays_clock
from games.play.lobby.fields import OWN_CONTROL
from games.play.lobby.forms import BOARDS, BoardChoice, NewGameForm
from games.text.refusals import refusal

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MISFITS = {"bot_board": "m", "bot_line": "k", "bot_clock": "control"}  # the fields at fault


class BotChallengeForm(NewGameForm):
    """The terms of a game with a bot: only those that its conditions allow are offered."""

    def __init__(self, *args: Any, conditions: BotConditions, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conditions = conditions
        longest = min(conditions.longest, conditions.largest)
        self._bound("m", conditions.smallest, conditions.largest)
        self._bound("n", conditions.smallest, conditions.largest)
        self._bound("k", conditions.shortest, longest)
        if conditions.timed:
            least, most = -(-conditions.least_seconds // 60), conditions.most_seconds // 60
            self._bound("minutes", max(1, least), max(1, most))
        offered = [text for text, _label in self.controls]
        if offered and self.initial.get("control") not in offered:
            self.initial["control"] = offered[0]

    def _bound(self, name: str, least: int, most: int) -> None:
        """Offer numbers in this span only, and begin in it."""
        field = self.fields[name]
        field.widget.attrs |= {"min": least, "max": most}
        start = self.initial.get(name, field.initial)
        self.initial[name] = max(least, min(most, int(start)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.has_ruleset and cleaned.get("control", OWN_CONTROL) != OWN_CONTROL:
            control = parse_time_control(cleaned["control"])
            for code in mismatches(self.conditions, self.ruleset, control):
                self.add_error(MISFITS[code], ValidationError(refusal(code), code=code))
        return cleaned

    @property
    def boards(self) -> Sequence[BoardChoice]:
        return [one for one in BOARDS if self._plays(one.ruleset)]

    def _plays(self, ruleset: Ruleset) -> bool:
        sides = (ruleset.m, ruleset.n)
        is_within = self.conditions.smallest <= min(sides) and max(sides) <= self.conditions.largest
        return is_within and self.conditions.shortest <= ruleset.k <= self.conditions.longest

    @property
    def controls(self) -> list[tuple[str, StrOrPromise]]:
        offered = super().controls
        return [
            (text, label)
            for text, label in offered
            if plays_clock(self.conditions, parse_time_control(text))
        ]

    @property
    def offers_own_clock(self) -> bool:
        return self.conditions.timed
