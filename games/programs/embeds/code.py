"""The code of a frame: what stands in the HTML of another site's page."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.links import public_url
from games.core.rules import Ruleset
from games.programs.embeds.sizes import size_of


def code_of(
    address: str,
    title: str,
    ruleset: Ruleset,
    *,
    most_width: int | None = None,
    most_height: int | None = None,
) -> str:
    """Return the code of the frame at *address*, a path, within what there is room for."""
    size = size_of(ruleset, most_width=most_width, most_height=most_height)
    context = {"url": public_url(address), "title": title, "size": size}
    return " ".join(render_to_string("programs/embeds/_code.html", context).split())
