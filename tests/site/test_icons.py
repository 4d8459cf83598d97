"""Icons, which templates draw by name."""

import re

from django.conf import settings
from django.template.loader import render_to_string

from tictactoe_site.icons import icon
from tictactoe_site.navigation import SECTIONS

NAMED = re.compile(r'{% icon "([a-z0-9-]+)"')
SYMBOL = re.compile(r'<symbol id="([^"]+)"')
SPRITE = (settings.BASE_DIR / "static/vendor/icons/icons.svg").read_text()


def named() -> set[str]:
    templates = (settings.BASE_DIR / "templates").rglob("*.html")
    in_templates = {name for path in templates for name in NAMED.findall(path.read_text())}
    return in_templates | {section.icon for section in SECTIONS}


def test_every_icon_that_is_named_is_kept():
    kept = set(SYMBOL.findall(SPRITE))
    assert named() - kept == set()


def test_no_template_draws_an_icon_past_the_tag():
    templates = (settings.BASE_DIR / "templates").rglob("*.html")
    assert [path.name for path in templates if '"_icon.html"' in path.read_text()] == []


def test_an_icon_is_drawn_as_its_template_says():
    assert icon("bell", "small") == render_to_string(
        "_icon.html", {"name": "bell", "kind": "small"}
    )
    assert 'class="icon icon--small"' in icon("bell", "small")
    assert 'class="icon"' in icon("bell")
