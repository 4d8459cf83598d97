"""Rows that are looked at only."""

from __future__ import annotations

from typing import Any

from tictactoe_site.common.admin_mixins import WithoutJQuery


class ReadOnly(WithoutJQuery):
    """Rows that are looked at only."""

    def has_add_permission(self, *args: Any) -> bool:
        return False

    def has_change_permission(self, *args: Any) -> bool:
        return False

    def has_delete_permission(self, *args: Any) -> bool:
        return False
