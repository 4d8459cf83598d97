"""The fields of the forms for a new game."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import marks
from accounts.errors import MarkRefused
from accounts.validators import mark_error
from games.core.clock import parse_time_control
from games.core.errors import GameError
from games.core.rules import MAX_SIDE, MIN_SIDE
from games.text.refusals import refusal

OWN_CONTROL = "own"  # a clock whose minutes and seconds stand in other fields


class SideLengthField(forms.IntegerField):
    """A number of cells: a side of the board, or the length of a line on it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=MIN_SIDE, max_value=MAX_SIDE, **kwargs)


class SymbolField(forms.CharField):
    """One character to show instead of the site's drawn X or O; empty to show that."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=marks.MAX_SYMBOL_LENGTH, required=False, **kwargs)

    def to_python(self, value: Any) -> str:
        try:
            return marks.clean_symbol(super().to_python(value) or "")
        except MarkRefused as refused:
            raise mark_error(refused.code) from refused


class ColourField(forms.CharField):
    """A pen's colour, #rrggbb; empty for the site's own *pen*.

    A browser's colour picker cannot be empty, so the site's own pen stands for it there.
    """

    def __init__(self, *, pen: str, **kwargs: Any) -> None:
        widget = forms.ColorInput(attrs={"data-pen": pen})
        super().__init__(required=False, widget=widget, **kwargs)
        self.pen = pen

    def prepare_value(self, value: Any) -> Any:
        return value or self.pen

    def to_python(self, value: Any) -> str:
        colour = super().to_python(value) or ""
        try:
            return "" if colour.lower() == self.pen else marks.clean_colour(colour)
        except MarkRefused as refused:
            raise mark_error(refused.code, colour) from refused


class ControlField(forms.CharField):
    """A time control in its text form: any that the clock accepts, not only those on offer.

    With *may_be_own* also OWN_CONTROL.
    """

    def __init__(self, *, may_be_own: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.may_be_own = may_be_own

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        if not text:
            return text  # the field itself decides whether it may be empty
        if text == OWN_CONTROL and self.may_be_own:
            return text
        try:
            parse_time_control(text)
        except GameError as error:
            raise ValidationError(refusal(error.code), code=error.code) from error
        return text


class SeatNameField(forms.CharField):
    """What one of two players on the same device is called; empty for the mark itself."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, required=False, **kwargs)

    def to_python(self, value: Any) -> str:
        name = unicodedata.normalize("NFKC", super().to_python(value) or "")
        # Characters of the categories C… are invisible, but may reverse the text beside them.
        if any(unicodedata.category(character)[0] == "C" for character in name):
            raise ValidationError(_("Use only letters, digits, signs and spaces."), code="name")
        return name
