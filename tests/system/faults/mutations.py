"""Odd variants of what is right: texts, JSON values, forms' fields and bytes, from one seed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

NUMBERS = (
    -1,
    0,
    1,
    8,
    9,
    360,
    361,
    2**31 - 1,
    2**31,
    2**53,
    2**63,
    2**64,
    -(2**63),
    10**40,
    1e308,
)
TEXTS = (
    "",
    " ",
    "\0",
    "\n",
    "\r\n",
    "\\",
    '"',
    "'",
    "/",
    "é",
    "\u0301" * 5,
    "ß",
    "İ",
    "\u212a",
    "\ud800",
    "\udc80",
    "\ufeff",
    "\u202e",
    "\u200b",
    "\u2028",
    "😀",
    "👨\u200d👩\u200d👧",
    "🏳",
    "٣",
    "½",
    "Ⅷ",
    "\uff11",
    "-0",
    "+1",
    "1e9",
    "0x10",
    "1_000",
    "9" * 400,
    "NaN",
    "Infinity",
    "<script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "%00",
    "{{ 1 }}",
    "%s",
    "{0}",
    "a" * 5000,
)
WORDS = (
    "type",
    "play",
    "ply",
    "cell",
    "id",
    "ping",
    "version",
    "say",
    "text",
    "what",
    "yes",
    "game",
    "null",
)


class Mutator:
    """The same *seed* makes the same variants."""

    def __init__(self, seed: int | str) -> None:
        self.dice = random.Random(seed)

    # ---- texts and bytes -------------------------------------------------------------------------

    def text(self, text: str) -> str:
        """*text* with a few changes."""
        for _ in range(self.dice.choice((1, 1, 2, 3, 6))):
            text = self._changed(text, self._odd_text())
        return text

    def bytes(self, data: bytes) -> bytes:
        """*data* with a few changes: other bits, pieces cut out, doubled or put in."""
        for _ in range(self.dice.choice((1, 1, 2, 3, 6))):
            if self.dice.random() < 0.5 and data:
                at = self.dice.randrange(len(data))
                data = data[:at] + bytes([data[at] ^ 1 << self.dice.randrange(8)]) + data[at + 1 :]
            else:
                data = self._changed(data, self.dice.randbytes(self.dice.choice((1, 2, 4, 8, 200))))
        return data

    def _changed(self, whole: Any, odd: Any) -> Any:
        """*whole* with a piece of it left out, replaced by *odd*, or doubled, or *odd* alone."""
        begin = self.dice.randint(0, len(whole))
        end = min(len(whole), begin + self.dice.choice((0, 1, 1, 2, 5, 50)))
        how = self.dice.randrange(8)
        if how == 0:
            return odd
        if how == 1:
            return whole[:begin] + whole[end:]
        if how == 2:
            return whole[:end] + whole[begin:]
        return whole[:begin] + odd + whole[end:]

    def _odd_text(self) -> str:
        if self.dice.random() < 0.5:
            return self.dice.choice(TEXTS)
        return "".join(map(self._character, range(self.dice.choice((1, 1, 2, 8)))))

    def _character(self, _: int) -> str:
        most = self.dice.choice((0x7F, 0x7F, 0x2FF, 0xFFFF, 0x10FFFF))
        return chr(self.dice.randint(0, most))

    # ---- JSON ------------------------------------------------------------------------------------

    def json_text(self, value: Any) -> str:
        """A text like the JSON of *value*: odd in its values, or in its spelling."""
        if self.dice.random() < 0.7:
            value = self.json(value)
        text = json.dumps(value, ensure_ascii=self.dice.random() < 0.5)
        return self.text(text) if self.dice.random() < 0.4 else text

    def json(self, value: Any) -> Any:
        """*value* with one of its parts replaced, left out, renamed or added."""
        if not isinstance(value, Mapping) or not value or self.dice.random() < 0.1:
            return self._odd_value(3)
        changed = dict(value)
        name = self.dice.choice(list(changed))
        match self.dice.randrange(5):
            case 0:
                del changed[name]
            case 1:
                changed[self.dice.choice([*WORDS, self._odd_text()])] = self._odd_value(3)
            case 2:
                changed[self._odd_text()] = changed.pop(name)
            case _:
                changed[name] = self._odd_value(3)
        return changed

    def _odd_value(self, depth: int) -> Any:
        match self.dice.randrange(12 if depth else 8):
            case 0 | 1:
                return self.dice.choice(NUMBERS)
            case 2:
                return self.dice.choice((None, True, False, float("nan"), float("inf"), 1.5, -0.0))
            case 3:
                return self.dice.choice(WORDS)
            case 4 | 5 | 6:
                return self._odd_text()
            case 7:
                return self._nested(self.dice.choice((2, 50, 900)))
            case 8 | 9:
                return [self._odd_value(depth - 1) for _ in range(self.dice.randrange(4))]
            case _:
                names = [self._odd_text() for _ in range(self.dice.randrange(4))]
                return {name: self._odd_value(depth - 1) for name in names}

    def _nested(self, depth: int) -> Any:
        value: Any = 0
        for _ in range(depth):
            value = [value] if self.dice.random() < 0.5 else {"x": value}
        return value

    # ---- forms -----------------------------------------------------------------------------------

    def fields(self, fields: Mapping[str, str], known: Sequence[str] = ()) -> dict[str, str]:
        """*fields* with some of them changed, left out or added; *known* are names to add."""
        changed = dict(fields)
        for _ in range(self.dice.choice((1, 1, 2, 4))):
            name = self.dice.choice([*changed, *known, self._odd_text()])
            if self.dice.random() < 0.15:
                changed.pop(name, None)
            elif self.dice.random() < 0.5:
                changed[name] = self.text(changed.get(name, ""))
            else:
                changed[name] = self.dice.choice((*TEXTS, *map(str, NUMBERS), *WORDS))
        return changed
