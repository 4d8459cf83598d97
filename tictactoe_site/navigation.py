"""The sections of the site, as the header and the menu list them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

register = template.Library()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the site: its front page, and the addresses of its pages as a pattern."""

    title: str | Promise
    icon: str
    front: str  # the name of a URL
    pages: str

    def holds(self, path: str) -> bool:
        return re.match(self.pages, path) is not None


EXPLAINED = ".*/explain/"  # a game's or a position's
SECTIONS = (
    Section(_("Play"), "play", "games:home", f"/games/(?!{EXPLAINED})"),
    Section(_("Puzzles"), "puzzle", "games:puzzles", "/puzzles/"),
    Section(_("Learn"), "graduation-cap", "games:learn", f"/(learn|p|fair)/|{EXPLAINED}"),
    Section(_("Watch"), "eye", "games:watch", "/watch/"),
    Section(_("Compete"), "trophy", "games:compete", "/(compete|rounds|ratings|tournaments)/"),
)


@dataclass(frozen=True, slots=True)
class SectionLink:
    """A link to a section; `current` is its aria-current on the page that shows it, or ""."""

    title: str | Promise
    icon: str
    href: str
    current: str


@register.simple_tag(takes_context=True)
def site_sections(context: Context) -> list[SectionLink]:
    """Return the links to all sections, with where the page that is drawn belongs."""
    request = context["request"]
    return [_link(section, request.path, request.path_info) for section in SECTIONS]


@dataclass(frozen=True, slots=True)
class LanguageChoice:
    """A language of the site under its own name, and whether the page is in it."""

    code: str
    name: str
    is_current: bool


@register.simple_tag
def site_languages() -> list[LanguageChoice]:
    current = get_language()
    return [LanguageChoice(code, name, code == current) for code, name in settings.LANGUAGES]


def _link(section: Section, path: str, path_info: str) -> SectionLink:
    href = reverse(section.front)
    current = "page" if href == path else "true" if section.holds(path_info) else ""
    return SectionLink(section.title, section.icon, href, current)
