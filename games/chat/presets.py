"""Lines that can be said with one press, and the only ones that bots say."""

from __future__ import annotations

from games.text.phrases import phrase

# By the phase of the game in which they are offered.
PRESETS = {
    "start": ("chat_hello", "chat_luck"),
    "end": ("chat_game", "chat_played", "chat_thanks"),
}


def preset_lines() -> list[tuple[str, str]]:
    """Each line with its phase."""
    return [(phase, phrase(key)) for phase, keys in PRESETS.items() for key in keys]


def is_preset(text: str) -> bool:
    """Whether *text* is such a line."""
    return any(text == line for _, line in preset_lines())
