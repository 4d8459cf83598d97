"""What can be set about a player: values that are checked, and their text forms.

Every kind of value has one parser and one writer; `check` is for values that are no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Protocol

from games.core.errors import GameError

Setting = object  # what a kind accepts: int, float, str, or a tuple of them

MAX_LIST_LENGTH = 361  # one for every cell of the largest board
LIST_SEPARATOR = "/"


class BadParameter(GameError):
    """A value that a parameter of a player cannot have; *name* is the parameter's."""

    def __init__(self, name: str, span: str) -> None:
        super().__init__("bad_parameter", f"{name} is {span}")
        self.name = name


class UnknownParameter(GameError):
    """A parameter that a player does not have; *name* is what it was called."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = ", ".join(known) or "nothing"
        super().__init__("unknown_parameter", f"{names} can be set, not {name}")
        self.name = name


class ParameterKind(Protocol):
    """A kind of value. Its methods raise ValueError or OverflowError for any other value."""

    def check(self, value: Setting) -> Setting:
        """Return *value* as it is kept."""

    def parse(self, text: str) -> Setting: ...

    def text(self, value: Setting) -> str: ...

    @property
    def span(self) -> str:
        """What can be given, in a few words."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    least: int
    most: int

    def check(self, value: Setting) -> int:
        # Not isinstance, for True and False are of int, too.
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValueError
        return value

    def parse(self, text: str) -> int:
        return self.check(int(text))

    def text(self, value: Setting) -> str:
        return str(value)

    @property
    def span(self) -> str:
        return f"{self.least} to {self.most:,}"


@dataclass(frozen=True, slots=True)
class Real:
    """A number."""

    least: float
    most: float

    def check(self, value: Setting) -> float:
        if type(value) not in (int, float):
            raise ValueError
        number = float(value)  # type: ignore[arg-type]
        if not isfinite(number) or not self.least <= number <= self.most:
            raise ValueError
        return number

    def parse(self, text: str) -> float:
        return self.check(float(text))

    def text(self, value: Setting) -> str:
        return repr(value)

    @property
    def span(self) -> str:
        return f"{self.least:g} to {self.most:g}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some names."""

    names: tuple[str, ...]

    def check(self, value: Setting) -> str:
        if not isinstance(value, str) or value not in self.names:
            raise ValueError
        return value

    def parse(self, text: str) -> str:
        return self.check(text)

    def text(self, value: Setting) -> str:
        return str(value)

    @property
    def span(self) -> str:
        return " | ".join(self.names)


@dataclass(frozen=True, slots=True)
class Several:
    """A list of values of one kind; in text they are separated by "/"."""

    kind: ParameterKind
    least: int = 0
    most: int = MAX_LIST_LENGTH

    def check(self, value: Setting) -> tuple[Setting, ...]:
        if not isinstance(value, tuple | list | range):
            raise ValueError
        if not self.least <= len(value) <= self.most:
            raise ValueError
        return tuple(self.kind.check(item) for item in value)

    def parse(self, text: str) -> tuple[Setting, ...]:
        return self.check([self.kind.parse(item) for item in text.split(LIST_SEPARATOR) if item])

    def text(self, value: Setting) -> str:
        return LIST_SEPARATOR.join(self.kind.text(item) for item in self.check(value))

    @property
    def span(self) -> str:
        return f"any of {self.kind.span}, with {LIST_SEPARATOR} between them"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that can be set about a player."""

    name: str
    description: str
    default: Setting
    kind: ParameterKind

    def check(self, value: Setting) -> Setting:
        """Return *value* as it is kept. Raises BadParameter."""
        try:
            return self.kind.check(value)
        except (ValueError, OverflowError) as error:
            raise BadParameter(self.name, self.kind.span) from error

    def parse(self, text: str) -> Setting:
        """Read what `text` writes. Raises BadParameter."""
        try:
            return self.kind.parse(text)
        except (ValueError, OverflowError) as error:
            raise BadParameter(self.name, self.kind.span) from error

    def text(self, value: Setting) -> str:
        return self.kind.text(value)


def settings_of(
    parameters: tuple[Parameter, ...], given: Mapping[str, Setting]
) -> dict[str, Setting]:
    """Return a checked value for each of *parameters*: the one *given*, or its default.

    Raises BadParameter or UnknownParameter.
    """
    known = [parameter.name for parameter in parameters]
    for name in given:
        if name not in known:
            raise UnknownParameter(name, known)
    return {
        parameter.name: parameter.check(given.get(parameter.name, parameter.default))
        for parameter in parameters
    }


def settings_text(parameters: tuple[Parameter, ...], settings: Mapping[str, Setting]) -> str:
    """Return those *settings* that differ from their defaults: "horizon=3,heuristic=none"."""
    return ",".join(
        f"{parameter.name}={parameter.text(settings[parameter.name])}"
        for parameter in parameters
        if settings[parameter.name] != parameter.default
    )


def parse_settings(parameters: tuple[Parameter, ...], text: str) -> dict[str, Setting]:
    """Read what `settings_text` writes. Raises BadParameter or UnknownParameter."""
    by_name = {parameter.name: parameter for parameter in parameters}
    given: dict[str, Setting] = {}
    for part in text.split(",") if text else ():
        name, _, value = part.partition("=")
        if name not in by_name:
            raise UnknownParameter(name, by_name)
        if name in given:
            raise BadParameter(name, "given once")
        given[name] = by_name[name].parse(value)
    return settings_of(parameters, given)
