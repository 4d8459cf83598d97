"""The forms for a new game: its terms, a quick match, playing on from a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import marks
from accounts.errors import MarkRefused
from accounts.preferences import MARK_FIELDS
from accounts.validators import mark_error
from games.core.clock import MAX_INCREMENT, MAX_INITIAL, MINUTE, SECOND
from games.core.errors import GameError
from games.core.match_state import DEFAULT_TAKEBACKS
from games.core.notation import ruleset_text
from games.core.rules import TIC_TAC_TOE, Cell, Ruleset
from games.engine import LEVELS
from games.models import Game
from games.play.game.terms import MAX_TAKEBACKS
from games.play.lobby.fields import (
    OWN_CONTROL,
    ColourField,
    ControlField,
    SeatNameField,
    SideLengthField,
    SymbolField,
)
from games.text.refusals import refusal
from games.text.seat_names import level_choices, level_name
from games.text.solved_games import swap_refusal
from games.text.wording import control_text, known_text, swap_text

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

OPPONENTS = [
    (Game.Opponent.ANYONE, _("Anyone")),
    (Game.Opponent.FRIEND, _("Friend")),
    (Game.Opponent.COMPUTER, _("Computer")),
    (Game.Opponent.DEVICE, _("This device")),
]
SIDES = [("x", _("X")), ("either", _("Either")), ("o", _("O"))]
FIRST_MOVERS = [("x", _("X")), ("random", _("Random")), ("o", _("O"))]
CONTROLS: list[tuple[str, StrOrPromise]] = [
    ("none", _("None")),
    ("60+2", "1 + 2"),
    ("180+2", "3 + 2"),
    ("600+5", "10 + 5"),
    ("1d", _("1 day")),
    ("3d", _("3 days")),
]
LENGTHS_OF_SERIES = [
    ("0", _("No limit")),
    ("3", _("Best of 3")),
    ("5", _("Best of 5")),
    ("7", _("Best of 7")),
]
TAKEBACK_CHOICES = [("on", _("Allowed")), ("off", _("Off"))]
DEFAULT_LEVEL = "rules"
OTHER_BOARD = "other"  # the one that columns, rows and goal give
DEFAULT_MINUTES = 15
MORE_FIELDS = ("side", "first", "allow_takebacks", "takebacks", "best_of", "swap")
PENS = {"x": "#173bb4", "o": "#c2350e"}  # the tokens pen-x and pen-o of the light theme


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board to choose with one press, with a position that shows what its games look like."""

    ruleset: Ruleset
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        return ruleset_text(self.ruleset)


BOARDS = (
    BoardChoice(TIC_TAC_TOE, (4, 0, 2)),
    BoardChoice(Ruleset(4, 4, 4), (5, 6, 9)),
    BoardChoice(Ruleset(5, 5, 4), (12, 6, 7, 17)),
    BoardChoice(Ruleset(7, 7, 5), (24, 17, 23, 31, 25)),
    BoardChoice(Ruleset(10, 10, 5), (45, 44, 55, 35, 56, 66)),
    BoardChoice(Ruleset(15, 15, 5), (112, 97, 98, 113, 84, 70, 126)),
)


def _board_called(text: str | None) -> BoardChoice | None:
    return next((one for one in BOARDS if one.text == text), None)


def _text(placeholder: str) -> forms.TextInput:
    return forms.TextInput(attrs={"placeholder": placeholder, "autocomplete": "off"})


class RulesetForm(forms.Form):
    """A board and a goal. `ruleset` is there once the form is valid."""

    m = SideLengthField(label=_("Columns"), initial=3)
    n = SideLengthField(label=_("Rows"), initial=3)
    k = SideLengthField(label=_("Marks in a row to win"), initial=3)
    ruleset: Ruleset

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if all(name in cleaned for name in "mnk"):
            self._clean_ruleset(cleaned["m"], cleaned["n"], cleaned["k"])
        return cleaned

    @property
    def has_ruleset(self) -> bool:
        """Whether columns, rows and goal make a ruleset; other fields may be wrong."""
        return hasattr(self, "ruleset")

    def _clean_ruleset(self, m: int, n: int, k: int) -> None:
        try:
            self.ruleset = Ruleset(m, n, k)
        except GameError as error:
            message = _("At most %(most)d in a row fit on this board.") % {"most": max(m, n)}
            self.add_error("k", ValidationError(message, code=error.code))


class QuickForm(RulesetForm):
    """The terms of a quick match."""

    control = ControlField(label=_("Clock (minutes + seconds per move)"), initial="none")


