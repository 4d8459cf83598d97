"""Pages about the site: how to play, help, privacy, contact. The same for everybody."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.compete.ratings.networks import KEPT_FOR
from games.core.rules import TIC_TAC_TOE, Cell, Ruleset
from games.engine import LEVELS
from games.learn.review.words import LABELS


class Example(NamedTuple):
    """A board that explains a rule: the *cells* have X and O in turn."""

    ruleset: Ruleset
    cells: tuple[Cell, ...]


EXAMPLES = {
    "classic": Example(TIC_TAC_TOE, (4, 1, 2, 0, 6)),
    "draw": Example(TIC_TAC_TOE, (4, 0, 2, 6, 3, 5, 7, 1, 8)),
    "four": Example(Ruleset(5, 5, 4), (12, 7, 16, 11, 8, 13, 20)),
    "five": Example(Ruleset(15, 15, 5), (112, 97, 96, 98, 80, 81, 128, 48, 144)),
    "fork": Example(TIC_TAC_TOE, (6, 4, 2, 0, 8)),
    "swap": Example(Ruleset(7, 7, 4), (24,)),
}


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules, from three in a row on 3×3 to five in a row, with small boards."""
    return render(request, "people/help/rules.html", {"examples": EXAMPLES})


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show help, from starting a game to chat and reports."""
    context = {"levels": LEVELS.values(), "labels": LABELS.values()}
    return render(request, "people/help/help.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is kept, for how long, and how to take it along."""
    days = settings.SESSION_COOKIE_AGE // (24 * 3600)
    context = {
        "session_days": days,
        "network_days": KEPT_FOR.days,
        "cookie_prefix": settings.COOKIE_PREFIX,
    }
    return render(request, "people/help/privacy.html", context)


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Show where to write to whoever runs the site."""
    context = {"contact": settings.CONTACT, "security_contact": settings.SECURITY_CONTACT}
    texts = {f"{name}_text": value.removeprefix("mailto:") for name, value in context.items()}
    return render(request, "people/help/contact.html", context | texts)
