"""The lines of chat that people say with one press, and the only ones that bots say at all.

Their words are phrases of `CHAT` in `games/text/phrases.py`. People say them in the language of
their page, bots in English.
"""

from __future__ import annotations

from django.utils.translation import override

from games.text.phrases import phrase

# By the phase of the game in which they are offered.
PRESETS = {
    "start": ("chat_hello", "chat_luck"),
    "end": ("chat_game", "chat_played", "chat_thanks"),
}


def preset_lines() -> list[tuple[str, str]]:
    """Return pairs: a phase, and a line that is offered in it, in the active language."""
    return [(phase, phrase(key)) for phase, keys in PRESETS.items() for key in keys]


def is_preset(text: str) -> bool:
    """Return whether *text* is one of the lines in English."""
    with override("en"):
        return any(text == line for _, line in preset_lines())
