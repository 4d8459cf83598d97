"""What a name may look like, and when two names are the same.

A name is compared in two forms. Its *canonical* form ignores case; sign-in and profile addresses
look names up by it. Its *skeleton* ignores what eyes confuse (``0`` and ``O``, Latin and Cyrillic
``a``); it serves only to refuse a name that passes for another. Skeletons follow Unicode Technical
Standard 39, section 4, with its table as packaged in confusable_homoglyphs.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from accounts.errors import NameRefused

MIN_LENGTH = 2
MAX_LENGTH = 20  # characters; lists and cards have room for it
# A character can decompose into several, each of which can have a prototype of several.
MAX_SKELETON_LENGTH = 255

GUEST_PREFIX = "Guest-"
DELETED_PREFIX = "deleted-"

# Names that would pass for the site's staff, its machinery or one of its engine accounts.
_RESERVED_WORDS = """
    abuse account accounts admin administrator admins anonymous anyone api bot bots computer
    deleted device draw engine everyone friend guest guests help home info login logout lobby me
    mod moderator moderators nobody null official operator owner postmaster root security server
    settings signin signout signup site somebody someone staff support system team tictactoe
    tic-tac-toe undefined unknown user webmaster you
    exact expert guard heuristic learner master minimax monte-carlo perfect proof prover random
    rules searcher solver strong teacher weights
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
# Words that claim a role; no word in a name may be one of them, as in Site-Admin.
_TITLES = """
    admin administrator admins computer deleted engine guest guests mod moderator
    moderators official operator owner postmaster root security server site staff support system
    tictactoe webmaster
"""
TITLES = frozenset(_TITLES.split())

# Letters that an apostrophe stands for, in Hawaiian and Ukrainian.
_APOSTROPHES = "\u02bb\u02bc"
_APOSTROPHE = re.compile(f"(?<=[^\\W\\d_])[{_APOSTROPHES}](?=[^\\W\\d_])")
_SEPARATORS = re.compile(r"[-_]+")
_WORDS = re.compile(r"[-_]+|(?<=[a-z])(?=[A-Z])")
_OUTER_DIGITS = re.compile(r"^[0-9]+|[0-9]+$")
# Digits that read as letters among letters. Two names may differ by them alone, but a name and a
# reserved word may not.
_READ_AS_LETTERS = str.maketrans("345789", "eastbg")

# Words in the Unicode names of signs: stress marks, tones, half rings, apostrophes.
_SIGNS = frozenset({"MODIFIER", "TONE", "APOSTROPHE", "TILDE", "ACCENT", "CARON"})
# Letters by category, but invisible.
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
# Look-alikes in fonts without serifs that the standard's table, made for whole scripts, lacks.
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "i": "l"})


def clean_name(text: str) -> str:
    """Return *text* as a name to be stored (NFKC), or raise NameRefused.

    Codes: ``name_too_short``, ``name_too_long``, ``name_characters``, ``name_start``.
    """
    name = unicodedata.normalize("NFKC", text)
    if len(name) < MIN_LENGTH:
        raise NameRefused("name_too_short")
    if len(name) > MAX_LENGTH:
        raise NameRefused("name_too_long")
    if not all(_is_allowed(character) for character in _APOSTROPHE.sub("", name)):
        raise NameRefused("name_characters")
    if name[0] in "_-":
        raise NameRefused("name_start")
    return name


def clean_own_name(text: str) -> str:
    """Return *text* as a name for a person or a bot, or raise NameRefused.

    Codes: those of `clean_name`, ``name_reserved``.
    """
    name = clean_name(text)
    if is_reserved(name):
        raise NameRefused("name_reserved")
    return name


def canonical(name: str) -> str:
    """Return the form in which names that differ only in case are equal."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def skeleton(name: str) -> str:
    """Return the form in which names that look alike are equal."""
    # Twice: capitals have look-alikes of their own, and so have the small letters they become.
    return _prototypes(_prototypes(name).casefold()).casefold().translate(_LOOKALIKES)


def is_reserved(name: str) -> bool:
    """Return whether *name* passes for a reserved word, or one of its words for a title.

    Separators, apostrophes, digits around a word, and digits that read as letters do not hide it.
    """
    name = name.translate(dict.fromkeys(map(ord, _APOSTROPHES)))
    if _form(_SEPARATORS.sub("", name)) in _forms(RESERVED):
        return True
    words = [word for word in _WORDS.split(name) if word]
    plain = [*words, *(_OUTER_DIGITS.sub("", word) for word in words)]
    return any(_form(word) in _forms(TITLES) for word in plain)


def has_profile(name: str) -> bool:
    """Return whether there is a profile under the stored *name*: a deleted account has none."""
    return not name.startswith(DELETED_PREFIX)


def _form(word: str) -> str:
    """Return what the eye takes *word* for."""
    return skeleton(word).translate(_READ_AS_LETTERS)


def is_letter_or_digit(character: str) -> bool:
    """Return whether *character* is a visible letter of any script, or an ASCII digit."""
    if character.isascii():
        return character.isalnum()
    category = unicodedata.category(character)
    return category[0] == "L" and character not in _INVISIBLE and not _is_sign(character)


def _is_sign(character: str) -> bool:
    """Return whether *character* is a letter by category, but looks like a sign beside letters.

    Others of that category (Lm) are true letters, such as marks that repeat the letter before.
    """
    is_modifier = unicodedata.category(character) == "Lm"
    return is_modifier and not _SIGNS.isdisjoint(unicodedata.name(character).split())


def _is_allowed(character: str) -> bool:
    return is_letter_or_digit(character) or character in "_-"


def _prototypes(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    mapped = "".join(_PROTOTYPES.get(character, character) for character in decomposed)
    return unicodedata.normalize("NFD", mapped)


def _prototypes_of_the_standard() -> Mapping[str, str]:
    """Return the standard's table: from each confusable character to its class's prototype.

    The package lists, for a prototype, all its look-alikes, and for a look-alike the prototype.
    Its module would hold all of that for ever, 6 MiB; this takes 1 MiB (`make bench NAME=soak`).
    """
    data = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_bytes())
    table = {}
    for character, alike in data.items():
        if len(character) != 1 or len(alike) != 1:
            continue
        other = alike[0]["c"].strip("\u200e")  # direction marks that only lay out the table
        mutual = len(data.get(other, ())) == 1
        table[character] = min(character, other) if mutual else other
    return table


_PROTOTYPES = _prototypes_of_the_standard()


@cache
def _forms(words: frozenset[str]) -> frozenset[str]:
    return frozenset(_form(_SEPARATORS.sub("", word)) for word in words)
