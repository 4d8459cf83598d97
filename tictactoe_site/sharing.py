"""What other sites and search engines are told: a page's address, and the list of pages."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.template import Context
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tictactoe_site.common.links import public_url

register = template.Library()

# What is behind these is somebody's own, or is on another page, too.
NOT_FOR_ROBOTS = ("/accounts/", "/me/", "/admin/", "/api/v1/", "/offline/page/", "/embed/")
SITEMAP_PAGES = (
    "games:home",
    "games:puzzles",
    "games:learn",
    "games:explore",
    "games:course",
    "games:compete",
    "games:watch",
    "games:bots",
    "games:rules",
    "games:help",
    "games:privacy",
    "games:contact",
    "games:offline",
)


class PublicPages(Sitemap):  # type: ignore[type-arg]  # the class itself takes none
    """The site's own pages. Those of people, and their games, are not listed for robots."""

    protocol = settings.PUBLIC_ORIGINS[0].partition("://")[0]

    def items(self) -> Sequence[str]:
        return SITEMAP_PAGES

    def location(self, item: str) -> str:
        return reverse(item)

    def get_domain(self, site: object = None) -> str:
        return settings.PUBLIC_ORIGINS[0].partition("://")[2]


SITEMAPS = {"pages": PublicPages}


@require_safe
@cache_control(public=True, max_age=86_400)
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Show what robots may not read, and where the list of pages is."""
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS),
        f"Sitemap: {public_url(reverse('sitemap'))}",
    ]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain")


@register.simple_tag(takes_context=True)
def own_address(context: Context) -> str:
    """Return the whole address of the page that is drawn, without its query."""
    request = context.get("request")
    return public_url(request.path) if request else ""


@register.simple_tag
def absolute(path: str) -> str:
    """Return the whole address of *path*, as other sites need it."""
    return public_url(path)
