"""The administration's pages without jQuery.

jQuery writes markup from strings, which the security policy (Trusted Types) forbids, so it stops
while it loads. Lists, their actions and filters do not need it; lists to choose many from are
plain ones.
"""

from __future__ import annotations

from django import forms


class WithoutJQuery:
    """To be named before ModelAdmin or InlineModelAdmin."""

    filter_horizontal = ()

    @property
    def media(self) -> forms.Media:
        return forms.Media(js=["admin/js/core.js", "admin/js/actions.js"])
