"""The rules of names.py and marks.py as Django validators, with their wording."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import marks, names
from accounts.errors import MarkRefused, NameRefused

NAME_MESSAGES = {
    "name_too_short": _("This name is too short. Use 2 to 20 characters."),
    "name_too_long": _("This name is too long. Use 2 to 20 characters."),
    "name_characters": _("Use only letters, the digits 0 to 9, “_” and “-”."),
    "name_start": _("Start the name with a letter or a digit."),
    "name_reserved": _("This name is reserved. Please choose another."),
    "name_taken": _("This name, or one that looks like it, is taken. Please choose another."),
}


def name_error(code: str) -> ValidationError:
    """Return the error, fit for a form, that says *code* in words."""
    return ValidationError(NAME_MESSAGES[code], code=code)


def validate_name(value: str) -> None:
    """Refuse what no account may be called. (User.clean refuses reserved names.)"""
    try:
        cleaned = names.clean_name(value)
    except NameRefused as refused:
        raise name_error(refused.code) from refused
    if cleaned != value:
        raise name_error("name_characters")


MARK_MESSAGES = {
    "symbol_not_one_character": _("Use one letter, digit or symbol."),
    "symbols_alike": _("The two symbols look alike. Please choose different ones."),
    "colour_unreadable": _("Write the colour as # and six digits or letters from a to f."),
    "colour_too_faint": _("Too faint on some boards. Try %(nearest)s."),
    "colours_equal": _("The two colours are the same. Please choose different ones."),
}


def mark_error(code: str, given: str = "") -> ValidationError:
    """Return the error, fit for a form, that says in words what *code* finds wrong in *given*."""
    params = None
    if code == "colour_too_faint":
        params = {"nearest": marks.nearest_that_stands_out(given.strip().lower())}
    return ValidationError(MARK_MESSAGES[code], code=code, params=params)


HANDWRITING_MESSAGES = {
    "nothing_drawn": _("Nothing is drawn yet. Draw X or O first."),
    "handwriting_unreadable": _("This drawing can’t be read. Please draw it again."),
    "too_many_strokes": _("A mark has four strokes at most. Please use fewer."),
    "too_many_points": _("This drawing is too detailed. Please draw it more simply."),
}


def handwriting_error(code: str) -> ValidationError:
    """Return the error, fit for a form, that says *code* in words."""
    return ValidationError(HANDWRITING_MESSAGES[code], code=code)


def validate_symbol(value: str) -> None:
    """Refuse anything but one visible character."""
    try:
        marks.clean_symbol(value)
    except MarkRefused as refused:
        raise mark_error(refused.code) from refused


def validate_colour(value: str) -> None:
    """Refuse what is not a colour, or is too faint on some board."""
    try:
        marks.clean_colour(value)
    except MarkRefused as refused:
        raise mark_error(refused.code, value) from refused
