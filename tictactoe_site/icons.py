"""The icons of the interface, of which a page has dozens."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, kind: str = "") -> SafeString:
    """Return the icon *name* of static/vendor/icons; *kind* is "small", or says when it is
    shown: "on", "off", "light", "dark".
    """
    return render_to_string("_icon.html", {"name": name, "kind": kind})
