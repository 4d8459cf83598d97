"""Games in the administration: to be looked at, and to be decided through the services."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.events import EventAdmin
from games.admin.games import GameAdmin
from games.admin.reports import ReportAdmin
from games.admin.talk import ChatLineAdmin

admin.site.enable_nav_sidebar = False  # lists of games need the room
admin.site.site_header = admin.site.site_title = _("Tic Tac Toe administration")

__all__ = ["ChatLineAdmin", "EventAdmin", "GameAdmin", "ReportAdmin"]