class NewGameForm(RulesetForm):
    """The terms of a new game."""

    board = forms.ChoiceField(
        choices=[(board.text, board.text) for board in BOARDS] + [(OTHER_BOARD, OTHER_BOARD)],
        required=False,
    )
    control = ControlField(
        label=_("Clock (minutes + seconds per move)"), initial="none", may_be_own=True
    )
    minutes = forms.IntegerField(
        label=_("Minutes for each player"),
        min_value=1,
        max_value=MAX_INITIAL // MINUTE,
        required=False,
        initial=DEFAULT_MINUTES,
    )
    increment = forms.IntegerField(
        label=_("Seconds per move"),
        min_value=0,
        max_value=MAX_INCREMENT // SECOND,
        required=False,
        initial=10,
    )

    opponent = forms.ChoiceField(
        label=_("Opponent"),
        choices=OPPONENTS,
        widget=forms.RadioSelect,
        initial=Game.Opponent.ANYONE,
    )
    level = forms.ChoiceField(
        label=_("Level"),
        choices=level_choices,
        widget=forms.RadioSelect,
        required=False,
        initial=DEFAULT_LEVEL,
    )
    side = forms.ChoiceField(
        label=_("You play"), choices=SIDES, widget=forms.RadioSelect, initial="x"
    )
    first = forms.ChoiceField(
        label=_("First move"), choices=FIRST_MOVERS, widget=forms.RadioSelect, initial="x"
    )
    allow_takebacks = forms.ChoiceField(
        label=_("Takebacks"),
        choices=TAKEBACK_CHOICES,
        widget=forms.RadioSelect,
        required=False,
        initial="on",
    )
    takebacks = forms.IntegerField(
        label=_("For each player"),
        min_value=0,
        max_value=MAX_TAKEBACKS,
        required=False,
        initial=DEFAULT_TAKEBACKS,
    )
    best_of = forms.TypedChoiceField(
        label=_("Series"),
        choices=LENGTHS_OF_SERIES,
        widget=forms.RadioSelect,
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # any value may stand for none, not only texts
        required=False,
        initial="0",
    )
    swap = forms.BooleanField(
        label=_("Swap rule"),
        widget=forms.CheckboxInput(attrs={"aria-describedby": "swap-hint"}),
        required=False,
    )
    x_symbol = SymbolField(label=_("Symbol for X"), widget=_text("X"))
    o_symbol = SymbolField(label=_("Symbol for O"), widget=_text("O"))
    x_colour = ColourField(label=_("Colour of X"), pen=PENS["x"])
    o_colour = ColourField(label=_("Colour of O"), pen=PENS["o"])
    x_name = SeatNameField(label=_("Who plays X"), widget=_text("X"))
    o_name = SeatNameField(label=_("Who plays O"), widget=_text("O"))

    def clean_level(self) -> str:
        level = self.cleaned_data["level"]
        if self.cleaned_data.get("opponent") != Game.Opponent.COMPUTER:
            return ""
        if not level:
            raise ValidationError(_("Choose a level."), code="level")
        return str(level)

    def clean_takebacks(self) -> int:
        """Return how many each player has; 0 if they are switched off."""
        if self.cleaned_data.get("allow_takebacks") == "off":
            return 0
        chosen = self.cleaned_data["takebacks"]
        return DEFAULT_TAKEBACKS if chosen is None else int(chosen)

    def clean(self) -> dict[str, Any]:
        self._clean_board()
        self._clean_hidden()
        cleaned = super().clean()
        self._clean_own_control(cleaned)
        self._clean_swap(cleaned)
        self._clean_marks(cleaned)
        self._clean_names(cleaned)
        return cleaned

    def _clean_board(self) -> None:
        """Take columns, rows and goal from the board that was chosen, whatever they say."""
        if chosen := _board_called(self.cleaned_data.get("board")):
            ruleset = chosen.ruleset
            self.cleaned_data |= {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k}
            for name in "mnk":
                self.errors.pop(name, None)

    def _clean_hidden(self) -> None:
        """Ignore errors in numbers that the choices hide."""
        if self.cleaned_data.get("control") != OWN_CONTROL:
            for name in ("minutes", "increment"):
                self.errors.pop(name, None)
        if self.cleaned_data.get("allow_takebacks") == "off":
            self.cleaned_data["takebacks"] = 0
            self.errors.pop("takebacks", None)

    def _clean_own_control(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("control") == OWN_CONTROL and {"minutes", "increment"} <= cleaned.keys():
            minutes = DEFAULT_MINUTES if cleaned["minutes"] is None else cleaned["minutes"]
            cleaned["control"] = f"{minutes * MINUTE // SECOND}+{cleaned['increment'] or 0}"

    def _clean_swap(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("opponent") == Game.Opponent.DEVICE:  # the two can simply change places
            cleaned["swap"] = False
        elif cleaned.get("swap") and self.has_ruleset and (code := swap_refusal(self.ruleset)):
            self.add_error("swap", ValidationError(refusal(code), code=code))

    def _clean_marks(self, cleaned: dict[str, Any]) -> None:
        if not all(name in cleaned for name in MARK_FIELDS):
            return
        try:
            marks.check_pair(*(cleaned[name] for name in MARK_FIELDS))
        except MarkRefused as refused:
            field = "o_colour" if refused.code == "colours_equal" else "o_symbol"
            self.add_error(field, mark_error(refused.code))

    def _clean_names(self, cleaned: dict[str, Any]) -> None:
        x_name, o_name = cleaned.get("x_name", ""), cleaned.get("o_name", "")
        if cleaned.get("opponent") != Game.Opponent.DEVICE:
            cleaned["x_name"] = cleaned["o_name"] = ""
        elif (x_name or "X").casefold() == (o_name or "O").casefold():
            self.add_error("o_name", ValidationError(_("Enter two different names."), code="name"))

    # What the template shows.

    @property
    def boards(self) -> Sequence[BoardChoice]:
        """The boards that can be chosen with one press."""
        return BOARDS

    @property
    def chosen_board(self) -> str:
        """The text of the board that the form shows as chosen."""
        if chosen := self["board"].value():
            return str(chosen)
        ruleset = self._ruleset_as_it_stands()
        texts = [one.text for one in self.boards if one.ruleset == ruleset]
        return texts[0] if texts else OTHER_BOARD

    @property
    def opens_more(self) -> bool:
        """Whether to unfold the less common terms: one is not the usual one, or is wrong."""
        return any(name in self.errors or not self._is_usual(name) for name in MORE_FIELDS)

    def _is_usual(self, name: str) -> bool:
        usual = str(self.fields[name].initial or "")
        return str(self[name].value() or usual) == usual

    @property
    def has_mark_errors(self) -> bool:
        return any(name in self.errors for name in MARK_FIELDS)

    @property
    def known_text(self) -> str:
        """What is known about the ruleset in the fields; empty if they do not make one."""
        ruleset = self._ruleset_as_it_stands()
        return known_text(ruleset) if ruleset else ""

    @property
    def known_swap_text(self) -> str:
        """What is known about the swap rule on that ruleset; empty if there is none."""
        ruleset = self._ruleset_as_it_stands()
        return swap_text(ruleset) if ruleset else ""

    def _ruleset_as_it_stands(self) -> Ruleset | None:
        if chosen := _board_called(self["board"].value()):
            return chosen.ruleset
        try:
            return Ruleset(*(int(self[name].value()) for name in "mnk"))
        except (GameError, TypeError, ValueError):
            return None

    @property
    def controls(self) -> list[tuple[str, StrOrPromise]]:
        """The clocks to choose from, by text and label; another one that is chosen is added."""
        chosen = str(self["control"].value() or "").strip()  # as the field does it
        if chosen == OWN_CONTROL or chosen in dict(CONTROLS) or "control" in self.errors:
            return CONTROLS
        return [*CONTROLS, (chosen, control_text(chosen))]

    @property
    def offers_own_clock(self) -> bool:
        """Whether minutes and seconds can be chosen."""
        return True

    @property
    def levels(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """The radio button of each level with what it is called."""
        return [
            (radio, level_name(level))
            for radio, level in zip(self["level"], LEVELS.values(), strict=True)
        ]


class PlayOnForm(forms.Form):
    """Against whom to play on from a position, and on which side."""

    opponent = forms.ChoiceField(
        label=_("Opponent"),
        choices=[choice for choice in OPPONENTS if choice[0] != Game.Opponent.ANYONE],
        widget=forms.RadioSelect,
        initial=Game.Opponent.COMPUTER,
    )
    level = forms.ChoiceField(label=_("Level"), initial=DEFAULT_LEVEL, choices=level_choices)
    side = forms.ChoiceField(
        label=_("You play"), choices=SIDES, widget=forms.RadioSelect, initial="x"
    )
    control = forms.ChoiceField(label=_("Clock"), choices=CONTROLS, initial="none")
